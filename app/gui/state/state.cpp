#include "gui/state/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "gui/panels/readout/readings.h"
#include "lab/sweep/sweep_key.h"

namespace warpscope::gui {

namespace {

constexpr std::size_t max_log_entries = 2000;

bool same_text(const catalogue::Kernel& one, const catalogue::Kernel& two) {
  return one.source.text == two.source.text && one.source.headers == two.source.headers;
}

void remember(State& state, const lab::Result& result, double seconds) {
  const auto rate = rate_of(result, false);
  if (!rate) return;
  state.known.history.add(History::Sample{seconds, rate->rate, rate->low, rate->high, state.selection.revision,
                                          result.gflop_per_s().value_or(0)});
  state.known.history.settings[state.selection.revision] =
      fmt::format("{} {}", state.selection.kernel, setting_text(*state.ui.language, state.current_values()));
}

/// What other kernels and settings can be held against: the newest time of each that was not found wrong.
void keep_measured(State& state, const lab::Result& result) {
  if (!result.recorded.empty() || result.failed() || (result.verification && !result.verification->passed)) return;
  lab::Result kept = result;  // without what only panels of the moment need
  kept.ptx.clear();
  kept.source.clear();
  kept.sass.reset();
  kept.traced.reset();
  kept.preview.reset();
  kept.curves.clear();
  kept.recent.clear();
  kept.dumps.clear();
  state.scope.measured.put(kept.kernel, lab::setting_text(kept), std::make_shared<const lab::Result>(kept));
}

/// Kernels whose text has changed: times of the earlier one are not theirs.
void forget_measured(State& state, const catalogue::Snapshot& before, const catalogue::Snapshot& after) {
  for (const auto& [id, kernel] : before.kernels) {
    const auto now = after.kernels.find(id);
    if (now == after.kernels.end() || !same_text(*now->second, *kernel)) state.scope.measured.forget(id);
  }
}

/// The first error of every file whose errors were not there before.
void log_new_errors(State& state, const catalogue::Snapshot* before, const catalogue::Snapshot& after) {
  for (const auto& [path, errors] : after.errors) {
    if (errors.empty()) continue;
    if (before != nullptr) {
      const auto old = before->errors.find(path);
      if (old != before->errors.end() && old->second == errors) continue;
    }
    for (const Error& error : errors) log(state, LogEntry::Kind::error, error.text());
  }
}

bool failed_with(const lab::Result& result, FaultKind kind) {
  return result.failed() && std::any_of(result.faults.begin(), result.faults.end(),
                                        [kind](const lab::Fault& fault) { return fault.kind == kind; });
}

/// The last text of the selected kernel that compiled, when it is another one than the current.
std::shared_ptr<const catalogue::Kernel> earlier_text(const State& state) {
  const auto found = state.known.compiled.find(state.selection.kernel);
  const auto definition = state.definition();
  if (found == state.known.compiled.end() || !definition || same_text(*found->second, *definition)) return nullptr;
  return found->second;
}

/// Keeps the last text that compiles, and falls back on it. Returns the result that is shown.
std::shared_ptr<const lab::Result> judge_text(State& state, std::shared_ptr<const lab::Result> result,
                                              Effects& effects) {
  if (state.runs_earlier_text()) {
    // An earlier text that does not run at this setting (its knobs may be others) helps nobody: what is wrong with the
    // current one is what matters.
    if (!failed_with(*result, FaultKind::compile) && !failed_with(*result, FaultKind::resolve)) return result;
    state.known.broken.given_up = true;
    return state.known.broken.result;
  }
  if (result->compile_ms) {
    if (const auto definition = state.definition()) state.known.compiled[state.selection.kernel] = definition;
  } else if (failed_with(*result, FaultKind::compile) && state.known.broken.revision != state.selection.revision &&
             earlier_text(state)) {
    state.known.broken = {state.selection.revision, result, false};
    effects.push_back(Measure{});
  }
  return result;
}

/// The text as it is now, with what is wrong with it.
SourceView view_of(const State& state, const catalogue::Kernel& definition) {
  if (const std::vector<Error>* errors = state.front_matter_errors()) {
    if (const auto text = state.known.unusable.find(definition.source.path); text != state.known.unusable.end()) {
      return source_view(text->first, text->second, *errors);
    }
  }
  return source_view(*state.ui.language, definition,
                     state.runs_earlier_text() ? state.known.broken.result.get() : state.current());
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
  return broken.revision != 0 && broken.revision == selection.revision && !broken.given_up;
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

const lab::Result* State::recorded() const {
  catalogue::Values chosen, sized;  // by name, as settings are written
  for (const Knob& knob : selection.knobs) chosen[knob.name] = knob.labels[knob.index];
  for (const SizeField& size : selection.sizes) sized[size.name] = size.value;
  std::vector<std::string> parts;
  for (const catalogue::Values* group : {&chosen, &sized}) {
    for (const auto& [name, value] : *group) parts.push_back(name + "=" + catalogue::to_text(value));
  }
  const auto found = known.recordings.find(selection.kernel, join(parts, " "));
  // The index keeps what it gave out.
  return found && found->time() != nullptr ? found.get() : nullptr;
}

bool has_gpu(const State& state) {
  return state.known.machine && !state.known.machine->device.empty();
}

bool waits_for_a_click(const State& state, const lab::Result& result) {
  const bool in_emulator = result.backend == lab::Backend::emulator;
  return result.launch_blocked || (has_gpu(state) && in_emulator && result.expected != FaultKind::none);
}

std::optional<lab::Experiment> experiment_of(const State& state) {
  const auto kernel = state.running();
  if (!kernel) return std::nullopt;
  lab::Experiment experiment;
  experiment.kernel = kernel->source;
  // A partner that cannot be had is among the errors of the kernel's file; the worker says so too.
  if (const auto partner = catalogue::partner_of(*kernel, *state.known.catalogue); partner && *partner) {
    experiment.same_as = (*partner)->source;
  }
  // An earlier text may have other knobs.
  experiment.values = known_values(*kernel, state.current_values());
  experiment.seed = state.selection.seed;
  experiment.preview = true;
  experiment.disassemble = wants_sass(state);
  experiment.trace = trace_choice(state);
  experiment.proceed =
      state.selection.proceed_revision != 0 && state.selection.proceed_revision == state.selection.revision;
  return experiment;
}

catalogue::Values setting_of(const lab::Result& result) {
  catalogue::Values values = result.parameters;
  for (const auto& [name, size] : result.sizes) values[name] = size;
  return values;
}

void change_setting(State& state, History::Change change) {
  ++state.selection.revision;
  state.selection.cancelled = false;
  state.known.history.add(std::move(change));
  refresh(state);
}

void change_to(State& state, Setting setting, double seconds) {
  Selection& selection = state.selection;
  History::Change change{seconds, History::Change::Subject::knobs, setting_text(state.current_values()),
                         setting_text(setting.values)};
  if (selection.kernel != setting.kernel) {
    change = {seconds, History::Change::Subject::kernel, selection.kernel, setting.kernel};
    // Numbers of another kernel are not an earlier state of this one.
    selection.kernel = setting.kernel;
    state.known.measured = state.known.counted = nullptr;
  }
  selection.values[selection.kernel] = std::move(setting.values);
  change_setting(state, std::move(change));
}

Effects measure(Selection& selection) {
  selection.cancelled = false;
  return {Measure{}};
}

void refresh(State& state) {
  state.selection.knobs.clear();
  state.selection.sizes.clear();
  state.source.text = {};
  const auto definition = state.definition();
  refresh_sweep_grid(state);
  refresh_pinned_grids(state);
  if (!definition) {
    refresh_source(state);
    refresh_playback(state);
    return;
  }
  if (const auto values = state.selection.values.find(state.selection.kernel); values != state.selection.values.end()) {
    catalogue::Values known = known_values(*definition, values->second);
    for (const auto& [name, value] : values->second) {
      if (known.contains(name)) continue;
      log(state, LogEntry::Kind::warning,
          fmt::format("{} has no {} = {} (any more); its default is used", state.selection.kernel, name,
                      catalogue::to_text(value)));
    }
    values->second = std::move(known);
  }
  state.selection.knobs = knobs_of(*definition, state.current_values());
  state.selection.sizes = sizes_of(*definition, state.current_values());
  state.source.text = view_of(state, *definition);
  refresh_source(state);
  refresh_playback(state);
  const bool known = std::any_of(state.selection.knobs.begin(), state.selection.knobs.end(),
                                 [&](const Knob& knob) { return knob.name == state.selection.focused_knob; });
  if (!known)
    state.selection.focused_knob = state.selection.knobs.empty() ? std::string() : state.selection.knobs.front().name;
}

void accept(State& state, std::shared_ptr<const catalogue::Snapshot> snapshot, double seconds, FileTexts unusable) {
  const auto before = state.definition();
  log_new_errors(state, state.known.catalogue.get(), *snapshot);
  if (state.known.catalogue) {
    forget_sweeps(state.sweep, *state.known.catalogue, *snapshot);
    forget_measured(state, *state.known.catalogue, *snapshot);
  }
  state.known.catalogue = std::move(snapshot);
  state.known.unusable = std::move(unusable);
  const auto after = state.definition();
  if (before && after && !same_text(*before, *after)) {
    change_setting(state, {seconds, History::Change::Subject::source, "", ""});
  } else {
    refresh(state);
  }
}

Effects accept(State& state, std::shared_ptr<const lab::Result> result, double seconds) {
  Effects effects;
  result = judge_text(state, std::move(result), effects);
  const catalogue::Samples* shown =
      state.known.measured && state.known.measured->request == result->request ? state.known.measured->time() : nullptr;
  const catalogue::Samples* time = result->time();
  const bool new_time = time != nullptr && (shown == nullptr || !(*shown == *time));

  if (result->verification && result->verification->passed) {
    state.known.verified_revision = state.selection.revision;
  } else if (result->verification || !result->faults.empty()) {
    state.known.verified_revision = 0;
  }
  state.known.result = std::move(result);
  state.known.result_revision = state.selection.revision;
  if (!state.known.result->machine.device.empty() || !state.known.machine)
    state.known.machine = state.known.result->machine;
  if (time != nullptr) {
    state.known.measured = state.known.result;
    state.known.measured_revision = state.selection.revision;
  }
  if (state.known.result->metrics) {
    state.known.counted = state.known.result;
    state.known.counted_revision = state.selection.revision;
  }
  if (new_time) remember(state, *state.known.result, seconds);
  if (time != nullptr) keep_measured(state, *state.known.result);
  follow_pins(state);
  if (const auto definition = state.definition()) state.source.text = view_of(state, *definition);
  refresh_source(state);
  refresh_playback(state);
  return effects;
}

void log(State& state, LogEntry::Kind kind, std::string text, std::chrono::system_clock::time_point time) {
  state.known.log.push_back(LogEntry{kind, time, std::move(text)});
  if (state.known.log.size() > max_log_entries) state.known.log.pop_front();
}

}  // namespace warpscope::gui
