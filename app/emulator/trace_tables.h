// What a trace of a plan refers to, without running anything: for whoever records the same accesses in another way.
#pragma once

#include <string>

#include "base/error.h"
#include "catalogue/launch_plan.h"
#include "ptx/module.h"
#include "trace/trace_tables.h"

namespace warpscope::emulator {

using trace::TraceTables;

/// As Outcome::trace of a run without faults has them. source_root: as Options::source_root. Error: as run().
[[nodiscard]] Expected<TraceTables> trace_tables(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                                 const std::string& source_root);

}  // namespace warpscope::emulator
