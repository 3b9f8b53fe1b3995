#include "gui/keys.h"

#include <array>
#include <string>
#include <utility>

#include "base/text.h"

namespace warpscope::gui {

namespace {

constexpr std::array<std::pair<std::string_view, ImGuiKey>, 5> modifiers_and_signs{{
    {"Ctrl", static_cast<ImGuiKey>(ImGuiMod_Ctrl)},
    {"Shift", static_cast<ImGuiKey>(ImGuiMod_Shift)},
    {"Alt", static_cast<ImGuiKey>(ImGuiMod_Alt)},
    {"=", ImGuiKey_Equal},
    {"-", ImGuiKey_Minus},
}};

std::optional<ImGuiKey> key_of(std::string_view part) {
  for (const auto& [name, key] : modifiers_and_signs) {
    if (part == name) return key;
  }
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key) {
    if (part == ImGui::GetKeyName(static_cast<ImGuiKey>(key))) return static_cast<ImGuiKey>(key);
  }
  return std::nullopt;
}

}  // namespace

std::optional<ImGuiKeyChord> key_chord(std::string_view shortcut) {
  if (shortcut.empty()) return std::nullopt;
  ImGuiKeyChord chord = 0;
  for (const std::string_view part : split(shortcut, '+')) {
    const std::optional<ImGuiKey> key = key_of(part);
    if (!key) return std::nullopt;
    chord |= *key;
  }
  return chord;
}

void emit_keys(std::vector<Command>& commands) {
  if (ImGui::GetIO().WantTextInput) return;
  for (const Action& action : actions()) {
    const std::optional<ImGuiKeyChord> chord = key_chord(action.shortcut);
    if (chord && ImGui::IsKeyChordPressed(*chord)) commands.push_back({std::string(action.name)});
  }
}

}  // namespace warpscope::gui
