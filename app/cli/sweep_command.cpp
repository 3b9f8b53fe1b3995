#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <iostream>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/options/files.h"
#include "cli/perform.h"
#include "cli/print/sweep_progress.h"
#include "cli/print/table.h"
#include "client/client.h"
#include "recordings/sweep/sweep_file.h"
#include "recordings/sweep/sweep_plan.h"
#include "recordings/sweep/sweep_row.h"

namespace lanescope::cli {
namespace {

using namespace std::chrono_literals;
using Kernels = std::vector<std::shared_ptr<const catalogue::Kernel>>;
using Files = std::vector<std::unique_ptr<recordings::SweepFile>>;

/// The signal handler writes it; a handler may touch only lock-free atomics.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

/// Ctrl+C ends the sweep between two points; a second one ends the program.
void install_interrupt_handler() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = true; };
  action.sa_flags = SA_RESETHAND;
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

/// Finds kernels by ids, paths and patterns of ids ("transpose/*"), each once. A former id's knobs become axes.
Expected<Kernels> find_kernels(const std::vector<std::string>& words, const ExperimentOptions& how,
                               catalogue::Catalogue& catalogue, std::vector<recordings::SweepAxis>& axes) {
  Kernels found;
  const auto add = [&](const std::shared_ptr<const catalogue::Kernel>& kernel) {
    const bool known = std::any_of(found.begin(), found.end(),
                                   [&](const auto& other) { return other->source.id == kernel->source.id; });
    if (!known) found.push_back(kernel);
  };
  Worker worker(how);
  for (const std::string& word : words) {
    if (word.find_first_of("*?[") == std::string::npos) {
      TRY(const auto kernel, kernel_of(catalogue, word, how, worker));
      add(kernel.kernel);
      std::string id = word;
      catalogue::Values values = kernel.typed_sizes;
      catalogue.snapshot()->follow_alias(id, values);
      for (const auto& [name, value] : values) {
        const bool given = std::any_of(axes.begin(), axes.end(), [&](const auto& axis) { return axis.name == name; });
        if (!given) axes.push_back({name, {value}});
      }
      continue;
    }
    const std::size_t before = found.size();
    const auto snapshot = catalogue.snapshot();
    for (const auto& [id, kernel] : snapshot->kernels) {
      if (fnmatch(word.c_str(), id.c_str(), 0) == 0) add(kernel);
    }
    if (found.size() == before) {
      return failure(message<"sweep.no_kernel_called">(word), "", message<"sweep.no_kernel_called_remedy">());
    }
  }
  return found;
}

Expected<std::vector<recordings::SweepAxis>> read_axes(const SweepOptions& options) {
  std::vector<recordings::SweepAxis> axes;
  for (const std::string& text : options.settings) {
    TRY(auto axis, recordings::read_axis(text));
    axes.push_back(std::move(axis));
  }
  for (const std::string& name : options.all) axes.push_back({name, {recordings::AllValues{}}});
  return axes;
}

Expected<experiments::Experiment> base_experiment(const SweepOptions& options) {
  auto base = experiment_without_kernel(options.how);
  if (!base) return base;
  // A device that was asked for by its number is a GPU.
  if (options.how.backend.empty() && options.how.device >= 0) base->backend = experiments::Backend::gpu;
  base->budget = std::chrono::milliseconds(options.budget_ms);
  base->verify = options.verify;
  base->analyse = options.analyse;
  return base;
}

Expected<Files> open_files(const SweepOptions& options) {
  Files files;
  using Open = Expected<std::unique_ptr<recordings::SweepFile>> (*)(const std::filesystem::path&);
  for (const auto& [path, open] :
       {std::pair<const std::filesystem::path&, Open>{options.csv, recordings::open_sweep_csv},
        {options.json, recordings::open_sweep_json},
        {options.record, recordings::open_sweep_recording}}) {
    if (path.empty()) continue;
    TRY(auto file, open(path));
    if (!file->warning().empty()) std::cerr << file->warning() << '\n';
    files.push_back(std::move(file));
  }
  return files;
}

/// Runs one sweep through one worker.
class Sweeper {
 public:
  Sweeper(const recordings::SweepPlan& plan, experiments::Experiment base, Files files, const SweepOptions& options,
          client::Options worker)
      : plan_(plan), base_(std::move(base)), files_(std::move(files)), options_(options), worker_(std::move(worker)) {
    count_.planned = plan_.points.size();
  }

