#include "gui/readings/roofline_view_model.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "gui/store/lines.h"
#include "gui/store/results/shown_result.h"
#include "gui/store/target.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

/// What is known of the setting that the knobs show.
struct Selected {
  const experiments::Result* timed = nullptr;  ///< null when no time is known
  bool stale = false;                          ///< whether the time belongs to another setting
  const experiments::Result* work = nullptr;   ///< contains the amount of work; null when unknown
};

Selected selected_of(const State& state, const Sizes& sizes) {
  const ShownResult shown = shown_result(state);
  Selected found{shown.result, shown.stale};
  found.work = found.timed;
  const experiments::Result* current = state.current();
  if (found.work == nullptr && current != nullptr && current->sizes == sizes &&
      (experiments::work_of(*current, experiments::Work::bytes) > 0 ||
       experiments::work_of(*current, experiments::Work::flops) > 0)) {
    found.work = current;
  }
  return found;
}

double intensity_of(const experiments::Result& result) {
  const double bytes = experiments::work_of(result, experiments::Work::bytes);
  return bytes > 0 ? experiments::work_of(result, experiments::Work::flops) / bytes : 0;
}

/// `place` is the position of a point without arithmetic.
RooflinePoint point_of(const State& state, RatedKernel kernel, const experiments::Result& result, bool arithmetic,
                       double place) {
  const experiments::Value rate = experiments::rate_of(result, work_in(arithmetic))
                                      .value_or(experiments::Value{0, experiments::origin_of_times(result)});
  RooflinePoint point{std::move(kernel), rate, arithmetic ? intensity_of(result) : place};
  point.detail = state.say(
      rate.origin == experiments::Origin::predicted ? "roofline.point_predicted" : "roofline.point", result.kernel,
      figures(rate.number, 4), rate_unit(arithmetic), figures(rate.low(), 4), figures(rate.high(), 4));
  if (arithmetic) add_line(point.detail, state.say("roofline.intensity", figures(point.intensity, 3)));
  add_line(point.detail, point.setting);
  add_line(point.detail, where_obtained(state.language(), result));
  return point;
}

/// Returns a result that describes the GPU, from the selected setting, or from the fastest one.
const experiments::Result* of_gpu(const Selected& selected, const LadderViewModel& ladder) {
  if (selected.timed != nullptr) return selected.timed;
  const auto found = std::ranges::find_if(
      ladder.rungs, [](const LadderRung& rung) { return rung.result && rung.result->sheet.has_value(); });
  return found != ladder.rungs.end() ? found->result.get() : selected.work;
}

void add_memory_roofs(const State& state, const experiments::Result& gpu, const LadderViewModel& ladder,
                      RooflineViewModel& view_model) {
  const bool rises = view_model.arithmetic;
  const double peak = gpu.machine.peak_gb_per_s > 0 ? gpu.machine.peak_gb_per_s : gpu.sheet ? gpu.sheet->gb_per_s : 0;
  const std::string& device = gpu.machine.device.empty() && gpu.sheet ? gpu.sheet->name : gpu.machine.device;
  if (peak > 0) {
    view_model.roofs.push_back({Roof::Kind::memory, peak, rises, state.say("roofline.memory", figures(peak, 4)),
                                state.say("roofline.memory_detail", figures(peak, 4), device)});
  }
  const experiments::Result* copied = gpu.best_copy ? &gpu : nullptr;
  for (const LadderRung& rung : ladder.rungs) {
    if (!rung.result || !rung.result->best_copy || rung.result->machine.device != gpu.machine.device) continue;
    if (copied == nullptr || rung.result->best_copy->gb_per_s > copied->best_copy->gb_per_s) copied = rung.result.get();
  }
  if (copied == nullptr || copied->best_copy->gb_per_s <= 0) return;
  const experiments::CopyRate& copy = *copied->best_copy;
  const std::string rate = figures(copy.gb_per_s, 4);
  view_model.roofs.push_back({Roof::Kind::copy, copy.gb_per_s, rises, state.say("roofline.copy", rate),
                              state.say("roofline.copy_detail", rate, copy.of), experiments::origin_of_times(*copied)});
}

/// Returns the counted accesses of the selected kernel, at any of its settings, or null.
const experiments::Result* counted_of(const State& state) {
  const experiments::Result* counted = state.known.counted.get();
  const bool usable =
      counted != nullptr && counted->kernel == state.selection.kernel && shared_wavefronts(*counted->metrics);
  return usable ? counted : nullptr;
}

