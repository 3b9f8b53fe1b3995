#include "gui/state/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "gui/state/target.h"

namespace lanescope::gui {
namespace {

constexpr std::size_t max_log_entries = 2000;

/// Returns the view of the text as it is now, with its errors.
SourceView view_of(const State& state, const catalogue::Kernel& definition) {
  if (const std::vector<Error>* errors = state.front_matter_errors()) {
    if (const auto text = state.known.unusable.find(definition.source.path); text != state.known.unusable.end()) {
      return source_view(text->first, text->second, *errors);
    }
  }
  return source_view(state.language(), definition,
                     state.runs_earlier_text() ? state.known.broken.result.get() : state.current());
}

/// Returns the line of `after` that has the statement of a line of `before`: the nearest one with that text, else the
/// one of that number, which was edited. It is 0 when the file is another one.
int same_line(const SourceView& before, int line, const SourceView& after) {
  const auto has = [&](const SourceView& view, int number) {
    return number >= 1 && static_cast<std::size_t>(number) <= view.lines.size();
  };
  if (!has(before, line) || before.path != after.path) return 0;
  const std::string& text = before.lines[static_cast<std::size_t>(line) - 1].text;
  for (int distance = 0; distance < static_cast<int>(after.lines.size() + before.lines.size()); ++distance) {
    for (const int number : {line - distance, line + distance}) {
      if (has(after, number) && after.lines[static_cast<std::size_t>(number) - 1].text == text) return number;
    }
  }
  return has(after, line) ? line : 0;
}

}  // namespace

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

const lab::Result* State::current() const {
  return stale() ? nullptr : known.result.get();
}

std::string State::chosen_setting() const {
  catalogue::Values chosen, sized;  // by name, as settings are written
  for (const Knob& knob : selection.knobs) chosen[knob.name] = knob.labels[knob.index];
  for (const SizeField& size : selection.sizes) sized[size.name] = size.value;
  std::vector<std::string> parts;
  for (const catalogue::Values* group : {&chosen, &sized}) {
    for (const auto& [name, value] : *group) parts.push_back(name + "=" + catalogue::to_text(value));
  }
  return join(parts, " ");
}

const lab::Result* State::recorded() const {
  const auto found = recorded_point(*this, selection.kernel, chosen_setting());
  // The index keeps the results that it returns, so the pointer stays valid.
  return found && found->time() != nullptr ? found.get() : nullptr;
}

bool has_gpu(const State& state) {
  return state.known.machine && !state.known.machine->device.empty();
}

bool needs_launch_confirmation(const State& state, const lab::Result& result) {
  const bool in_emulator = result.backend == lab::Backend::emulator;
  return result.launch_blocked || (has_gpu(state) && in_emulator && result.expected != FaultKind::none);
}

catalogue::Values setting_of(const lab::Result& result) {
  catalogue::Values values = result.parameters;
  for (const auto& [name, size] : result.sizes) values[name] = size;
  return values;
}

void change_setting(State& state, History::Change change) {
  ++state.selection.revision;
  state.selection.cancelled = false;
  state.selection.requested_at = change.seconds;
  state.known.history.add(std::move(change));
  refresh(state);
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

Effects measure(Selection& selection) {
  selection.cancelled = false;
  return {Measure{}};
}

void refresh_shown(State& state) {
  const auto definition = state.definition();
  const SourceView before = std::exchange(state.source.text, definition ? view_of(state, *definition) : SourceView());
  state.source.selected = same_line(before, state.source.selected, state.source.text);
  refresh_pages(state);
  refresh_source(state);
  refresh_playback(state);
}

void refresh(State& state) {
  Selection& selection = state.selection;
  selection.knobs.clear();
  selection.sizes.clear();
  refresh_sweep_grid(state);
  refresh_pinned_grids(state);
  if (const auto definition = state.definition()) {
    if (const auto values = selection.values.find(selection.kernel); values != selection.values.end()) {
      const catalogue::Values before = std::exchange(values->second, known_values(*definition, values->second));
      for (const auto& [name, value] : before) {
        if (values->second.contains(name)) continue;
        log(state, LogEntry::Kind::warning,
            fmt::format("{} has no {} = {} (any more); its default is used", selection.kernel, name,
                        catalogue::to_text(value)));
      }
    }
    selection.knobs = knobs_of(*definition, state.current_values());
    selection.sizes = sizes_of(*definition, state.current_values());
    const bool known = std::ranges::find(selection.knobs, selection.focused_knob, &Knob::name) != selection.knobs.end();
    if (!known) selection.focused_knob = selection.knobs.empty() ? std::string() : selection.knobs.front().name;
  }
  refresh_shown(state);
}

void log(State& state, LogEntry::Kind kind, std::string text, std::chrono::system_clock::time_point time) {
  state.known.log.push_back(LogEntry{kind, time, std::move(text)});
  if (state.known.log.size() > max_log_entries) state.known.log.pop_front();
}

void Undo::add(Step step) {
  undone.clear();
  if (!done.empty()) {
    Step& last = done.back();
    if (last.subject == step.subject && last.after == step.before && step.seconds - last.seconds < 1.0) {
      last.after = std::move(step.after);
      last.seconds = step.seconds;
      if (last.before == last.after) done.pop_back();
      return;
    }
  }
  done.push_back(std::move(step));
  if (done.size() > max_steps) done.erase(done.begin());
}

Setting setting_now(const State& state) {
  return {state.selection.kernel, state.current_values()};
}

}  // namespace lanescope::gui
