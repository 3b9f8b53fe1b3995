// The command line, with one function for each subcommand. Results go to standard output, messages to standard error.
#pragma once

#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/catalogue.h"
#include "client/remote.h"
#include "experiments/experiment.h"
#include "experiments/result.h"

namespace lanescope::cli {

class Worker;  ///< runs what a command asks (cli/perform.h)

/// Exit statuses, the same for every subcommand.
inline constexpr int done = 0, run_failed = 1, wrong_usage = 2, backend_missing = 3;

/// Prints the error to standard error and returns `status`, for the caller to return.
inline int report(const Error& error, int status = wrong_usage) {
  std::cerr << error.text() << '\n';
  return status;
}

/// Where experiments run, as it was typed (cli/perform.h).
struct RemoteOptions {
  std::string host;            ///< empty means this machine
  std::string shell, program;  ///< empty means ssh, and lanescope
};

/// The options of `lanescope snapshot`.
struct SnapshotRequest {
  experiments::Experiment experiment;
  /// "window", or the name of a panel
  std::string view;
  double seconds = 0;                           ///< the time that an animated view has played
  bool levels = false;                          ///< accesses are coloured by the level of memory that answers them
  bool alone = false;                           ///< the panel without the window around it
  bool names = false;                           ///< names of machines and whole paths are not left out
  std::string theme = "dark", language = "en";  ///< a name of gui/store/ui.h without "system"; "en" or "zh"
  std::uint32_t frames = 1, fps = 30;           ///< More than one frame makes an animation of the panel.
  int width = 1920, height = 1080;
  int line = 0;                         ///< of the source that is selected; 0 means none
  std::vector<std::string> against;     ///< NAME=VALUE, which make the setting B beside the experiment's, A; or nothing
  catalogue::Values compared;           ///< all values of B; snapshot() sets it
  std::optional<std::uint32_t> access;  ///< the n-th one that the view shows of that line, from 0; empty means none
  std::optional<std::uint32_t> lane, bank;
  std::filesystem::path output;
  std::filesystem::path recording;  ///< This file is shown instead of a run; empty means run.
  std::optional<client::Remote> remote;
  std::function<void(const std::string& doing)> late;  ///< called when the driver does not come back from that
};

/// The contents of the window when it opens.
struct WindowRequest {
  std::filesystem::path kernel;     ///< a .cu file given on the command line; empty means none
  std::filesystem::path recording;  ///< the file of `lanescope open`; empty means none
  int device = -1;
  std::string target;   ///< as in experiments::Experiment; empty means that of the window's settings
  bool interop = true;  ///< false means --no-interop
  std::optional<client::Remote> remote;
};

/// The window lives in a room that this one may not link, so main() passes it in.
struct Window {
  std::function<Expected<int>(const WindowRequest&)> open;  ///< Runs until closed; fails when it cannot be opened.
  /// It writes the picture, and returns the Result that it shows; null for a recording.
  std::function<Expected<std::shared_ptr<const experiments::Result>>(const SnapshotRequest&)> snapshot;
  /// Returns what the panel says below that picture, without writing it.
  std::function<Expected<std::string>(const SnapshotRequest&)> caption;
  std::function<std::string()> shareable_settings;  ///< how the window looks, without what the user has named
  std::function<std::string()> key_tables;          ///< every command of the window with its key, as Markdown
};

/// What the command line says of a file without front matter, as it was typed (catalogue/propose/proposal.h).
struct LaunchOptions {
  std::string entry, grid, block;      ///< empty means proposed
  std::vector<std::string> arguments;  ///< NAME=VALUE
  std::vector<std::string> include;    ///< folders of headers, relative to the present one
  std::vector<std::string> define;     ///< macros: NAME or NAME=VALUE
  std::string shared_bytes;            ///< an expression; empty means proposed
  int launch_line = 0;                 ///< of the launch in the file that is followed; 0 means the first
  bool save = false;                   ///< The front matter is kept beside the file.
};

/// The options that `run`, `trace` and `snapshot` share, as they were typed.
struct ExperimentOptions {
  std::string kernel;  ///< id or path
  LaunchOptions launch;
  std::vector<std::string> settings;    ///< NAME=VALUE
  std::vector<std::string> load, dump;  ///< BUFFER=FILE
  std::string expect;                   ///< BUFFER=FILE; empty means that the kernel file's [check] counts
  double tolerance = 0;                 ///< the largest relative error for `expect`; 0 compares bits
  std::string backend;                  ///< a name of experiments::Backend; empty means automatic
  std::string target;
  std::uint64_t seed = 1, schedule = 0;
  bool proceed = false, keep_going = false, ptx_lines = false;
  int device = -1;
  std::string counters;                   ///< what is counted (experiments::read_counter_request); empty means nothing
  std::optional<double> timeout_seconds;  ///< for every step; empty means the limits that each step has by itself
  std::filesystem::path record;           ///< for `run`, a recording to begin or to add to; empty means none
  RemoteOptions remote;
};

/// The options of `lanescope trace` beside the experiment, as they were typed.
struct TraceOptions {
  std::string blocks = "all";     ///< "all" or FIRST:COUNT
  std::string view = "executed";  ///< a name of model::CountView
  std::string by = "line";        ///< "line" or "instruction": what a row of the table is
  bool scale = false;
};

/// The options of `lanescope sweep`, as they were typed.
struct SweepOptions {
  std::vector<std::string> kernels;         ///< ids, paths, patterns of ids
  std::vector<std::string> settings;        ///< NAME=VALUE,VALUE,...; see recordings/sweep/sweep_axis.h
  std::vector<std::string> all;             ///< knobs of which every value is taken
  std::filesystem::path csv, json, record;  ///< empty means none
  ExperimentOptions how;                    ///< Where and how each point runs; its kernel and settings are not used.
  int budget_ms = 200;                      ///< for refining the time of one point
  bool verify = true, analyse = true;
  bool again = false;  ///< Points that the files hold already are measured again.
};

/// The options of `lanescope layout`, as they were typed.
struct LayoutOptions {
  std::string text;                   ///< a layout, in one of the forms of docs/layouts.md
  std::string element;                ///< the type of an element; empty means what the text says, else f32
  std::string compare;                ///< another layout; empty means none
  std::vector<std::string> accesses;  ///< names of layout/access.h
  bool find = false;                  ///< look for layouts whose accesses cost less
  std::filesystem::path svg, png;     ///< pictures to write; empty means none
};

/// The options of `lanescope calibrate`, as they were typed.
struct CalibrateOptions {
  std::filesystem::path recording;  ///< of the probes, in the place of a GPU; empty means run them
  std::filesystem::path output;     ///< the profile; empty means that none is written
  ExperimentOptions how;            ///< Where and how the probes run; its kernel and settings are not used.
};

/// The options of `lanescope lesson`, as they were typed.
struct LessonOptions {
  std::string name;            ///< of a lesson, or quiz_name; empty means all
  bool check = false;          ///< run every step, and print only what does not hold
  bool claims = false;         ///< print which step treats which claim
  std::filesystem::path html;  ///< a folder for the handout; empty means none
  std::string language = "en";
  int level = 1, count = 5;  ///< of the quiz
  std::uint64_t seed = 1;    ///< of the quiz
};
inline constexpr const char* quiz_name = "quiz";
/// The options of `lanescope explain` beside the experiment, as they were typed.
struct ExplainOptions {
  std::string fail_if;              ///< a condition (explanations/condition.h); empty means none
  std::filesystem::path recording;  ///< Its result is explained, instead of a run; empty means run.
};

/// Finds the kernel and applies the options. For a file without front matter it proposes one and says on standard error
/// what it assumed. It fails on an unknown kernel or setting, and on a file it cannot read. The worker is asked for the
/// types of parameters.
[[nodiscard]] Expected<experiments::Experiment> make_experiment(const ExperimentOptions& options, Worker& worker);
struct FoundKernel {
  std::shared_ptr<const catalogue::Kernel> kernel;
  catalogue::Values typed_sizes;  ///< by --argument; they are settings of the kernel
};
/// Finds a kernel by its id or former id, or opens a file; for one without front matter it proposes one, and says on
/// standard error what it assumed. `kernel` and `settings` of the options are not used.
[[nodiscard]] Expected<FoundKernel> kernel_of(catalogue::Catalogue& kernels, const std::string& name,
                                              const ExperimentOptions& options, Worker& worker);
/// Returns what the options say about how and where, whatever the kernel. It fails when there is no such backend.
[[nodiscard]] Expected<experiments::Experiment> experiment_without_kernel(const ExperimentOptions& options);

/// Each returns the exit status, or an error for wrong usage.
[[nodiscard]] int list(bool json);
[[nodiscard]] Expected<int> run(const ExperimentOptions& options, bool json, bool profile);
[[nodiscard]] Expected<int> sweep(const SweepOptions& options);
[[nodiscard]] Expected<int> trace(const ExperimentOptions& options, const TraceOptions& what, bool json);
/// With a condition the status is run_failed where it is true, and done where it is false.
[[nodiscard]] Expected<int> explain(const ExperimentOptions& options, const ExplainOptions& what, bool json);
[[nodiscard]] Expected<int> snapshot(const Window& window, SnapshotRequest request, const ExperimentOptions& options);
/// Opens the window; without a display it prints what the window would show first.
[[nodiscard]] Expected<int> open_window(const Window& window, WindowRequest request, const RemoteOptions& remote);
[[nodiscard]] Expected<int> patterns(const std::filesystem::path& file);
[[nodiscard]] Expected<int> layout(const LayoutOptions& options, bool json);
[[nodiscard]] Expected<int> calibrate(const CalibrateOptions& options);
[[nodiscard]] int doctor(bool json);
[[nodiscard]] Expected<int> lesson(const LessonOptions& options, const Window& window);
/// Writes one file for a bug report; an empty path means a new one in the current folder.
[[nodiscard]] Expected<int> write_report(const std::filesystem::path& file, const Window& window);

/// The tables that `lanescope reference` prints; packaging/docs puts them into the pages of docs/.
inline constexpr const char *keys_reference = "keys", *front_matter_reference = "front-matter",
                            *quantities_reference = "quantities";
/// Prints one of them as Markdown.
[[nodiscard]] int reference(const std::string& table, const Window& window);

/// Runs the whole command line.
[[nodiscard]] int main(int argc, char** argv, const Window& window);

}  // namespace lanescope::cli
