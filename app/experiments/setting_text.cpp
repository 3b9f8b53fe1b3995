#include "experiments/setting_text.h"

namespace lanescope::experiments {

void append_setting(std::string& text, const std::string& name, const std::string& value) {
  if (!text.empty()) text += ' ';
  text += name + '=' + value;
}

std::string setting_text(const Result& result) {
  std::string text;
  for (const auto& [name, value] : result.parameters) append_setting(text, name, catalogue::to_text(value));
  for (const auto& [name, value] : result.sizes) append_setting(text, name, std::to_string(value));
  return text;
}

std::string setting_text(const catalogue::LaunchPlan& plan) {
  std::string text;
  for (const auto& [name, value] : catalogue::settings_of(plan)) append_setting(text, name, catalogue::to_text(value));
  for (const auto& [name, value] : plan.sizes) append_setting(text, name, std::to_string(value));
  return text;
}

}  // namespace lanescope::experiments
