#include "gui/screens/matrices/matrices_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/names.h"
#include "gui/readings/lane_words.h"
#include "gui/store/state.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

using catalogue::Role;
using trace::Operation;

constexpr double touched_margin = 0.12;  // fraction of the touched area, on each side
constexpr double min_touched = 12;       // least number of elements side by side when a block's area is shown

/// Returns the viewport that shows all of an area. `margin` is the fraction of its size that is added on each side.
MatrixViewport viewport_around(const model::BlockArea& area, double margin, double shape) {
  const double width = area.right - area.left, height = area.bottom - area.top;
  return {area.left + width / 2, area.top + height / 2,
          std::max((1 + 2 * margin) * width, (1 + 2 * margin) * height / shape)};
}

/// Returns the bounding box of both areas. An empty area is ignored.
model::BlockArea bounding_union(const model::BlockArea& one, const model::BlockArea& other) {
  if (one.right == 0) return other;
  return {0,
          0,
          0,
          0,
          std::min(one.left, other.left),
          std::min(one.top, other.top),
          std::max(one.right, other.right),
          std::max(one.bottom, other.bottom)};
}

model::BlockArea area_of(std::uint32_t left, std::uint32_t top, std::uint32_t columns, std::uint32_t rows) {
  return {0, 0, 0, 0, left, top, left + columns, top + rows};
}

int order_of(const analysis::TracedBuffer& buffer, const MatrixImage& image) {
  if (!image.reads && !image.writes) return 4;
  if (buffer.role == Role::scratch) return 3;
  if (image.reads && !image.writes) return 0;
  return image.reads ? 1 : 2;
}

std::string verb(const State& state, Operation operation) {
  static constexpr EnumNames<trace::operation_count> keys{
      "matrices.loads",  "matrices.stores", "matrices.adds",   "matrices.adds",   "matrices.copies", "matrices.loads",
      "matrices.stores", "matrices.copies", "matrices.stores", "matrices.copies", "matrices.loads"};
  return state.say(enum_name(keys, operation));
}

/// Returns how often an element was touched, as an addition to what touched it last.
std::string counts_of(const State& state, const model::HeatBin& bin) {
  const std::string counts = state.say("matrices.counts", bin.loads, bin.stores());
  return bin.rewritten() ? counts + state.say("matrices.this_twice") : counts;
}

}  // namespace

std::vector<MatrixImage> matrices_of(const analysis::Traced& traced, const experiments::HeatTrace* heat) {
  std::vector<MatrixImage> images;
  const auto grids = analysis::grids_of(traced);
  for (std::uint32_t n = 0; n < grids.size(); ++n) {
    if (grids[n]) images.push_back({n, *grids[n], false, false});
  }
  const std::vector<model::TouchSite> sites = model::touch_sites(traced.trace.sites);
  for (const trace::Header& header : traced.trace.headers) {
    const std::uint32_t touch = sites[header.site].touch;
    if (touch == 0) continue;
    for (MatrixImage& image : images) {
      if (image.buffer != header.buffer) continue;
      image.reads |= (touch & model::TouchSite::reads) != 0;
      image.writes |= (touch & model::TouchSite::writes) != 0;
    }
  }
  for (MatrixImage& image : images) {
    if (heat == nullptr || image.buffer >= heat->buffers.size()) continue;
    image.reads |= heat->buffers[image.buffer].totals.loads > 0;
    image.writes |= heat->buffers[image.buffer].totals.stores > 0;
  }
  std::ranges::stable_sort(images, {},
                           [&](const MatrixImage& image) { return order_of(traced.buffers[image.buffer], image); });
  // A buffer without accesses is shown only if it is an input or output and there is space.
  while (images.size() > 2 && !images.back().reads && !images.back().writes) images.pop_back();
  if (images.size() > max_matrices) images.resize(max_matrices);
  return images;
}

