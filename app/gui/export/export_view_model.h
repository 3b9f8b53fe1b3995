// What the export dialog shows: what can be written, where it goes, how long an animation is, and what is in the way.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gui/store/effects.h"

namespace lanescope::gui {

struct State;

/// Returns how a panel can be written; empty means the window.
[[nodiscard]] std::vector<ExportForm> forms_of(std::string_view panel);
/// Returns why that is not possible now; empty when it is.
[[nodiscard]] std::string why_not_exported(const State& state, std::string_view panel, ExportForm form);

[[nodiscard]] constexpr bool is_animation(ExportForm form) {
  return form == ExportForm::animation || form == ExportForm::video;
}
[[nodiscard]] constexpr bool is_image(ExportForm form) {
  return form == ExportForm::picture || is_animation(form);
}
/// Returns the animation that is chosen; its panel must have one.
[[nodiscard]] ExportAnimation animation_of(const ExportChoice& choice);

inline constexpr std::uint32_t animation_fps = 30;
inline constexpr double max_animation_seconds = 60;

struct AnimationLength {
  std::uint32_t frames = 0;  ///< 0 when nothing plays
  double whole = 0;          ///< what all that plays would take, in seconds
  double speed = 0;          ///< in steps per second
};
/// The last frame of a whole pass shows its end. There are never more than those of max_animation_seconds.
[[nodiscard]] AnimationLength length_of(const State& state, const ExportAnimation& animation);

struct ExportViewModel {
  std::vector<ExportForm> forms;
  std::filesystem::path file;   ///< where it is written, as an absolute path
  std::string folder, name;     ///< as typed, else as proposed; the name without its ending
  std::string ending;           ///< ".png"
  bool exists = false;          ///< whether the file is there
  std::string length;           ///< of an animation, in words
  bool is_possible = false;     ///< whether it can be tried
  std::string trouble, remedy;  ///< why it is not possible, or what went wrong when it was tried; empty means nothing
};
/// It looks at the disk for what is there.
[[nodiscard]] ExportViewModel export_view_model(const State& state);

}  // namespace lanescope::gui
