// Lets the state take what the session learns, which is a catalogue or a result.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "experiments/sheet/rates.h"
#include "gui/store/results/shown_result.h"
#include "gui/store/state.h"
#include "recordings/sweep/sweep_key.h"

namespace lanescope::gui {
namespace {

bool same_text(const catalogue::Kernel& one, const catalogue::Kernel& two) {
  return one.source.text == two.source.text && one.source.headers == two.source.headers;
}

void add_to_history(State& state, const experiments::Result& result, double seconds) {
  const auto rate = experiments::rate_of(result, experiments::Work::bytes),
             operations = experiments::rate_of(result, experiments::Work::flops);
  if (!rate) return;
  state.known.history.add(History::Sample{seconds, rate->number, rate->low(), rate->high(), state.selection.revision,
                                          operations ? operations->number : 0, rate->origin});
  state.known.history.settings[state.selection.revision] =
      fmt::format("{} {}", state.selection.kernel, setting_text(state.language(), state.current_values()));
}

/// Keeps the newest time of each kernel and setting that was not found wrong, so that others can be compared with it. A
/// predicted one does not take the place of a measured one.
void store_measured(State& state, const experiments::Result& result) {
  if (!result.recorded.empty() || result.failed() || (result.verification && !result.verification->passed)) return;
  const auto before = state.scope.measured.find(result.kernel, setting_of_time(result));
  if (before && before->time() != nullptr && result.time() == nullptr) return;
  experiments::Result kept =
      experiments::without_bulky_parts(result);  // nor with what is shown only for the current result
  if (kept.predicted) kept.predicted->prediction.launches = {};
  kept.diagnostics = {};
  kept.left_out = {};
  kept.metrics.reset();
  kept.counted.reset();
  kept.traced.reset();
  kept.heat.reset();
  kept.block_times.reset();
  kept.printed = {};
  kept.preview.reset();
  kept.dumps = {};
  // Copied, not moved: what is assigned empty may keep its room until then.
  state.scope.measured.put(result.kernel, setting_of_time(result), std::make_shared<const experiments::Result>(kept));
}

/// Whether a result predicts another time than the one before.
bool is_new_prediction(const experiments::Result* before, const experiments::Result& result) {
  return result.time() == nullptr && (before == nullptr || before->request != result.request ||
                                      !(before->predicted->prediction == result.predicted->prediction));
}

/// Forgets the times of kernels whose text has changed, because they belong to the earlier text.
void forget_measured(State& state, const catalogue::Snapshot& before, const catalogue::Snapshot& after) {
  for (const auto& [id, kernel] : before.kernels) {
    const auto now = after.kernels.find(id);
    if (now == after.kernels.end() || !same_text(*now->second, *kernel)) state.scope.measured.forget(id);
  }
}

/// Logs the errors of every file whose errors have changed.
void log_new_errors(State& state, const catalogue::Snapshot* before, const catalogue::Snapshot& after) {
  for (const auto& [path, errors] : after.errors) {
    if (before != nullptr) {
      const auto old = before->errors.find(path);
      if (old != before->errors.end() && old->second == errors) continue;
    }
    for (const Error& error : errors) log(state, LogEntry::Kind::error, error.text());
  }
}

bool failed_with(const experiments::Result& result, FaultKind kind) {
  return result.failed() && std::ranges::find(result.faults, kind, &experiments::Fault::kind) != result.faults.end();
}

/// Returns the last text of the selected kernel that compiled, or null when it is the current one.
std::shared_ptr<const catalogue::Kernel> earlier_text(const State& state) {
  const auto found = state.known.compiled.find(state.selection.kernel);
  const auto definition = state.definition();
  if (found == state.known.compiled.end() || !definition || same_text(*found->second, *definition)) return nullptr;
  return found->second;
}

/// Keeps the last text that compiles, and falls back on it. It returns the result that is shown.
std::shared_ptr<const experiments::Result> fall_back_to_last_good_source(
    State& state, std::shared_ptr<const experiments::Result> result, Effects& effects) {
  if (state.runs_earlier_text()) {
    // An earlier text that does not run at this setting (it may have other knobs) does not help. The errors of the
    // current text are shown instead.
    if (!failed_with(*result, FaultKind::compile) && !failed_with(*result, FaultKind::resolve)) return result;
    state.known.broken.earlier_text_failed = true;
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

/// Logs what the kernel printed, once for each request. The log holds few entries, so only the first lines are shown.
void log_printed(State& state, const experiments::Result& result) {
  constexpr std::size_t max_printed_lines = 50;
  const auto& before = state.known.result;
  const bool told = before && before->request == result.request && before->printed == result.printed;
  if (result.printed.empty() || told) return;
  auto lines = split(trim(result.printed), '\n');
  const std::size_t left = lines.size() > max_printed_lines ? lines.size() - max_printed_lines : 0;
  lines.resize(lines.size() - left);
  for (const std::string_view line : lines) {
    log(state, LogEntry::Kind::information, fmt::format("{} prints: {}", result.kernel, line));
  }
  if (left > 0) log(state, LogEntry::Kind::information, fmt::format("{} prints {} more lines", result.kernel, left));
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
    settle(state);
  }
}

Effects accept(State& state, std::shared_ptr<const experiments::Result> result, double seconds) {
  Effects effects;
  Known& known = state.known;
  const std::uint64_t revision = state.selection.revision;
  result = fall_back_to_last_good_source(state, std::move(result), effects);
  const catalogue::Samples* shown =
      known.measured && known.measured->request == result->request ? known.measured->time() : nullptr;
  const catalogue::Samples* time = result->time();
  bool new_time = time != nullptr && (shown == nullptr || !(*shown == *time));

  log_printed(state, *result);
  const bool passed = result->verification && result->verification->passed;
  if (passed) known.compared = !result->compared_nothing();
  if (passed || result->verification || !result->faults.empty()) known.verified_revision = passed ? revision : 0;
  known.result = std::move(result);
  known.result_revision = revision;
  if (!known.result->machine.device.empty() || !known.machine) known.machine = known.result->machine;
  if (time != nullptr) {
    known.measured = known.result;
    known.measured_revision = revision;
    store_measured(state, *known.result);
  }
  if (known.result->predicted) {
    new_time = new_time || is_new_prediction(known.predicted.get(), *known.result);
    known.predicted = known.result;
    known.predicted_revision = revision;
    if (time == nullptr) store_measured(state, *known.result);
  } else if (known.predicted && known.predicted->request == known.result->request) {
    known.predicted = nullptr;  // a fault was found, and a program that is wrong has no time
  }
  if (known.result->metrics) {
    known.counted = known.result;
    known.counted_revision = revision;
  }
  // What was recorded is better than a prediction, and stands in the scope once for each setting.
  const experiments::Result* const recorded = time == nullptr ? state.recorded() : nullptr;
  const auto& samples = known.history.samples;
  if (recorded != nullptr && (samples.empty() || samples.back().revision != revision)) {
    add_to_history(state, *recorded, seconds);
  } else if (recorded == nullptr && new_time) {
    add_to_history(state, *known.result, seconds);
  }
  settle(state);
  return effects;
}

}  // namespace lanescope::gui
