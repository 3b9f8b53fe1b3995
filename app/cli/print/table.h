// Writes a Result as a table for people, and a point of a sweep as a line.
#pragma once

#include <string>

#include "experiments/result.h"
#include "experiments/wire/wire.h"
#include "recordings/sweep/sweep_plan.h"

namespace lanescope::cli {

/// Lists settings, launches, times with spread and origin, verification and faults. What was not measured is shown as
/// "—" with the reason below. It ends with a new line.
[[nodiscard]] std::string table(const experiments::Result& result);

/// Lists every source line, or every memory instruction, that accessed memory, with its cost and the least possible
/// cost, and the sums.
[[nodiscard]] std::string trace_table(const experiments::Result& result, model::CountView view, bool by_instruction);

/// Lists faults with file, line and remedy, one below the other; empty when there are none.
[[nodiscard]] std::string faults_text(const experiments::Result& result);

/// Lists compiler messages as compilers print them, one on each line: "file:line:column: error: text".
[[nodiscard]] std::string diagnostics(const experiments::Result& result);

/// Returns "transpose/naive_row block_x=8 nx=4096".
[[nodiscard]] std::string point_text(const catalogue::Kernel& kernel, const recordings::SweepPoint& point);

/// Returns the point, then its time with quartiles and its bandwidth, or from the emulator the sectors and wavefronts
/// per request, or the reason why there is neither.
[[nodiscard]] std::string sweep_line(const experiments::Result& result, const recordings::SweepPoint& point);

}  // namespace lanescope::cli
