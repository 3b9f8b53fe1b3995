#include "gui/panels/ladder/ladder_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "catalogue/front_matter/front_matter.h"
#include "gui/panels/lines.h"
#include "gui/panels/readout/rates.h"
#include "gui/panels/readout/readings.h"
#include "gui/plots/article_points.h"
#include "gui/state/numbers.h"
#include "gui/state/state.h"
#include "lab/sweep/sweep_key.h"

namespace warpscope::gui {

namespace {

using Pointer = lab::ResultIndex::Pointer;

std::string family_of(const std::string& kernel) {
  const std::size_t slash = kernel.find('/');
  return slash == std::string::npos ? std::string() : kernel.substr(0, slash);
}

Sizes sizes_now(const State& state) {
  Sizes sizes;
  for (const SizeField& field : state.selection.sizes) sizes[field.name] = field.value;
  return sizes;
}

bool same_names(const Sizes& one, const Sizes& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const auto& left, const auto& right) { return left.first == right.first; });
}

/// It has a time, and nobody found its output wrong.
bool counts(const lab::Result& result) {
  const catalogue::Samples* time = result.time();
  return time != nullptr && time->median > 0 && !result.failed() &&
         !(result.verification && !result.verification->passed);
}

bool is_here(const State& state, const lab::Result& result) {
  return !state.known.machine ||
         (result.machine.host == state.known.machine->host && result.machine.uuid == state.known.machine->uuid);
}

/// Every time that is known of a kernel, of this session first.
template <class Visit>
void each_time(const State& state, const std::string& kernel, const Visit& visit) {
  for (const lab::ResultIndex* index : {&state.scope.measured, &state.sweep.results}) {
    index->each_of(kernel, [&](const Pointer& result) {
      if (counts(*result) && is_here(state, *result)) visit(result);
    });
  }
  state.known.recordings.each_of(kernel, [&](const Pointer& result) {
    if (counts(*result)) visit(result);
  });
}

/// A recorded time that was measured again in this session.
bool is_superseded(const State& state, const lab::Result& result) {
  if (result.recorded.empty()) return false;
  const std::string setting = lab::setting_text(result);
  for (const lab::ResultIndex* index : {&state.scope.measured, &state.sweep.results}) {
    const Pointer own = index->find(result.kernel, setting);
    if (own && counts(*own) && is_here(state, *own)) return true;
  }
  return false;
}

/// The fastest of a kernel at these sizes; null: nothing is known.
Pointer best_of(const State& state, const std::string& kernel, const Sizes& sizes) {
  Pointer here, elsewhere;
  each_time(state, kernel, [&](const Pointer& result) {
    if (result->sizes != sizes) return;
    const bool own = !has_gpu(state) || result->machine.device == state.known.machine->device;
    Pointer& best = own ? here : elsewhere;
    const bool faster = !best || result->time()->median < best->time()->median;
    if (faster && !is_superseded(state, *result)) best = result;
  });
  return here ? here : elsewhere;
}

/// Kernels of the catalogue and those that are known from recordings alone.
std::set<std::string> kernels_of(const State& state, const std::string& family) {
  std::set<std::string> kernels;
  for (const auto& [id, kernel] : state.known.catalogue->kernels) {
    if (kernel->family == family) kernels.insert(id);
  }
  for (const std::string& id : state.known.recordings.kernels()) {
    if (family_of(id) == family) kernels.insert(id);
  }
  return kernels;
}

bool is_library(const catalogue::Kernel* kernel) {
  if (kernel == nullptr) return true;  // of a program beside this one: kept in its recording
  if (!kernel->front_matter || kernel->front_matter->launches.empty()) return false;
  const auto& launches = kernel->front_matter->launches;
  return std::ranges::all_of(
      launches, [](const catalogue::LaunchText& launch) { return launch.call != catalogue::Launch::Call::kernel; });
}

LadderBar bar_of(const State& state, const lab::Result& result, bool arithmetic) {
  const catalogue::Samples& time = *result.time();
  LadderBar bar;
  const Rate rate = with_quartiles(median_rate(result, arithmetic).value_or(0), time);
  bar.rate = rate.median;
  bar.low = rate.low;
  bar.high = rate.high;
  const char* const unit = rate_unit(arithmetic);
  bar.detail = state.say(result.cold ? "ladder.bar_cold" : "ladder.bar_hot", result.kernel, figures(bar.rate, 4), unit,
                         figures(bar.low, 4), figures(bar.high, 4), duration(time.median).text(), time.samples);
  if (const auto peak = peak_of(result, arithmetic)) {
    bar.share = bar.rate / *peak;
    add_line(bar.detail, state.say("ladder.of_peak", 100 * *bar.share, figures(*peak, 4), unit));
  }
  add_line(bar.detail, lab::setting_text(result));
  add_line(bar.detail, where_obtained(state, result));
  return bar;
}