std::optional<WrongElement> wrong_element(const State& state) {
  const analysis::Traced* traced = state.playback.traced();
  const experiments::Result* result = state.current();
  const auto kernel = state.running();
  if (traced == nullptr || result == nullptr || !kernel || !result->verification) return std::nullopt;
  const auto& first = result->verification->first;
  if (!first) return std::nullopt;
  for (const auto& [name, value] : result->sizes) {
    const auto traced_at = traced->sizes.find(name);
    if (traced_at == traced->sizes.end() || traced_at->second != catalogue::Value(value)) return std::nullopt;
  }
  const auto plan = catalogue::resolve(*kernel, setting_of(*result), result->seed);
  if (!plan || plan->check.output >= plan->buffers.size()) return std::nullopt;
  const auto output =
      std::ranges::find(traced->buffers, plan->buffers[plan->check.output].name, &analysis::TracedBuffer::name);
  if (output == traced->buffers.end()) return std::nullopt;
  const auto number = static_cast<std::uint32_t>(output - traced->buffers.begin());
  return WrongElement{number, *first, result->verification->mismatches, result->verification->wrong};
}

MatrixViewport whole_viewport(const model::ElementGrid& grid, double shape) {
  return viewport_around(area_of(0, 0, grid.columns, grid.rows), 0.01, shape);
}

MatrixViewport touched_viewport(const model::ElementGrid& grid, std::span<const model::BlockArea> areas, double shape) {
  if (areas.empty()) return whole_viewport(grid, shape);
  model::BlockArea all;
  for (const model::BlockArea& area : areas) all = bounding_union(all, area);
  MatrixViewport viewport = viewport_around(all, touched_margin, shape);
  viewport.across = std::max(viewport.across, min_touched);
  const MatrixViewport whole = whole_viewport(grid, shape);
  return viewport.across >= whole.across ? whole : viewport;
}

MatrixViewport access_viewport(const trace::Trace& trace, std::uint32_t record, const model::ElementGrid& grid,
                               double shape, double max_across) {
  model::BlockArea all;
  double first_x = 0, first_y = 0;
  for (std::uint32_t lane = trace::lanes_per_warp; lane-- > 0;) {
    const model::LaneElements elements = model::elements_of(trace, record, lane, grid);
    for (std::uint32_t n = 0; n < elements.count; ++n) {
      const std::uint32_t x = (elements.first + n) % grid.columns, y = (elements.first + n) / grid.columns;
      all = bounding_union(all, area_of(x, y, 1, 1));
      if (n == 0) first_x = x, first_y = y;
    }
  }
  if (all.right <= all.left) return whole_viewport(grid, shape);
  MatrixViewport viewport = viewport_around(all, 0.05, shape);
  if (viewport.across > max_across) {
    // There are too many elements for their values, so this shows the first ones, and begins a little before them.
    viewport.across = max_across;
    if (all.right - all.left > max_across) viewport.x = first_x + 0.45 * max_across;
    if (all.bottom - all.top > max_across * shape) viewport.y = first_y + 0.45 * max_across * shape;
  }
  viewport.across = std::max(viewport.across, 4.0);
  return viewport;
}

model::GridPart part_of(const MatrixViewport& viewport, double shape) {
  return {viewport.x - viewport.across / 2, viewport.y - viewport.across * shape / 2, viewport.across,
          viewport.across * shape};
}

MatrixViewport zoomed(const MatrixViewport& viewport, const model::ElementGrid& grid, double shape, double factor,
                      double at_x, double at_y) {
  const double furthest = whole_viewport(grid, shape).across;
  const double across = std::clamp(viewport.across * factor, std::min(3.0, furthest), furthest);
  // The element under the mouse stays there.
  const double x = viewport.x + (at_x - 0.5) * (viewport.across - across);
  const double y = viewport.y + (at_y - 0.5) * (viewport.across - across) * shape;
  return {std::clamp(x, 0.0, static_cast<double>(grid.columns)), std::clamp(y, 0.0, static_cast<double>(grid.rows)),
          across};
}

model::ElementGrid strip_of(const model::ElementGrid& grid) {
  model::ElementGrid strip = grid;
  strip.columns = grid.elements;
  strip.rows = 1;
  strip.folded = false;
  return strip;
}

