#include "gui/panels/roofline/roofline_view_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/state/numbers.h"
#include "gui/state/state.h"
#include "lab/sweep_key.h"

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
  const lab::Samples& time = *result.time();
  RooflinePoint point;
  point.kernel = result.kernel;
  point.intensity = intensity_of(result);
  point.rate = point.low = point.high = (arithmetic ? result.gflop_per_s() : result.gb_per_s()).value_or(0);
  if (time.q1 > 0 && time.q3 > 0) {
    point.low = point.rate * time.median / time.q3;
    point.high = point.rate * time.median / time.q1;
  }
  point.source = result.recorded.empty() ? Source::measured : Source::recorded;
  point.setting = lab::setting_text(result);
  return point;
}

std::string detail_of(const State& state, const RooflinePoint& point, const lab::Result& result, bool arithmetic) {
  const char* const unit = arithmetic ? "GFLOP/s" : "GB/s";
  std::string detail = state.say("roofline.point", point.kernel, figures(point.rate, 4), unit, figures(point.low, 4),
                                 figures(point.high, 4));
  if (arithmetic) detail.append("\n").append(state.say("roofline.intensity", figures(point.intensity, 3)));
  detail.append("\n").append(point.setting).append("\n");
  detail += result.recorded.empty()
                ? state.say("ladder.measured_on", result.machine.device)
                : state.say("ladder.recorded_on", result.recorded.substr(0, 10), result.machine.device);
  return detail;
}

/// Any that says what the GPU can do: of the selected setting, else of the fastest.
const lab::Result* of_gpu(const Selected& selected, const LadderPicture& ladder) {
  if (selected.timed != nullptr) return selected.timed;
  for (const LadderRung& rung : ladder.rungs) {
    if (rung.result && rung.result->sheet) return rung.result.get();
  }
  return selected.work;
}

void add_memory_roofs(const State& state, const lab::Result& gpu, const LadderPicture& ladder,
                      RooflinePicture& picture) {
  const bool rises = picture.arithmetic;
  const double peak = gpu.machine.peak_gb_per_s > 0 ? gpu.machine.peak_gb_per_s : gpu.sheet ? gpu.sheet->gb_per_s : 0;
  const std::string& device = gpu.machine.device.empty() && gpu.sheet ? gpu.sheet->name : gpu.machine.device;
  if (peak > 0) {
    picture.roofs.push_back({Roof::Kind::memory, peak, rises, state.say("roofline.memory", figures(peak, 4)),
                             state.say("roofline.memory_detail", figures(peak, 4), device), Source::driver, false});
  }
  const lab::Result* copied = gpu.best_copy ? &gpu : nullptr;
  for (const LadderRung& rung : ladder.rungs) {
    if (!rung.result || !rung.result->best_copy || rung.result->machine.device != gpu.machine.device) continue;
    if (copied == nullptr || rung.result->best_copy->gb_per_s > copied->best_copy->gb_per_s) copied = rung.result.get();
  }
  if (copied == nullptr || copied->best_copy->gb_per_s <= 0) return;
  const lab::CopyRate& copy = *copied->best_copy;
  picture.roofs.push_back({Roof::Kind::copy, copy.gb_per_s, rises,
                           state.say("roofline.copy", figures(copy.gb_per_s, 4)),
                           state.say("roofline.copy_detail", figures(copy.gb_per_s, 4), copy.of),
                           copied->recorded.empty() ? Source::measured : Source::recorded, false});
}

/// What the selected kernel's accesses cost, at any of its settings; null: not known.
const lab::Result* counted_of(const State& state) {
  const lab::Result* counted = state.known.counted.get();
  const bool usable =
      counted != nullptr && counted->kernel == state.selection.kernel && shared_wavefronts(*counted->metrics);
  return usable ? counted : nullptr;
}

