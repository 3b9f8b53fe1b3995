#include "gui/screens/sectors/sectors_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <ranges>

#include "base/names.h"
#include "base/rounding.h"
#include "gui/readings/lane_words.h"
#include "gui/store/state.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

using trace::Operation;
using trace::Space;

bool stores(Operation operation) {
  return operation == Operation::store || operation == Operation::reduce || operation == Operation::atomic ||
         operation == Operation::bulk_store;
}

std::optional<SectorAccess> access_at(const analysis::AccessSequence& sequence, std::uint32_t index) {
  SectorAccess access;
  access.index = index;
  access.record = sequence.records[index];
  access.bytes_per_lane = sequence.bytes_per_lane(index);
  const trace::Trace& trace = sequence.traced->trace;
  auto map = model::sector_map(trace, access.record, access.bytes_per_lane);
  if (!map) return std::nullopt;
  access.map = std::move(*map);
  const trace::Header& header = trace.headers[access.record];
  access.site = header.site;
  access.stores = stores(trace.sites[header.site].operation);
  access.beyond = header.active_mask & ~access.map.lanes;
  return access;
}

/// Returns an access of the same warp in the other direction to the same kind of memory. It is the next one after a
/// load and the last one before a store, because a kernel loads first. If there is none, the search goes the other way.
std::optional<SectorAccess> opposite_access_of(const analysis::AccessSequence& sequence, const SectorAccess& chosen) {
  const analysis::WarpId warp = analysis::warp_of(sequence.header(chosen.index));
  const Space space = sequence.site(chosen.index).space;
  const auto fits = [&](std::uint32_t index) {
    const trace::Site& site = sequence.site(index);
    return sequence.steps[index] > 0 && site.space == space && stores(site.operation) != chosen.stores &&
           analysis::warp_of(sequence.header(index)) == warp;
  };
  const auto after = std::views::iota(chosen.index + 1, static_cast<std::uint32_t>(sequence.records.size()));
  const auto before = std::views::iota(0u, chosen.index) | std::views::reverse;
  const auto next = std::ranges::find_if(after, fits);
  const auto last = std::ranges::find_if(before, fits);
  const bool has_next = next != after.end(), has_last = last != before.end();
  if (has_last && (chosen.stores || !has_next)) return access_at(sequence, *last);
  return has_next ? access_at(sequence, *next) : std::nullopt;
}

std::string bytes(std::uint64_t count) {
  return grouped(count) + " B";
}

std::string buffer_name(const State& state, const SectorAccess& access) {
  const analysis::Traced& traced = *state.playback.traced();
  if (traced.trace.sites[access.site].space == Space::local) return state.say("sectors.local_memory");
  return traced.trace.buffers[traced.trace.headers[access.record].buffer].name;
}

}  // namespace

std::optional<SectorsViewModel> sectors_view_model(const Playback& playback) {
  const auto at = shown_access(playback, AnimatedView::sectors);
  if (!at) return std::nullopt;
  auto chosen = access_at(*playback.sequence, at->index);
  if (!chosen) return std::nullopt;
  SectorsViewModel view_model;
  view_model.opposite = opposite_access_of(*playback.sequence, *chosen);
  view_model.chosen = std::move(*chosen);
  view_model.so_far = view_model.chosen.map;
  // The lanes appear one after the other, and the last fifth of the time shows the whole.
  constexpr double share = 1.25, rounding = 1e-6;
  const auto lanes = static_cast<std::uint32_t>(share * trace::lanes_per_warp * at->part + rounding);
  if (at->now && playback.playing && lanes < trace::lanes_per_warp) {
    view_model.done = (1u << lanes) - 1;
    const auto so_far = model::sector_map(playback.sequence->traced->trace, view_model.chosen.record,
                                          view_model.chosen.bytes_per_lane, view_model.done);
    if (so_far) view_model.so_far = *so_far;
  }
  return view_model;
}

LineGrid line_grid(std::size_t lines, float height, float min_height) {
  LineGrid grid;
  constexpr std::uint32_t max_columns = 8;
  for (grid.columns = 1;; grid.columns *= 2) {
    grid.rows = static_cast<std::uint32_t>(ceil_div(lines, grid.columns));
    if (grid.columns == max_columns || static_cast<float>(grid.rows) * min_height <= height) return grid;
  }
}

