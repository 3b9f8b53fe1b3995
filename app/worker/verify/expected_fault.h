// Kernels that promise a fault ([expect] in the kernel file) pass when it appears.
#pragma once

#include "lab/result.h"

namespace warpscope::worker {

/// Rewrites the verification of a Result with Result::expected: passed when at least one fault was found and every one
/// is of that kind. Else it has one fault more, "expectation", that says what appeared instead.
void verify_expected_fault(lab::Result& result);

}  // namespace warpscope::worker
