// Writes the settings when they changed, not at every notch of a slider.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "gui/settings/settings.h"

namespace warpscope::gui {

class SettingsKeeper {
 public:
  using Clock = std::chrono::steady_clock;

  /// `known`: what the file says already.
  SettingsKeeper(std::filesystem::path file, Settings known) : file_(std::move(file)), written_(std::move(known)) {}

  /// Writes when the settings differ from the file for a second. Error: the file cannot be written; said once, tried
  /// again with the next change.
  [[nodiscard]] Status look(const Settings& settings, Clock::time_point now);
  /// Writes what is not written yet.
  [[nodiscard]] Status finish(const Settings& settings);

 private:
  std::filesystem::path file_;
  Settings written_;
  std::optional<Clock::time_point> changed_;
};

}  // namespace warpscope::gui
