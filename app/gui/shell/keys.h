// Converts shortcuts of the action table to Dear ImGui's keys.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gui/state/actions.h"

namespace warpscope::gui {

/// Converts "Ctrl+Q", "F5", "UpArrow" or "Ctrl+=". It is empty when a part is no key.
[[nodiscard]] std::optional<ImGuiKeyChord> key_chord(std::string_view shortcut);

/// Finds the actions whose keys were pressed, in the order of the events. Dear ImGui reads the keys once per frame, so
/// it loses a chord whose Ctrl is released in the same frame in which its letter is pressed. A slow renderer and a fast
/// hand cause that.
class KeyReader {
 public:
  /// Returns the actions' names, or none during typing. It must precede ImGui::NewFrame(), which consumes the events.
  [[nodiscard]] std::vector<std::string_view> read();

 private:
  std::uint32_t last_event_ = 0;  ///< events stay in the queue over several frames, but each counts once
  ImGuiKeyChord modifiers_ = 0;
};

}  // namespace warpscope::gui
