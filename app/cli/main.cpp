#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>
#include <limits>
#include <new>

#include "base/file.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/options/numbers.h"
#include "cli/perform.h"
#include "cli/print/safe_output.h"
#include "explanations/condition.h"
#include "worker/serve/serve.h"

namespace lanescope::cli {
namespace {

void add_device(CLI::App& command, int& device, const std::string& help) {
  add_number(command, "--device", device, 0, 1023, help);
}

/// Adds the options for where and how a kernel runs.
void add_place(CLI::App& command, ExperimentOptions& options) {
  add_number(command, "--seed", options.seed, 0, std::numeric_limits<std::uint64_t>::max(), "seed of the random inputs",
             true);
  add_device(command, options.device, "ordinal of the GPU; default: the first");
  command.add_option(
      "--target", options.target,
      "compute capability (9.0) or GPU (\"rtx 4090\") to compile for; default: the GPU of this machine, else H200");
  command
      .add_option_function<std::string>(
          "--timeout",
          [&options](const std::string& text) {
            const auto seconds = number_of<double>(text, 0.1, 86400);
            if (!seconds) throw CLI::ValidationError("--timeout", seconds.error().what.text());
            options.timeout_seconds = *seconds;
          },
          "time limit in seconds for each step of a run (compiling, emulating, launching, verifying, measuring in "
          "addition to --budget), excluding time in which other programs use the CPU; default: 60 for compiling and "
          "opening the GPU, 10 for every other step")
      ->type_name("NUMBER");
  add_remote(command, options.remote);
}

/// Adds the options for files without front matter.
void add_launch(CLI::App& command, LaunchOptions& options) {
  const std::string group = "For a file without front matter";
  command
      .add_option("--entry", options.entry,
                  "the kernel, a template with its arguments: 'copy<float, 32>'; default: the first that the file "
                  "launches, else its first")
      ->group(group);
  command
      .add_option("--launch", options.launch_line,
                  "line of the launch <<<...>>> in the file that is followed; default: the first of the kernel")
      ->check(CLI::PositiveNumber.description(""))
      ->type_name("LINE")
      ->group(group);
  command
      .add_option(
          "--grid", options.grid,
          "grid size in blocks: 64, or 'ceil_div(n, 256), m'; default: as the file launches it, else one thread "
          "per element")
      ->group(group);
  command
      .add_option(
          "--block", options.block,
          "threads per block: 256, or '16, 16'; default: as the file launches it, else 256, 16 x 16 or 8 x 8 x 4")
      ->group(group);
  command
      .add_option("--argument", options.arguments,
                  "value of a kernel parameter: NAME=VALUE, where VALUE is a number, an expression of sizes (width * "
                  "4), null, or for a pointer its elements (n, f16[n]); may be repeated")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option(
          "--shared-bytes", options.shared_bytes,
          "dynamic shared memory per block in bytes: 4096, or '4 * n'; default: as the file launches it, else an "
          "element for each thread where the kernel has such an array")
      ->group(group);
  command.add_option("--include", options.include, "a folder to search for headers; may be repeated")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("-D,--define", options.define,
                  "a macro for the compiler, as for nvcc: NAME=VALUE, or NAME, which is 1; may be repeated")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_flag("--save", options.save,
                "write the proposed front matter beside the file: FILE.toml for FILE.cu or FILE.ptx")
      ->group(group);
}

void add_experiment(CLI::App& command, ExperimentOptions& options) {
  command.add_option("KERNEL", options.kernel, "id (transpose/naive_row) or path to a .cu or .ptx file")->required();
  add_launch(command, options.launch);
  command.add_option("-p", options.settings, "a knob or problem size: NAME=VALUE; may be repeated")
      ->allow_extra_args(false);
  command
      .add_option("--load", options.load,
                  "fill a buffer from a file before the run: BUFFER=FILE, raw little-endian elements; may be repeated")
      ->allow_extra_args(false);
  command.add_flag("--ptx-lines", options.ptx_lines,
                   "name the lines of a .ptx file itself, not those of the source that its .loc lead to");
  add_place(command, options);
}

/// Adds the options that only the emulator uses.
void add_emulator(CLI::App& command, ExperimentOptions& options) {
  add_number(
      command, "--schedule", options.schedule, 0, std::numeric_limits<std::uint64_t>::max(),
      "order of warps and blocks in the emulator: 0 is like the hardware, any other number gives another legal order",
      true);
  command.add_flag("--keep-going", options.keep_going,
                   "do not stop the emulator at the first fault: other blocks and threads continue");
}

/// Adds the option for what is counted with the GPU's hardware counters.
void add_counters(CLI::App& command, ExperimentOptions& options) {
  command.add_option("--counters", options.counters,
                     "collect the GPU's hardware counters after timing: all, or a list of scheduler, speed_of_light, "
                     "memory_chart, shared_table, l1_table, l2_table, device_table, warp_states (as in Nsight "
                     "Compute), instructions (each SASS instruction) and stalls (samples of the stall reasons)");
}

/// Adds the options for where a kernel runs.
void add_backends(CLI::App& command, ExperimentOptions& options) {
  command
      .add_option("--backend", options.backend,
                  "where to run: gpu, emulator, or cpu, which times the CPU reference instead of the kernel; default: "
                  "the GPU if there is one, else the emulator")
      ->check(CLI::IsMember({"gpu", "emulator", "cpu"}));
  add_emulator(command, options);
  command.add_flag("--proceed", options.proceed, "launch on the GPU without checking for faults in the emulator first");
}

void add_sweep(CLI::App& command, SweepOptions& options) {
  command.add_option("KERNEL", options.kernels, "ids, paths to .cu files, or patterns of ids ('transpose/*')")
      ->required();
  command
      .add_option("-p", options.settings,
                  "a knob or size and its values: NAME=ITEM,ITEM,... An item is a value (8, 2^20), a range, or all "
                  "(every value of a knob). A range of a knob (8..64) takes the values within it; a range of a size "
                  "doubles (1024..8192), adds (100..500:+100) or multiplies (1..6561:*9). May be repeated; every "
                  "combination that the kernel allows is run")
      ->allow_extra_args(false);
  command.add_option("--all", options.all, "run every value of this knob: NAME; may be repeated")
      ->allow_extra_args(false);
  command.add_option("--csv", options.csv, "write one row per point to this CSV file, or continue it");
  command.add_option("--json", options.json, "write one line per point to this JSON Lines file, or continue it");
  command.add_option("--record", options.record,
                     "write each point to this recording, which the window can open, or continue it");
  add_launch(command, options.how.launch);
  add_place(command, options.how);
  add_backends(command, options.how);
  add_counters(command, options.how);
  add_number(command, "--budget", options.budget_ms, 1, 600'000, "measuring time per point, in milliseconds", true);
  command.add_flag("!--no-verify", options.verify, "do not check the outputs");
  command.add_flag("!--no-analyse", options.analyse, "do not count sectors and wavefronts");
  command.add_flag("--again", options.again, "run points again that the files already have, and replace them");
  command.footer(
      "Failed points are stored with their error, and the sweep continues. The files are complete after each point: "
      "run the same command again to continue a sweep that was stopped (Ctrl+C). Without a file, the points go to "
      "standard output.");
}

void add_layout(CLI::App& command, LayoutOptions& options) {
  command.add_option("TEXT", options.text, "the layout: '(8,64):(64,1)', 'Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)'")
      ->required();
  command.add_option("--element", options.element,
                     "type of an element (f16, f32, e4m3, ...); default: what TEXT says, else f32");
  command
      .add_option("--access", options.accesses,
                  "count an access to the whole tile: row, column, tile, tile.column, each with .b8, .b32, .b64 or "
                  ".b128, ldmatrix.x4.trans, stmatrix.x2, mma.m16n8k16.f16.A, 'copy.b128 (4,8):(8,1)'; before it "
                  "store, or global for sectors of device memory; may be repeated")
      ->allow_extra_args(false);
  command.add_option("--compare", options.compare, "say where the offsets of this layout differ");
  command.add_flag(
      "--find", options.find,
      "try orders, paddings and swizzles of a tile of this size, and list those whose accesses cost least");
  command.add_option("--svg", options.svg, "write the layout as a picture: offsets and banks, or threads and values");
  command.add_option("--png", options.png, "write the same as pixels");
}

void add_lesson(CLI::App& command, LessonOptions& options) {
  command.add_option("NAME", options.name, "a lesson, or quiz; default: list the lessons");
  command.add_flag(
      "--check", options.check,
      "run every step without a GPU, and fail when an experiment, a selection, an answer or a translation is wrong");
  command.add_flag("--claims", options.claims, "list the claims of the articles and the lesson steps about each");
  command.add_option(
      "--html", options.html,
      "write a handout into this folder: index.html with pictures, animations and foldable answers; it works offline");
  command.add_option("--language", options.language, "language of the texts")
      ->check(CLI::IsMember({"en", "zh"}))
      ->capture_default_str();
  command.add_option("--level", options.level, "difficulty of the quiz")
      ->check(CLI::Range(1, 4))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "seed of the quiz; the same seed gives the same questions")
      ->capture_default_str();
  command.add_option("--count", options.count, "number of questions of the quiz")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
}

/// Reads "1920x1080" into both numbers.
Status parse_size(const std::string& text, SnapshotRequest& request) {
  constexpr int smallest = 64, largest = 8192;  // those of the window's dialog
  const auto sides = split(text, 'x');
  const auto width = number_of<int>(sides.front(), smallest, largest);
  const auto height = number_of<int>(sides.back(), smallest, largest);
  if (sides.size() != 2 || !width || !height) {
    return failure(message<"option.no_size">(text), "--size", message<"option.no_size_remedy">(smallest, largest));
  }
  request.width = *width;
  request.height = *height;
  return {};
}

std::string explain_footer() {
  std::string text = "Names for --fail-if, in addition to all quantities (rate.memory, shared.load.conflicts, ...):\n";
  for (const experiments::ShortName& each : experiments::short_names())
    text += fmt::format("  {:<16}{}\n", each.name, each.what);
  return text + "The exit status is 2 if the condition is invalid or needs a value that is not known.";
}

std::string general_footer() {
  std::string text =
      "Exit status: 0 done; 1 a result was wrong or a run failed; 2 wrong usage or a bad input file; "
      "3 the backend asked for is not on this machine.";
  if (const auto folder = documentation_folder()) text += "\nDocumentation: " + folder->string();
  return text;
}

}  // namespace

namespace {

int perform_command_line(int argc, char** argv, const Window& window) {
  CLI::App app("lanescope: an oscilloscope for CUDA memory. Without a command it opens the window.", "lanescope");
  app.set_version_flag("--version", LANESCOPE_VERSION);
  app.require_subcommand(0, 1);
  app.footer(general_footer());
  WindowRequest opened;
  bool no_interop = false;
  app.add_option("KERNEL.cu", opened.kernel, "a kernel file to open");
  add_device(app, opened.device, "ordinal of the GPU; default: the one that renders the window");
  const std::string target_help =
      "the GPU whose times are shown (\"rtx 4090\"), or a compute capability; default: the last one in the window, "
      "else the GPU of this machine, else H200";
  app.add_option("--target", opened.target, target_help);
  RemoteOptions window_remote;
  add_remote(app, window_remote);
  app.add_flag("--no-interop", no_interop, "copy pictures through host memory, without CUDA-OpenGL interop");

  bool as_json = false;
  CLI::App* list_command = app.add_subcommand("list", "list every kernel with its knobs and sizes");
  list_command->add_flag("--json", as_json, "print JSON");

  ExperimentOptions experiment;
  bool profile = false;
  CLI::App* run_command =
      app.add_subcommand("run", "run a kernel: verify it, then time it on the GPU, or predict its time");
  add_experiment(*run_command, experiment);
  add_backends(*run_command, experiment);
  add_counters(*run_command, experiment);
  run_command
      ->add_option("--dump", experiment.dump,
                   "write a buffer to a file after the run: BUFFER=FILE, raw little-endian elements; may be repeated")
      ->allow_extra_args(false);
  CLI::Option* expect = run_command->add_option(
      "--expect", experiment.expect,
      "compare a buffer with a file after the run, instead of the kernel's [check]: BUFFER=FILE, raw elements or .npy");
  add_number(*run_command, "--tolerance", experiment.tolerance, 0, 1,
             "with --expect: the largest relative error; default: 0")
      ->needs(expect);
  run_command->add_option("--record", experiment.record,
                          "write the result to a recording (JSON Lines): a new file, or one from this machine");
  run_command->add_flag("--json", as_json, "print JSON");
  run_command->add_flag("--profile", profile,
                        "launch once in this process, without a worker or a time limit: for ncu and compute-sanitizer");

  SweepOptions swept;
  CLI::App* sweep_command =
      app.add_subcommand("sweep", "run one or more kernels over many settings: one point per combination");
  add_sweep(*sweep_command, swept);

  TraceOptions traced;
  CLI::App* trace_command =
      app.add_subcommand("trace", "count the memory accesses of a kernel: sectors, wavefronts, line by line");
  add_experiment(*trace_command, experiment);
  add_emulator(*trace_command, experiment);
  trace_command
      ->add_option("--backend", experiment.backend, "where the accesses come from: gpu or emulator; default: emulator")
      ->check(CLI::IsMember({"gpu", "emulator"}));
  trace_command->add_option("--blocks", traced.blocks, "which blocks: all, or FIRST:COUNT")->capture_default_str();
  trace_command
      ->add_option("--as", traced.view,
                   "executed: accesses that ptxas merged count as one; written: each access of the source counts")
      ->check(CLI::IsMember({"executed", "written"}))
      ->capture_default_str();
  trace_command
      ->add_option("--by", traced.by,
                   "line: one row per source line; instruction: one row per memory instruction of the program")
      ->check(CLI::IsMember({"line", "instruction"}))
      ->capture_default_str();
  trace_command->add_flag("--scale", traced.scale, "estimate the whole grid from the blocks that were traced");
  trace_command->add_flag("--json", as_json, "print JSON");

  ExplainOptions explained;
  CLI::App* explain_command =
      app.add_subcommand("explain", "what limits a kernel, at which line, and the most that a fix would save");
  add_experiment(*explain_command, experiment);
  add_backends(*explain_command, experiment);
  add_counters(*explain_command, experiment);
  explain_command->add_option("--fail-if", explained.fail_if,
                              "exit with status 1 when this condition is true, with 0 when it is false: \"conflicts > "
                              "0\", \"time_us > 12.5 || l1_hit_rate < 50\"");
  explain_command->add_option("--recording", explained.recording,
                              "explain the result of this recording instead of running the kernel");
  explain_command->add_flag("--json", as_json, "print JSON");
  explain_command->footer(explain_footer());

  std::filesystem::path pattern_file;
  CLI::App* patterns_command = app.add_subcommand(
      "patterns", "count sectors and wavefronts of single warp instructions from a CSV file, and print them");
  patterns_command
      ->add_option("FILE.csv", pattern_file,
                   "columns space, operation, bytes_per_lane and lane_byte_addresses (32, `-` for an inactive lane)")
      ->required();

  LayoutOptions laid_out;
  CLI::App* layout_command = app.add_subcommand(
      "layout", "offsets of a layout (CuTe, PTX, TMA, Triton or an index expression), and what accesses to it cost");
  add_layout(*layout_command, laid_out);
  layout_command->add_flag("--json", as_json, "print JSON");

  SnapshotRequest pictured;
  std::string size = "1920x1080";
  CLI::App* snapshot_command =
      app.add_subcommand("snapshot", "write what the window shows as a PNG; no display needed");
  add_experiment(*snapshot_command, experiment);
  snapshot_command
      ->add_option("--view", pictured.view,
                   "what to show: window, a large panel (source, occupancy, sweep, ladder, roofline), a section of "
                   "'Why is it slow?' (summary, speed_of_light, memory_chart, memory_tables, warp_states, scheduler), "
                   "an animated view (banks, sectors, matrices, warps, tree, tiles, grid), or output, knobs, readout, "
                   "scope")
      ->required()
      ->check(CLI::IsMember({"window",  "source",         "occupancy",    "sweep",         "ladder",      "roofline",
                             "summary", "speed_of_light", "memory_chart", "memory_tables", "warp_states", "scheduler",
                             "banks",   "sectors",        "matrices",     "warps",         "tree",        "tiles",
                             "grid",    "output",         "knobs",        "readout",       "scope"}));
  add_number(*snapshot_command, "--time", pictured.seconds, 0, 86400,
             "seconds to play an animated view before the picture is taken");
  snapshot_command->add_flag("--panel", pictured.alone,
                             "only the panel, at the size of the picture, without the rest of the window");
  snapshot_command->add_flag("--levels", pictured.levels,
                             "colour the accesses of sectors and matrices by the memory level that serves them");
  snapshot_command->add_flag("--names", pictured.names,
                             "show machine names and full paths, which are hidden by default");
  add_number(*snapshot_command, "--frames", pictured.frames, 1, 100'000,
             "write an animation with this number of frames: -o NAME.png (animated PNG), NAME.mp4 (by ffmpeg), or "
             "NAME-%04d.png (numbered)");
  add_number(*snapshot_command, "--fps", pictured.fps, 1, 240, "frames per second of the animation", true);
  add_number(*snapshot_command, "--line", pictured.line, 1, 1'000'000, "source line to select");
  snapshot_command->add_option(
      "--against", pictured.against,
      "compare two settings, A and B: B differs from A in this knob or problem size, NAME=VALUE; may be repeated");
  snapshot_command->add_option("--theme", pictured.theme, "colour theme, independent of the one chosen in the window")
      ->check(
          CLI::IsMember({"dark", "light", "projector", "colour_blind", "high_contrast_dark", "high_contrast_light"}))
      ->capture_default_str();
  snapshot_command->add_option("--language", pictured.language, "language of the texts")
      ->check(CLI::IsMember({"en", "zh"}))
      ->capture_default_str();
  snapshot_command->add_option("--size", size, "WIDTHxHEIGHT in pixels")->capture_default_str();
  snapshot_command->add_option("--recording", pictured.recording, "show this recording instead of running the kernel");
  snapshot_command->add_option("-o", pictured.output, "the PNG or animation to write")->required();

  CLI::App* calibrate_command =
      app.add_subcommand("calibrate", "measure the constants of a GPU for predicted times with the probe kernels");
  CalibrateOptions calibration;
  calibrate_command->add_option("-o,--output", calibration.output,
                                "write the constants to this GPU profile: FILE.toml");
  calibrate_command->add_option("--recording", calibration.recording,
                                "use this recording of the probes instead of measuring on the GPU");
  add_device(*calibrate_command, calibration.how.device, "ordinal of the GPU; default: the first");
  add_remote(*calibrate_command, calibration.how.remote);

  CLI::App* lesson_command = app.add_subcommand("lesson", "print a lesson, check it, or write a handout");
  LessonOptions lesson_options;
  add_lesson(*lesson_command, lesson_options);

  CLI::App* doctor_command =
      app.add_subcommand("doctor", "check what this machine supports, what is missing and how to fix it");
  doctor_command->add_flag("--json", as_json, "print JSON");
  bool reports = false;
  std::filesystem::path report_file;
  CLI::Option* const report_flag = doctor_command->add_flag(
      "--report", reports, "write one file for a bug report, including the last crash, without private data");
  doctor_command->add_option("-o", report_file, "with --report: the file; default: lanescope-report.txt")
      ->needs(report_flag);

  CLI::App* open_command = app.add_subcommand("open", "show a recording in the window");
  open_command->add_option("FILE.jsonl", opened.recording, "the recording")->required();
  open_command->add_option("--target", opened.target, target_help);
  add_remote(*open_command, window_remote);

  CLI::App* worker_command =
      app.add_subcommand("worker", "run kernels for the other commands (they start it themselves)");

  CLI::App* reference_command = app.add_subcommand("reference", "the tables of docs/, as Markdown");
  reference_command->group("");  // for packaging/docs, so --help does not list it
  std::string reference_table;
  reference_command->add_option("TABLE", reference_table)
      ->required()
      ->check(CLI::IsMember({keys_reference, front_matter_reference, quantities_reference}));

  refuse_empty_values(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // CLI11 has many codes of its own; here there is one. Help and version end with 0.
    return app.exit(error) == 0 ? done : wrong_usage;
  }
  opened.interop = !no_interop;

  const auto perform_command = [&]() -> Expected<int> {
    if (*list_command) return list(as_json);
    if (*run_command) return run(experiment, as_json, profile);
    if (*sweep_command) return sweep(swept);
    if (*trace_command) return trace(experiment, traced, as_json);
    if (*explain_command) return explain(experiment, explained, as_json);
    if (*patterns_command) return patterns(pattern_file);
    if (*layout_command) return layout(laid_out, as_json);
    if (*calibrate_command) return calibrate(calibration);
    if (*lesson_command) return lesson(lesson_options, window);
    if (*doctor_command && reports) return write_report(report_file, window);
    if (*doctor_command) return doctor(as_json);
    if (*worker_command) return worker::serve();
    if (*reference_command) return reference(reference_table, window);
    if (*snapshot_command) {
      TRY_STATUS(parse_size(size, pictured));
      return snapshot(window, pictured, experiment);
    }
    return open_window(window, opened, window_remote);
  };
  const auto status = perform_command();
  return status ? *status : report(status.error());
}

/// The last place that an exception can reach: what only a bug or the machine can cause is a message too.
int run_and_report_errors(int argc, char** argv, const Window& window) {
  try {
    return perform_command_line(argc, argv, window);
  } catch (const MachineError& error) {
    return report(error.error(), run_failed);
  } catch (const std::bad_alloc&) {
    return report({message<"program.no_memory">(), "", message<"program.no_memory_remedy">()}, run_failed);
  } catch (const std::exception& error) {
    return report({message<"internal.error">(error.what()), "", message<"internal.error_remedy">()}, run_failed);
  }
}

}  // namespace

int main(int argc, char** argv, const Window& window) {
  // A file beyond `ulimit -f` is an error like a full disk, in every process that this one becomes.
  std::signal(SIGXFSZ, SIG_IGN);  // NOLINT(cert-err33-c): cannot fail for SIGXFSZ
  SafeOutput output(std::cout), messages(std::cerr);
  const int status = run_and_report_errors(argc, argv, window);
  const int reason = output.finish();
  if (reason == 0) return status;
  // Whoever closed a pipe early (head) has seen what they wanted.
  if (reason != EPIPE) std::cerr << fmt::format("standard output cannot be written: {}\n", std::strerror(reason));
  return status == done ? run_failed : status;
}

}  // namespace lanescope::cli
