#include "gui/store/words/numbers.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

namespace lanescope::gui {

NumberStyle number_style(const Language& language, int figures) {
  NumberStyle style{thin_space, figures, false};
  // Frames have many numbers, and few of them have such a unit: their words are not copied.
  if (const std::string* clocks = language.find("pages.clocks")) style.clocks = *clocks;
  if (const std::string* warps = language.find("pages.warps")) style.warps = *warps;
  return style;
}

std::string grouped(double value, int decimals) {
  return lanescope::grouped(value, decimals, thin_space);
}
std::string figures(double value, int figures) {
  return lanescope::figures(value, figures, thin_space);
}
NumberText duration(double milliseconds, double reference) {
  return lanescope::duration(milliseconds, reference, 4, thin_space);
}

std::string clock_text(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("{:%H:%M:%S}", local);
}

}  // namespace lanescope::gui
