#include "gui/screens/warp_states/warp_states_view_model.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

constexpr std::string_view total_id = "warp.cycles_per_instruction";

std::string element_of(std::string_view reason) {
  return "stall." + std::string(reason);
}

/// Returns the stack of one set of values, or none without any reason.
void add_stack(std::vector<StallStack>& stacks, const std::vector<StallReason>& shown, std::string letter,
               experiments::Origin origin, const counters::Values* values) {
  if (values == nullptr) return;
  StallStack stack{std::move(letter), origin, 0, {}};
  double sum = 0;
  for (const StallReason& reason : shown) {
    stack.clocks.push_back(values->find(element_of(reason.id)).value_or(0));
    sum += stack.clocks.back();
  }
  if (sum <= 0) return;
  stack.total = std::max(sum, values->find(total_id).value_or(0));
  stacks.push_back(std::move(stack));
}

void add_stacks(std::vector<StallStack>& stacks, const std::vector<StallReason>& shown, const std::string& letter,
                const PageValues& sources) {
  if (sources.counted != nullptr) {
    add_stack(stacks, shown, letter, sources.counted_origin, &sources.counted->values);
  }
  add_stack(stacks, shown, letter, experiments::Origin::predicted, sources.predicted);
}

std::string verdict_of(const Language& language, const WarpStatesViewModel& view_model, const QuantityReading& total) {
  const auto worst = std::ranges::find_if(view_model.reasons,
                                          [](const StallReason& reason) { return reason.kind != StallKind::fine; });
  if (worst == view_model.reasons.end() || !total.known()) return {};
  return language.say("stall.verdict", figures(total.value(), 3), 100 * worst->share, worst->name, worst->help);
}

}  // namespace

double WarpStatesViewModel::longest() const {
  double most = 0;
  for (const StallStack& stack : stacks) most = std::max(most, stack.total);
  return most;
}

WarpStatesViewModel warp_states_view_model(const State& state) {
  WarpStatesViewModel view_model;
  view_model.heading = page_heading(state, CounterPage::warp_states);
  if (!view_model.heading.missing.empty()) return view_model;
  const Language& language = state.language();
  const PageValues sources = present_values(state);
  const QuantityReading total = reading_of(language, sources, total_id);
  std::vector<PageValues> pinned;
  for (const auto& pin : state.pins.pins) pinned.push_back(pin ? values_of(*pin) : PageValues());
  double sum = 0;
  for (const StallWords& reason : stall_words()) {
    const std::string id = element_of(reason.id);
    StallReason found{std::string(reason.id),
                      language.say(reason.name),
                      language.say(reason.help),
                      reason.kind,
                      reading_of(language, sources, id),
                      0};
    sum += found.clocks.value();
    const bool elsewhere =
        std::ranges::any_of(pinned, [&](const PageValues& side) { return reading_of(language, side, id).value() > 0; });
    if (found.clocks.value() > 0 || elsewhere) view_model.reasons.push_back(std::move(found));
  }
  const double whole = std::max(sum, total.value());
  for (StallReason& reason : view_model.reasons) reason.share = whole > 0 ? reason.clocks.value() / whole : 0;
  std::ranges::stable_sort(view_model.reasons, std::ranges::greater(), &StallReason::share);
  for (std::size_t i = 0; i < pinned.size(); ++i) {
    add_stacks(view_model.stacks, view_model.reasons, std::string(pin_letters.at(i)), pinned[i]);
  }
  if (!state.pins.both()) {
    add_stacks(view_model.stacks, view_model.reasons, state.pins.any() ? state.say("compare.now") : "", sources);
  }
  view_model.verdict = verdict_of(language, view_model, total);
  constexpr std::array<std::pair<std::string_view, const char*>, 3> facts{
      {{total_id, "stall.cycles_per_instruction"},
       {"instructions.threads", "stall.threads"},
       {"instructions.threads_predicated_on", "stall.threads_predicated_on"}}};
  for (const auto& [id, name] : facts) {
    QuantityReading reading = reading_of(language, sources, id);
    if (reading.known()) view_model.facts.emplace_back(language.say(name), std::move(reading));
  }
  return view_model;
}

}  // namespace lanescope::gui
