#include "gui/readings/ladder_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "base/text.h"
#include "catalogue/front_matter/front_matter.h"
#include "experiments/setting_text.h"
#include "gui/readings/prediction_readings.h"
#include "gui/store/article_points.h"
#include "gui/store/lines.h"
#include "gui/store/results/shown_result.h"
#include "gui/store/target.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

using Pointer = recordings::ResultIndex::Pointer;

/// Returns whether the result has a time, and its output was not found wrong.
bool is_usable(const experiments::Result& result) {
  const auto time = experiments::time_of(result);
  return time && time->ms.number > 0 && !result.failed() && !(result.verification && !result.verification->passed);
}

/// Returns whether the result is usable, and was measured on the present machine.
bool is_usable_here(const State& state, const experiments::Result& result) {
  return is_usable(result) && is_of_this_machine(state, result);
}

/// Visits every known time of a kernel, first those of this session.
template <class Visit>
void visit_times(const State& state, const std::string& kernel, const Visit& visit) {
  for (const recordings::ResultIndex* index : {&state.scope.measured, &state.sweep.results}) {
    index->for_each_of(kernel, [&](const Pointer& result) {
      if (is_usable_here(state, *result)) visit(result);
    });
  }
  state.known.recordings.for_each_of(kernel, [&](const Pointer& result) {
    if (is_usable(*result) && is_of_target(state, *result)) visit(result);
  });
  state.known.counter_recordings.for_each_of(kernel, [&](const Pointer& result) {
    if (is_usable(*result) && same_model(result->machine.device, target_name(state))) visit(result);
  });
}

/// Returns whether a recorded time was measured again in this session.
bool is_superseded(const State& state, const experiments::Result& result) {
  if (result.recorded.empty()) return false;
  const std::string setting = experiments::setting_text(result);
  return std::ranges::any_of(std::array{&state.scope.measured, &state.sweep.results}, [&](const auto* index) {
    const Pointer own = index->find(result.kernel, setting);
    return own && own->time() != nullptr && is_usable_here(state, *own);
  });
}

bool is_prediction(const experiments::Result& result) {
  return experiments::origin_of_times(result) == experiments::Origin::predicted;
}

bool is_faster(const experiments::Result& one, const experiments::Result& other) {
  return experiments::time_of(one)->ms.number < experiments::time_of(other)->ms.number;
}

/// Returns the fastest result of a kernel at these sizes, or null when none is known. A prediction counts only where
/// nothing was measured or recorded.
Pointer best_of(const State& state, const std::string& kernel, const Sizes& sizes) {
  Pointer here, predicted, elsewhere;
  visit_times(state, kernel, [&](const Pointer& result) {
    if (experiments::sizes_of_time(*result) != sizes) return;
    const bool own = !is_measured(state) || result->machine.device == state.known.machine->device;
    Pointer& best = is_prediction(*result) ? predicted : own ? here : elsewhere;
    const bool faster = !best || is_faster(*result, *best);
    if (faster && !is_superseded(state, *result)) best = result;
  });
  return here ? here : predicted ? predicted : elsewhere;
}

/// Returns what is known of the GPU that was the target before the present one, or null.
const TargetResults* known_before(const State& state) {
  if (!state.known.previous_target) return nullptr;
  const auto found = state.known.results_by_target.find(*state.known.previous_target);
  return found == state.known.results_by_target.end() ? nullptr : &found->second;
}

/// Returns the fastest result of a kernel at these sizes on that GPU, or null. A prediction is again the last choice.
Pointer best_before(const State& state, const TargetResults& before, const std::string& kernel, const Sizes& sizes) {
  Pointer timed, predicted;
  const auto visit = [&](const Pointer& result) {
    if (!is_usable(*result) || experiments::sizes_of_time(*result) != sizes) return;
    Pointer& best = is_prediction(*result) ? predicted : timed;
    if (!best || is_faster(*result, *best)) best = result;
  };
  before.measured.for_each_of(kernel, visit);
  before.swept.for_each_of(kernel, visit);
  for (const recordings::ResultIndex* index : {&state.known.recordings, &state.known.counter_recordings}) {
    index->for_each_of(kernel, [&](const Pointer& result) {
      if (same_model(result->machine.device, before.name)) visit(result);
    });
  }
  return timed ? timed : predicted;
}

