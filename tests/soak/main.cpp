// A real window that is never left alone: soak --seconds N gives random commands of the action table, of knobs, sizes
// and kernels; soak --experiments N runs so many experiments and kills or stops every tenth worker. The same --seed
// gives the same commands. It ends with 0 when nothing crashed, the settings are whole and, after the experiments, the
// memory is flat; with 77 where no window opens.
//
// soak --record FILE writes the commands that it gives. soak --replay FILE --to FOLDER gives them again without a
// display (replay.h), so that two versions of the program can be compared: same states, same pictures. With --expect
// FILE it ends with 1 where the states are others than those of an earlier replay.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "gui/application/application.h"
#include "gui/settings/settings.h"
#include "gui/shell/session.h"
#include "gui/store/actions.h"
#include "gui/store/selection_commands.h"
#include "soak/replay.h"
#include "worker/serve/serve.h"

namespace lanescope::soak {
namespace {

using Clock = std::chrono::steady_clock;
using gui::Session;

constexpr int no_window = 77;

/// What leaves the window, or needs what a test has not: another machine, an editor, a network.
constexpr std::array<std::string_view, 6> left_out{"quit",      "open_in_editor", "disconnect",
                                                   "reconnect", "examine",        "write_report"};

std::uint64_t memory_now() {
  const auto text = read_file("/proc/self/statm");
  const auto fields = split(*text, ' ');
  return parse_number<std::uint64_t>(fields.at(1)).value() * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// The process that this one started as its worker, or -1.
pid_t worker_process() {
  for (const auto& entry : entries_of("/proc")) {
    const auto number = parse_number<pid_t>(entry.filename().string());
    if (!number) continue;
    const auto status = read_file(entry / "status");
    const auto command = read_file(entry / "cmdline");
    if (status && command && status->find(fmt::format("\nPPid:\t{}\n", getpid())) != std::string::npos &&
        command->find(std::string("\0worker", 7)) != std::string::npos) {
      return *number;
    }
  }
  return -1;
}

class Operator {
 public:
  Operator(std::uint64_t seed, double seconds, std::size_t experiments)
      : random_(seed), seconds_(seconds), experiments_(experiments) {
    for (const gui::Action& action : gui::actions()) {
      if (std::ranges::find(left_out, action.name) == left_out.end()) actions_.emplace_back(action.name);
    }
  }

  /// Called before each frame.
  bool operate(Session& session) {
    ++frames;
    if (experiments_ > 0) return experiment(session);
    if (std::chrono::duration<double>(Clock::now() - began_).count() > seconds_) return false;
    for (std::size_t left = below(3); left > 0; --left) {
      const std::string command = any_command(session.state());
      record_ += command + "\n";
      session.perform(command_of(command).value());
    }
    return true;
  }

  std::size_t frames = 0, commands = 0, ended = 0, worker_kills = 0;
  std::vector<std::uint64_t> memory;  ///< after each tenth of the experiments, with the first kernel shown
  [[nodiscard]] const std::string& record() const { return record_; }  ///< the commands, one a line

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  const catalogue::Kernel* any_kernel(const gui::State& state) {
    const auto& kernels = state.known.catalogue->kernels;
    if (kernels.empty()) return nullptr;
    return std::next(kernels.begin(), static_cast<std::ptrdiff_t>(below(kernels.size())))->second.get();
  }

  /// Returns a command in the form of replay.h, like the others below.
  std::string any_setting(const gui::State& state) {
    const auto found = state.known.catalogue->kernels.find(state.selection.kernel);
    if (found == state.known.catalogue->kernels.end()) return "run";
    const catalogue::Kernel& kernel = *found->second;
    const std::size_t which = below(kernel.parameters.size() + kernel.sizes.size());
    if (which < kernel.parameters.size()) {
      const catalogue::Parameter& parameter = kernel.parameters[which];
      const std::size_t value = below(parameter.values.size());
      if (!parameter.names.empty()) return fmt::format("knob {} {}", parameter.name, parameter.names[value]);
      return fmt::format("knob {} {}", parameter.name, parameter.values[value]);
    }
    const catalogue::Size& size = kernel.sizes[which - kernel.parameters.size()];
    return fmt::format("size {} {}", size.name,
                       std::min(size.maximum, size.minimum + static_cast<std::int64_t>(below(300))));
  }

  std::string any_kernel_selected(const gui::State& state) {
    const catalogue::Kernel* const kernel = any_kernel(state);
    return kernel == nullptr ? "run" : "kernel " + kernel->source.id;
  }

  /// Something to look at: an access, a warp, a lane, a bank, a line or a moment.
  std::string any_place(const gui::State& state) {
    const auto* const traced = state.playback.traced();
    switch (below(6)) {
      case 0:
        return traced == nullptr ? "run" : fmt::format("record {}", below(traced->trace.headers.size()));
      case 1:
        return fmt::format("warp {}", below(4));
      case 2:
        return fmt::format("lane {}", below(32));
      case 3:
        return fmt::format("bank {}", below(32));
      case 4:
        return fmt::format("line {}", 1 + below(60));
      default:
        return fmt::format("advance {}", below(2'000'000));
    }
  }

  std::string any_command(const gui::State& state) {
    ++commands;
    switch (below(8)) {
      case 0:
        return any_kernel_selected(state);
      case 1:
      case 2:
        return any_setting(state);
      case 3:
        return any_place(state);
      default: {
        const std::string& name = actions_[below(actions_.size())];
        // Pictures and animations take seconds each.
        return name.starts_with("export") && below(40) == 0 ? "write" : name;
      }
    }
  }

  /// Waits for the answer to one setting, then turns to the next. A worker that is killed or stopped answers too.
  bool experiment(Session& session) {
    const gui::State& state = session.state();
    const experiments::Result* const result = state.current();
    const bool answered = result != nullptr && result->ended();
    const bool timed_out = Clock::now() - requested_at_ > std::chrono::seconds(90);
    if (has_request_ && !answered && !timed_out) return true;
    if (first_kernel_.empty()) first_kernel_ = state.selection.kernel;
    if (is_measuring_memory_) {
      // What the kernel before it took goes back a moment after this one is shown.
      if (Clock::now() - requested_at_ < std::chrono::seconds(2)) return true;
      memory.push_back(memory_now());
      is_measuring_memory_ = false;
    } else if (has_request_) {
      ++ended;
    }
    if (const std::size_t tenth = std::max<std::size_t>(experiments_ / 10, 1); ended == tenth * (memory.size() + 1)) {
      // Kernels differ by 40 MiB while they are shown, so that memory is compared with the same one each time.
      session.perform(gui::SelectKernel{first_kernel_});
      requested_at_ = Clock::now();
      is_measuring_memory_ = true;
      return true;
    }
    if (ended >= experiments_) return false;
    session.perform(command_of(ended % 20 == 0 ? any_kernel_selected(state) : any_setting(state)).value());
    if (ended % 10 == 9) {
      if (const pid_t worker = worker_process(); worker > 0) {
        kill(worker, worker_kills % 2 == 0 ? SIGKILL : SIGSTOP);
        ++worker_kills;
      }
    }
    requested_at_ = Clock::now();
    has_request_ = true;
    return true;
  }
  std::mt19937_64 random_;
  double seconds_;
  std::size_t experiments_;
  std::vector<std::string> actions_;
  Clock::time_point began_ = Clock::now(), requested_at_ = began_;
  bool has_request_ = false, is_measuring_memory_ = false;
  std::string first_kernel_;
  std::string record_;
};

/// Names the first line that differs.
bool is_as_expected(const std::filesystem::path& found, const std::filesystem::path& expected) {
  const auto text = read_file(found), wanted = read_file(expected);
  if (!text || !wanted) return false;
  const auto lines = split(*text, '\n'), before = split(*wanted, '\n');
  for (std::size_t i = 0; i < std::max(lines.size(), before.size()); ++i) {
    const std::string_view now = i < lines.size() ? lines[i] : "", then = i < before.size() ? before[i] : "";
    if (now == then) continue;
    fmt::print(stderr, "state {} differs.\nexpected: {}\nfound:    {}\n", i + 1, then, now);
    return false;
  }
  return true;
}

int run(std::uint64_t seed, double seconds, std::size_t experiments, const std::string& record) {
  const auto folder = ScratchFolder::make("lanescope-soak-");
  if (!folder) return 1;
  for (const char* variable : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME"}) {
    setenv(variable, (folder->path() / variable).c_str(), 1);  // NOLINT(concurrency-mt-unsafe): there is one thread yet
  }
  std::filesystem::create_directories(folder->path() / "HOME");  // what is exported goes there
  Operator operator_of_the_window(seed, seconds, experiments);
  gui::Options options;
  options.operate = [&](Session& session) { return operator_of_the_window.operate(session); };
  const auto status = gui::run(options);
  if (!status) {
    fmt::print(stderr, "{}\n", status.error().text());
    return no_window;
  }
  const auto& done = operator_of_the_window;
  if (!record.empty()) {
    if (const auto written = write_file(record, done.record()); !written) {
      fmt::print(stderr, "{}\n", written.error().text());
      return 1;
    }
  }
  const std::uint64_t after = memory_now();
  const gui::SettingsRead settings = gui::read_settings(gui::settings_file());
  fmt::print(
      "seed {}: {} frames, {} commands, {} experiments, {} workers killed or stopped, {} of memory when the window was "
      "closed\n",
      seed, done.frames, done.commands, done.ended, done.worker_kills, human_bytes(after));
  for (const std::string& complaint : settings.complaints) fmt::print(stderr, "{}\n", complaint);
  if (*status != 0 || !settings.complaints.empty()) return 1;
  for (std::size_t i = 0; i < done.memory.size(); ++i) {
    fmt::print("memory after {} tenths of the experiments: {}\n", i + 1, human_bytes(done.memory[i]));
  }
  if (experiments < 1000) return 0;
  // Within two tenths the window has shown kernels of every family, which it loads when they are shown first.
  const std::uint64_t settled = done.memory.at(1), most = *std::max_element(done.memory.begin() + 2, done.memory.end());
  return most <= settled + settled / 10 ? 0 : 1;
}

}  // namespace
}  // namespace lanescope::soak

int main(int argc, char** argv) {
  using namespace lanescope;
  if (argc == 2 && std::string_view(argv[1]) == "worker") return worker::serve();
  double seconds = 20;
  std::uint64_t seed = 1;
  std::size_t experiments = 0;
  std::string record, replayed, expected, folder = ".";
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view word = argv[i], value = argv[i + 1];
    if (word == "--seconds") seconds = parse_number<double>(value).value_or(seconds);
    if (word == "--seed") seed = parse_number<std::uint64_t>(value).value_or(seed);
    if (word == "--experiments") experiments = parse_number<std::size_t>(value).value_or(0);
    if (word == "--record") record = value;
    if (word == "--replay") replayed = value;
    if (word == "--to") folder = value;
    if (word == "--expect") expected = value;
  }
  if (!replayed.empty()) {
    const Status done = soak::replay(replayed, folder);
    if (!done) fmt::print(stderr, "{}\n", done.error().text());
    if (!done) return 1;
    return expected.empty() || soak::is_as_expected(std::filesystem::path(folder) / "states.txt", expected) ? 0 : 1;
  }
  if (environment("DISPLAY").empty() && environment("WAYLAND_DISPLAY").empty()) {
    fmt::print("skipped: there is no display\n");
    return soak::no_window;
  }
  return soak::run(seed, seconds, experiments, record);
}
