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

/// The text as it is now, with what is wrong with it.
SourceView view_of(const State& state, const catalogue::Kernel& definition) {
  if (const std::vector<Error>* errors = state.front_matter_errors()) {
    if (const auto text = state.known.unusable.find(definition.source.path); text != state.known.unusable.end()) {
      return source_view(text->first, text->second, *errors);
    }
  }
  return source_view(state.language(), definition,
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

void refresh_shown(State& state) {
  const auto definition = state.definition();
  state.source.text = definition ? view_of(state, *definition) : SourceView();
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

namespace {

bool same_text(const catalogue::Kernel& one, const catalogue::Kernel& two) {
  return one.source.text == two.source.text && one.source.headers == two.source.headers;
}

void remember(State& state, const lab::Result& result, double seconds) {
  const auto rate = rate_of(result, false);
  if (!rate) return;
  state.known.history.add(History::Sample{seconds, rate->rate, rate->low, rate->high, state.selection.revision,
                                          result.gflop_per_s().value_or(0)});
  state.known.history.settings[state.selection.revision] =
      fmt::format("{} {}", state.selection.kernel, setting_text(state.language(), state.current_values()));
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
    if (before != nullptr) {
      const auto old = before->errors.find(path);
      if (old != before->errors.end() && old->second == errors) continue;
    }
    for (const Error& error : errors) log(state, LogEntry::Kind::error, error.text());
  }
}

bool failed_with(const lab::Result& result, FaultKind kind) {
  return result.failed() && std::ranges::find(result.faults, kind, &lab::Fault::kind) != result.faults.end();
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

}  // namespace

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
  Known& known = state.known;
  const std::uint64_t revision = state.selection.revision;
  result = judge_text(state, std::move(result), effects);
  const catalogue::Samples* shown =
      known.measured && known.measured->request == result->request ? known.measured->time() : nullptr;
  const catalogue::Samples* time = result->time();
  const bool new_time = time != nullptr && (shown == nullptr || !(*shown == *time));

  const bool passed = result->verification && result->verification->passed;
  if (passed || result->verification || !result->faults.empty()) known.verified_revision = passed ? revision : 0;
  known.result = std::move(result);
  known.result_revision = revision;
  if (!known.result->machine.device.empty() || !known.machine) known.machine = known.result->machine;
  if (time != nullptr) {
    known.measured = known.result;
    known.measured_revision = revision;
    keep_measured(state, *known.result);
  }
  if (known.result->metrics) {
    known.counted = known.result;
    known.counted_revision = revision;
  }
  if (new_time) remember(state, *known.result, seconds);
  follow_pins(state);
  refresh_shown(state);
  return effects;
}

}  // namespace warpscope::gui
