// The summary of what limits a kernel, as text.
#pragma once

#include <string>

#include "explanations/findings.h"

namespace lanescope::cli {

[[nodiscard]] std::string explain_text(const experiments::Result& result, const experiments::Sheet& known,
                                       const explanations::Summary& summary);

}  // namespace lanescope::cli
