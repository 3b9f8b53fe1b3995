// Offers the headers that lie elsewhere in the project of a file: what to type so that they are read.
#pragma once

#include "base/message.h"
#include "catalogue/header_search.h"
#include "experiments/experiment.h"
#include "experiments/result.h"

namespace lanescope::cli {

/// Returns what to add to the command: "to read utils.h (line 3 of a.cu), add --include ../common". Empty where no
/// header was found.
[[nodiscard]] Message include_options(const catalogue::HeadersElsewhere& elsewhere);

/// Says on standard error which headers a kernel that did not compile lacks, and what to type, where they lie elsewhere
/// in its project.
void say_which_headers_lie_elsewhere(const experiments::Experiment& experiment, const experiments::Result& result);

}  // namespace lanescope::cli
