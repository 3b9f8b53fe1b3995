#include "gui/store/pins.h"

#include <algorithm>
#include <utility>

#include "experiments/setting_text.h"
#include "gui/store/state.h"
#include "gui/store/target.h"

namespace lanescope::gui {
namespace {

/// Takes the accesses of the present setting. Pictures of the whole grid stay with the present one.
void take_accesses(Pin& pin, const State& state) {
  const auto& result = state.known.result;
  if (!result || state.stale() || result->kernel != state.selection.kernel || !result->traced) return;
  // Repeated measurements record no blocks.
  if (pin.traced && pin.traced->block_times && !result->block_times) return;
  if (!result->heat && !result->preview) {
    pin.traced = result;
  } else if (!pin.traced || pin.traced->traced != result->traced || pin.traced->stage != result->stage) {
    auto kept = std::make_shared<experiments::Result>(*result);
    kept->heat.reset();
    kept->preview.reset();
    pin.traced = std::move(kept);
  }
}

/// Takes the results of exactly this setting. Results of another setting are not pinned.
void take_current_results(Pin& pin, const State& state) {
  if (state.known.measured && state.known.measured_revision == state.selection.revision) {
    pin.timed = state.known.measured;
  } else if (const experiments::Result* recorded = state.recorded(); recorded != nullptr && !pin.timed) {
    pin.timed = recorded_point(state, recorded->kernel, experiments::setting_text(*recorded));
  } else if (state.known.predicted && state.known.predicted_revision == state.selection.revision &&
             (!pin.timed || pin.timed->time() == nullptr)) {
    pin.timed = state.known.predicted;
  }
  if (state.known.counted && state.known.counted_revision == state.selection.revision)
    pin.counted = state.known.counted;
  if (!pin.counted && pin.timed && pin.timed->metrics) pin.counted = pin.timed;
  if (state.pages.revision == state.selection.revision && state.pages.kernel == state.selection.kernel) {
    pin.numbers = state.pages.numbers;
  }
  const bool current = state.known.result && !state.stale() && state.known.result->kernel == state.selection.kernel;
  if (current && !state.known.result->launches.empty()) pin.compiled = state.known.result;
  if (!pin.compiled && pin.timed && !pin.timed->launches.empty()) pin.compiled = pin.timed;
  take_accesses(pin, state);
}

/// Returns whether a pin was kept of the kernel's text as it is now. One of an earlier session knows no text.
bool is_of_this_text(const Pin& pin, const catalogue::Kernel& kernel) {
  return std::ranges::all_of(std::array{&pin.timed, &pin.counted, &pin.compiled}, [&](const auto* result) {
    return !*result || (*result)->source.empty() || (*result)->source == kernel.source.text;
  });
}

}  // namespace

std::optional<Pin> pin_of(const State& state) {
  if (!state.definition()) return std::nullopt;
  Pin pin{state.selection.kernel, state.current_values(), state.selection.revision};
  take_current_results(pin, state);
  return pin;
}

void follow_pins(State& state) {
  const auto definition = state.definition();
  for (auto& pin : state.pins.pins) {
    if (!pin || pin->kernel != state.selection.kernel) continue;
    const bool is_same = definition && pin->values == state.current_values() && is_of_this_text(*pin, *definition);
    const bool is_of_earlier_session = pin->revision == 0;
    if (is_same && is_of_earlier_session) pin->revision = state.selection.revision;
    if (pin->revision == state.selection.revision) {
      take_current_results(*pin, state);
    } else if (is_same && !pin->traced) {
      take_accesses(*pin, state);
    }
  }
}

std::string pins_at(const State& state, const SweepCell& cell) {
  std::string letters;
  for (std::size_t i = 0; i < max_pins; ++i) {
    const auto& pin = state.pins.pins[i];
    if (!pin || pin->kernel != sweep_grid(state).kernel || cell.setting.empty()) continue;
    const auto kernel = state.known.catalogue->kernels.find(pin->kernel);
    if (kernel == state.known.catalogue->kernels.end()) continue;
    const auto plan =
        catalogue::resolve(*kernel->second, known_values(*kernel->second, pin->values), state.selection.seed);
    if (plan && experiments::setting_text(*plan) == cell.setting) letters += pin_letters[i];
  }
  return letters;
}

}  // namespace lanescope::gui
