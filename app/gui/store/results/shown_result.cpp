#include "gui/store/results/shown_result.h"

#include "experiments/setting_text.h"
#include "experiments/sheet/rates.h"
#include "gui/store/state.h"
#include "gui/store/target.h"

namespace lanescope::gui {

ShownResult shown_result(const State& state) {
  const Known& known = state.known;
  const std::uint64_t revision = state.selection.revision;
  const ShownResult measured{known.measured.get(), known.measured_revision != revision};
  if (measured.result != nullptr && !measured.stale) return measured;
  // There is a GPU, or there may be one, because the worker has not answered yet.
  const bool may_measure = known.connected && (!known.machine || is_measured(state));
  if (const experiments::Result* recorded = may_measure ? nullptr : state.recorded()) return {recorded, false};
  const ShownResult predicted{known.predicted.get(), known.predicted_revision != revision};
  const bool is_predicted = predicted.result != nullptr && (!predicted.stale || measured.result == nullptr);
  return is_predicted ? predicted : measured;
}

std::string setting_of_time(const experiments::Result& result) {
  experiments::Result timed;
  timed.parameters = result.parameters;
  timed.sizes = experiments::sizes_of_time(result);
  return experiments::setting_text(timed);
}

}  // namespace lanescope::gui
