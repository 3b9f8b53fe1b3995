#include "gui/screens/speed_of_light/speed_of_light_view_model.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

struct Part {
  std::string_view id;
  const char* name;  ///< key of its text
  const char* help;  ///< key of a sentence, or null
};

constexpr Part compute_part{"sol.compute", "light.compute", "light.compute_help"};
constexpr Part memory_part{"sol.memory", "light.memory", "light.memory_help"};
constexpr std::array compute_parts{
    Part{"sol.compute.issue_slots", "light.issue_slots", "light.issue_slots_help"},
    Part{"sol.compute.alu", "light.alu", "light.alu_help"},
    Part{"sol.compute.fma", "light.fma", "light.fma_help"},
    Part{"sol.compute.fp16", "light.fp16", "light.fp16_help"},
    Part{"sol.compute.fp64", "light.fp64", "light.fp64_help"},
    Part{"sol.compute.xu", "light.xu", "light.xu_help"},
    Part{"sol.compute.lsu", "light.lsu", "light.lsu_help"},
    Part{"sol.compute.tensor", "light.tensor", "light.tensor_help"},
};
constexpr std::array memory_parts{
    Part{"sol.memory.lsu_requests", "light.lsu_requests", "light.lsu_requests_help"},
    Part{"sol.memory.lsu_wavefronts", "light.lsu_wavefronts", "light.lsu_wavefronts_help"},
    Part{"sol.memory.l1_tags", "light.l1_tags", "light.l1_tags_help"},
    Part{"sol.memory.l1_data", "light.l1_data", "light.l1_data_help"},
    Part{"sol.memory.l1_from_l2", "light.l1_from_l2", "light.l1_from_l2_help"},
    Part{"sol.memory.l2_sectors", "light.l2_sectors", "light.l2_sectors_help"},
    Part{"sol.memory.l2_tags", "light.l2_tags", "light.l2_tags_help"},
    Part{"sol.memory.l2_to_crossbar", "light.l2_to_crossbar", "light.l2_to_crossbar_help"},
    Part{"sol.memory.dram", "light.dram", "light.dram_help"},
};

struct Side {
  std::string letter;
  PageValues sources;
};

/// Returns A and B, or one of them and the present setting, or the present setting alone.
std::vector<Side> sides_of(const State& state) {
  const Pins& pins = state.pins;
  std::vector<Side> sides;
  for (std::size_t i = 0; i < max_pins; ++i) {
    if (pins.pins[i]) sides.push_back({std::string(pin_letters[i]), values_of(*pins.pins[i])});
  }
  if (!pins.both()) sides.push_back({pins.any() ? state.say("compare.now") : "", present_values(state)});
  return sides;
}

Throughput throughput_of(const Language& language, const std::vector<Side>& sides, const Part& part) {
  Throughput throughput{std::string(part.id), language.say(part.name), language.say(part.help), {}};
  for (const Side& side : sides) {
    throughput.sides.push_back({side.letter, reading_of(language, side.sources, part.id)});
  }
  return throughput;
}

template <std::size_t count>
std::vector<Throughput> parts_of(const Language& language, const std::vector<Side>& sides,
                                 const std::array<Part, count>& parts) {
  std::vector<Throughput> found;
  for (const Part& part : parts) {
    Throughput throughput = throughput_of(language, sides, part);
    const bool known =
        std::ranges::any_of(throughput.sides, [](const ThroughputSide& side) { return side.value.known(); });
    if (known) found.push_back(std::move(throughput));
  }
  std::ranges::stable_sort(found, std::ranges::greater(), &Throughput::highest);
  return found;
}

/// The limits are those of Nsight Compute: 80 % and more is a bound, and both below 60 % mean that the kernel waits.
std::string verdict_of(const Language& language, const SpeedOfLightViewModel& view_model) {
  constexpr double bound = 80, low = 60;
  const QuantityReading& compute = view_model.compute.sides.back().value;
  const QuantityReading& memory = view_model.memory.sides.back().value;
  if (!compute.known() || !memory.known()) return {};
  const bool by_memory = memory.value() >= compute.value();
  const double most = std::max(memory.value(), compute.value());
  const std::vector<Throughput>& parts = by_memory ? view_model.memory_parts : view_model.compute_parts;
  const std::string part = parts.empty() ? view_model.memory.name : parts.front().name;
  if (most < low) return language.say("light.waits", compute.text(), memory.text());
  if (most >= bound) return language.say(by_memory ? "light.memory_bound" : "light.compute_bound", part, most);
  return language.say(by_memory ? "light.memory_first" : "light.compute_first", part, most);
}

}  // namespace

double Throughput::highest() const {
  double most = 0;
  for (const ThroughputSide& side : sides) most = std::max(most, side.value.value());
  return most;
}

SpeedOfLightViewModel speed_of_light_view_model(const State& state) {
  SpeedOfLightViewModel view_model;
  view_model.heading = page_heading(state, CounterPage::speed_of_light);
  if (!view_model.heading.missing.empty()) return view_model;
  const Language& language = state.language();
  const std::vector<Side> sides = sides_of(state);
  view_model.compute = throughput_of(language, sides, compute_part);
  view_model.memory = throughput_of(language, sides, memory_part);
  view_model.compute_parts = parts_of(language, sides, compute_parts);
  view_model.memory_parts = parts_of(language, sides, memory_parts);
  view_model.verdict = verdict_of(language, view_model);
  constexpr std::array<std::pair<std::string_view, const char*>, 5> facts{{{"time.duration", "light.duration"},
                                                                           {"time.elapsed", "light.elapsed"},
                                                                           {"time.sm_active", "light.sm_active"},
                                                                           {"clock.sm", "light.sm_clock"},
                                                                           {"clock.dram", "light.dram_clock"}}};
  for (const auto& [id, name] : facts) {
    QuantityReading reading = reading_of(language, sides.back().sources, id);
    if (reading.known()) view_model.facts.emplace_back(language.say(name), std::move(reading));
  }
  return view_model;
}

}  // namespace lanescope::gui
