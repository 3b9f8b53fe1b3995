// What the Readout says of a predicted time: its lines, its reason, and how far it is from a measured one.
#pragma once

#include <string>
#include <vector>

#include "experiments/result.h"
#include "gui/readings/readout_view_model.h"
#include "gui/store/words/language.h"

namespace lanescope::gui {

/// Returns "limited by device memory bandwidth (87 % of the time); next is ... (64 %)".
[[nodiscard]] std::string limit_sentence(const Language& language, const predict::Prediction& prediction);

/// Returns predicted times, the second rate, and hit rates, for a result without another time.
[[nodiscard]] std::vector<Reading> predicted_readings(const Language& language, const experiments::Result& result);

/// Returns the same sentence behind the predicted time and its difference to that of `shown`, which was measured or
/// recorded.
[[nodiscard]] std::string compared_sentence(const Language& language, const predict::Prediction& prediction,
                                            const experiments::Result& shown);
/// Returns the predicted times beside those of `shown`, which were measured or recorded, each with the difference.
[[nodiscard]] std::vector<Reading> compared_readings(const Language& language, const experiments::PredictedRun& run,
                                                     const experiments::Result& shown);

}  // namespace lanescope::gui
