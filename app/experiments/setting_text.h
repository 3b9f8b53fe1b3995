// A setting in one line, by which results are named and found.
#pragma once

#include <string>

#include "catalogue/launch_plan.h"
#include "experiments/result.h"

namespace lanescope::experiments {

/// Adds "name=value", behind a space where there is a text.
void append_setting(std::string& text, const std::string& name, const std::string& value);

/// Returns "block_x=8 load_op=ca nx=4096": every knob by name, then every size.
[[nodiscard]] std::string setting_text(const Result& result);
[[nodiscard]] std::string setting_text(const catalogue::LaunchPlan& plan);

}  // namespace lanescope::experiments
