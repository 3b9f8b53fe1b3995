#include "gui/screens/tiles/tiles_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>

#include "gui/readings/access_words.h"
#include "gui/readings/buffer_words.h"
#include "gui/readings/readings.h"
#include "gui/readings/roofline_view_model.h"
#include "gui/store/state.h"
#include "gui/store/target.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

using fmt::arg;

TilesRoofline roofline_of(const State& state) {
  TilesRoofline found;
  const RooflineViewModel roofline = roofline_view_model(state);
  const Roof* memory = roofline.roof(Roof::Kind::memory);
  const Roof* compute = roofline.roof(Roof::Kind::compute);
  if (memory != nullptr && compute != nullptr && memory->value > 0) {
    found.ridge = compute->value / memory->value;
  } else if (const model::DeviceSheet* sheet = target_sheet(state); sheet != nullptr && sheet->gb_per_s > 0) {
    found.ridge = sheet->fp32_gflop_per_s / sheet->gb_per_s;
  }
  const experiments::Result* result = state.current();
  if (roofline.reach) {
    found.kernel = roofline.arithmetic ? roofline.reach->intensity : 0;
  } else if (result != nullptr && experiments::work_of(*result, experiments::Work::bytes) > 0) {
    found.kernel = experiments::work_of(*result, experiments::Work::flops) /
                   experiments::work_of(*result, experiments::Work::bytes);
  }
  return found;
}

const analysis::TracedBuffer& traced_buffer(const TilesViewModel& view_model, std::uint32_t buffer) {
  return view_model.sequence->traced->buffers.at(buffer);
}

std::string name_of(const TilesViewModel& view_model, std::uint32_t number) {
  const analysis::FetchedElement& element = view_model.flow.elements.at(number);
  return element_name(traced_buffer(view_model, element.buffer), element.element);
}

/// Returns the different elements of an access, and the buffer that they belong to where it is one.
struct MovedElements {
  std::set<std::uint32_t> numbers;
  std::optional<std::uint32_t> buffer;
  std::uint32_t computed = 0;  ///< units that are no element
};
MovedElements moved_by(const TilesViewModel& view_model, std::size_t step) {
  MovedElements moved;
  const analysis::TileFlow& flow = view_model.flow;
  const std::size_t end = step + 1 < flow.steps.size() ? flow.steps[step + 1].first : flow.moved.size();
  bool several = false;
  for (std::size_t at = flow.steps[step].first; at < end; ++at) {
    const std::uint32_t number = flow.moved[at];
    if (number == analysis::no_element) {
      ++moved.computed;
      continue;
    }
    moved.numbers.insert(number);
    const std::uint32_t buffer = flow.elements[number].buffer;
    several |= moved.buffer && *moved.buffer != buffer;
    moved.buffer = buffer;
  }
  if (several) moved.buffer.reset();
  return moved;
}

/// Returns how many elements the present access stores.
std::size_t stored_by(const TilesViewModel& view_model) {
  const analysis::TileStep& step = *view_model.now();
  const analysis::TileTotals before =
      view_model.steps < 2 ? analysis::TileTotals{} : view_model.flow.totals[view_model.steps - 2];
  const std::uint64_t bytes = view_model.totals().stored - before.stored;
  const auto type = traced_buffer(view_model, view_model.sequence->header(step.index).buffer).type;
  return bytes / catalogue::size_of(type);
}

std::string list_of_names(const State& state, const TilesViewModel& view_model) {
  constexpr std::size_t max_listed = 6;
  std::string list;
  for (std::size_t n = 0; n < std::min(max_listed, view_model.in_registers.size()); ++n) {
    list += (n > 0 ? state.say("tiles.and_then") : "") + name_of(view_model, view_model.in_registers[n]);
  }
  if (view_model.in_registers.size() > max_listed) {
    list += state.say("tiles.and_more", view_model.in_registers.size() - max_listed);
  }
  return list;
}

std::string thread_text(const State& state, const TilesViewModel& view_model) {
  if (!view_model.flow.knows_registers) return {};
  const auto warp = view_model.thread / trace::lanes_per_warp, lane = view_model.thread % trace::lanes_per_warp;
  if (view_model.in_registers.empty()) {
    return " " +
           state.say("tiles.thread_has_none", arg("thread", view_model.thread), arg("warp", warp), arg("lane", lane));
  }
  return " " + state.say("tiles.thread_has", arg("thread", view_model.thread), arg("warp", warp), arg("lane", lane),
                         arg("elements", list_of_names(state, view_model)));
}

}  // namespace

