#include "worker/counters/count_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "counters/metric_names.h"
#include "gpu/counters/permission.h"
#include "worker/counters/instruction_lines.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

/// Whether an error of one page will be that of every other page too.
bool concerns_all(const Error& error) {
  return error.kind == FaultKind::no_permission || error.kind == FaultKind::counters_busy;
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// A page with the counters that it needs.
struct PlannedPage {
  counters::Page page;
  std::vector<std::string> metrics;
  int passes = 0;
};

class PlanCounting {
 public:
  explicit PlanCounting(ExperimentRun& run) : run_(run), request_(run.experiment().counters) {}

  Status run() {
    counters::Counted& counted = run_.result().counted.emplace();
    counted.device = run_.device().session->device().name;
    publish();  // the numbers do not wait for the counters
    TRY_STATUS(run_.fail_if_abandoned());
    auto opened = run_.context().profiler(run_.device());
    if (!opened) return without(opened.error());
    profiler_ = *opened;
    counted.chip = profiler_->host().chip();
    counted.caches = gpu::caches_for_counting(run_.execution()) == gpu::Caches::cold ? counters::CacheState::cold
                                                                                     : counters::CacheState::hot;
    plan_ = gpu::profiled([this]() -> gpu::Execution& { return run_.execution(); });
    plan_.reload = [this] { return run_.prepare_again(); };
    plan_.abandoned = [this] { return run_.abandoned(); };
    const Status done = count_all();
    // Whatever happened, what runs next is not disturbed. Nothing of a lost context can be ended.
    if (done || !done.error().context_lost) profiler_->end_counting();
    return done;
  }

 private:
  counters::Counted& counted() { return *run_.result().counted; }
  void publish() { run_.publish(run_.result().stage); }

  /// Keeps why nothing is counted, unless the experiment cannot go on.
  Status without(const Error& error) {
    if (is_final(error)) return failure(error);
    counted().absent = error;
    return {};
  }

  Status count_all() {
    // Code that was loaded before CUPTI watched is unknown to it.
    TRY_STATUS(run_.prepare_again());
    TRY_STATUS(count_pages());
    // CUPTI's choice of metrics by instruction stands from then on, so what is sampled comes before it.
    if (request_.stalls) TRY_STATUS(sample_stalls());
    if (request_.instructions) TRY_STATUS(count_instructions());
    return {};
  }

  /// Returns the pages in the order of their passes. Pages that this chip has no counters for are added as absent.
  std::vector<PlannedPage> planned_pages() {
    const cuda::DeviceInfo& device = run_.device().session->device();
    const auto chip = counters::chip_of(device.compute_major, device.compute_minor);
    std::vector<PlannedPage> planned;
    for (const counters::Page page : request_.pages) {
      PlannedPage wanted{page, {}, 0};
      if (chip) {
        for (const std::string_view metric : counters::metrics_of(page, *chip)) wanted.metrics.emplace_back(metric);
      }
      auto config = wanted.metrics.empty() ? Expected<gpu::MetricConfig>(failure(unknown_chip()))
                                           : profiler_->host().config(wanted.metrics);
      if (!config) {
        counted().pages.push_back({page, 0, 0, config.error()});
        continue;
      }
      wanted.passes = config->passes;
      planned.push_back(std::move(wanted));
    }
    std::ranges::stable_sort(planned, {}, &PlannedPage::passes);
    return planned;
  }

  [[nodiscard]] Error unknown_chip() const {
    Error error;
    error.kind = FaultKind::no_counters;
    error.what = message<"counters.unknown_chip">(counted_device(), profiler_->host().chip());
    error.remedy = message<"counters.unknown_chip_remedy">();
    return error;
  }
  [[nodiscard]] const std::string& counted_device() const { return run_.device().session->device().name; }

  Status count_pages() {
    const std::vector<PlannedPage> planned = planned_pages();
    std::optional<Error> refused;
    if (!planned.empty()) {
      if (const Status may = profiler_->check_permission(); !may) {
        if (is_final(may.error())) return may;
        // Who holds the counters may let them go before the first page.
        if (may.error().kind == FaultKind::no_permission) refused = may.error();
      }
    }
    for (const PlannedPage& page : planned) {
      TRY_STATUS(run_.fail_if_abandoned());
      if (!refused) {
        run_.report_progress(experiments::Progress::Activity::measuring,
                             fmt::format("counting {}: {}", name_of(page.page), run_.experiment().kernel.id));
        TRY_STATUS(count_page(page));
        const auto& absent = counted().pages.back().absent;
        if (absent && concerns_all(*absent)) refused = absent;
      } else {
        counted().pages.push_back({page.page, 0, 0, refused});
      }
      publish();
    }
    profiler_->end_counting();
    return {};
  }

  Status count_page(const PlannedPage& page) {
    const auto start = std::chrono::steady_clock::now();
    counters::CountedPage kept{page.page, 0, 0, std::nullopt};
    // Pages share counters: what an earlier page has counted is not counted again.
    std::vector<std::string> missing = page.metrics;
    std::erase_if(missing, [&](const std::string& metric) { return known_.contains(metric); });
    const auto counts =
        missing.empty() ? Expected<gpu::MetricCounts>(gpu::MetricCounts{}) : profiler_->count(missing, plan_);
    kept.cost_ms = milliseconds_since(start);
    if (counts) {
      kept.passes = counts->passes;
      known_.insert(counts->values.begin(), counts->values.end());
      const cuda::DeviceInfo& device = run_.device().session->device();
      const auto value_of = [&](std::string_view metric) -> std::optional<double> {
        const auto found = known_.find(metric);
        return found == known_.end() ? std::nullopt : std::optional(found->second);
      };
      const auto chip = counters::chip_of(device.compute_major, device.compute_minor);
      counted().values.merge(counters::evaluate(page.page, *chip, value_of));
    } else if (is_final(counts.error())) {
      return failure(counts.error());
    } else {
      kept.absent = counts.error();
    }
    counted().pages.push_back(std::move(kept));
    return {};
  }

  Status count_instructions() {
    TRY_STATUS(run_.fail_if_abandoned());
    run_.report_progress(experiments::Progress::Activity::measuring,
                         "counting instructions: " + run_.experiment().kernel.id);
    const auto start = std::chrono::steady_clock::now();
    const auto counts = profiler_->count_instructions(instruction_metrics(), plan_);
    counters::CountedPart& part = counted().by_instruction.emplace();
    part.cost_ms = milliseconds_since(start);
    if (counts) {
      part.passes = 1;
      add_instruction_counts(*counts, run_.compiled().cubin, counted());
      add_sums_of_instructions(run_.compiled().cubin, counted());
    } else if (is_final(counts.error())) {
      return failure(counts.error());
    } else {
      part.absent = counts.error();
    }
    publish();
    // Nothing that was patched stays.
    return run_.prepare_again();
  }

  Status sample_stalls() {
    TRY_STATUS(run_.fail_if_abandoned());
    run_.report_progress(experiments::Progress::Activity::measuring, "sampling stalls: " + run_.experiment().kernel.id);
    const auto start = std::chrono::steady_clock::now();
    const experiments::Result& result = run_.result();
    const unsigned period =
        gpu::sampling_period(result.time() != nullptr ? result.time()->median : 0, result.clock_mhz.value_or(0),
                             run_.device().session->device().sm_count);
    const auto samples = profiler_->sample_stalls(period, plan_);
    counters::CountedPart& part = counted().stall_samples.emplace();
    part.cost_ms = milliseconds_since(start);
    if (samples) {
      part.passes = 1;
      add_stall_samples(*samples, run_.compiled().cubin, counted());
    } else if (is_final(samples.error())) {
      return failure(samples.error());
    } else {
      part.absent = samples.error();
    }
    publish();
    return {};
  }

  ExperimentRun& run_;
  const experiments::CounterRequest& request_;
  gpu::Profiler* profiler_ = nullptr;
  gpu::ProfiledPlan plan_;
  std::map<std::string, double, std::less<>> known_;  ///< counters by name
};

}  // namespace

std::vector<std::string> cupti_files(const compiler::Search& search, int newest_major) {
  return gpu::cupti_files(compiler::search_folders(search), newest_major, compiler::searches_system(search));
}

void explain_missing_counts(const experiments::Experiment& experiment, experiments::Result& result) {
  if (experiment.counters.empty()) return;
  Error error;
  error.kind = FaultKind::no_device;
  error.what = message<"counters.no_gpu">();
  error.remedy = message<"counters.no_gpu_remedy">();
  result.counted.emplace().absent = std::move(error);
}

Status add_counts(ExperimentRun& run) {
  if (run.experiment().counters.empty()) return {};
  return PlanCounting(run).run();
}

}  // namespace lanescope::worker
