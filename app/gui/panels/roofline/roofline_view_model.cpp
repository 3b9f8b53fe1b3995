#include "gui/panels/roofline/roofline_view_model.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "gui/panels/lines.h"
#include "gui/panels/readout/readings.h"
#include "gui/state/numbers.h"
#include "gui/state/state.h"
#include "lab/sweep/sweep_key.h"

namespace warpscope::gui {

namespace {

/// What the knobs show, as far as it is known.
struct Selected {
  const lab::Result* timed = nullptr;  ///< null: no time is known
  bool stale = false;                  ///< the time is of another setting
  const lab::Result* work = nullptr;   ///< says how much there is to do; null: not known
};

bool has_work(const lab::Result& result) {
  return result.work_bytes > 0 || result.work_flops > 0;
}

Selected selected_of(const State& state, const Sizes& sizes) {
  Selected found;
  const lab::Result* recorded = state.recorded();
  if (state.known.measured && state.known.measured->kernel == state.selection.kernel) {
    found.timed = state.known.measured.get();
    found.stale = state.known.measured_revision != state.selection.revision;
  }
  // A recording of exactly this setting is better than a measurement of another one on a machine that measures nothing.
  if (recorded != nullptr && (found.timed == nullptr || (found.stale && !has_gpu(state))))
    found = {recorded, false, nullptr};
  found.work = found.timed;
  if (found.work == nullptr) {
    const lab::Result* current = state.current();
    if (current != nullptr && current->sizes == sizes && has_work(*current)) found.work = current;
  }
  return found;
}

double work_of(const lab::Result& result, bool arithmetic) {
  return static_cast<double>(arithmetic ? result.work_flops : result.work_bytes);
}

double intensity_of(const lab::Result& result) {
  return result.work_bytes > 0 ? static_cast<double>(result.work_flops) / static_cast<double>(result.work_bytes) : 0;
}

RooflinePoint point_of(const lab::Result& result, bool arithmetic) {
  const Rate rate = with_quartiles(median_rate(result, arithmetic).value_or(0), *result.time());
  RooflinePoint point;
  point.kernel = result.kernel;
  point.intensity = intensity_of(result);
  point.rate = rate.median;
  point.low = rate.low;
  point.high = rate.high;
  point.source = source_of(result);
  point.setting = lab::setting_text(result);
  return point;
}

std::string detail_of(const State& state, const RooflinePoint& point, const lab::Result& result, bool arithmetic) {
  std::string detail = state.say("roofline.point", point.kernel, figures(point.rate, 4), rate_unit(arithmetic),
                                 figures(point.low, 4), figures(point.high, 4));
  if (arithmetic) add_line(detail, state.say("roofline.intensity", figures(point.intensity, 3)));
  add_line(detail, point.setting);
  add_line(detail, where_obtained(state, result));
  return detail;
}

/// Any that says what the GPU can do: of the selected setting, else of the fastest.
const lab::Result* of_gpu(const Selected& selected, const LadderViewModel& ladder) {
  if (selected.timed != nullptr) return selected.timed;
  for (const LadderRung& rung : ladder.rungs) {
    if (rung.result && rung.result->sheet) return rung.result.get();
  }
  return selected.work;
}

void add_memory_roofs(const State& state, const lab::Result& gpu, const LadderViewModel& ladder,
                      RooflineViewModel& view_model) {
  const bool rises = view_model.arithmetic;
  const double peak = gpu.machine.peak_gb_per_s > 0 ? gpu.machine.peak_gb_per_s : gpu.sheet ? gpu.sheet->gb_per_s : 0;
  const std::string& device = gpu.machine.device.empty() && gpu.sheet ? gpu.sheet->name : gpu.machine.device;
  if (peak > 0) {
    view_model.roofs.push_back({Roof::Kind::memory, peak, rises, state.say("roofline.memory", figures(peak, 4)),
                                state.say("roofline.memory_detail", figures(peak, 4), device), Source::driver, false});
  }
  const lab::Result* copied = gpu.best_copy ? &gpu : nullptr;
  for (const LadderRung& rung : ladder.rungs) {
    if (!rung.result || !rung.result->best_copy || rung.result->machine.device != gpu.machine.device) continue;
    if (copied == nullptr || rung.result->best_copy->gb_per_s > copied->best_copy->gb_per_s) copied = rung.result.get();
  }
  if (copied == nullptr || copied->best_copy->gb_per_s <= 0) return;
  const lab::CopyRate& copy = *copied->best_copy;
  view_model.roofs.push_back(
      {Roof::Kind::copy, copy.gb_per_s, rises, state.say("roofline.copy", figures(copy.gb_per_s, 4)),
       state.say("roofline.copy_detail", figures(copy.gb_per_s, 4), copy.of), source_of(*copied), false});
}

/// What the selected kernel's accesses cost, at any of its settings; null: not known.
const lab::Result* counted_of(const State& state) {
  const lab::Result* counted = state.known.counted.get();
  const bool usable =
      counted != nullptr && counted->kernel == state.selection.kernel && shared_wavefronts(*counted->metrics);
  return usable ? counted : nullptr;
}

/// FP32, and the wavefronts of the selected kernel's shared memory.
void add_flat_roofs(const State& state, const lab::Result& gpu, const Selected& selected,
                    RooflineViewModel& view_model) {
  if (!gpu.sheet) return;
  const model::DataSheet& sheet = *gpu.sheet;
  if (view_model.arithmetic && sheet.fp32_gflop_per_s > 0) {
    const std::string peak = figures(sheet.fp32_gflop_per_s, 4);
    view_model.roofs.push_back({Roof::Kind::compute, sheet.fp32_gflop_per_s, false, state.say("roofline.fp32", peak),
                                state.say("roofline.fp32_detail", peak, sheet.name), Source::driver, false});
  }
  const lab::Result* counted = counted_of(state);
  if (counted == nullptr || selected.work == nullptr) return;
  const auto wavefronts = shared_wavefronts(*counted->metrics);
  const double work = work_of(*counted, view_model.arithmetic);
  const double roof = model::wavefront_roof(sheet.sm_count, sheet.clock_mhz);
  if (!wavefronts || *wavefronts <= 0 || work <= 0 || roof <= 0) return;
  const double each = work / *wavefronts;
  const std::string value = figures(each * roof, 4);
  view_model.roofs.push_back({Roof::Kind::shared_memory, each * roof, false,
                              state.say("roofline.shared", value, view_model.unit()),
                              state.say(view_model.arithmetic ? "roofline.shared_detail" : "roofline.shared_bytes",
                                        figures(each, 4), value, sheet.sm_count, figures(sheet.clock_mhz, 4)),
                              Source::derived, state.known.counted_revision != state.selection.revision});
}

double height_of(const Roof& roof, double intensity) {
  return roof.rises ? roof.value * intensity : roof.value;
}

/// The model decides; this hands it the roofs that are drawn.
void find_reach(const Selected& selected, RooflineViewModel& view_model) {
  if (selected.work == nullptr) return;
  model::Work work{static_cast<double>(selected.work->work_bytes), static_cast<double>(selected.work->work_flops), 0};
  model::Roofs roofs;
  for (const Roof& roof : view_model.roofs) {
    if (roof.kind == Roof::Kind::memory) roofs.bytes = roof.value;
    if (roof.kind == Roof::Kind::compute) roofs.operations = roof.value;
    if (roof.kind == Roof::Kind::shared_memory) {
      roofs.wavefronts = 1;  // the roof as drawn: the work at this rate
      work.wavefronts = work_of(*selected.work, view_model.arithmetic) / roof.value;
    }
  }
  const auto lowest = model::limiting_roof(work, roofs);
  if (!lowest) return;
  const double rate = work_of(*selected.work, view_model.arithmetic) / (lowest->seconds * 1e9);
  if (rate > 0) view_model.reach = {lowest->bound, intensity_of(*selected.work), rate};
}

std::string sentence_of(const State& state, const Selected& selected, const RooflineViewModel& view_model) {
  if (!view_model.reach) return state.say("roofline.no_reach", state.selection.kernel);
  const RooflineViewModel::Reach& reach = *view_model.reach;
  const std::string rate = figures(reach.rate, 4);
  std::string sentence;
  if (reach.bound == model::Bound::memory) {
    sentence = view_model.arithmetic
                   ? state.say("roofline.by_memory", state.selection.kernel, figures(reach.intensity, 3), rate)
                   : state.say("roofline.by_memory_alone", state.selection.kernel, rate);
  } else if (reach.bound == model::Bound::compute) {
    sentence = state.say("roofline.by_fp32", state.selection.kernel, figures(reach.intensity, 3), rate);
  } else {
    const auto fp32 = std::ranges::find(view_model.roofs, Roof::Kind::compute, &Roof::kind);
    sentence = state.say("roofline.by_shared", state.selection.kernel, rate, view_model.unit());
    if (fp32 != view_model.roofs.end()) {
      sentence.append(" ").append(state.say("roofline.share_of_fp32", 100 * reach.rate / fp32->value));
    }
  }
  sentence += " ";
  if (selected.timed == nullptr) return sentence + state.say("roofline.no_time");
  const double reached = median_rate(*selected.timed, view_model.arithmetic).value_or(0);
  sentence += state.say(selected.stale ? "roofline.reached_before" : "roofline.reached", figures(reached, 4),
                        view_model.unit(), 100 * reached / reach.rate);
  return sentence;
}

void add_points(const State& state, const LadderViewModel& ladder, const Selected& selected,
                RooflineViewModel& view_model) {
  std::size_t without_arithmetic = 0;
  double place = 0;
  for (const LadderRung& rung : ladder.rungs) {
    if (!rung.result) continue;
    if (view_model.arithmetic && rung.result->work_flops <= 0) {
      ++without_arithmetic;
      continue;
    }
    RooflinePoint point = point_of(*rung.result, view_model.arithmetic);
    const bool same = selected.timed != nullptr && rung.selected && point.setting == lab::setting_text(*selected.timed);
    if (!view_model.arithmetic) point.intensity = ++place;
    if (same) continue;
    point.name = rung.name;
    point.library = rung.library;
    point.selectable = rung.selectable;
    point.detail = detail_of(state, point, *rung.result, view_model.arithmetic);
    view_model.points.push_back(std::move(point));
  }
  if (without_arithmetic > 0) view_model.note = state.say("roofline.without_arithmetic", without_arithmetic);
  if (!counted_of(state)) {
    if (!view_model.note.empty()) view_model.note += " ";
    view_model.note += state.say("roofline.not_counted");
  }
  if (selected.timed == nullptr || work_of(*selected.timed, view_model.arithmetic) <= 0) return;
  RooflinePoint point = point_of(*selected.timed, view_model.arithmetic);
  point.detail = detail_of(state, point, *selected.timed, view_model.arithmetic);
  point.name = state.selection.kernel.substr(state.selection.kernel.find('/') + 1);
  point.selected = point.selectable = true;
  point.stale = selected.stale;
  if (!view_model.arithmetic) {
    // At its kernel's own place, right of the faster ones.
    point.intensity = 1 + place;
    double at = 0;
    for (const LadderRung& rung : ladder.rungs) {
      if (!rung.result) continue;
      ++at;
      if (rung.selected) point.intensity = at;
    }
  }
  view_model.points.push_back(std::move(point));
}

/// Some room around everything; without arithmetic one place a kernel.
void set_axes(RooflineViewModel& view_model) {
  constexpr double beside = 3, above = 2, below = 1.8;  // factors
  double low = 1e300, high = 0, left = 1e300, right = 0;
  const auto include = [&](double intensity, double rate) {
    if (rate <= 0) return;
    low = std::min(low, rate);
    high = std::max(high, rate);
    left = std::min(left, intensity);
    right = std::max(right, intensity);
  };
  for (const RooflinePoint& point : view_model.points) include(point.intensity, point.rate);
  if (view_model.reach) include(view_model.arithmetic ? view_model.reach->intensity : 1, view_model.reach->rate);
  double ridge = 0;
  for (const Roof& flat : view_model.roofs) {
    if (!flat.rises) high = std::max(high, flat.value);
    for (const Roof& slope : view_model.roofs) {
      if (slope.rises && flat.kind == Roof::Kind::compute) ridge = std::max(ridge, flat.value / slope.value);
    }
  }
  if (ridge > 0) include(ridge, low < 1e300 ? low : 1);
  if (high <= 0 || low > high) return;
  view_model.bottom = low / below;
  view_model.top = high * (view_model.arithmetic ? above : 1.5);
  if (view_model.arithmetic) {
    view_model.left = left / beside;
    view_model.right = right * beside;
  } else {
    view_model.left = 0.4;
    view_model.right = std::max(1.0, right) + 0.6;
  }
}

}  // namespace

std::optional<double> shared_wavefronts(const model::Metrics& metrics) {
  if (metrics.dropped > 0 || metrics.blocks == 0) return std::nullopt;
  double wavefronts = 0;
  for (const model::TotalMetrics& total : metrics.executed.totals) {
    if (total.space == trace::Space::shared) wavefronts += static_cast<double>(total.counts.wavefronts);
  }
  if (metrics.scaled) return wavefronts;
  return wavefronts * static_cast<double>(metrics.grid_blocks) / static_cast<double>(metrics.blocks);
}

RooflineViewModel roofline_view_model(const State& state) {
  RooflineViewModel view_model;
  const LadderViewModel ladder = ladder_view_model(state);
  view_model.missing = ladder.missing;
  if (!view_model.missing.empty()) return view_model;
  view_model.family = ladder.family;
  view_model.sizes = ladder.sizes;
  const Selected selected = selected_of(state, ladder.sizes);
  const lab::Result* gpu = of_gpu(selected, ladder);
  if (gpu == nullptr) {
    view_model.missing = state.say("roofline.nothing", sizes_text(ladder.sizes));
    return view_model;
  }
  view_model.arithmetic = selected.work != nullptr && selected.work->work_flops > 0;
  for (const LadderRung& rung : ladder.rungs) {
    view_model.arithmetic = view_model.arithmetic || (rung.result && rung.result->work_flops > 0);
  }
  view_model.caption = ladder.caption;
  add_memory_roofs(state, *gpu, ladder, view_model);
  add_flat_roofs(state, *gpu, selected, view_model);
  add_points(state, ladder, selected, view_model);
  find_reach(selected, view_model);
  view_model.sentence = sentence_of(state, selected, view_model);
  set_axes(view_model);
  // Higher roofs first: where labels have no room the highest one says its name.
  const double far = view_model.arithmetic ? view_model.right : 1;
  std::ranges::stable_sort(view_model.roofs, std::greater(), [&](const Roof& roof) { return height_of(roof, far); });
  return view_model;
}

}  // namespace warpscope::gui