/// Adds FP32, and the wavefronts of the selected kernel's shared memory.
void add_flat_roofs(const State& state, const experiments::Result& gpu, const Selected& selected,
                    RooflineViewModel& view_model) {
  if (!gpu.sheet) return;
  const model::DataSheet& sheet = *gpu.sheet;
  if (view_model.arithmetic && sheet.fp32_gflop_per_s > 0) {
    const std::string peak = figures(sheet.fp32_gflop_per_s, 4);
    view_model.roofs.push_back({Roof::Kind::compute, sheet.fp32_gflop_per_s, false, state.say("roofline.fp32", peak),
                                state.say("roofline.fp32_detail", peak, sheet.name)});
  }
  const experiments::Result* counted = counted_of(state);
  if (counted == nullptr || selected.work == nullptr) return;
  const double wavefronts = *shared_wavefronts(*counted->metrics);
  // The accesses were counted at the sizes that ran, which may be smaller than those of a predicted time.
  const auto work = static_cast<double>(view_model.arithmetic ? counted->work_flops : counted->work_bytes);
  const double roof = model::wavefront_roof(sheet.sm_count, sheet.clock_mhz);
  if (wavefronts <= 0 || work <= 0 || roof <= 0) return;
  const double each = work / wavefronts;
  const std::string value = figures(each * roof, 4);
  view_model.roofs.push_back({Roof::Kind::shared_memory, each * roof, false,
                              state.say("roofline.shared", value, view_model.unit()),
                              state.say(view_model.arithmetic ? "roofline.shared_detail" : "roofline.shared_bytes",
                                        figures(each, 4), value, sheet.sm_count, figures(sheet.clock_mhz, 4)),
                              experiments::Origin::derived, state.known.counted_revision != state.selection.revision});
}

/// Passes the drawn roofs to the model, which decides.
void find_reach(const Selected& selected, RooflineViewModel& view_model) {
  if (selected.work == nullptr) return;
  const double bytes = experiments::work_of(*selected.work, experiments::Work::bytes),
               operations = experiments::work_of(*selected.work, experiments::Work::flops);
  const double amount = view_model.arithmetic ? operations : bytes;
  model::Work work{bytes, operations, 0};
  model::Roofs roofs;
  if (const Roof* memory = view_model.roof(Roof::Kind::memory)) roofs.bytes = memory->value;
  if (const Roof* compute = view_model.roof(Roof::Kind::compute)) roofs.operations = compute->value;
  // A roof of an earlier setting says nothing of a time of this one.
  const Roof* const shared = view_model.roof(Roof::Kind::shared_memory);
  if (shared != nullptr && (!shared->stale || selected.stale)) {
    roofs.wavefronts = 1;  // the roof as drawn is the work at this rate
    work.wavefronts = amount / shared->value;
  }
  const auto lowest = model::limiting_roof(work, roofs);
  if (!lowest) return;
  const double rate = amount / (lowest->seconds * 1e9);
  if (rate > 0) view_model.reach = {lowest->bound, intensity_of(*selected.work), rate};
}

std::string sentence_of(const State& state, const Selected& selected, const RooflineViewModel& view_model) {
  const std::string& kernel = state.selection.kernel;
  if (!view_model.reach) return state.say("roofline.no_reach", kernel);
  const RooflineViewModel::Reach& reach = *view_model.reach;
  const std::string rate = figures(reach.rate, 4), intensity = figures(reach.intensity, 3);
  std::string sentence;
  if (reach.bound == model::Bound::memory) {
    sentence = view_model.arithmetic ? state.say("roofline.by_memory", kernel, intensity, rate)
                                     : state.say("roofline.by_memory_alone", kernel, rate);
  } else if (reach.bound == model::Bound::compute) {
    sentence = state.say("roofline.by_fp32", kernel, intensity, rate);
  } else {
    sentence = state.say("roofline.by_shared", kernel, rate, view_model.unit());
    if (const Roof* fp32 = view_model.roof(Roof::Kind::compute)) {
      sentence += " " + state.say("roofline.share_of_fp32", 100 * reach.rate / fp32->value);
    }
  }
  sentence += " ";
  if (selected.timed == nullptr) return sentence + state.say("roofline.no_time");
  const auto rate_reached = experiments::rate_of(*selected.timed, work_in(view_model.arithmetic));
  const double reached = rate_reached ? rate_reached->number : 0;
  return sentence + state.say(selected.stale ? "roofline.reached_before" : "roofline.reached", figures(reached, 4),
                              view_model.unit(), 100 * reached / reach.rate);
}

