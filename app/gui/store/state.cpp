#include "gui/store/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "gui/store/playback/stage_halves.h"
#include "gui/store/target.h"

namespace lanescope::gui {
namespace {

constexpr std::size_t max_log_entries = 2000;

/// Forgets values that the kernel does not have (any more), and says so in the log. A knob of it has the focus.
void follow_values(State& state) {
  Selection& selection = state.selection;
  const auto definition = state.definition();
  if (!state.memo.renew<Selection>(std::tuple(definition, state.current_values(), selection.focused_knob))) return;
  if (!definition) return;
  if (const auto values = selection.values.find(selection.kernel); values != selection.values.end()) {
    const catalogue::Values before = std::exchange(values->second, known_values(*definition, values->second));
    for (const auto& [name, value] : before) {
      if (values->second.contains(name)) continue;
      log(state, LogEntry::Kind::warning,
          fmt::format("{} has no {} = {} (any more); its default is used", selection.kernel, name,
                      catalogue::to_text(value)));
    }
  }
  const std::vector<Knob>& knobs = state.knobs();
  const bool known = std::ranges::find(knobs, selection.focused_knob, &Knob::name) != knobs.end();
  if (!known) selection.focused_knob = knobs.empty() ? std::string() : knobs.front().name;
}

}  // namespace

const std::vector<Knob>& State::knobs() const {
  const auto kernel = definition();
  return memo.get<std::vector<Knob>>(std::pair(kernel, current_values()), [&] {
    return kernel ? knobs_of(*kernel, current_values()) : std::vector<Knob>();
  });
}

const std::vector<SizeField>& State::sizes() const {
  const auto kernel = definition();
  return memo.get<std::vector<SizeField>>(std::pair(kernel, current_values()), [&] {
    return kernel ? sizes_of(*kernel, current_values()) : std::vector<SizeField>();
  });
}

std::shared_ptr<const catalogue::Kernel> State::definition() const {
  if (!known.catalogue) return nullptr;
  const auto found = known.catalogue->kernels.find(selection.kernel);
  return found == known.catalogue->kernels.end() ? nullptr : found->second;
}

const catalogue::Values& State::current_values() const {
  static const catalogue::Values defaults;
  const auto found = selection.values.find(selection.kernel);
  return found == selection.values.end() ? defaults : found->second;
}

bool State::runs_earlier_text() const {
  const BrokenText& broken = known.broken;
  return broken.revision != 0 && broken.revision == selection.revision && !broken.earlier_text_failed;
}

std::shared_ptr<const catalogue::Kernel> State::running() const {
  return runs_earlier_text() ? known.compiled.at(selection.kernel) : definition();
}

const std::vector<Error>* State::front_matter_errors() const {
  const auto selected = definition();
  if (!selected) return nullptr;
  const auto found = known.catalogue->errors.find(selected->source.path);
  return found == known.catalogue->errors.end() || found->second.empty() ? nullptr : &found->second;
}

const experiments::Result* State::current() const {
  return stale() ? nullptr : known.result.get();
}

std::string State::chosen_setting() const {
  catalogue::Values chosen, sized;  // by name, as settings are written
  for (const Knob& knob : knobs()) chosen[knob.name] = knob.labels[knob.index];
  for (const SizeField& size : sizes()) sized[size.name] = size.value;
  std::vector<std::string> parts;
  for (const catalogue::Values* group : {&chosen, &sized}) {
    for (const auto& [name, value] : *group) parts.push_back(name + "=" + catalogue::to_text(value));
  }
  return join(parts, " ");
}

const experiments::Result* State::recorded() const {
  const auto found = recorded_point(*this, selection.kernel, chosen_setting());
  // The index keeps the results that it returns, so the pointer stays valid.
  return found && found->time() != nullptr ? found.get() : nullptr;
}

bool has_ended(const State& state) {
  const experiments::Result* const result = state.current();
  return result != nullptr && result->is_complete() && state.known.worker != client::State::working;
}

bool has_gpu(const State& state) {
  return state.known.machine && !state.known.machine->device.empty();
}

bool needs_launch_confirmation(const State& state, const experiments::Result& result) {
  const bool in_emulator = result.backend == experiments::Backend::emulator;
  return result.launch_blocked || (has_gpu(state) && in_emulator && result.expected != FaultKind::none);
}

catalogue::Values setting_of(const experiments::Result& result) {
  catalogue::Values values = result.parameters;
  for (const auto& [name, size] : result.sizes) values[name] = size;
  return values;
}

void change_setting(State& state, History::Change change) {
  ++state.selection.revision;
  state.selection.cancelled = false;
  state.selection.requested_at = change.seconds;
  state.known.history.add(std::move(change));
  settle(state);
}

void change_to(State& state, Setting setting, double seconds) {
  Selection& selection = state.selection;
  History::Change change{seconds, History::Change::Subject::knobs, setting_text(state.current_values()),
                         setting_text(setting.values)};
  if (selection.kernel != setting.kernel) {
    change = {seconds, History::Change::Subject::kernel, selection.kernel, setting.kernel};
    // The numbers of another kernel are not an earlier state of this one.
    selection.kernel = setting.kernel;
    state.known.measured = state.known.predicted = state.known.counted = nullptr;
    // Nor do its launches and blocks have the same numbers.
    state.source.launch = 0;
    state.playback.grid.chosen.reset();
  }
  selection.values[selection.kernel] = std::move(setting.values);
  change_setting(state, std::move(change));
}

Effects set_preferences(State& state, Preferences preferences) {
  const bool other_worker = state.ui.preferences.worker_mib != preferences.worker_mib;
  state.ui.preferences = std::move(preferences);
  if (!other_worker) return {};
  return {Connect{state.known.connection.remote}};
}

Effects measure(Selection& selection) {
  selection.cancelled = false;
  return {Measure{}};
}

void settle(State& state) {
  follow_values(state);
  follow_source_text(state);
  follow_pages(state);
  follow_playback(state);
  follow_source(state);
  follow_lesson(state);
  follow_pins(state);
  follow_halves(state);
}

void log(State& state, LogEntry::Kind kind, std::string text, std::chrono::system_clock::time_point time) {
  state.known.log.push_back(LogEntry{kind, time, std::move(text)});
  if (state.known.log.size() > max_log_entries) state.known.log.pop_front();
}

Setting setting_now(const State& state) {
  return {state.selection.kernel, state.current_values()};
}

}  // namespace lanescope::gui
