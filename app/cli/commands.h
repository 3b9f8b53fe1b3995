// The command line: one function a subcommand. Results go to standard output, messages to standard error.
#pragma once

#include <filesystem>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "client/remote.h"
#include "lab/experiment.h"

namespace warpscope::cli {

/// Exit statuses, the same for every subcommand.
inline constexpr int done = 0, run_failed = 1, wrong_usage = 2, backend_missing = 3;

/// Says on standard error what could not be done. Returns `status`, to end with.
inline int report(const Error& error, int status = wrong_usage) {
  std::cerr << error.text() << '\n';
  return status;
}

/// Where experiments run, as typed (cli/perform.h).
struct RemoteOptions {
  std::string host;            ///< empty: this machine
  std::string shell, program;  ///< empty: ssh, and warpscope
};

/// What `warpscope snapshot` asks for.
struct SnapshotRequest {
  lab::Experiment experiment;
  std::string view;    ///< "window", "source", "occupancy", "sweep", "banks", "sectors", "matrices" or "warps"
  double seconds = 0;  ///< that an animated view has played
  bool alone = false;  ///< the panel without the window around it
  std::string theme = "dark", language = "en";  ///< "dark", "light", "projector" or "colour_blind"; "en" or "zh"
  std::uint32_t frames = 1, fps = 30;           ///< more than one: an animation of the panel
  int width = 1920, height = 1080;
  std::filesystem::path output;
  std::filesystem::path recording;  ///< show this file instead of running; empty: run
  std::optional<client::Remote> remote;
};

/// What the window shows when it opens.
struct WindowRequest {
  std::filesystem::path kernel;     ///< a .cu file given on the command line; empty: none
  std::filesystem::path recording;  ///< of `warpscope open`; empty: none
  int device = -1;
  bool interop = true;  ///< false: --no-interop
  std::optional<client::Remote> remote;
};

/// The window lives in a room that this one may not link: main() hands it in.
struct Window {
  std::function<Expected<int>(const WindowRequest&)> open;  ///< runs until it is closed; error: it cannot be opened
  std::function<Status(const SnapshotRequest&)> snapshot;   ///< writes the PNG
};

/// The options that `run`, `trace` and `snapshot` share, as typed.
struct ExperimentOptions {
  std::string kernel;                   ///< id or path
  std::vector<std::string> settings;    ///< NAME=VALUE
  std::vector<std::string> load, dump;  ///< BUFFER=FILE
  std::string backend;                  ///< name of lab::Backend; empty: automatic
  std::string target;
  std::uint64_t seed = 1, schedule = 0;
  bool proceed = false, keep_going = false;
  int device = -1;
  double timeout_seconds = 10;
  std::filesystem::path record;  ///< of `run`: a recording to begin or to add to; empty: none
  RemoteOptions remote;
};

/// What `warpscope trace` asks for beside the experiment, as typed.
struct TraceOptions {
  std::string blocks = "all";     ///< "all" or FIRST:COUNT
  std::string view = "executed";  ///< name of lab::View
  bool scale = false;
};

/// What `warpscope sweep` asks for, as typed.
struct SweepOptions {
  std::vector<std::string> kernels;         ///< ids, paths, patterns of ids
  std::vector<std::string> settings;        ///< NAME=VALUE,VALUE,...; see lab/sweep/sweep_axis.h
  std::vector<std::string> all;             ///< knobs to take every value of
  std::filesystem::path csv, json, record;  ///< empty: none
  ExperimentOptions how;                    ///< where and how each point runs; its kernel and settings are not used
  int budget_ms = 200;                      ///< for refining the time of one point
  bool verify = true, analyse = true;
  bool again = false;  ///< measure what the files hold already afresh
};

/// Finds the kernel and puts the options in. Error: unknown kernel or setting, a file that cannot be read.
[[nodiscard]] Expected<lab::Experiment> make_experiment(const ExperimentOptions& options);
/// What the options say of how and where, whatever the kernel. Error: no such backend.
[[nodiscard]] Expected<lab::Experiment> experiment_without_kernel(const ExperimentOptions& options);

/// The exit status. Error: wrong usage.
[[nodiscard]] int list(bool json);
[[nodiscard]] Expected<int> run(const ExperimentOptions& options, bool json, bool profile);
[[nodiscard]] Expected<int> sweep(const SweepOptions& options);
[[nodiscard]] Expected<int> trace(const ExperimentOptions& options, const TraceOptions& what, bool json);
[[nodiscard]] Expected<int> patterns(const std::filesystem::path& file);
[[nodiscard]] int doctor(bool json);

/// The whole command line.
[[nodiscard]] int main(int argc, char** argv, const Window& window);

}  // namespace warpscope::cli