/// Returns the kernels of the catalogue and those that are known only from recordings.
std::set<std::string> kernels_of(const State& state, const std::string& family) {
  std::set<std::string> kernels;
  for (const auto& [id, kernel] : state.known.catalogue->kernels) {
    if (kernel->family == family) kernels.insert(id);
  }
  for (const std::string& id : state.known.recordings.kernels()) {
    if (id.starts_with(family + "/")) kernels.insert(id);
  }
  return kernels;
}

bool is_library(const catalogue::Kernel* kernel) {
  if (kernel == nullptr) return true;  // it belongs to another program, and only its recording is here
  if (!kernel->front_matter || kernel->front_matter->launches.empty()) return false;
  return std::ranges::none_of(kernel->front_matter->launches, [](const catalogue::LaunchText& launch) {
    return launch.call == catalogue::Launch::Call::kernel;
  });
}

std::optional<double> share_of(double rate, double peak) {
  return peak > 0 ? std::optional(rate / peak) : std::nullopt;
}

/// `detail` is the beginning of the bar's tooltip.
LadderBar bar_of(const State& state, const experiments::Value& rate, double peak, bool arithmetic, std::string detail) {
  LadderBar bar{rate, share_of(rate.number, peak), std::move(detail)};
  if (bar.share) {
    add_line(bar.detail, state.say("ladder.of_peak", 100 * *bar.share, figures(peak, 4), rate_unit(arithmetic)));
  }
  return bar;
}

LadderBar our_bar(const State& state, const experiments::Result& result, bool arithmetic) {
  const experiments::PlanTime time = *experiments::time_of(result);
  const bool is_predicted = time.samples == nullptr;
  const experiments::Value rate = *experiments::rate_of(result, work_in(arithmetic));
  LadderBar bar = bar_of(
      state, rate, experiments::peak_of(result, work_in(arithmetic)).value_or(0), arithmetic,
      state.say(is_predicted                                ? "ladder.bar_predicted"
                : time.caches == counters::CacheState::cold ? "ladder.bar_cold"
                                                            : "ladder.bar_hot",
                result.kernel, figures(rate.number, 4), rate_unit(arithmetic), figures(rate.low(), 4),
                figures(rate.high(), 4), duration(time.ms.number).text(), is_predicted ? 0 : time.samples->samples));
  add_line(bar.detail, setting_of_time(result));
  add_line(bar.detail, where_obtained(state.language(), result));
  if (is_predicted) add_line(bar.detail, limit_sentence(state.language(), result.predicted->prediction));
  return bar;
}

/// Returns whether the article measured the point at these sizes, or names no sizes.
bool is_at(const ArticlePoint& point, const Sizes& sizes) {
  return std::ranges::all_of(sizes, [&](const auto& size) {
    const auto found = point.settings.find(size.first);
    return found == point.settings.end() || found->second == catalogue::Value(size.second);
  });
}

/// Returns the fastest that an article prints of a kernel at these sizes.
const ArticlePoint* article_point(const State& state, const std::string& kernel, const LadderViewModel& view_model) {
  const ArticlePoint* best = nullptr;
  if (!state.known.articles) return best;
  const auto rate = view_model.arithmetic ? &ArticlePoint::gflop_per_s : &ArticlePoint::gb_per_s;
  for (const ArticlePoint& point : *state.known.articles) {
    if (point.kernel != kernel || point.*rate <= 0 || !is_at(point, view_model.sizes)) continue;
    if (best == nullptr || point.*rate > best->*rate) best = &point;
  }
  return best;
}

std::string gpu_of(const State& state, const ArticlePoint& point) {
  return point.gpu.empty() ? state.say("ladder.unnamed") : point.gpu;
}

