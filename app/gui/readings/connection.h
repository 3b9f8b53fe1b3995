// Texts about where this window's kernels run. The dialog, the status bar and the Readout share them.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "gui/readings/readout_view_model.h"
#include "gui/store/state.h"

namespace lanescope::gui {

/// `lost` is tried again by itself. `refused` is tried again only when the user asks.
enum class ConnectionPhase { local, connecting, connected, lost, refused };
[[nodiscard]] ConnectionPhase phase_of(const State& state);

/// Returns the state of the worker in one word.
[[nodiscard]] std::string worker_word(const State& state);

/// Returns "this machine", or the host name.
[[nodiscard]] std::string place_of(const State& state);

struct ConnectionText {
  ConnectionPhase phase = ConnectionPhase::local;
  std::string headline;            ///< "connected to lab@server"
  std::vector<std::string> found;  ///< device, driver, compiler and name of the machine; empty while unknown
  std::string trouble, remedy;     ///< empty when there is no trouble
  std::string next;                ///< "trying again in 4 s"; empty when no attempt is planned
};
[[nodiscard]] ConnectionText connection_text(const State& state);

/// Returns device, driver, NVRTC and host name of a machine, for one line.
[[nodiscard]] std::vector<std::string> machine_facts(const State& state, const experiments::Machine& machine);

/// Returns where a Result comes from, such as "from NVIDIA H200 of server-7".
[[nodiscard]] std::string origin_text(const State& state, const experiments::Result& result);

/// Returns why the display is stale, for the badge: "connection lost", "another machine" or "earlier setting".
[[nodiscard]] std::string stale_word(const State& state);

/// Returns the whole seconds until the next attempt, at least 0, for a countdown. It is -1 when no attempt is planned.
[[nodiscard]] int seconds_to_attempt(const client::Trouble& trouble, std::chrono::steady_clock::time_point now);

enum class Condition { good, busy, lacking, broken };

/// The texts of the status bar, which say what this window measures with, and what is missing.
struct StatusLine {
  Condition condition = Condition::good;
  std::string worker;              ///< "worker ready"
  std::vector<std::string> facts;  ///< device, driver, compiler, path of the picture
  std::string version;             ///< "running the last version that compiled"; empty when the current text runs
  std::string lacking;             ///< what is missing and what would help, in one line; empty when nothing is
};

/// Returns the title for the desktop's list of windows, such as "transpose/naive_row block_x=64 - lanescope".
[[nodiscard]] std::string window_title(const State& state);

/// The GPU whose times are shown, for the status bar.
struct TargetStatus {
  std::string words;           ///< "H200, predicted"; empty when no GPU is known
  experiments::Origin origin;  ///< where its times come from
};
[[nodiscard]] TargetStatus target_status(const State& state);

[[nodiscard]] StatusLine status_of(const State& state, const Readout& readout);

}  // namespace lanescope::gui
