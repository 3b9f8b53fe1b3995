// The summary of what limits a kernel, as text.
#pragma once

#include <string>

#include "lab/explain/findings.h"

namespace lanescope::cli {

[[nodiscard]] std::string explain_text(const lab::Result& result, const lab::Sheet& known, const lab::Summary& summary);

}  // namespace lanescope::cli