/// FP32, and the wavefronts of the selected kernel's shared memory.
void add_flat_roofs(const State& state, const lab::Result& gpu, const Selected& selected, RooflinePicture& picture) {
  if (!gpu.sheet) return;
  const lab::DataSheet& sheet = *gpu.sheet;
  if (picture.arithmetic && sheet.fp32_gflop_per_s > 0) {
    const std::string peak = figures(sheet.fp32_gflop_per_s, 4);
    picture.roofs.push_back({Roof::Kind::compute, sheet.fp32_gflop_per_s, false, state.say("roofline.fp32", peak),
                             state.say("roofline.fp32_detail", peak, sheet.name), Source::driver, false});
  }
  const lab::Result* counted = counted_of(state);
  if (counted == nullptr || selected.work == nullptr) return;
  const auto wavefronts = shared_wavefronts(*counted->metrics);
  const double work = work_of(*counted, picture.arithmetic);
  const double roof = model::wavefront_roof(sheet.sm_count, sheet.clock_mhz);
  if (!wavefronts || *wavefronts <= 0 || work <= 0 || roof <= 0) return;
  const double each = work / *wavefronts;
  const std::string value = figures(each * roof, 4);
  picture.roofs.push_back({Roof::Kind::shared_memory, each * roof, false,
                           state.say("roofline.shared", value, picture.unit()),
                           state.say(picture.arithmetic ? "roofline.shared_detail" : "roofline.shared_bytes",
                                     figures(each, 4), value, sheet.sm_count, figures(sheet.clock_mhz, 4)),
                           Source::derived, state.known.counted_revision != state.selection.revision});
}

double height_of(const Roof& roof, double intensity) {
  return roof.rises ? roof.value * intensity : roof.value;
}

/// The model decides; this hands it the roofs that are drawn.
void find_reach(const Selected& selected, RooflinePicture& picture) {
  if (selected.work == nullptr) return;
  model::Work work{static_cast<double>(selected.work->work_bytes), static_cast<double>(selected.work->work_flops), 0};
  model::Roofs roofs;
  for (const Roof& roof : picture.roofs) {
    if (roof.kind == Roof::Kind::memory) roofs.bytes = roof.value;
    if (roof.kind == Roof::Kind::compute) roofs.operations = roof.value;
    if (roof.kind == Roof::Kind::shared_memory) {
      roofs.wavefronts = 1;  // the roof as drawn: the work at this rate
      work.wavefronts = work_of(*selected.work, picture.arithmetic) / roof.value;
    }
  }
  const auto lowest = model::limiting_roof(work, roofs);
  if (!lowest) return;
  const double rate = work_of(*selected.work, picture.arithmetic) / (lowest->seconds * 1e9);
  if (rate > 0) picture.reach = {lowest->bound, intensity_of(*selected.work), rate};
}

std::string sentence_of(const State& state, const Selected& selected, const RooflinePicture& picture) {
  if (!picture.reach) return state.say("roofline.no_reach", state.selection.kernel);
  const RooflinePicture::Reach& reach = *picture.reach;
  const std::string rate = figures(reach.rate, 4);
  std::string sentence;
  if (reach.bound == model::Bound::memory) {
    sentence = picture.arithmetic
                   ? state.say("roofline.by_memory", state.selection.kernel, figures(reach.intensity, 3), rate)
                   : state.say("roofline.by_memory_alone", state.selection.kernel, rate);
  } else if (reach.bound == model::Bound::compute) {
    sentence = state.say("roofline.by_fp32", state.selection.kernel, figures(reach.intensity, 3), rate);
  } else {
    const auto fp32 = std::find_if(picture.roofs.begin(), picture.roofs.end(),
                                   [](const Roof& roof) { return roof.kind == Roof::Kind::compute; });
    sentence = state.say("roofline.by_shared", state.selection.kernel, rate, picture.unit());
    if (fp32 != picture.roofs.end()) {
      sentence.append(" ").append(state.say("roofline.share_of_fp32", 100 * reach.rate / fp32->value));
    }
  }
  sentence += " ";
  if (selected.timed == nullptr) return sentence + state.say("roofline.no_time");
  const double reached = (picture.arithmetic ? selected.timed->gflop_per_s() : selected.timed->gb_per_s()).value_or(0);
  sentence += state.say(selected.stale ? "roofline.reached_before" : "roofline.reached", figures(reached, 4),
                        picture.unit(), 100 * reached / reach.rate);
  return sentence;
}

