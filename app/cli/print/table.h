// A Result as a table for people, and a point of a sweep as a line.
#pragma once

#include <string>

#include "lab/result.h"
#include "lab/sweep/sweep_plan.h"
#include "lab/wire/wire.h"

namespace warpscope::cli {

/// Settings, launches, times with spread and origin, verification, faults. What was not measured is shown as "—" with
/// the reason below. Ends with a new line.
[[nodiscard]] std::string table(const lab::Result& result);

/// Every memory instruction that executed, with what it costs and the least it could cost, and the sums.
[[nodiscard]] std::string trace_table(const lab::Result& result, lab::View view);

/// Faults with file, line and remedy, one below the other. Empty: there are none.
[[nodiscard]] std::string faults_text(const lab::Result& result);

/// Compiler messages as compilers print them: "file:line:column: error: text", one a line.
[[nodiscard]] std::string diagnostics(const lab::Result& result);

/// "transpose/naive_row block_x=8 nx=4096".
[[nodiscard]] std::string point_text(const catalogue::Kernel& kernel, const lab::SweepPoint& point);

/// The point, then its time with quartiles and its bandwidth; of the emulator the sectors and wavefronts a request; or
/// why there is neither.
[[nodiscard]] std::string sweep_line(const lab::Result& result, const lab::SweepPoint& point);

}  // namespace warpscope::cli