/// The article measured it at these sizes, or does not say at which.
bool is_at(const ArticlePoint& point, const Sizes& sizes) {
  return std::ranges::all_of(sizes, [&](const auto& size) {
    const auto found = point.settings.find(size.first);
    return found == point.settings.end() || found->second == catalogue::Value(size.second);
  });
}

/// The fastest that an article prints of a kernel at these sizes.
const ArticlePoint* article_point(const State& state, const std::string& kernel, const Sizes& sizes, bool arithmetic) {
  const ArticlePoint* best = nullptr;
  if (!state.known.articles) return best;
  const auto rate = [&](const ArticlePoint& point) { return arithmetic ? point.gflop_per_s : point.gb_per_s; };
  for (const ArticlePoint& point : *state.known.articles) {
    if (point.kernel != kernel || rate(point) <= 0 || !is_at(point, sizes)) continue;
    if (best == nullptr || rate(point) > rate(*best)) best = &point;
  }
  return best;
}

LadderBar article_bar(const State& state, const ArticlePoint& point, bool arithmetic) {
  const char* const unit = rate_unit(arithmetic);
  LadderBar bar;
  bar.rate = bar.low = bar.high = arithmetic ? point.gflop_per_s : point.gb_per_s;
  const double peak = arithmetic ? point.peak_gflop_per_s : point.peak_gb_per_s;
  const std::string gpu = point.gpu.empty() ? state.say("ladder.unnamed") : point.gpu;
  bar.detail = state.say("ladder.article", point.article, point.row, figures(bar.rate, 3), unit, gpu);
  if (peak > 0) {
    bar.share = bar.rate / peak;
    add_line(bar.detail, state.say("ladder.of_peak", 100 * *bar.share, figures(peak, 4), unit));
  }
  add_line(bar.detail, point.settings.empty() ? state.say("ladder.no_setting") : setting_text(point.settings));
  if (!point.note.empty()) add_line(bar.detail, point.note);
  return bar;
}

LadderRung rung_of(const State& state, const std::string& id, const LadderViewModel& view_model) {
  const auto known = state.known.catalogue->kernels.find(id);
  const catalogue::Kernel* kernel = known == state.known.catalogue->kernels.end() ? nullptr : known->second.get();
  LadderRung rung;
  rung.kernel = id;
  rung.name = id.substr(view_model.family.size() + 1);
  rung.library = is_library(kernel);
  rung.selected = id == state.selection.kernel;
  rung.selectable = kernel != nullptr;
  rung.result = best_of(state, id, view_model.sizes);
  if (rung.result && !median_rate(*rung.result, view_model.arithmetic)) rung.result = nullptr;
  if (rung.result) {
    rung.ours = bar_of(state, *rung.result, view_model.arithmetic);
    rung.source = source_of(*rung.result);
    rung.setting = lab::setting_text(*rung.result);
  }
  if (const ArticlePoint* point = article_point(state, id, view_model.sizes, view_model.arithmetic)) {
    rung.article = article_bar(state, *point, view_model.arithmetic);
  }
  return rung;
}

/// The limits of the GPU that the bars were measured on, and the library.
void add_lines(const State& state, LadderViewModel& view_model) {
  const LadderRung* library = nullptr;
  const lab::Result* any = nullptr;
  const lab::Result* copied = nullptr;
  for (const LadderRung& rung : view_model.rungs) {
    if (!rung.ours) continue;
    if (any == nullptr) any = rung.result.get();
    if (rung.library && library == nullptr) library = &rung;
    const auto& copy = rung.result->best_copy;
    if (copy && (copied == nullptr || copy->gb_per_s > copied->best_copy->gb_per_s)) copied = rung.result.get();
  }
  if (any == nullptr) return;
  const auto peak = peak_of(*any, view_model.arithmetic);
  const auto share_of = [&](double rate) { return peak ? std::optional(rate / *peak) : std::nullopt; };
  if (peak) {
    const std::string detail = state.say(view_model.arithmetic ? "ladder.fp32_peak" : "ladder.memory_peak",
                                         figures(*peak, 4), any->machine.device);
    view_model.lines.push_back(
        {LadderLine::Kind::theory, *peak, 1.0, state.say("ladder.theoretical"), detail, Source::driver});
  }
  if (!view_model.arithmetic && copied != nullptr) {
    const lab::CopyRate& copy = *copied->best_copy;
    std::string detail = state.say("ladder.copy", figures(copy.gb_per_s, 4), copy.of);
    add_line(detail, where_obtained(state, *copied));
    view_model.lines.push_back({LadderLine::Kind::copy, copy.gb_per_s, share_of(copy.gb_per_s),
                                state.say("ladder.best_copy"), detail, source_of(*copied)});
  }
  if (library != nullptr) {
    view_model.lines.push_back({LadderLine::Kind::library, library->ours->rate, library->ours->share, library->name,
                                library->ours->detail, library->source});
  }
  std::ranges::stable_sort(view_model.lines, std::greater(), &LadderLine::rate);
}

