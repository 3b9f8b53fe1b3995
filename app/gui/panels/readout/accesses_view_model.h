// What the memory accesses of a kernel cost, against the least that would do: one line for each kind of access.
#pragma once

#include <string>
#include <vector>

#include "gui/state/language.h"
#include "model/metrics/metrics.h"

namespace warpscope::gui {

/// One kind of access: "Global loads".
struct AccessReading {
  std::string label;
  std::string value;  ///< sectors or wavefronts a request, "32.0"; "—" when it is not known
  std::string ideal;  ///< the fewest that would do, in the same unit
  std::string unit;   ///< "sectors", "wavefronts"
  std::string ratio;  ///< "8.0×"; empty where it is the fewest
  double amount = 0;  ///< value and ideal as numbers, for a bar
  double least = 0;
  bool as_written = false;  ///< the cubin does not show that it is executed like this
  std::string details;      ///< the sums, and why it is as written
  std::string missing;      ///< why there is no value; empty when there is one

  [[nodiscard]] bool known() const { return missing.empty(); }
};

/// All of them, for as many blocks as were executed.
struct AccessReadings {
  std::vector<AccessReading> lines;
  std::string view;     ///< "as executed", "as written"
  std::string blocks;   ///< "3 of 16 384 blocks"
  std::string missing;  ///< why there are no lines; empty when there are
  bool stale = false;   ///< they belong to another setting than the knobs
};

/// Accesses to global, shared and local memory, in that order; what is read-only by nature (parameters, constants,
/// textures) has no sectors or wavefronts of its own here.
[[nodiscard]] AccessReadings access_readings(const Language& language, const model::Metrics& metrics);

/// How many blocks were executed, of how many: "3 of 16 384 blocks".
[[nodiscard]] std::string blocks_text(const Language& language, const model::Metrics& metrics);

}  // namespace warpscope::gui
