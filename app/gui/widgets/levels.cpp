#include "gui/widgets/levels.h"

#include <algorithm>
#include <array>
#include <optional>

#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

/// So many accesses before the present one are looked through for a value.
constexpr std::uint32_t max_searched_accesses = 4096;

bool is_load_or_copy(trace::Operation operation) {
  return operation == trace::Operation::load || trace::is_asynchronous_copy(operation);
}

/// Returns the level of the last load of that value by the lane before `index`.
Level level_of_load(const analysis::AccessSequence& sequence, std::uint32_t index, std::uint32_t lane,
                    std::uint32_t value) {
  const trace::Trace& trace = sequence.traced->trace;
  const analysis::WarpId warp = analysis::warp_of(sequence.header(index));
  for (std::uint32_t back = 1; back <= std::min(index, max_searched_accesses); ++back) {
    const std::uint32_t record = sequence.records[index - back];
    const trace::Site& site = trace.sites[trace.headers[record].site];
    const bool no_level = site.space == trace::Space::shared || site.space == trace::Space::registers;
    if (no_level || !is_load_or_copy(site.operation)) continue;
    if (analysis::warp_of(trace.headers[record]) != warp || trace.offsets[record][lane] == trace::no_offset) continue;
    if (trace.values[record][lane] == value) return level_of_lane(*sequence.traced, record, lane);
  }
  return Level::unknown;
}

/// An access that stored to shared memory, and the lane that did.
struct StoredBy {
  std::uint32_t index = 0, lane = 0;
};

std::optional<StoredBy> last_store(const analysis::AccessSequence& sequence, std::uint32_t index, std::uint32_t byte) {
  const trace::Trace& trace = sequence.traced->trace;
  const trace::Header& reader = sequence.header(index);
  for (std::uint32_t back = 1; back <= std::min(index, max_searched_accesses); ++back) {
    const std::uint32_t before = index - back, record = sequence.records[before];
    const trace::Header& header = trace.headers[record];
    const trace::Site& site = trace.sites[header.site];
    if (site.space != trace::Space::shared || site.operation == trace::Operation::load) continue;
    if (header.block != reader.block || header.launch != reader.launch) continue;
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      const std::uint32_t offset = trace.offsets[record][lane];
      if (offset != trace::no_offset && offset <= byte && byte < offset + site.bytes_per_lane)
        return StoredBy{before, lane};
    }
  }
  return std::nullopt;
}

template <class LevelOf>
std::string caption(const State& state, std::uint32_t index, const char* key, const LevelOf& level_of) {
  const analysis::AccessSequence& sequence = *state.playback.sequence;
  if (sequence.traced->levels.empty()) return " " + state.say("levels.not_predicted");
  std::array<int, predict::levels> lanes{};
  for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
    if (sequence.traced->trace.offsets[sequence.records[index]][lane] == trace::no_offset) continue;
    ++lanes.at(static_cast<std::size_t>(level_of(lane)));
  }
  std::string list;
  for (const Level level : {Level::l1, Level::l2, Level::memory, Level::unknown}) {
    const int count = lanes.at(static_cast<std::size_t>(level));
    if (count == 0) continue;
    if (!list.empty()) list += state.say("watch.comma");
    list += level == Level::unknown ? state.say("levels.unknown_lanes", count)
                                    : state.say("levels.lanes", word_of(state, level), letter_of(level), count);
  }
  return list.empty() ? std::string() : " " + state.say(key, list);
}

}  // namespace

Level level_of_lane(const analysis::Traced& traced, std::uint32_t record, std::uint32_t lane) {
  return record < traced.levels.size() ? predict::level_of(traced.levels[record], lane) : Level::unknown;
}

Level level_of_lanes(const analysis::Traced& traced, std::uint32_t record, std::uint32_t lanes) {
  for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
    if ((lanes >> lane & 1u) == 0) continue;
    if (const Level level = level_of_lane(traced, record, lane); level != Level::unknown) return level;
  }
  return Level::unknown;
}

Level level_of_value(const analysis::AccessSequence& sequence, std::uint32_t index, std::uint32_t lane) {
  const trace::Trace& trace = sequence.traced->trace;
  const std::uint32_t record = sequence.records[index], byte = trace.offsets[record][lane];
  if (!trace.has_values() || sequence.traced->levels.empty() || byte == trace::no_offset) return Level::unknown;
  if (sequence.site(index).operation != trace::Operation::load)
    return level_of_load(sequence, index, lane, trace.values[record][lane]);
  const auto stored = last_store(sequence, index, byte);
  return stored ? level_of_load(sequence, stored->index, stored->lane, trace.values[record][lane]) : Level::unknown;
}

const char* letter_of(Level level) {
  static constexpr std::array letters{"", "1", "2", "M"};
  return letters.at(static_cast<std::size_t>(level));
}

std::string word_of(const State& state, Level level) {
  static constexpr std::array keys{"levels.unknown", "levels.l1", "levels.l2", "levels.memory"};
  return state.say(keys.at(static_cast<std::size_t>(level)));
}

std::string levels_caption(const State& state, std::uint32_t index) {
  if (!state.playback.levels) return {};
  const analysis::AccessSequence& sequence = *state.playback.sequence;
  return caption(state, index, "levels.answered",
                 [&](std::uint32_t lane) { return level_of_lane(*sequence.traced, sequence.records[index], lane); });
}

std::string value_levels_caption(const State& state, std::uint32_t index) {
  if (!state.playback.levels) return {};
  return caption(state, index, "levels.values_from",
                 [&](std::uint32_t lane) { return level_of_value(*state.playback.sequence, index, lane); });
}

}  // namespace lanescope::gui