LadderBar article_bar(const State& state, const ArticlePoint& point, bool arithmetic) {
  const double rate = arithmetic ? point.gflop_per_s : point.gb_per_s;
  LadderBar bar = bar_of(state, {rate, experiments::Origin::recorded},
                         arithmetic ? point.peak_gflop_per_s : point.peak_gb_per_s, arithmetic,
                         state.say("ladder.article", point.article, point.row, figures(rate, 3), rate_unit(arithmetic),
                                   gpu_of(state, point)));
  add_line(bar.detail, point.settings.empty() ? state.say("ladder.no_setting") : setting_text(point.settings));
  if (!point.note.empty()) add_line(bar.detail, point.note);
  return bar;
}

LadderRung rung_of(const State& state, const std::string& id, const LadderViewModel& view_model) {
  const auto known = state.known.catalogue->kernels.find(id);
  const catalogue::Kernel* kernel = known == state.known.catalogue->kernels.end() ? nullptr : known->second.get();
  LadderRung rung{{id, id.substr(view_model.family.size() + 1), is_library(kernel), id == state.selection.kernel,
                   kernel != nullptr},
                  {},
                  best_of(state, id, view_model.sizes),
                  {}};
  const experiments::Work work = work_in(view_model.arithmetic);
  if (rung.result && !experiments::rate_of(*rung.result, work)) rung.result = nullptr;
  if (rung.result) {
    rung.ours = our_bar(state, *rung.result, view_model.arithmetic);
    rung.setting = setting_of_time(*rung.result);
  }
  const TargetResults* const before = known_before(state);
  const Pointer other = before != nullptr ? best_before(state, *before, id, view_model.sizes) : nullptr;
  if (other && experiments::rate_of(*other, work)) rung.other_gpu = our_bar(state, *other, view_model.arithmetic);
  if (const ArticlePoint* point = article_point(state, id, view_model)) {
    rung.article = article_bar(state, *point, view_model.arithmetic);
  }
  return rung;
}

/// Returns the name of the GPU that the time of a result is for.
std::string device_of(const experiments::Result& result) {
  return is_prediction(result) ? result.predicted->prediction.profile : result.machine.device;
}

/// Adds the limits of the GPU that the bars were measured on, and the library.
void add_lines(const State& state, LadderViewModel& view_model) {
  const LadderRung *any = nullptr, *library = nullptr;
  const experiments::Result* copied = nullptr;
  for (const LadderRung& rung : view_model.rungs) {
    if (!rung.ours) continue;
    if (any == nullptr) any = &rung;
    if (rung.library && library == nullptr) library = &rung;
    const auto& copy = rung.result->best_copy;
    if (copy && (copied == nullptr || copy->gb_per_s > copied->best_copy->gb_per_s)) copied = rung.result.get();
  }
  if (any == nullptr) return;
  const double peak = experiments::peak_of(*any->result, work_in(view_model.arithmetic)).value_or(0);
  if (peak > 0) {
    view_model.lines.push_back({{peak, experiments::Origin::driver},
                                LadderLine::Kind::theory,
                                1.0,
                                state.say("ladder.theoretical"),
                                state.say(view_model.arithmetic ? "ladder.fp32_peak" : "ladder.memory_peak",
                                          figures(peak, 4), device_of(*any->result))});
  }
  if (!view_model.arithmetic && copied != nullptr) {
    const experiments::CopyRate& copy = *copied->best_copy;
    std::string detail = state.say("ladder.copy", figures(copy.gb_per_s, 4), copy.of);
    add_line(detail, where_obtained(state.language(), *copied));
    view_model.lines.push_back({{copy.gb_per_s, experiments::origin_of_times(*copied)},
                                LadderLine::Kind::copy,
                                share_of(copy.gb_per_s, peak),
                                state.say("ladder.best_copy"),
                                std::move(detail)});
  }
  if (library != nullptr) {
    view_model.lines.push_back({{library->ours->number, library->ours->origin},
                                LadderLine::Kind::library,
                                library->ours->share,
                                library->name,
                                library->ours->detail});
  }
  std::ranges::stable_sort(view_model.lines, std::greater(), &LadderLine::number);
}