bool TilesViewModel::has_register(std::uint32_t element) const {
  return std::ranges::binary_search(in_registers, element);
}

bool TilesViewModel::computes() const {
  return flow.counts_operations && !flow.totals.empty() && flow.totals.back().computed > 0;
}

double uses_per_byte(const analysis::TileTotals& totals) {
  return totals.fetched == 0 ? 0 : static_cast<double>(totals.used) / static_cast<double>(totals.fetched);
}

double operations_per_byte(const analysis::TileTotals& totals) {
  const std::uint64_t moved = totals.fetched + totals.stored;
  return moved == 0 ? 0 : static_cast<double>(totals.computed) / static_cast<double>(moved);
}

double curve_value(const TilesViewModel& view_model, const analysis::TileTotals& totals) {
  return view_model.computes() ? operations_per_byte(totals) : uses_per_byte(totals);
}

void renew(TilesViewModel& view_model, const State& state) {
  const Playback& playback = state.playback;
  const auto now = shown_access(playback, AnimatedView::tiles);
  if (!playback.sequence || !now) {
    view_model = {};
    return;
  }
  const trace::Header& header = playback.sequence->header(now->index);
  const bool same = view_model.sequence == playback.sequence && view_model.flow.launch == header.launch &&
                    view_model.flow.block == header.block;
  if (!same) {
    view_model = {};
    view_model.sequence = playback.sequence;
    view_model.flow = analysis::tile_flow(*playback.sequence, header.launch, header.block);
  }
  const auto behind = std::ranges::upper_bound(view_model.flow.steps, now->index, {}, &analysis::TileStep::index);
  view_model.steps = static_cast<std::size_t>(behind - view_model.flow.steps.begin());
  view_model.moment.run_to(*view_model.sequence, view_model.flow, view_model.steps);
  const bool chosen =
      playback.focus.warp && playback.focus.warp->launch == header.launch && playback.focus.warp->block == header.block;
  view_model.thread =
      (chosen ? playback.focus.warp->warp : header.warp) * trace::lanes_per_warp + playback.focus.lane.value_or(0);
  view_model.in_registers =
      analysis::elements_in_registers(*view_model.sequence, view_model.flow, view_model.steps, view_model.thread);
  view_model.roofline = roofline_of(state);
}

TilePage page_of(const TilesViewModel& view_model, const analysis::TileBuffer& buffer, std::uint32_t columns,
                 std::uint32_t rows) {
  const std::uint32_t wide = buffer.right - buffer.left, high = buffer.bottom - buffer.top;
  TilePage page{buffer.left, buffer.top, std::min(columns, wide), std::min(rows, high)};
  if (columns >= wide && rows >= high) return page;
  // The last element that the block fetched, and where shared memory holds some, the middle of these.
  std::optional<std::uint32_t> last;
  for (std::size_t step = view_model.steps; step-- > 0 && !last;) {
    const analysis::TileStep& of = view_model.flow.steps[step];
    if (of.action != analysis::TileAction::fetch && of.action != analysis::TileAction::fetch_use) continue;
    const std::size_t end =
        step + 1 < view_model.flow.steps.size() ? view_model.flow.steps[step + 1].first : view_model.flow.moved.size();
    for (std::size_t at = of.first; at < end && !last; ++at) {
      const std::uint32_t number = view_model.flow.moved[at];
      if (number != analysis::no_element && view_model.flow.elements[number].buffer == buffer.buffer) {
        last = view_model.flow.elements[number].element;
      }
    }
  }
  if (!last) return page;
  const std::uint32_t column = *last % buffer.grid.columns - buffer.left,
                      row = *last / buffer.grid.columns - buffer.top;
  // A page begins at a multiple of a power of two, so that tiles are not cut.
  const std::uint32_t step_x = std::bit_floor(page.columns), step_y = std::bit_floor(page.rows);
  if (columns < wide) page.column += std::min(column / step_x * step_x, wide - page.columns);
  if (rows < high) page.row += std::min(row / step_y * step_y, high - page.rows);
  return page;
}