model::GridPart strip_part(const model::ElementGrid& grid, const model::GridPart& part) {
  /// This returns the first whole number of a range, and the one after its last, within 0 to `count`.
  const auto reached = [](double begin, double extent, std::uint32_t count) {
    const double first = std::clamp(std::floor(begin), 0.0, count - 1.0);
    return std::pair(first, std::clamp(std::ceil(begin + extent), first + 1, static_cast<double>(count)));
  };
  const auto [top, bottom] = reached(part.y, part.height, grid.rows);
  const auto [left, right] = reached(part.x, part.width, grid.columns);
  if (grid.rows == 1) return {left, 0, right - left, 1};
  const double from = top * grid.columns;
  return {from, 0, std::min(bottom * grid.columns, static_cast<double>(grid.elements)) - from, 1};
}

std::optional<std::uint32_t> lane_of(const trace::Trace& trace, std::uint32_t record, std::uint32_t element,
                                     const model::ElementGrid& grid) {
  for (std::uint32_t lane = trace::lanes_per_warp; lane-- > 0;) {
    const model::LaneElements elements = model::elements_of(trace, record, lane, grid);
    if (elements.count > 0 && element - elements.first < elements.count) return lane;
  }
  return std::nullopt;
}

std::string value_of(const analysis::Traced& traced, std::uint32_t record, std::uint32_t lane, std::uint32_t element,
                     const model::ElementGrid& grid) {
  const trace::Trace& trace = traced.trace;
  if (!trace.has_values()) return {};
  const trace::Header& header = trace.headers[record];
  const Operation operation = trace.sites[header.site].operation;
  if (operation == Operation::reduce || operation == Operation::atomic) return {};  // it added, and did not store
  // Only the low 32 bits were recorded. They hold no value of a wider element, and the first of several narrow ones.
  if (grid.bytes_per_element > 4) return {};
  const std::uint32_t behind = element - model::elements_of(trace, record, lane, grid).first;
  const std::uint32_t bit = 8 * behind * grid.bytes_per_element;
  if (bit >= 32) return {};
  return value_text(traced.buffers.at(header.buffer).type, trace.values[record].at(lane) >> bit);
}

double half_life(const Playback& playback) {
  constexpr double seconds = 1.0 / 3, of_all = 0.1;
  const double speed = playback.speed(AnimatedView::matrices);
  const auto all = playback.sequence ? static_cast<double>(playback.sequence->records.size()) : 1.0;
  return std::max(1.0, std::min(seconds * speed, of_all * all));
}

std::uint32_t end_position(const Playback& playback) {
  if (!playback.sequence) return 0;
  const auto all = static_cast<double>(playback.sequence->records.size());
  return static_cast<std::uint32_t>(std::clamp(std::floor(playback.position) + 1, 0.0, all));
}

std::uint32_t grid_end_position(const Playback& playback, const experiments::HeatTrace& heat) {
  if (!playback.sequence || playback.sequence->records.empty()) return 0;
  // Many accesses of the grid pass between two of the trace.
  const double part = (playback.position + 1) / static_cast<double>(playback.sequence->records.size());
  return static_cast<std::uint32_t>(std::llround(std::clamp(part, 0.0, 1.0) * static_cast<double>(heat.records)));
}

std::string totals_text(const State& state, const MatrixImage& image, const model::TouchTotals& totals, bool whole_grid,
                        bool in_all) {
  const std::uint32_t all = image.grid.elements;
  std::string text =
      state.say(in_all ? "matrices.touched_in_all" : "matrices.touched", grouped(totals.touched), grouped(all));
  if (totals.rewritten > 0) text += state.say("matrices.stored_again", grouped(totals.rewritten));
  if (totals.out_of_bounds_lanes > 0) text += state.say("matrices.beyond", grouped(totals.out_of_bounds_lanes));
  if (whole_grid && image.writes && totals.touched < all) {
    text += state.say("matrices.never", grouped(all - totals.touched));
  }
  return text;
}