/// Returns the sizes for which the recordings or this session have a time, and the present ones.
std::vector<Sizes> known_sizes(const State& state, const std::set<std::string>& kernels, const Sizes& now,
                               bool arithmetic) {
  std::set<Sizes> known{now};
  for (const std::string& kernel : kernels) {
    visit_times(state, kernel, [&](const Pointer& result) {
      const bool same_names = std::ranges::equal(experiments::sizes_of_time(*result), now, {},
                                                 &Sizes::value_type::first, &Sizes::value_type::first);
      if (same_names && experiments::rate_of(*result, work_in(arithmetic)))
        known.insert(experiments::sizes_of_time(*result));
    });
  }
  return {known.begin(), known.end()};
}

/// Adds all different origins of the bars ("recorded 2026-11-21 on NVIDIA H200"), and those of the article.
void add_captions(const State& state, LadderViewModel& view_model) {
  std::vector<std::string> origins, articles;
  for (const LadderRung& rung : view_model.rungs) {
    if (rung.ours) add_once(origins, where_obtained(state.language(), *rung.result));
    if (const ArticlePoint* point = article_point(state, rung.kernel, view_model)) {
      add_once(articles, state.say("ladder.article_on", point->article, gpu_of(state, *point)));
    }
  }
  const bool has_other_gpu =
      std::ranges::any_of(view_model.rungs, [](const LadderRung& rung) { return rung.other_gpu.has_value(); });
  if (has_other_gpu) view_model.other_gpu = known_before(state)->name;
  view_model.caption = origins.empty() ? state.say("ladder.nothing_here") : join(origins, "; ");
  view_model.article_caption = join(articles, "; ");
}

}  // namespace

std::string sizes_text(const Sizes& sizes) {
  std::string names, text;
  bool equal = true;
  for (const auto& [name, size] : sizes) {
    names += name + " = ";
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, grouped(size));
    equal = equal && size == sizes.begin()->second;
  }
  return equal && !sizes.empty() ? names + grouped(sizes.begin()->second) : text;
}

LadderViewModel ladder_view_model(const State& state) {
  LadderViewModel view_model;
  const auto definition = state.definition();
  if (!definition || definition->family.empty()) {
    view_model.missing = state.say(definition ? "ladder.no_family" : "ladder.select");
    return view_model;
  }
  view_model.family = definition->family;
  for (const SizeField& field : state.sizes()) view_model.sizes[field.name] = field.value;
  const std::set<std::string> kernels = kernels_of(state, view_model.family);
  for (const std::string& kernel : kernels) {
    visit_times(state, kernel, [&](const Pointer& result) {
      view_model.arithmetic = view_model.arithmetic || is_compute_bound(*result);
    });
  }
  for (const std::string& kernel : kernels) view_model.rungs.push_back(rung_of(state, kernel, view_model));
  // The order is from fast to slow. Kernels without a number are at the end, by name.
  std::ranges::stable_sort(view_model.rungs, std::greater(),
                           [](const LadderRung& rung) { return rung.ours ? rung.ours->number : 0.0; });
  add_lines(state, view_model);
  const auto include = [&](double rate, const std::optional<double>& share) {
    view_model.top = std::max(view_model.top, rate);
    view_model.top_share = std::max(view_model.top_share, share.value_or(0));
  };
  for (const LadderRung& rung : view_model.rungs) {
    for (const auto* bar : {&rung.ours, &rung.article, &rung.other_gpu}) {
      if (*bar) include((*bar)->number, (*bar)->share);
    }
  }
  for (const LadderLine& line : view_model.lines) include(line.number, line.share);
  view_model.known = known_sizes(state, kernels, view_model.sizes, view_model.arithmetic);
  add_captions(state, view_model);
  return view_model;
}

}  // namespace lanescope::gui
