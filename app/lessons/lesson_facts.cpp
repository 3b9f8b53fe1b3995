#include "lessons/lesson_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/number_text.h"
#include "base/text.h"
#include "catalogue/expression/expression.h"
#include "catalogue/launch_plan.h"
#include "experiments/names.h"
#include "experiments/setting_text.h"
#include "experiments/sheet/names.h"
#include "explanations/findings.h"
#include "lessons/messages.h"
#include "lessons/nth_access.h"
#include "predict/metrics/metrics.h"

namespace lanescope::lessons {
namespace {

using trace::Space;

std::string key_text(const LessonExperiment& experiment) {
  std::string key = fmt::format("{} seed={} target={}", experiment.kernel, experiment.seed, experiment.target);
  for (const auto& [name, value] : experiment.values) key += fmt::format(" {}={}", name, catalogue::to_text(value));
  return key;
}

/// Whether a number is a time or a rate, which the emulator does not know: recordings have it.
bool is_a_time(std::string_view name) {
  const counters::Quantity* const quantity = experiments::quantity_named(name);
  return quantity != nullptr && quantity->is_timed();
}

/// A number of the data sheet of the experiment's GPU, which is the H200 when it names none.
std::optional<double> of_sheet(const LessonExperiment& experiment, std::string_view name) {
  const model::DeviceSheet* sheet = model::device_sheet(experiment.target.empty() ? "H200" : experiment.target);
  if (sheet == nullptr) return std::nullopt;
  if (name == "gb_per_s") return sheet->gb_per_s;
  if (name == "fp32_gflop_per_s") return sheet->fp32_gflop_per_s;
  if (name == "sm_count") return sheet->sm_count;
  if (name == "clock_mhz") return sheet->clock_mhz;
  if (name == "l2_bytes") return static_cast<double>(sheet->l2_bytes);
  return std::nullopt;
}

/// The origin of what a recording holds: "NVIDIA H200, 2026-11-21".
std::string machine_and_day(const experiments::Result& result) {
  return fmt::format("{}, {}", result.machine.device, result.recorded.substr(0, 10));
}

}  // namespace

Expected<std::shared_ptr<const catalogue::Kernel>> LessonFacts::kernel_of(const LessonExperiment& experiment) const {
  const auto found = kernels_->kernels.find(experiment.kernel);
  if (found != kernels_->kernels.end()) return found->second;
  std::vector<std::string> ids;
  for (const auto& [id, kernel] : kernels_->kernels) ids.push_back(id);
  const auto near = nearest(experiment.kernel, ids);
  return failure(message<"lesson.no_kernel">(experiment.kernel), "",
                 near ? message<"lesson.did_you_mean_kernel">(*near) : message<"lesson.no_kernel_remedy">());
}

Expected<experiments::Experiment> LessonFacts::experiment_of(const LessonExperiment& experiment) const {
  TRY(const auto kernel, kernel_of(experiment));
  if (const auto plan = catalogue::resolve(*kernel, experiment.values, experiment.seed); !plan) {
    // The place is that of the lesson, which gave the kernel a value that it does not take.
    return failure(Error{plan.error().what, plan.error().where, {}}.message(), "", plan.error().remedy);
  }
  experiments::Experiment made;
  made.kernel = kernel->source;
  TRY(const auto reference, catalogue::find_reference_kernel(*kernel, *kernels_));
  if (reference) made.reference_kernel = reference->source;
  made.values = experiment.values;
  made.seed = experiment.seed;
  made.target = experiment.target;
  made.backend = experiments::Backend::emulator;
  made.blocks.kind = experiments::BlockChoice::Kind::all;
  made.keep_going = true;
  made.trace.emplace();
  return made;
}

Expected<std::shared_ptr<const experiments::Result>> LessonFacts::result_of(const LessonExperiment& experiment) {
  std::shared_ptr<const experiments::Result>& known = results_[key_text(experiment)];
  if (known) return known;
  TRY(const experiments::Experiment asked, experiment_of(experiment));
  TRY(auto result, run_(asked));
  const std::string setting = experiments::command_line_of(asked);
  if (result->failed() && !result->as_expected()) {
    const Message why = result->faults.empty() ? message<"lesson.ended_early">() : result->faults.front().message;
    return failure(message<"lesson.experiment_failed">(why), "", fmt::format("try `{}`", setting));
  }
  const bool promised = result->expected != FaultKind::none && result->as_expected();
  if (!promised && (!result->faults.empty() || (result->verification && !result->verification->passed))) {
    const Message why = result->faults.empty() ? message<"lesson.wrong_output">() : result->faults.front().message;
    return failure(message<"lesson.experiment_wrong">(why), "", fmt::format("try `{}`", setting));
  }
  known = std::move(result);
  return known;
}

std::shared_ptr<const experiments::Result> LessonFacts::recorded(const recordings::ResultIndex& recordings,
                                                                 const LessonExperiment& experiment) const {
  const auto kernel = kernel_of(experiment);
  if (!kernel) return nullptr;
  const auto plan = catalogue::resolve(**kernel, experiment.values, experiment.seed);
  return plan ? recordings.find(experiment.kernel, experiments::setting_text(*plan)) : nullptr;
}

Expected<std::string> LessonFacts::limit_of(const LessonExperiment& experiment) {
  TRY(experiments::Experiment asked, experiment_of(experiment));
  asked.blocks = {};
  asked.verify = false;
  asked.trace.reset();
  TRY(const auto result, run_(asked));
  const auto summary = explanations::summary_of(*result, experiments::sheet_of(*result));
  if (summary.verdict.kind == explanations::FindingKind::unknown) {
    return failure(message<"lesson.no_limit">(experiments::command_line_of(asked), summary.without), "",
                   message<"lesson.no_limit_remedy">());
  }
  return std::string(name_of(summary.verdict.kind));
}

Expected<int> LessonFacts::line_of(const LessonExperiment& experiment) const {
  if (experiment.source_line.empty()) return 0;
  TRY(const auto kernel, kernel_of(experiment));
  int number = 0, found = 0;
  for (const std::string_view line : split(kernel->source.text, '\n')) {
    ++number;
    if (line.find(experiment.source_line) == std::string_view::npos) continue;
    if (found != 0) {
      return failure(message<"lesson.line_twice">(found, number, experiment.kernel, experiment.source_line), "",
                     message<"lesson.line_twice_remedy">());
    }
    found = number;
  }
  if (found != 0) return found;
  return failure(message<"lesson.no_line">(experiment.kernel, experiment.source_line), "",
                 message<"lesson.no_line_remedy">());
}

Expected<SelectedAccess> LessonFacts::access_of(const LessonStep& step) {
  if (!step.view || !step.view->animated()) return failure(message<"lesson.no_view">(), "", "add [step.view]");
  TRY(const auto result, result_of(step.experiment));
  TRY(const int line, line_of(step.experiment));
  if (!result->traced) {
    return failure(message<"lesson.no_accesses">(), "",
                   result->without_trace.empty() ? message<"lesson.no_accesses_remedy">() : result->without_trace);
  }
  const trace::Trace& trace = result->traced->trace;
  const auto record = nth_access(
      *result->traced, result->kernel, line,
      [&](Space space) { return analysis::shows(*step.view->animated(), space); }, step.view->access.value_or(0));
  if (!record) {
    return failure(message<"lesson.no_access">(name_of(step.view->show), step.view->access.value_or(0),
                                               line == 0 ? step.experiment.kernel : fmt::format("line {}", line)),
                   "", message<"lesson.no_access_remedy">());
  }
  const trace::Header& header = trace.headers[*record];
  const trace::Site& site = trace.sites[header.site];
  const auto& merged = result->traced->vectorization;
  const std::uint32_t width =
      site.bytes_per_lane * (header.site < merged.size() ? std::max(1u, merged[header.site].merged) : 1);
  SelectedAccess access;
  access.record = *record;
  access.lanes = header.active_mask;
  access.counts = model::count_record(trace, *record, width);
  if (site.space == Space::shared) {
    access.phases =
        model::bank_phases({site.space, site.operation, width, header.active_mask, &trace.offsets[*record]});
  }
  if (step.view->lane && (access.lanes >> *step.view->lane & 1) == 0) {
    return failure(message<"lesson.inactive_lane">(*step.view->lane), "", message<"lesson.inactive_lane_remedy">());
  }
  const auto moves_bank = [&](const model::BankPhase& phase) { return phase.degrees[*step.view->bank] > 0; };
  if (step.view->bank && access.phases && std::ranges::none_of(access.phases->phases, moves_bank)) {
    return failure(message<"lesson.bank_not_moved">(*step.view->bank), "", message<"lesson.bank_not_moved_remedy">());
  }
  return access;
}

const experiments::Sheet& LessonFacts::numbers_of(const std::shared_ptr<const experiments::Result>& result) {
  const auto known = sheets_.find(result);
  return known != sheets_.end() ? known->second : sheets_.emplace(result, experiments::sheet_of(*result)).first->second;
}

experiments::Column LessonFacts::numbers_of_line(const std::shared_ptr<const experiments::Result>& result, int line) {
  auto known = lines_.find(result);
  if (known == lines_.end()) known = lines_.emplace(result, experiments::lines_of(*result)).first;
  experiments::Column numbers(experiments::Origin::derived);
  numbers.merge(predict::access_counts({}));
  numbers.merge(predict::access_sums({}));
  for (const experiments::LineSheet& each : known->second) {
    if (each.line == line && is_own_file(each.file, result->kernel)) numbers.merge(each.sheet.derived);
  }
  return numbers;
}

Expected<LessonNumber> LessonFacts::value(const Lesson& lesson, const LessonStep& step, const LessonFormula& formula) {
  LessonNumber number;
  const auto value_of = [&](std::string_view name) -> Expected<double> {
    const LessonExperiment* experiment = &step.experiment;
    const std::size_t point = name.find('.');
    if (point != std::string_view::npos) {
      if (const auto other = step.with.find(std::string(name.substr(0, point))); other != step.with.end()) {
        experiment = &other->second;
        name.remove_prefix(point + 1);
      }
    }
    if (name.starts_with("article.")) {
      name.remove_prefix(8);
      const auto printed = sources_->printed.find(name);
      if (printed == sources_->printed.end()) {
        return failure(message<"lesson.no_printed_number">(name), "", message<"lesson.no_printed_number_remedy">());
      }
      number.from.articles.emplace(name.substr(0, name.find('.')));
      return printed->second;
    }
    TRY(const auto kernel, kernel_of(*experiment));
    TRY(const auto plan, catalogue::resolve(*kernel, experiment->values, experiment->seed));
    if (const auto size = plan.sizes.find(std::string(name)); size != plan.sizes.end()) {
      return static_cast<double>(size->second);
    }
    if (const auto knob = plan.parameters.find(std::string(name)); knob != plan.parameters.end()) {
      return static_cast<double>(knob->second);
    }
    if (name.starts_with("sheet.")) {
      if (const auto value = of_sheet(*experiment, name.substr(6))) {
        number.from.sheets.insert(experiment->target.empty() ? "H200" : upper(experiment->target));
        return *value;
      }
    }
    if (name.starts_with("counted.")) {
      name.remove_prefix(8);
      const auto result = recorded(sources_->counters, *experiment);
      const auto value = result ? experiments::number_named(numbers_of(result).counted, name) : std::nullopt;
      if (!value) {
        return failure(message<"lesson.no_counts">(name, experiment->kernel, experiments::setting_text(plan)), "",
                       message<"lesson.no_counts_remedy">());
      }
      number.from.origins.insert(experiments::Origin::counted);
      number.from.counted.insert(machine_and_day(*result));
      return value->number;
    }
    if (is_a_time(name)) {
      const auto result = recorded(sources_->times, *experiment);
      const auto value = result ? experiments::number_named(numbers_of(result).measured, name) : std::nullopt;
      if (!value) {
        return failure(message<"lesson.no_recording">(name, experiment->kernel, experiments::setting_text(plan)), "",
                       message<"lesson.no_recording_remedy">(name));
      }
      number.from.origins.insert(value->origin);
      number.from.recorded.insert(machine_and_day(*result));
      return value->number;
    }
    TRY(const auto result, result_of(*experiment));
    if (name.starts_with("predicted.")) {
      if (!result->predicted) {
        return failure(message<"lesson.no_prediction">(experiment->kernel, result->without_prediction), "",
                       message<"lesson.no_prediction_remedy">());
      }
      if (const auto value = experiments::number_named(numbers_of(result).predicted, name.substr(10))) {
        number.from.origins.insert(value->origin);
        number.from.predicted.insert(result->predicted->prediction.profile);
        return value->number;
      }
    }
    if (name.starts_with("access.") && experiment == &step.experiment) {
      TRY(const SelectedAccess access, access_of(step));
      number.from.origins.insert(experiments::Origin::derived);
      name.remove_prefix(7);
      if (name == "wavefronts") return access.counts.wavefronts;
      if (name == "wavefronts_ideal") return access.counts.wavefronts_ideal;
      if (name == "sectors") return access.counts.sectors;
      if (name == "sectors_ideal") return access.counts.sectors_ideal;
      if (name == "lanes") return std::popcount(access.lanes);
    }
    if (result->metrics && name.starts_with("line.")) {
      TRY(const int line, line_of(*experiment));
      if (const auto value = experiments::number_named(numbers_of_line(result, line), name.substr(5))) {
        number.from.origins.insert(experiments::Origin::derived);
        return value->number;
      }
    }
    if (const auto value = experiments::number_named(numbers_of(result), name)) {
      number.from.origins.insert(value->origin);
      return value->number;
    }
    return failure(message<"lesson.no_quantity">(name, experiment->kernel), "", message<"lesson.no_quantity_remedy">());
  };
  const Place where(lesson.file, formula.line);
  auto value = catalogue::evaluate(formula.text, value_of, where);
  if (!value) {
    value.error().where = where;
    return failure(value.error());
  }
  number.value = *value;
  return number;
}

std::string number_text(double value) {
  // Larger ones, which are no counts, and infinity.
  if (!(std::abs(value) < 9e15)) return fmt::format("{:.6g}", value);
  return value == std::round(value) ? grouped(value, 0) : figures(value, 3);
}

}  // namespace lanescope::lessons