std::string matrices_caption(const State& state, std::uint32_t record, std::span<const MatrixImage> images,
                             std::span<const model::TouchTotals> totals, const std::optional<WrongElement>& wrong) {
  const analysis::Traced& traced = *state.playback.traced();
  const trace::Header& header = traced.trace.headers[record];
  std::string text;
  if (const auto image = std::ranges::find(images, header.buffer, &MatrixImage::buffer); image != images.end()) {
    std::uint32_t lanes = 0, first = 0xffffffffu, last = 0;
    bool neighbours = true;
    std::optional<std::uint32_t> before;
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      const model::LaneElements elements = model::elements_of(traced.trace, record, lane, image->grid);
      if (elements.count == 0) continue;
      ++lanes;
      first = std::min(first, elements.first);
      last = std::max(last, elements.first + elements.count - 1);
      if (before && *before != elements.first) neighbours = false;
      before = elements.first + elements.count;
    }
    const analysis::TracedBuffer& buffer = traced.buffers[image->buffer];
    const auto say = [&](const char* key, const auto&... arguments) {
      return state.say(key, header.warp, header.block, verb(state, traced.trace.sites[header.site].operation),
                       arguments...);
    };
    const std::string begin = element_name(buffer, first), end = element_name(buffer, last);
    text = lanes == 0      ? say("matrices.nothing", buffer.name)
           : first == last ? say("matrices.one_element", begin)
           : neighbours    ? say("matrices.neighbours", begin, end)
                           : say("matrices.scattered", lanes, begin, end);
  }
  std::uint64_t rewritten = 0;
  for (const MatrixImage& image : images) {
    if (image.buffer < totals.size()) rewritten += totals[image.buffer].rewritten;
  }
  if (rewritten > 0) text += ' ' + state.say("matrices.twice", grouped(rewritten));
  if (wrong) {
    const std::string name = element_name(traced.buffers[wrong->buffer], wrong->first.index);
    text += ' ' + (wrong->first.unwritten ? state.say("matrices.unwritten", name)
                                          : state.say("matrices.wrong", name, wrong->first.got, wrong->first.expected));
    if (wrong->in_all > 1) text += ' ' + state.say("matrices.wrong_in_all", grouped(wrong->in_all));
  }
  return text;
}

std::string element_sentence(const State& state, const MatrixImage& image, std::uint32_t element,
                             const model::HeatBin& bin) {
  const analysis::Traced& traced = *state.playback.traced();
  const std::string name = element_name(traced.buffers[image.buffer], element);
  if (!bin.touched()) return state.say("matrices.untouched_yet", name);
  const std::uint32_t record = state.playback.sequence->records[bin.last_position()];
  const trace::Header& header = traced.trace.headers[record];
  const auto lane = lane_of(traced.trace, record, element, image.grid);
  if (!lane) return name;
  const trace::Site& site = traced.trace.sites[header.site];
  std::string text =
      state.say("matrices.last_touch", name, header.warp, header.block, *lane, verb(state, site.operation), site.line);
  if (const std::string value = value_of(traced, record, *lane, element, image.grid); !value.empty()) {
    text += state.say("matrices.value", value);
  }
  return text + counts_of(state, bin);
}

bool is_whole(const experiments::HeatTrace& heat) {
  return heat.blocks >= heat.grid_blocks && heat.dropped == 0;
}

std::string grid_caption(const State& state, const experiments::HeatTrace& heat, std::uint32_t elapsed) {
  const std::uint64_t last = heat.first_block + heat.blocks - 1;
  std::string text = heat.blocks >= heat.grid_blocks
                         ? state.say("matrices.grid_whole", grouped(elapsed), grouped(heat.records))
                         : state.say("matrices.grid_part", grouped(heat.first_block), grouped(last),
                                     grouped(heat.grid_blocks), grouped(elapsed), grouped(heat.records));
  if (heat.dropped > 0) text += " " + state.say("matrices.grid_dropped", grouped(heat.dropped));
  return text;
}

std::string grid_sentence(const State& state, const experiments::HeatTrace& heat, const std::string& name,
                          const model::HeatBin& bin, const model::HeatRecord& last) {
  if (last.site >= heat.sites.size()) return name;
  const trace::Site& site = heat.sites[last.site];
  return state.say("matrices.grid_touch", name, last.warp, last.block, verb(state, site.operation), site.line) +
         counts_of(state, bin);
}

}  // namespace lanescope::gui