void add_points(const State& state, const LadderPicture& ladder, const Selected& selected, RooflinePicture& picture) {
  std::size_t without_arithmetic = 0;
  double place = 0;
  for (const LadderRung& rung : ladder.rungs) {
    if (!rung.result) continue;
    if (picture.arithmetic && rung.result->work_flops <= 0) {
      ++without_arithmetic;
      continue;
    }
    RooflinePoint point = point_of(*rung.result, picture.arithmetic);
    const bool same = selected.timed != nullptr && rung.selected && point.setting == lab::setting_text(*selected.timed);
    if (!picture.arithmetic) point.intensity = ++place;
    if (same) continue;
    point.name = rung.name;
    point.library = rung.library;
    point.selectable = rung.selectable;
    point.detail = detail_of(state, point, *rung.result, picture.arithmetic);
    picture.points.push_back(std::move(point));
  }
  if (without_arithmetic > 0) picture.note = state.say("roofline.without_arithmetic", without_arithmetic);
  if (!counted_of(state)) {
    if (!picture.note.empty()) picture.note += " ";
    picture.note += state.say("roofline.not_counted");
  }
  if (selected.timed == nullptr || work_of(*selected.timed, picture.arithmetic) <= 0) return;
  RooflinePoint point = point_of(*selected.timed, picture.arithmetic);
  point.detail = detail_of(state, point, *selected.timed, picture.arithmetic);
  point.name = state.selection.kernel.substr(state.selection.kernel.find('/') + 1);
  point.selected = point.selectable = true;
  point.stale = selected.stale;
  if (!picture.arithmetic) {
    // At its kernel's own place, right of the faster ones.
    point.intensity = 1 + place;
    double at = 0;
    for (const LadderRung& rung : ladder.rungs) {
      if (!rung.result) continue;
      ++at;
      if (rung.selected) point.intensity = at;
    }
  }
  picture.points.push_back(std::move(point));
}

/// Some room around everything; without arithmetic one place a kernel.
void set_axes(RooflinePicture& picture) {
  constexpr double beside = 3, above = 2, below = 1.8;  // factors
  double low = 1e300, high = 0, left = 1e300, right = 0;
  const auto include = [&](double intensity, double rate) {
    if (rate <= 0) return;
    low = std::min(low, rate);
    high = std::max(high, rate);
    left = std::min(left, intensity);
    right = std::max(right, intensity);
  };
  for (const RooflinePoint& point : picture.points) include(point.intensity, point.rate);
  if (picture.reach) include(picture.arithmetic ? picture.reach->intensity : 1, picture.reach->rate);
  double ridge = 0;
  for (const Roof& flat : picture.roofs) {
    if (!flat.rises) high = std::max(high, flat.value);
    for (const Roof& slope : picture.roofs) {
      if (slope.rises && flat.kind == Roof::Kind::compute) ridge = std::max(ridge, flat.value / slope.value);
    }
  }
  if (ridge > 0) include(ridge, low < 1e300 ? low : 1);
  if (high <= 0 || low > high) return;
  picture.bottom = low / below;
  picture.top = high * (picture.arithmetic ? above : 1.5);
  if (picture.arithmetic) {
    picture.left = left / beside;
    picture.right = right * beside;
  } else {
    picture.left = 0.4;
    picture.right = std::max(1.0, right) + 0.6;
  }
}

}  // namespace

std::optional<double> shared_wavefronts(const lab::Metrics& metrics) {
  if (metrics.dropped > 0 || metrics.blocks == 0) return std::nullopt;
  double wavefronts = 0;
  for (const lab::TotalMetrics& total : metrics.executed.totals) {
    if (total.space == trace::Space::shared) wavefronts += static_cast<double>(total.counts.wavefronts);
  }
  if (metrics.scaled) return wavefronts;
  return wavefronts * static_cast<double>(metrics.grid_blocks) / static_cast<double>(metrics.blocks);
}

RooflinePicture roofline_picture(const State& state) {
  RooflinePicture picture;
  const LadderPicture ladder = ladder_picture(state);
  picture.missing = ladder.missing;
  if (!picture.missing.empty()) return picture;
  picture.family = ladder.family;
  picture.sizes = ladder.sizes;
  const Selected selected = selected_of(state, ladder.sizes);
  const lab::Result* gpu = of_gpu(selected, ladder);
  if (gpu == nullptr) {
    picture.missing = state.say("roofline.nothing", sizes_text(ladder.sizes));
    return picture;
  }
  picture.arithmetic = selected.work != nullptr && selected.work->work_flops > 0;
  for (const LadderRung& rung : ladder.rungs) {
    picture.arithmetic = picture.arithmetic || (rung.result && rung.result->work_flops > 0);
  }
  picture.caption = ladder.caption;
  add_memory_roofs(state, *gpu, ladder, picture);
  add_flat_roofs(state, *gpu, selected, picture);
  add_points(state, ladder, selected, picture);
  find_reach(selected, picture);
  picture.sentence = sentence_of(state, selected, picture);
  set_axes(picture);
  // Higher roofs first: where labels have no room the highest one says its name.
  const double far = picture.arithmetic ? picture.right : 1;
  std::stable_sort(picture.roofs.begin(), picture.roofs.end(),
                   [&](const Roof& one, const Roof& other) { return height_of(one, far) > height_of(other, far); });
  return picture;
}

}  // namespace warpscope::gui