std::string why_no_tiles(const State& state, const TilesViewModel& view_model) {
  if (!view_model.sequence) return state.say("views.not_chosen");
  if (view_model.flow.buffers.empty()) return state.say("tiles.none", view_model.flow.block);
  return {};
}

std::string bytes_in_words(const State& state, std::uint64_t bytes) {
  constexpr double unit = 1024;
  const auto value = static_cast<double>(bytes);
  if (value < unit) return state.say("tiles.bytes", grouped(bytes));
  if (value < unit * unit) return state.say("tiles.kib", figures(value / unit, 3));
  return state.say("tiles.mib", figures(value / (unit * unit), 3));
}

std::string title_of(const State&, const TilesViewModel& view_model, const analysis::TileBuffer& buffer) {
  const analysis::TracedBuffer& traced = traced_buffer(view_model, buffer.buffer);
  return traced.name + "  " + shape_text(traced);
}

std::string buffer_summary(const State& state, const TilesViewModel& view_model, const analysis::TileBuffer& buffer) {
  std::uint64_t fetched = 0, in_shared = 0;
  for (std::size_t n = 0; n < view_model.flow.elements.size(); ++n) {
    if (view_model.flow.elements[n].buffer != buffer.buffer) continue;
    fetched += view_model.moment.elements()[n].fetches > 0 ? 1 : 0;
    in_shared += view_model.moment.elements()[n].shared_units > 0 ? 1 : 0;
  }
  return state.say(view_model.flow.shared_bytes > 0 ? "tiles.about_buffer" : "tiles.about_fetched",
                   arg("fetched", grouped(fetched)), arg("all", grouped(buffer.elements)),
                   arg("held", grouped(in_shared)));
}

std::string summary(const State& state, const TilesViewModel& view_model) {
  const analysis::TileFlow& flow = view_model.flow;
  std::string text = state.say("tiles.summary", arg("block", flow.block), arg("threads", grouped(flow.threads)),
                               arg("shared", bytes_in_words(state, flow.shared_bytes)));
  if (!flow.counts_operations) text += state.say("tiles.no_operations");
  if (const std::uint64_t dropped = view_model.sequence->traced->trace.dropped; dropped > 0) {
    text += state.say("tiles.dropped", grouped(dropped));
  }
  return text;
}

std::string tiles_caption(const State& state, const TilesViewModel& view_model) {
  const analysis::TileStep* step = view_model.now();
  if (step == nullptr) return state.say("tiles.begin");
  const trace::Header& header = view_model.sequence->header(step->index);
  const trace::Site& site = view_model.sequence->site(step->index);
  const MovedElements moved = moved_by(view_model, view_model.steps - 1);
  const bool stores = step->action == analysis::TileAction::store;
  const std::string of = stores         ? state.say("tiles.of_buffer", traced_buffer(view_model, header.buffer).name)
                         : moved.buffer ? state.say("tiles.of_buffer", traced_buffer(view_model, *moved.buffer).name)
                                        : "";
  const char* key = "tiles.does_nothing";
  switch (step->action) {
    case analysis::TileAction::fetch:
      key = "tiles.does_fetch";
      break;
    case analysis::TileAction::fetch_use:
      key = "tiles.does_fetch_use";
      break;
    case analysis::TileAction::place:
      key = moved.numbers.empty() ? "tiles.does_place_computed" : "tiles.does_place";
      break;
    case analysis::TileAction::read:
      key = moved.numbers.empty() ? "tiles.does_read_computed" : "tiles.does_read";
      break;
    case analysis::TileAction::store:
      key = "tiles.does_store";
      break;
    case analysis::TileAction::nothing:
      break;
  }
  std::string text = state.say(key, arg("line", site.line), arg("warp", header.warp),
                               arg("elements", grouped(stores ? stored_by(view_model) : moved.numbers.size())),
                               arg("of", of), arg("lanes", std::popcount(header.active_mask)),
                               arg("what", words_of(state.language(), site.space, site.operation)));
  return text + thread_text(state, view_model);
}

