#include "gui/store/undo.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "base/text.h"
#include "gui/messages.h"
#include "gui/store/lesson/lecture.h"
#include "gui/store/selection_commands.h"
#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

bool same_pins(const Pins& one, const Pins& other) {
  if (one.on_stage != other.on_stage) return false;
  for (std::size_t i = 0; i < max_pins; ++i) {
    const std::optional<Pin>&left = one.pins[i], &right = other.pins[i];
    if (left.has_value() != right.has_value()) return false;
    if (left && (left->kernel != right->kernel || left->values != right->values)) return false;
  }
  return true;
}

bool same_appearance(const Choices& one, const Choices& other) {
  return one.theme == other.theme && one.zoom == other.zoom && one.language == other.language;
}

bool same_sweep(const Choices& one, const Choices& other) {
  return one.axes == other.axes && one.quantity == other.quantity;
}

bool same_source(const Choices& one, const Choices& other) {
  return one.view == other.view && one.unit == other.unit && one.by_excess == other.by_excess && one.ptx == other.ptx &&
         one.sass == other.sass;
}

bool are_same(const Choices& one, const Choices& other) {
  return one.setting == other.setting && one.target == other.target && same_pins(one.pins, other.pins) &&
         same_sweep(one, other) && same_appearance(one, other) && one.preferences == other.preferences &&
         same_source(one, other) && one.lecture == other.lecture && one.cleared == other.cleared;
}

/// Returns "pad 0 → 1", or the kernels.
std::string difference(const State& state, const Setting& before, const Setting& after) {
  if (before.kernel != after.kernel) return before.kernel + " → " + after.kernel;
  std::set<std::string> names;
  for (const catalogue::Values* values : {&before.values, &after.values}) {
    for (const auto& [name, value] : *values) names.insert(name);
  }
  const auto text_in = [&](const catalogue::Values& values, const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? state.say("undo.default") : catalogue::to_text(found->second);
  };
  std::vector<std::string> changes;
  for (const std::string& name : names) {
    std::string from = text_in(before.values, name), to = text_in(after.values, name);
    if (from != to) changes.push_back(fmt::format("{} {} → {}", name, from, to));
  }
  return join(changes, ", ");
}

/// Puts what the scope had before it was cleared before what it has now.
void bring_back(State& state, const History& cleared) {
  History& now = state.known.history;
  now.samples.insert(now.samples.begin(), cleared.samples.begin(), cleared.samples.end());
  now.changes.insert(now.changes.begin(), cleared.changes.begin(), cleared.changes.end());
  for (const auto& [revision, setting] : cleared.settings) now.settings.emplace(revision, setting);
}

/// Chooses `wanted` where it differs from `now`. What has changed since then in another part stays.
Outcome restore(State& state, const Choices& now, const Choices& wanted, double seconds) {
  Effects effects;
  if (!(now.setting == wanted.setting)) {
    const std::string& kernel = wanted.setting.kernel;
    if (!state.known.catalogue || !state.known.catalogue->kernels.contains(kernel)) {
      return failure(message<"kernels.no_longer">(kernel));
    }
    change_to(state, wanted.setting, seconds);
  }
  if (now.target != wanted.target) {
    TRY(effects, SetTarget{wanted.target}.apply(state, seconds));
  }
  if (!same_pins(now.pins, wanted.pins)) state.pins = wanted.pins;
  if (!same_sweep(now, wanted)) {
    state.sweep.axes = wanted.axes;
    state.sweep.quantity = wanted.quantity;
  }
  if (!same_appearance(now, wanted)) {
    state.ui.theme = wanted.theme;
    state.ui.zoom = wanted.zoom;
    state.ui.language = wanted.language;
  }
  if (now.preferences != wanted.preferences) append(effects, set_preferences(state, wanted.preferences));
  if (!same_source(now, wanted)) {
    state.source.view = wanted.view;
    state.source.unit = wanted.unit;
    state.source.by_excess = wanted.by_excess;
    state.source.ptx = wanted.ptx;
    state.source.sass = wanted.sass;
  }
  if (now.lecture != wanted.lecture) {
    TRY(Effects saved, restore_lecture(state, now.lecture, wanted.lecture));
    append(effects, std::move(saved));
  }
  if (now.cleared != wanted.cleared) {
    const bool clears = wanted.cleared != nullptr && now.cleared == nullptr;
    if (clears) {
      state.known.history = {};
    } else if (now.cleared) {
      bring_back(state, *now.cleared);
    }
    state.scope.cleared = wanted.cleared;
  }
  return effects;
}

void say_what_was_done(State& state, const char* sentence, std::string_view again, const Choices& from,
                       const Choices& to, double seconds) {
  Notice notice{Notice::Kind::done, state.say(sentence, difference(state, from, to))};
  notice.action = again;
  show_notice(state, std::move(notice), seconds);
}

}  // namespace

Choices choices_now(const State& state) {
  const SourceState& source = state.source;
  return {setting_now(state), state.selection.target, state.pins,        state.sweep.axes,     state.sweep.quantity,
          state.ui.theme,     state.ui.zoom,          state.ui.language, state.ui.preferences, source.view,
          source.unit,        source.by_excess,       source.ptx,        source.sass,          state.lesson.lecture,
          state.scope.cleared};
}

std::string difference(const State& state, const Choices& before, const Choices& after) {
  if (!(before.setting == after.setting)) return difference(state, before.setting, after.setting);
  if (before.target != after.target) return state.say("undo.target");
  if (!same_pins(before.pins, after.pins)) return state.say("undo.pins");
  if (!same_sweep(before, after)) return state.say("undo.sweep");
  if (!same_appearance(before, after)) return state.say("undo.appearance");
  if (before.preferences != after.preferences) return state.say("undo.settings");
  if (!same_source(before, after)) return state.say("undo.source");
  if (before.lecture != after.lecture) return state.say("undo.lecture");
  return before.cleared != after.cleared ? state.say("undo.cleared") : std::string();
}

void Undo::add(Step step) {
  undone.clear();
  if (!done.empty()) {
    Step& last = done.back();
    if (last.subject == step.subject && are_same(last.after, step.before) && step.seconds - last.seconds < 1.0) {
      last.after = std::move(step.after);
      last.seconds = step.seconds;
      if (are_same(last.before, last.after)) done.pop_back();
      return;
    }
  }
  done.push_back(std::move(step));
  if (done.size() > max_steps) done.erase(done.begin());
}

Outcome undo(State& state, double seconds) {
  Undo::Step step = std::move(state.undo.done.back());
  state.undo.done.pop_back();
  TRY(Effects effects, restore(state, step.after, step.before, seconds));
  say_what_was_done(state, "undo.undone", "redo", step.after, step.before, seconds);
  state.undo.undone.push_back(std::move(step));
  return effects;
}

Outcome redo(State& state, double seconds) {
  Undo::Step step = std::move(state.undo.undone.back());
  state.undo.undone.pop_back();
  TRY(Effects effects, restore(state, step.before, step.after, seconds));
  say_what_was_done(state, "undo.redone", "undo", step.before, step.after, seconds);
  step.seconds = -1;  // a later change is a step of its own
  state.undo.done.push_back(std::move(step));
  return effects;
}

}  // namespace lanescope::gui
