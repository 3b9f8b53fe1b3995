// Traces with the levels of memory that answer them, as a prediction would say.
#pragma once

#include <memory>

#include "experiments/result.h"
#include "predict/counts/served.h"

namespace lanescope::gui::test {

/// The same result, whose trace has levels: of each load from global memory the L1 answers lanes 0 to 7, the L2 lanes 8
/// to 19, and the device memory the others; stores go to the L2.
inline experiments::Result with_levels(experiments::Result result) {
  auto traced = std::make_shared<analysis::Traced>(*result.traced);
  for (const trace::Header& header : traced->trace.headers) {
    const trace::Site& site = traced->trace.sites[header.site];
    predict::LaneLevels levels = 0;
    for (std::uint32_t lane = 0; lane < 32 && site.space == trace::Space::global; ++lane) {
      const predict::Level level = site.operation != trace::Operation::load ? predict::Level::l2
                                   : lane < 8                               ? predict::Level::l1
                                   : lane < 20                              ? predict::Level::l2
                                                                            : predict::Level::memory;
      levels |= static_cast<predict::LaneLevels>(level) << (2 * lane);
    }
    traced->levels.push_back(levels);
  }
  result.traced = traced;
  return result;
}

}  // namespace lanescope::gui::test