void add_points(const State& state, const LadderViewModel& ladder, const Selected& selected,
                RooflineViewModel& view_model) {
  const std::string setting = selected.timed != nullptr ? setting_of_time(*selected.timed) : std::string();
  std::size_t without_arithmetic = 0;
  double place = 0, own_place = 0;
  for (const LadderRung& rung : ladder.rungs) {
    if (!rung.result) continue;
    if (view_model.arithmetic && experiments::work_of(*rung.result, experiments::Work::flops) <= 0) {
      ++without_arithmetic;
      continue;
    }
    ++place;
    if (rung.selected) own_place = place;
    if (rung.selected && rung.setting == setting) continue;
    RatedKernel kernel = rung;
    kernel.selected = false;
    view_model.points.push_back(point_of(state, std::move(kernel), *rung.result, view_model.arithmetic, place));
  }
  if (without_arithmetic > 0) view_model.note = state.say("roofline.without_arithmetic", without_arithmetic);
  if (!counted_of(state)) {
    view_model.note += (view_model.note.empty() ? "" : " ") + state.say("roofline.not_counted");
  }
  if (selected.timed == nullptr || experiments::work_of(*selected.timed, work_in(view_model.arithmetic)) <= 0) return;
  // The point is at its kernel's own place, or to the right of the faster ones.
  const std::string& id = state.selection.kernel;
  view_model.points.push_back(point_of(state, {id, id.substr(id.find('/') + 1), false, true, true, setting},
                                       *selected.timed, view_model.arithmetic, own_place > 0 ? own_place : place + 1));
  view_model.points.back().stale = selected.stale;
}

/// Leaves a margin around everything. Without arithmetic, each kernel has one place.
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
  for (const RooflinePoint& point : view_model.points) include(point.intensity, point.number);
  if (view_model.reach) include(view_model.arithmetic ? view_model.reach->intensity : 1, view_model.reach->rate);
  const Roof* compute = view_model.roof(Roof::Kind::compute);
  double ridge = 0;
  for (const Roof& roof : view_model.roofs) {
    if (!roof.rises) high = std::max(high, roof.value);
    if (roof.rises && compute != nullptr) ridge = std::max(ridge, compute->value / roof.value);
  }
  if (ridge > 0) include(ridge, low < 1e300 ? low : 1);
  if (high <= 0 || low > high) return;
  view_model.bottom = low / below;
  view_model.top = high * (view_model.arithmetic ? above : 1.5);
  view_model.left = view_model.arithmetic ? left / beside : 0.4;
  view_model.right = view_model.arithmetic ? right * beside : std::max(1.0, right) + 0.6;
}

}  // namespace

const Roof* RooflineViewModel::roof(Roof::Kind kind) const {
  const auto found = std::ranges::find(roofs, kind, &Roof::kind);
  return found == roofs.end() ? nullptr : &*found;
}

const RooflinePoint* RooflineViewModel::selected_point() const {
  return !points.empty() && points.back().selected ? &points.back() : nullptr;
}

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
  const LadderViewModel ladder = ladder_view_model(state);
  RooflineViewModel view_model;
  view_model.missing = ladder.missing;
  view_model.family = ladder.family;
  view_model.sizes = ladder.sizes;
  if (!view_model.missing.empty()) return view_model;
  const Selected selected = selected_of(state, ladder.sizes);
  const experiments::Result* gpu = of_gpu(selected, ladder);
  if (gpu == nullptr) {
    view_model.missing = state.say("roofline.nothing", sizes_text(ladder.sizes));
    return view_model;
  }
  view_model.arithmetic =
      (selected.work != nullptr && experiments::work_of(*selected.work, experiments::Work::flops) > 0) ||
      std::ranges::any_of(ladder.rungs, [](const LadderRung& rung) {
        return rung.result && experiments::work_of(*rung.result, experiments::Work::flops) > 0;
      });
  view_model.caption = ladder.caption;
  add_memory_roofs(state, *gpu, ladder, view_model);
  add_flat_roofs(state, *gpu, selected, view_model);
  add_points(state, ladder, selected, view_model);
  find_reach(selected, view_model);
  view_model.sentence = sentence_of(state, selected, view_model);
  set_axes(view_model);
  // Higher roofs come first, so that the highest one has its name where labels lack space.
  const double far = view_model.arithmetic ? view_model.right : 1;
  std::ranges::stable_sort(view_model.roofs, std::greater(),
                           [&](const Roof& roof) { return roof.rises ? roof.value * far : roof.value; });
  return view_model;
}

}  // namespace lanescope::gui
