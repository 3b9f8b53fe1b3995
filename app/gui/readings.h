// Single lines of the Readout out of one result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/readout.h"
#include "lab/result.h"

namespace warpscope::gui {

/// The headline: work / median time, with the rates of the quartiles.
[[nodiscard]] Reading rate_reading(const lab::Result& result);
/// Without a known peak there is no share of it.
[[nodiscard]] std::optional<PeakShare> peak_share(const lab::Result& result);
/// Times, arithmetic and clock; `result` may be null or without a time: then one line that gives the reason.
[[nodiscard]] std::vector<Reading> timing_readings(const lab::Result* result, const std::string& why_not);
/// Registers, shared memory, occupancy, compile time, of the step that needs most registers: it limits how many blocks
/// fit. Null or not compiled: lines that give the reason.
[[nodiscard]] std::vector<Reading> resource_readings(const lab::Result* result, const std::string& why_not);
/// A line without a value.
[[nodiscard]] Reading unknown_reading(std::string label, std::string why, Source source);

}  // namespace warpscope::gui
