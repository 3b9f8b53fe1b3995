// Each panel and window of the program with something to show: the table that golden pictures are made of.
#pragma once

#include <ostream>
#include <span>

#include "gui/support/fixture.h"

namespace lanescope::gui::test {

struct Scene {
  const char* name;
  /// Of Dear ImGui: "###readout", "##palette"; null: everything that is seen.
  const char* window;
  /// Of what it is drawn in, pixels: a panel has it without menus, tabs and status bar.
  std::uint32_t width, height;
  /// From state_with_kernels() in a theme and a language.
  void (*bring_about)(State&);
};

inline std::ostream& operator<<(std::ostream& out, const Scene& scene) {
  return out << scene.name;
}

[[nodiscard]] std::span<const Scene> panel_scenes();
/// Of the scene that was brought about last, once: the interface carries them out.
[[nodiscard]] Effects effects_of_scene();

}  // namespace lanescope::gui::test