std::string amplification_text(const model::SectorMap& map) {
  return map.bytes_used == 0 ? "–" : fmt::format("{:.1f}×", map.amplification());
}

std::string bytes_text(const State& state, const model::SectorMap& map) {
  return state.say("sectors.used_of_moved", bytes(map.bytes_used), bytes(map.bytes_moved()));
}

std::string title_of(const State& state, const SectorAccess& access) {
  const trace::Site& site = state.playback.traced()->trace.sites[access.site];
  static constexpr EnumNames<trace::operation_count> keys{"sectors.load_of",   "sectors.store_to", "sectors.atomic_on",
                                                          "sectors.atomic_on", "sectors.copy_of",  "sectors.load_of",
                                                          "sectors.store_to",  "sectors.copy_of",  "sectors.store_to",
                                                          "sectors.copy_of",   "sectors.load_of"};
  return state.say(enum_name(keys, site.operation), buffer_name(state, access), site.line);
}

std::string line_text(const State& state, const SectorAccess& access, std::uint64_t line) {
  const analysis::Traced& traced = *state.playback.traced();
  const std::uint64_t byte = line * model::bytes_per_line;
  if (traced.trace.sites[access.site].space == Space::local) return state.say("sectors.local_word", line);
  const std::uint32_t number = traced.trace.headers[access.record].buffer;
  if (number >= traced.buffers.size()) return fmt::format("{} + {}", traced.trace.buffers[number].name, bytes(byte));
  const analysis::TracedBuffer& buffer = traced.buffers[number];
  const std::uint64_t element = byte / catalogue::size_of(buffer.type);
  const auto columns =
      static_cast<std::uint64_t>(buffer.shape.empty() ? 1 : std::max<std::int64_t>(1, buffer.shape.back()));
  if (buffer.shape.size() < 2) return fmt::format("{}[{}…]", buffer.name, element);
  return fmt::format("{}[{}][{}…]", buffer.name, element / columns, element % columns);
}

std::string sectors_caption(const State& state, const SectorsViewModel& view_model) {
  const SectorAccess& access = view_model.chosen;
  const model::SectorMap& map = access.map;
  const trace::Header& header = state.playback.sequence->header(access.index);
  const int lanes = std::popcount(access.map.lanes);
  std::string text;
  if (lanes == 0) {
    text = state.say("sectors.nothing", header.warp, header.block);
  } else {
    text = state.say(access.stores ? "sectors.warp_stores" : "sectors.warp_loads", header.warp, header.block, lanes,
                     bytes(map.bytes_used), buffer_name(state, access));
    text += map.lines.size() == 1 ? state.say("sectors.in_one_line", map.sectors)
                                  : state.say("sectors.in_lines", map.sectors, map.lines.size());
    const std::string times = fmt::format("{:.1f}", map.amplification());
    text += map.bytes_used == map.bytes_moved() ? state.say("sectors.all_used")
            : access.is_ideal()                 ? state.say("sectors.as_few", bytes(map.bytes_moved()), times)
                                : state.say("sectors.wasteful", bytes(map.bytes_moved()), times, map.sectors_ideal);
  }
  if (access.beyond != 0) text += state.say("sectors.beyond", lanes_in_words(state.language(), access.beyond));
  return text;
}

std::string sector_sentence(const State& state, const SectorAccess& access, std::size_t line, std::size_t sector) {
  const model::LineUse& use = access.map.lines.at(line);
  const model::SectorUse& here = use.sectors.at(sector);
  const std::string place = line_text(state, access, use.line);
  if (!here.moved()) return state.say("sectors.sector_stays", sector, place);
  return state.say("sectors.sector_moves", sector, place, std::popcount(here.used),
                   lanes_in_words(state.language(), here.lanes));
}

std::string lane_sentence(const State& state, const SectorAccess& access, std::uint32_t lane) {
  if ((access.beyond >> lane & 1u) != 0) return state.say("sectors.lane_beyond", lane);
  if ((access.map.lanes >> lane & 1u) == 0) return state.say("sectors.lane_inactive", lane);
  for (const model::LineUse& line : access.map.lines) {
    for (std::size_t sector = 0; sector < line.sectors.size(); ++sector) {
      if ((line.sectors[sector].lanes >> lane & 1u) == 0) continue;
      return state.say("sectors.lane_touches", lane, access.bytes_per_lane, sector,
                       line_text(state, access, line.line));
    }
  }
  return {};
}

}  // namespace lanescope::gui
