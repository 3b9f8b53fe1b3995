// A Result as a table for people.
#pragma once

#include <string>

#include "lab/result.h"
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

}  // namespace warpscope::cli
