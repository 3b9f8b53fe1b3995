#include "gui/state/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "lab/sweep_key.h"

namespace warpscope::gui {

namespace {

constexpr std::size_t max_log_entries = 2000;

bool same_text(const catalogue::Kernel& one, const catalogue::Kernel& two) {
  return one.source.text == two.source.text && one.source.headers == two.source.headers;
}

/// Rates of the quartiles; a long time is a low rate.
void remember(State& state, const lab::Result& result, double seconds) {
  const lab::Samples* time = result.time();
  const std::optional<double> rate = result.gb_per_s();
  if (time == nullptr || !rate || time->q1 <= 0 || time->q3 <= 0) return;
  state.history.add(History::Sample{seconds, *rate, *rate * time->median / time->q3, *rate * time->median / time->q1,
                                    state.setting, result.gflop_per_s().value_or(0)});
  state.history.settings[state.setting] =
      fmt::format("{} {}", state.kernel, setting_text(*state.language, state.current_values()));
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

bool failed_with(const lab::Result& result, std::string_view kind) {
  return result.failed() && std::any_of(result.faults.begin(), result.faults.end(),
                                        [kind](const lab::Fault& fault) { return fault.kind == kind; });
}

/// The last text of the selected kernel that compiled, when it is another one than the current.
std::shared_ptr<const catalogue::Kernel> earlier_text(const State& state) {
  const auto found = state.compiled.find(state.kernel);
  const auto definition = state.definition();
  if (found == state.compiled.end() || !definition || same_text(*found->second, *definition)) return nullptr;
  return found->second;
}

/// Keeps the last text that compiles, and falls back on it. Returns the result that is shown.
std::shared_ptr<const lab::Result> judge_text(State& state, std::shared_ptr<const lab::Result> result) {
  if (state.runs_earlier_text()) {
    // An earlier text that does not run at this setting (its knobs may be others) helps nobody: what is wrong with the
    // current one is what matters.
    if (!failed_with(*result, "compile") && !failed_with(*result, "resolve")) return result;
    state.broken.given_up = true;
    return state.broken.result;
  }
  if (result->compile_ms) {
    if (const auto definition = state.definition()) state.compiled[state.kernel] = definition;
  } else if (failed_with(*result, "compile") && state.broken.setting != state.setting && earlier_text(state)) {
    state.broken = {state.setting, result, false};
    ++state.runs_wanted;
  }
  return result;
}

/// The text as it is now, with what is wrong with it.
SourceView view_of(const State& state, const catalogue::Kernel& definition) {
  if (const std::vector<Error>* errors = state.front_matter_errors()) {
    if (const auto text = state.unusable.find(definition.source.path); text != state.unusable.end()) {
      return source_view(text->first, text->second, *errors);
    }
  }
  return source_view(*state.language, definition,
                     state.runs_earlier_text() ? state.broken.result.get() : state.current());
}

}  // namespace

std::shared_ptr<const catalogue::Kernel> State::definition() const {
  if (!catalogue) return nullptr;
  const auto found = catalogue->kernels.find(kernel);
  return found == catalogue->kernels.end() ? nullptr : found->second;
}

const catalogue::Values& State::current_values() const {
  static const catalogue::Values defaults;
  const auto found = values.find(kernel);
  return found == values.end() ? defaults : found->second;
}

bool State::runs_earlier_text() const {
  return broken.setting != 0 && broken.setting == setting && !broken.given_up;
}

std::shared_ptr<const catalogue::Kernel> State::running() const {
  return runs_earlier_text() ? compiled.at(kernel) : definition();
}

const std::vector<Error>* State::front_matter_errors() const {
  const auto selected = definition();
  if (!selected) return nullptr;
  const auto found = catalogue->errors.find(selected->source.path);
  return found == catalogue->errors.end() || found->second.empty() ? nullptr : &found->second;
}

const lab::Result* State::current() const {
  return stale() ? nullptr : result.get();
}

const lab::Result* State::recorded() const {
  catalogue::Values chosen, sized;  // by name, as settings are written
  for (const Knob& knob : knobs) chosen[knob.name] = knob.labels[knob.index];
  for (const SizeField& size : sizes) sized[size.name] = size.value;
  std::vector<std::string> parts;
  for (const catalogue::Values* group : {&chosen, &sized}) {
    for (const auto& [name, value] : *group) parts.push_back(name + "=" + catalogue::to_text(value));
  }
  const auto found = recordings.find(kernel, join(parts, " "));
  // The index keeps what it gave out.
  return found && found->time() != nullptr ? found.get() : nullptr;
}

bool has_gpu(const State& state) {
  return state.machine && !state.machine->device.empty();
}

bool waits_for_a_click(const State& state, const lab::Result& result) {
  const bool in_emulator = result.backend == lab::name_of(lab::Backend::emulator);
  return result.launch_blocked || (has_gpu(state) && in_emulator && !result.expected.empty());
}

std::optional<lab::Experiment> experiment_of(const State& state) {
  const auto kernel = state.running();
  if (!kernel) return std::nullopt;
  lab::Experiment experiment;
  experiment.kernel = kernel->source;
  // A partner that cannot be had is among the errors of the kernel's file; the worker says so too.
  if (const auto partner = catalogue::partner_of(*kernel, *state.catalogue); partner && *partner) {
    experiment.same_as = (*partner)->source;
  }
  // An earlier text may have other knobs.
  experiment.values = known_values(*kernel, state.current_values());
  experiment.seed = state.seed;
  experiment.preview = true;
  experiment.disassemble = wants_sass(state);
  experiment.trace = trace_choice(state);
  experiment.proceed = state.proceed_setting != 0 && state.proceed_setting == state.setting;
  return experiment;
}

catalogue::Values setting_of(const lab::Result& result) {
  catalogue::Values values = result.parameters;
  for (const auto& [name, size] : result.sizes) values[name] = size;
  return values;
}

void change_setting(State& state, History::Change change) {
  ++state.setting;
  state.cancelled = false;
  state.history.add(std::move(change));
  refresh(state);
}

void refresh(State& state) {
  state.knobs.clear();
  state.sizes.clear();
  state.source = {};
  const auto definition = state.definition();
  refresh_sweep_grid(state);
  refresh_pinned_grids(state);
  if (!definition) {
    refresh_source(state);
    refresh_playback(state);
    return;
  }
  if (const auto values = state.values.find(state.kernel); values != state.values.end()) {
    catalogue::Values known = known_values(*definition, values->second);
    for (const auto& [name, value] : values->second) {
      if (known.contains(name)) continue;
      log(state, LogEntry::Kind::warning,
          fmt::format("{} has no {} = {} (any more); its default is used", state.kernel, name,
                      catalogue::to_text(value)));
    }
    values->second = std::move(known);
  }
  state.knobs = knobs_of(*definition, state.current_values());
  state.sizes = sizes_of(*definition, state.current_values());
  state.source = view_of(state, *definition);
  refresh_source(state);
  refresh_playback(state);
  const bool known = std::any_of(state.knobs.begin(), state.knobs.end(),
                                 [&](const Knob& knob) { return knob.name == state.focused_knob; });
  if (!known) state.focused_knob = state.knobs.empty() ? std::string() : state.knobs.front().name;
}

void accept(State& state, std::shared_ptr<const catalogue::Snapshot> snapshot, double seconds, FileTexts unusable) {
  const auto before = state.definition();
  log_new_errors(state, state.catalogue.get(), *snapshot);
  if (state.catalogue) {
    forget_sweeps(state.sweep, *state.catalogue, *snapshot);
    forget_measured(state, *state.catalogue, *snapshot);
  }
  state.catalogue = std::move(snapshot);
  state.unusable = std::move(unusable);
  const auto after = state.definition();
  if (before && after && !same_text(*before, *after)) {
    change_setting(state, {seconds, "source", "", ""});
  } else {
    refresh(state);
  }
}

void accept(State& state, std::shared_ptr<const lab::Result> result, double seconds) {
  result = judge_text(state, std::move(result));
  const lab::Samples* shown =
      state.measured && state.measured->request == result->request ? state.measured->time() : nullptr;
  const lab::Samples* time = result->time();
  const bool new_time = time != nullptr && (shown == nullptr || !(*shown == *time));

  if (result->verification && result->verification->passed) {
    state.verified_setting = state.setting;
  } else if (result->verification || !result->faults.empty()) {
    state.verified_setting = 0;
  }
  state.result = std::move(result);
  state.result_setting = state.setting;
  if (!state.result->machine.device.empty() || !state.machine) state.machine = state.result->machine;
  if (time != nullptr) {
    state.measured = state.result;
    state.measured_setting = state.setting;
  }
  if (state.result->metrics) {
    state.counted = state.result;
    state.counted_setting = state.setting;
  }
  if (new_time) remember(state, *state.result, seconds);
  if (time != nullptr) keep_measured(state, *state.result);
  follow_pins(state);
  if (const auto definition = state.definition()) state.source = view_of(state, *definition);
  refresh_source(state);
  refresh_playback(state);
}

void log(State& state, LogEntry::Kind kind, std::string text, std::chrono::system_clock::time_point time) {
  state.log.push_back(LogEntry{kind, time, std::move(text)});
  if (state.log.size() > max_log_entries) state.log.pop_front();
}

}  // namespace warpscope::gui