std::string sentence_of_element(const State& state, const TilesViewModel& view_model,
                                const analysis::TileBuffer& buffer, std::uint32_t element) {
  std::string text = element_name(traced_buffer(view_model, buffer.buffer), element) + state.say("tiles.colon");
  const std::uint32_t number = view_model.flow.number_of(buffer.buffer, element);
  if (number == analysis::no_element) return text + state.say("tiles.element_never");
  const analysis::TileMoment::Element& now = view_model.moment.elements()[number];
  const std::uint32_t units = std::max(1u, buffer.grid.bytes_per_element / view_model.flow.unit);
  if (now.fetches == 0) return text + state.say("tiles.element_later");
  text += state.say("tiles.element_used", now.uses % units == 0 ? grouped(now.uses / units)
                                                                : figures(static_cast<double>(now.uses) / units, 3));
  if (now.shared_units > 0) {
    const auto& shared = view_model.moment.shared();
    const auto place = static_cast<std::size_t>(std::ranges::find(shared, number) - shared.begin());
    text += " " + state.say("tiles.element_held", place * view_model.flow.unit);
  } else {
    text += " " + state.say("tiles.element_not_held");
  }
  if (view_model.has_register(number)) text += " " + state.say("tiles.element_in_register", view_model.thread);
  return text;
}

std::string sentence_of_shared(const State& state, const TilesViewModel& view_model, std::uint32_t unit) {
  const std::uint32_t number = view_model.moment.shared().at(unit);
  const std::uint32_t byte = unit * view_model.flow.unit;
  if (number == analysis::no_element) return state.say("tiles.shared_empty", byte);
  if (number == analysis::TileMoment::computed) return state.say("tiles.shared_computed", byte);
  return state.say("tiles.shared_has", byte, name_of(view_model, number));
}

std::vector<TilesReading> readings_of(const State& state, const TilesViewModel& view_model) {
  const analysis::TileTotals totals = view_model.totals();
  const analysis::TileFlow& flow = view_model.flow;
  std::vector<TilesReading> list;
  const auto add = [&](const char* name, const char* help, std::string value, bool main = false) {
    list.push_back({state.say(name), std::move(value), state.say(help), main});
  };
  add("tiles.reading_fetched", "tiles.help_fetched", bytes_in_words(state, totals.fetched));
  add("tiles.reading_stored", "tiles.help_stored", bytes_in_words(state, totals.stored));
  if (flow.shared_bytes > 0)
    add("tiles.reading_held", "tiles.help_held", grouped(view_model.moment.elements_in_shared()));
  if (flow.knows_registers)
    add("tiles.reading_registers", "tiles.help_registers", grouped(view_model.in_registers.size()));
  if (flow.shared_bytes > 0) add("tiles.reading_reused", "tiles.help_reused", bytes_in_words(state, totals.reused));
  add("tiles.reading_uses", "tiles.help_uses", figures(uses_per_byte(totals), 3), !view_model.computes());
  if (view_model.computes()) {
    add("tiles.reading_operations", "tiles.help_operations",
        state.say("tiles.flop_a_byte", figures(operations_per_byte(totals), 3)), true);
  }
  return list;
}

std::optional<TileAccess> access_of(const TilesViewModel& view_model, std::uint32_t number) {
  const analysis::TileFlow& flow = view_model.flow;
  const auto moves = [&](std::size_t step) -> std::optional<TileAccess> {
    const analysis::TileStep& of = flow.steps[step];
    const std::size_t end = step + 1 < flow.steps.size() ? flow.steps[step + 1].first : flow.moved.size();
    for (std::size_t at = of.first; at < end; ++at) {
      if (flow.moved[at] != number) continue;
      const std::size_t rank = (at - of.first) / std::max(1u, of.units);
      std::uint32_t mask = view_model.sequence->header(of.index).active_mask;
      for (std::size_t n = 0; n < rank; ++n) mask &= mask - 1;
      return TileAccess{view_model.sequence->records[of.index], static_cast<std::uint32_t>(std::countr_zero(mask))};
    }
    return std::nullopt;
  };
  for (std::size_t step = view_model.steps; step-- > 0;) {
    if (const auto found = moves(step)) return found;
  }
  for (std::size_t step = view_model.steps; step < flow.steps.size(); ++step) {
    if (const auto found = moves(step)) return found;
  }
  return std::nullopt;
}

}  // namespace lanescope::gui
