// Where this window's kernels run, in words: the dialog, the status bar and the Readout say the same.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "gui/state/state.h"

namespace warpscope::gui {

struct Readout;

/// lost: it is tried again by itself. refused: it is not, until somebody asks.
enum class ConnectionPhase { here, connecting, connected, lost, refused };
[[nodiscard]] ConnectionPhase phase_of(const State& state);

/// What the worker does, in one word.
[[nodiscard]] std::string worker_word(const State& state);

/// "this machine", or the host.
[[nodiscard]] std::string place_of(const State& state);

struct ConnectionText {
  ConnectionPhase phase = ConnectionPhase::here;
  std::string headline;            ///< "connected to lab@server"
  std::vector<std::string> found;  ///< device, driver, compiler and name of the machine; empty while nothing is known
  std::string trouble, remedy;     ///< empty: none
  std::string next;                ///< "trying again in 4 s"; empty: nothing is tried
};
[[nodiscard]] ConnectionText connection_text(const State& state);

/// Device, driver, NVRTC and host name of a machine, for one line.
[[nodiscard]] std::vector<std::string> machine_facts(const Language& language, const lab::Machine& machine);

/// "from NVIDIA H200 of server-7": where a Result comes from.
[[nodiscard]] std::string origin_text(const Language& language, const lab::Result& result);

/// Why what is on screen is not this moment's, for the badge: "connection lost", "another machine", "earlier setting".
[[nodiscard]] std::string stale_word(const State& state);

/// The next attempt, in whole seconds from now, at least 0; for a text that counts down. -1: none is planned.
[[nodiscard]] int seconds_to_attempt(const client::Trouble& trouble, std::chrono::steady_clock::time_point now);

enum class Condition { good, busy, lacking, broken };

/// The status bar as texts: what this window measures with, and what is missing.
struct StatusLine {
  Condition condition = Condition::good;
  std::string worker;              ///< "worker ready"
  std::vector<std::string> facts;  ///< device, driver, compiler, path of the picture
  std::string version;             ///< "running the last version that compiled"; empty: the current text runs
  std::string lacking;             ///< what is missing and what would help, one line; empty when nothing is
};

/// "transpose/naive_row block_x=64 - warpscope", for the desktop's list of windows.
[[nodiscard]] std::string window_title(const State& state);

[[nodiscard]] StatusLine status_of(const State& state, const Readout& readout);

}  // namespace warpscope::gui
