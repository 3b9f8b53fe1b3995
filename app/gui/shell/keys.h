// Converts shortcuts of the action table to Dear ImGui's keys.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gui/store/actions.h"

namespace lanescope::gui {

/// Converts "Ctrl+Q", "F5", "UpArrow" or "Ctrl+=". It is empty when a part is no key.
[[nodiscard]] std::optional<ImGuiKeyChord> key_chord(std::string_view shortcut);

/// What a key asks of the keyboard's focus.
struct FocusRequest {
  enum class Kind {
    next,      ///< Tab
    previous,  ///< Shift+Tab
    leave,     ///< Escape
    menu_bar,  ///< Alt alone
    menu,      ///< Alt with the first letter of a menu
  };
  Kind kind;
  char letter = 0;  ///< of the menu, which is large
};

/// Finds the actions whose keys were pressed, in the order of the events. Dear ImGui reads the keys once per frame, so
/// it loses a chord whose Ctrl is released in the same frame in which its letter is pressed. A slow renderer and a fast
/// hand cause that. They also bring the letters that are meant for a text field in the same frame as the keys that open
/// it, which takes some frames: the letters wait for the field.
///
/// All keys belong to a popup as long as one is open. In a text field, and in a small window that has the focus, keys
/// count that no field has a use for, such as F11 and Ctrl+Q.
class KeyReader {
 public:
  /// Returns the actions' names. `focused` is the small window with the focus, or null; `walks` says whether the focus
  /// is shown, whose control then has Enter, Space and the arrow keys. It must precede ImGui::NewFrame(), which
  /// consumes the events.
  [[nodiscard]] std::vector<std::string_view> read(const SmallWindow* focused, bool walks = false);
  /// Returns what was asked of the focus in the last read(), in order.
  [[nodiscard]] const std::vector<FocusRequest>& focus_requests() const { return focus_requests_; }
  /// Puts the keys that wait for a text field into the queue again. It must follow ImGui::NewFrame(), so that they stay
  /// in the queue between frames: Dear ImGui compares new keys with those in it.
  void requeue_held_keys();

 private:
  /// Notes what the event asks of the focus. Returns whether it is no action's then.
  bool asks_for_focus(const ImGuiInputEvent& event, const SmallWindow* focused, bool walks);
  /// Takes the keys that were not read yet out of the queue.
  void hold_remaining_keys();

  int frames_to_wait_ = 0;  ///< for a text field, at most
  ImGuiID left_field_ = 0;  ///< the text field in which the keys were pressed that open another; 0 means none
  std::vector<ImGuiInputEvent> waiting_;
  std::uint32_t last_event_ = 0;  ///< events stay in the queue over several frames, but each counts once
  ImGuiKeyChord modifiers_ = 0;
  bool alt_alone_ = false;  ///< whether Alt is held, and nothing else was pressed since
  std::vector<FocusRequest> focus_requests_;
};

}  // namespace lanescope::gui
