// Makes the experiment that the worker is asked for from what is selected.
#include "gui/store/pages/wanted_counters.h"
#include "gui/store/state.h"

namespace lanescope::gui {

std::optional<experiments::Experiment> experiment_of(const State& state) {
  const auto kernel = state.running();
  if (!kernel) return std::nullopt;
  experiments::Experiment experiment;
  experiment.kernel = kernel->source;
  // A reference kernel that is missing is among the errors of the kernel's file, and the worker reports it too.
  if (const auto reference = catalogue::find_reference_kernel(*kernel, *state.known.catalogue);
      reference && *reference) {
    experiment.reference_kernel = (*reference)->source;
  }
  // An earlier text may have other knobs.
  experiment.values = known_values(*kernel, state.current_values());
  experiment.seed = state.selection.seed;
  experiment.target = state.selection.target;
  experiment.timeout = std::chrono::seconds(state.ui.preferences.run_seconds);
  experiment.preview = true;
  experiment.disassemble = wants_sass(state);
  experiment.ptx_lines = catalogue::is_ptx(kernel->source) && !shows_named_source(state);
  experiment.trace = trace_choice(state);
  experiment.counters = wanted_counters(state);
  experiment.proceed =
      state.selection.launch_anyway_revision != 0 && state.selection.launch_anyway_revision == state.selection.revision;
  return experiment;
}

}  // namespace lanescope::gui
