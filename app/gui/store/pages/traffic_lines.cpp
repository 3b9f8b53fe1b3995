#include "gui/store/pages/traffic_lines.h"

#include <algorithm>
#include <array>
#include <map>

#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

using trace::Operation, trace::Space;

enum class Direction { read, write, atomic };

Direction kind_of(Operation operation) {
  switch (operation) {
    case Operation::store:
    case Operation::matrix_store:
    case Operation::bulk_store:
      return Direction::write;
    case Operation::reduce:
    case Operation::atomic:
      return Direction::atomic;
    default:
      return Direction::read;
  }
}

/// Returns whether accesses of this kind can cause the traffic. An atomic operation goes both ways behind the L1.
bool causes(Space space, Operation operation, Traffic traffic) {
  const Direction kind = kind_of(operation);
  const bool shared = space == Space::shared || space == Space::distributed;
  const bool cached = space == Space::global || space == Space::local || space == Space::texture;
  switch (traffic) {
    case Traffic::global_load:
      return space == Space::global && kind == Direction::read;
    case Traffic::global_store:
      return space == Space::global && kind == Direction::write;
    case Traffic::global_atomic:
      return space == Space::global && kind == Direction::atomic;
    case Traffic::local_load:
      return space == Space::local && kind == Direction::read;
    case Traffic::local_store:
      return space == Space::local && kind == Direction::write;
    case Traffic::texture_load:
      return space == Space::texture;
    case Traffic::shared_load:
      return shared && kind == Direction::read;
    case Traffic::shared_store:
      return shared && kind == Direction::write;
    case Traffic::shared_atomic:
      return shared && kind == Direction::atomic;
    case Traffic::l2_to_l1:
    case Traffic::memory_read:
    case Traffic::host_read:
      return cached && kind != Direction::write;
    case Traffic::l1_to_l2:
    case Traffic::memory_write:
    case Traffic::host_write:
      return cached && kind != Direction::read;
  }
  return false;
}

std::uint64_t cost_of(Space space, const model::Counts& counts) {
  if (space == Space::shared || space == Space::distributed) return counts.wavefronts;
  return space == Space::texture ? counts.requests : counts.sectors;
}

}  // namespace

std::vector<TrafficLine> traffic_lines(const State& state, Traffic traffic) {
  const auto& counted = state.known.counted;
  if (!counted || counted->kernel != state.selection.kernel) return {};
  const model::Metrics& metrics = *counted->metrics;
  const model::ViewMetrics& view = metrics.view(state.source.view);
  std::map<int, std::uint64_t> costs;
  for (const model::LineMetrics& line : view.lines) {
    if (!causes(line.space, line.operation, traffic) || !same_source(line.file, state.source.text.path)) continue;
    costs[line.line] += cost_of(line.space, line.counts);
  }
  std::vector<TrafficLine> lines;
  for (const auto& [line, cost] : costs) lines.push_back({line, cost});
  std::ranges::stable_sort(lines, std::ranges::greater(), &TrafficLine::cost);
  return lines;
}

std::string word_of(const Language& language, Traffic traffic) {
  constexpr std::array keys{"chart.global_loads", "chart.global_stores", "chart.global_atomics",
                            "chart.local_loads",  "chart.local_stores",  "chart.texture_loads",
                            "chart.shared_loads", "chart.shared_stores", "chart.shared_atomics",
                            "chart.l2_to_l1",     "chart.l1_to_l2",      "chart.memory_read",
                            "chart.memory_write", "chart.host_read",     "chart.host_write"};
  return language.say(keys.at(static_cast<std::size_t>(traffic)));
}

}  // namespace lanescope::gui
