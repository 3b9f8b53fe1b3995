#include "gui/state/pins.h"

#include "gui/state/state.h"
#include "gui/state/target.h"
#include "lab/sweep/sweep_key.h"

namespace lanescope::gui {
namespace {

/// Takes the results of exactly this setting. Results of another setting are not pinned.
void take_current_results(Pin& pin, const State& state) {
  if (state.known.measured && state.known.measured_revision == state.selection.revision) {
    pin.timed = state.known.measured;
  } else if (const lab::Result* recorded = state.recorded(); recorded != nullptr && !pin.timed) {
    pin.timed = recorded_point(state, recorded->kernel, lab::setting_text(*recorded));
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
}

/// Returns the basis of the sweep grid for a pinned kernel. It holds no kernel when that kernel no longer exists.
SweepBasis basis_of(const State& state, const Pin& pin) {
  const auto found = state.known.catalogue->kernels.find(pin.kernel);
  if (found == state.known.catalogue->kernels.end()) return {};
  SweepBasis basis{found->second, state.known.catalogue, state.ui.language, state.sweep.axes, pin.values};
  // An axis that the user has not chosen is the one that the selected kernel's grid has.
  for (std::size_t i = 0; i < basis.axes.size(); ++i) basis.axes[i].name = state.sweep.grid.names[i];
  return basis;
}

}  // namespace

std::optional<Pin> pin_of(const State& state) {
  if (!state.definition()) return std::nullopt;
  Pin pin{state.selection.kernel, state.current_values(), state.selection.revision};
  take_current_results(pin, state);
  return pin;
}

void follow_pins(State& state) {
  for (auto& pin : state.pins.pins) {
    const bool selected = pin && pin->revision == state.selection.revision && pin->kernel == state.selection.kernel;
    if (selected) take_current_results(*pin, state);
  }
}

void refresh_pins(State& state) {
  refresh_pinned_costs(state);
  refresh_pinned_grids(state);
}

void refresh_pinned_costs(State& state) {
  Pins& pins = state.pins;
  const auto definition = state.definition();
  for (std::size_t i = 0; i < max_pins; ++i) {
    pins.costs[i] = {};
    const auto& pin = pins.pins[i];
    if (!definition || !pin || !pin->counted || pin->kernel != state.selection.kernel) continue;
    if (pin->counted->source != definition->source.text) continue;  // lines of another text are not these lines
    lab::LineSources sources;
    sources.metrics = &*pin->counted->metrics;
    sources.view = state.source.view;
    pins.costs[i] = source_costs(state.language(), sources, state.source.text.path);
  }
}

void refresh_pinned_grids(State& state) {
  Pins& pins = state.pins;
  for (std::size_t i = 0; i < max_pins; ++i) {
    SweepBasis basis;
    if (pins.pins[i] && state.known.catalogue) basis = basis_of(state, *pins.pins[i]);
    if (basis.kernel && pins.bases[i] == basis) continue;
    pins.grids[i] = basis.kernel ? sweep_grid(state, basis.kernel, pins.pins[i]->values) : SweepGrid();
    pins.bases[i] = std::move(basis);
  }
}

std::string pins_at(const State& state, const SweepCell& cell) {
  std::string letters;
  for (std::size_t i = 0; i < max_pins; ++i) {
    const auto& pin = state.pins.pins[i];
    if (!pin || pin->kernel != state.sweep.grid.kernel || cell.setting.empty()) continue;
    const auto kernel = state.known.catalogue->kernels.find(pin->kernel);
    if (kernel == state.known.catalogue->kernels.end()) continue;
    const auto plan =
        catalogue::resolve(*kernel->second, known_values(*kernel->second, pin->values), state.selection.seed);
    if (plan && lab::setting_text(*plan) == cell.setting) letters += pin_letters[i];
  }
  return letters;
}

}  // namespace lanescope::gui
