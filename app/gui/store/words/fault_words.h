// A fault in words, for messages at its line.
#pragma once

#include <string>
#include <vector>

#include "experiments/result.h"
#include "gui/store/words/language.h"

namespace lanescope::gui {

/// Returns kernel, block, thread, memory and offset.
[[nodiscard]] std::vector<std::string> participants(const Language& language, const experiments::Fault& fault);

/// Returns what is known of a fault, over several lines, for a tooltip.
[[nodiscard]] std::string fault_details(const Language& language, const experiments::Fault& fault);

}  // namespace lanescope::gui