  int run() {
    if (const auto status = wait_for_device()) return *status;
    if (auto ready = prepare_files(); !ready) return stop(ready.error(), run_failed);
    for (std::size_t i = 0; i < plan_.points.size() && !interrupted; ++i) {
      if (skipped_[i]) continue;
      if (const auto status = run_point(i)) return *status;
    }
    progress_.clear();
    std::cerr << summary();
    return interrupted || count_.failed > 0 ? run_failed : done;
  }

 private:
  /// Finds the device, which decides the points that are in the files already. The worker's hello names it, but a
  /// device that was asked for by another number is known only from its first result.
  std::optional<int> wait_for_device() {
    if (base_.device > 0) return std::nullopt;
    while (!worker_.machine() && worker_.state() != client::State::failed && !interrupted)
      std::this_thread::sleep_for(2ms);
    machine_ = worker_.machine();
    if (!machine_) return std::nullopt;  // the first point says why
    if (!options_.record.empty() && recordings::backend_on(*machine_, base_.backend) != experiments::Backend::gpu) {
      return stop(
          {message<"sweep.only_gpu_recorded_here">(), "--record", message<"sweep.only_gpu_recorded_here_remedy">()},
          options_.how.backend.empty() ? backend_missing : wrong_usage);
    }
    return std::nullopt;
  }

  /// Marks the points that every file holds; with --again it removes them from the files instead.
  Status prepare_files() {
    skipped_.assign(plan_.points.size(), false);
    if (!machine_ || files_.empty()) return {};
    std::vector<recordings::SweepKey> keys;
    for (const recordings::SweepPoint& point : plan_.points) {
      TRY(auto key, key_of(point));
      keys.push_back(std::move(key));
    }
    for (std::size_t i = 0; i < keys.size() && !options_.again; ++i) {
      skipped_[i] =
          std::all_of(files_.begin(), files_.end(), [&](const auto& file) { return file->contains(keys[i]); });
    }
    for (const auto& file : files_) {
      if (!options_.again) break;
      TRY_STATUS(file->forget(keys));
    }
    count_.skipped = static_cast<std::size_t>(std::count(skipped_.begin(), skipped_.end(), true));
    return {};
  }

  [[nodiscard]] Expected<recordings::SweepKey> key_of(const recordings::SweepPoint& point) const {
    return recordings::key_of(*plan_.kernels[point.kernel], recordings::experiment_at(plan_, point, base_), *machine_);
  }

  /// Runs one point; it returns nothing when the sweep goes on.
  std::optional<int> run_point(std::size_t index) {
    const recordings::SweepPoint& point = plan_.points[index];
    const catalogue::Kernel& kernel = *plan_.kernels[point.kernel];
    const experiments::Experiment experiment = recordings::experiment_at(plan_, point, base_);
    const auto answer = measure(experiment, point_text(kernel, point));
    if (const auto trouble = worker_.trouble(); trouble && worker_.state() == client::State::failed) {
      return stop(trouble->error, run_failed);  // the other machine is away, so the point is not to blame
    }
    if (!answer || interrupted) return std::nullopt;  // Ctrl+C reaches the worker too, so its last answer means nothing
    // Every other point would end in the same way.
    const bool no_device = answer->has_fault(FaultKind::no_device);
    if (no_device || answer->has_fault(FaultKind::no_compiler)) {
      const experiments::Fault& fault = answer->faults.front();
      return stop({fault.message, "", fault.remedy}, no_device ? backend_missing : run_failed);
    }
    if (!machine_ && (worker_.state() == client::State::failed || answer->machine == experiments::Machine{})) {
      const auto failed = recordings::failure_of(*answer);
      return stop(
          {failed ? failed->what : message<"worker.did_not_start">(), "", message<"worker.did_not_start_remedy">()},
          run_failed);
    }
    const bool first = !machine_;
    if (first) machine_ = answer->machine;
    const experiments::Result result = recordings::with_setting(*answer, kernel, experiment, *machine_);
    if (first) {
      if (auto ready = prepare_files(); !ready) return stop(ready.error(), run_failed);
      if (skipped_[index]) --count_.skipped;  // it was measured although a file holds it
    }
    if (auto written = write_result(point, result); !written) return stop(written.error(), run_failed);
    return std::nullopt;
  }

