#include "gui/screens/scheduler/scheduler_view_model.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

struct Step {
  std::string_view id;
  const char* name;
  const char* help;
};
constexpr std::array steps{
    Step{"warps.maximum", "scheduler.maximum", "scheduler.maximum_help"},
    Step{"warps.theoretical", "scheduler.theoretical", "scheduler.theoretical_help"},
    Step{"warps.active", "scheduler.active", "scheduler.active_help"},
    Step{"warps.eligible", "scheduler.eligible", "scheduler.eligible_help"},
    Step{"warps.issued", "scheduler.issued", "scheduler.issued_help"},
};

/// An issue slot that is used in 60 % of the cycles or more is not what keeps a kernel from being faster.
std::string verdict_of(const Language& language, const SchedulerViewModel& view_model) {
  const auto find = [&](std::string_view id) -> const QuantityReading* {
    const auto found = std::ranges::find(view_model.steps, id, &WarpCount::id);
    return found == view_model.steps.end() ? nullptr : &found->warps;
  };
  const QuantityReading* issued = find("warps.issued");
  if (issued == nullptr || issued->value() <= 0) return {};
  constexpr double well_used = 0.6;
  if (issued->value() >= well_used) return language.say("scheduler.well_used", issued->value());
  const QuantityReading* eligible = find("warps.eligible");
  const QuantityReading* active = find("warps.active");
  const double every = 1 / issued->value();
  if (active == nullptr || eligible == nullptr) return language.say("scheduler.issues_every", every);
  return language.say("scheduler.waits", every, active->value(), eligible->value());
}

}  // namespace

SchedulerViewModel scheduler_view_model(const State& state) {
  SchedulerViewModel view_model;
  view_model.heading = page_heading(state, CounterPage::scheduler);
  if (!view_model.heading.missing.empty()) return view_model;
  const Language& language = state.language();
  const PageValues sources = present_values(state);
  for (const Step& step : steps) {
    WarpCount count{std::string(step.id), language.say(step.name), language.say(step.help),
                    reading_of(language, sources, step.id)};
    view_model.slots = std::max(view_model.slots, count.warps.value());
    if (count.warps.known()) view_model.steps.push_back(std::move(count));
  }
  view_model.without_eligible = reading_of(language, sources, "issue.no_eligible");
  view_model.verdict = verdict_of(language, view_model);
  constexpr std::array<std::pair<std::string_view, const char*>, 5> facts{
      {{"instructions.executed", "scheduler.executed"},
       {"instructions.per_cycle", "scheduler.per_cycle"},
       {"occupancy.theoretical", "scheduler.occupancy_theoretical"},
       {"occupancy.achieved", "scheduler.occupancy_achieved"},
       {"issue.one_or_more", "scheduler.one_or_more"}}};
  for (const auto& [id, name] : facts) {
    QuantityReading reading = reading_of(language, sources, id);
    if (reading.known()) view_model.facts.emplace_back(language.say(name), std::move(reading));
  }
  return view_model;
}

}  // namespace lanescope::gui
