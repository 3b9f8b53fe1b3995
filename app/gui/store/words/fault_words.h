// A fault in words, for messages at its line.
#pragma once

#include <string>
#include <vector>

#include "gui/store/words/language.h"
#include "lab/result.h"

namespace lanescope::gui {

/// Returns kernel, block, thread, memory and offset.
[[nodiscard]] std::vector<std::string> participants(const Language& language, const lab::Fault& fault);

/// Returns what is known of a fault, over several lines, for a tooltip.
[[nodiscard]] std::string fault_details(const Language& language, const lab::Fault& fault);

}  // namespace lanescope::gui
