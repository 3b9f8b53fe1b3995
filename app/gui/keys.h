// Shortcuts of the action table as Dear ImGui's keys.
#pragma once

#include <imgui.h>

#include <optional>
#include <string_view>
#include <vector>

#include "gui/actions.h"

namespace warpscope::gui {

/// "Ctrl+Q", "F5", "UpArrow", "Ctrl+=": empty when a part is no key.
[[nodiscard]] std::optional<ImGuiKeyChord> key_chord(std::string_view shortcut);

/// Emits the actions whose keys were pressed in this frame; none while text is being typed.
void emit_keys(std::vector<Command>& commands);

}  // namespace warpscope::gui
