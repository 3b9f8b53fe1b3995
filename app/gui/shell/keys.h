// Shortcuts of the action table as Dear ImGui's keys.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gui/state/actions.h"

namespace warpscope::gui {

/// "Ctrl+Q", "F5", "UpArrow", "Ctrl+=": empty when a part is no key.
[[nodiscard]] std::optional<ImGuiKeyChord> key_chord(std::string_view shortcut);

/// Finds the actions whose keys were pressed, in the order of the events. Dear ImGui looks at keys once a frame and so
/// loses a chord whose Ctrl was let go within the frame in which its letter came; a slow renderer and a fast hand do
/// that.
class KeyReader {
 public:
  /// Their names. Before ImGui::NewFrame(), which consumes the events. None while text is being typed.
  [[nodiscard]] std::vector<std::string_view> read();

 private:
  std::uint32_t last_event_ = 0;  ///< events stay in the queue over several frames; each counts once
  ImGuiKeyChord modifiers_ = 0;
};

}  // namespace warpscope::gui
