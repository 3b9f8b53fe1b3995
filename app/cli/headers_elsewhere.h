// Offers what lies around a file that does not compile: headers elsewhere in its project, and a file that includes it.
#pragma once

#include "base/message.h"
#include "catalogue/header_search.h"
#include "experiments/experiment.h"
#include "experiments/result.h"

namespace lanescope::cli {

/// Returns what to add to the command: "to read utils.h (line 3 of a.cu), add --include ../common". Empty where no
/// header was found.
[[nodiscard]] Message include_options(const catalogue::HeadersElsewhere& elsewhere);

/// Says on standard error what to type for a kernel that did not compile: where headers lie elsewhere in its project,
/// or which file includes it.
void say_what_may_help(const experiments::Experiment& experiment, const experiments::Result& result);

}  // namespace lanescope::cli