/// Of the recordings and this session, and the article's own.
std::vector<Sizes> known_sizes(const State& state, const std::set<std::string>& kernels, const Sizes& now,
                               bool arithmetic) {
  std::set<Sizes> known;
  for (const std::string& kernel : kernels) {
    each_time(state, kernel, [&](const Pointer& result) {
      if (median_rate(*result, arithmetic) && same_names(result->sizes, now)) known.insert(result->sizes);
    });
  }
  known.insert(now);
  return {known.begin(), known.end()};
}

bool counts_operations(const State& state, const std::set<std::string>& kernels) {
  bool found = false;
  for (const std::string& kernel : kernels) {
    each_time(state, kernel, [&](const Pointer& result) { found = found || gui::counts_operations(*result); });
    if (found) return true;
  }
  return false;
}

/// "recorded on NVIDIA H200, 2026-11-21": all that differ.
std::string caption_of(const State& state, const LadderViewModel& view_model) {
  std::vector<std::string> origins;
  for (const LadderRung& rung : view_model.rungs) {
    if (!rung.ours) continue;
    add_once(origins, where_obtained(state, *rung.result));
  }
  return origins.empty() ? state.say("ladder.nothing_here") : join(origins, "; ");
}

std::string article_caption_of(const State& state, const LadderViewModel& view_model) {
  std::vector<std::string> names;
  for (const LadderRung& rung : view_model.rungs) {
    const ArticlePoint* point = article_point(state, rung.kernel, view_model.sizes, view_model.arithmetic);
    if (point == nullptr) continue;
    const std::string gpu = point->gpu.empty() ? state.say("ladder.unnamed") : point->gpu;
    add_once(names, state.say("ladder.article_on", point->article, gpu));
  }
  return join(names, "; ");
}

}  // namespace

std::string where_obtained(const State& state, const lab::Result& result) {
  if (result.recorded.empty()) return state.say("ladder.measured_on", result.machine.device);
  return state.say("ladder.recorded_on", result.recorded.substr(0, 10), result.machine.device);
}

std::optional<double> peak_of(const lab::Result& result, bool arithmetic) {
  if (arithmetic) {
    if (result.sheet && result.sheet->fp32_gflop_per_s > 0) return result.sheet->fp32_gflop_per_s;
    return std::nullopt;
  }
  return result.machine.peak_gb_per_s > 0 ? std::optional(result.machine.peak_gb_per_s) : std::nullopt;
}

std::string sizes_text(const Sizes& sizes) {
  if (sizes.empty()) return {};
  std::string names, text;
  bool equal = true;
  for (const auto& [name, size] : sizes) {
    const std::string number = grouped(size);
    names += name + " = ";
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, number);
    equal = equal && size == sizes.begin()->second;
  }
  return equal ? names + grouped(sizes.begin()->second) : text;
}

LadderViewModel ladder_view_model(const State& state) {
  LadderViewModel view_model;
  const auto definition = state.definition();
  if (!definition) {
    view_model.missing = state.say("ladder.select");
    return view_model;
  }
  view_model.family = definition->family;
  if (view_model.family.empty()) {
    view_model.missing = state.say("ladder.no_family");
    return view_model;
  }
  const std::set<std::string> kernels = kernels_of(state, view_model.family);
  view_model.sizes = sizes_now(state);
  view_model.arithmetic = counts_operations(state, kernels);
  for (const std::string& kernel : kernels) view_model.rungs.push_back(rung_of(state, kernel, view_model));
  // From fast to slow; what has no number at the end, by name.
  std::ranges::stable_sort(view_model.rungs, std::greater(),
                           [](const LadderRung& rung) { return rung.ours ? rung.ours->rate : 0.0; });
  add_lines(state, view_model);
  for (const LadderRung& rung : view_model.rungs) {
    for (const auto* bar : {&rung.ours, &rung.article}) {
      if (!*bar) continue;
      view_model.top = std::max(view_model.top, (*bar)->rate);
      view_model.top_share = std::max(view_model.top_share, (*bar)->share.value_or(0));
    }
  }
  for (const LadderLine& line : view_model.lines) {
    view_model.top = std::max(view_model.top, line.rate);
    view_model.top_share = std::max(view_model.top_share, line.share.value_or(0));
  }
  view_model.known = known_sizes(state, kernels, view_model.sizes, view_model.arithmetic);
  view_model.caption = caption_of(state, view_model);
  view_model.article_caption = article_caption_of(state, view_model);
  return view_model;
}

}  // namespace warpscope::gui