  Status write_result(const recordings::SweepPoint& point, const experiments::Result& result) {
    TRY(auto key, key_of(point));
    for (const auto& file : files_) {
      if (file->contains(key)) continue;
      TRY_STATUS(file->add(key, result));
    }
    ++(recordings::failure_of(result) ? count_.failed : count_.succeeded);
    if (files_.empty()) {
      progress_.clear();
      std::cout << sweep_line(result, point) << std::flush;
    }
    return {};
  }

  /// Returns null when it was interrupted.
  std::shared_ptr<const experiments::Result> measure(const experiments::Experiment& experiment,
                                                     const std::string& doing) {
    const std::uint64_t request = worker_.request(experiment);
    while (!interrupted) {
      const auto trouble = worker_.trouble();
      progress_.show(count_, trouble ? trouble->error.what.text() : doing);
      if (auto result = worker_.wait(request, 50ms)) {
        (void)worker_.events();  // failures are in the result; the output of kernels has no place in a table
        return result;
      }
    }
    worker_.cancel();
    return nullptr;
  }

  std::string summary() const {
    std::string text = fmt::format("{} points: {} done", count_.planned, count_.succeeded);
    if (count_.skipped > 0) text += fmt::format(", {} in the files already", count_.skipped);
    if (count_.failed > 0) text += fmt::format(", {} failed", count_.failed);
    if (interrupted) {
      text += files_.empty() ? ", then stopped" : ", then stopped; the same command continues";
    }
    return text + "\n";
  }

  int stop(const Error& error, int status) {
    progress_.clear();
    std::cerr << error.text() << '\n';
    if (count_.succeeded + count_.failed > 0) std::cerr << summary();
    return status;
  }

  const recordings::SweepPlan& plan_;
  experiments::Experiment base_;
  Files files_;
  const SweepOptions& options_;
  client::Client worker_;
  std::optional<experiments::Machine> machine_;
  std::vector<bool> skipped_;
  SweepCount count_;
  SweepProgress progress_;
};

}  // namespace

Expected<int> sweep(const SweepOptions& options) {
  TRY(const auto data, data_folder());
  catalogue::Catalogue catalogue(data / "kernels");
  TRY(auto axes, read_axes(options));
  TRY(auto kernels, find_kernels(options.kernels, options.how, catalogue, axes));
  std::vector<NamedFile> inputs;
  for (const auto& kernel : kernels) inputs.push_back({"a kernel", kernel->source.path});
  TRY_STATUS(check_outputs({{"--csv", options.csv}, {"--json", options.json}, {"--record", options.record}}, inputs));
  TRY(auto base, base_experiment(options));
  TRY(auto worker, client_options(options.how));
  TRY(const auto plan, recordings::plan_sweep(std::move(kernels), axes, *catalogue.snapshot()));
  TRY(auto files, open_files(options));
  for (const auto& [reason, count] : recordings::omission_counts(plan)) {
    std::cerr << fmt::format("{} combination{} left out: {}\n", count, count == 1 ? "" : "s", reason);
  }
  install_interrupt_handler();
  return Sweeper(plan, std::move(base), std::move(files), options, std::move(worker)).run();
}

}  // namespace lanescope::cli
