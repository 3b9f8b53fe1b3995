// Moves the keyboard's focus through the controls of the window, and shows where it is.
//
// Dear ImGui walks with Tab within one window, where each panel is one. Here Tab walks through all of them: each
// control that a frame names is a stop (FocusStop). What a focused control does with Enter, Space and the arrow keys is
// Dear ImGui's, whose navigation by keys is on only while the focus is shown.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/shell/keys.h"
#include "gui/widgets/widgets.h"

namespace lanescope::gui {

class KeyboardFocus {
 public:
  /// Whether the focus is shown, so that keys without Ctrl belong to the control that has it.
  [[nodiscard]] bool is_on() const { return on_; }

  /// Switches the navigation of Dear ImGui on or off. It must precede ImGui::NewFrame(). `focused` is the small window
  /// with the focus, or null.
  void prepare(const std::vector<FocusRequest>& requests, const SmallWindow* focused);
  /// Moves the focus as the keys asked for, and draws it. It must follow all controls of the frame.
  void follow(const Frame& frame, const std::vector<FocusStop>& all, const SmallWindow* focused);

  /// Returns the name of the control that has the focus while it is shown; empty means none.
  [[nodiscard]] std::string_view at() const {
    return on_ && !visited_.empty() ? std::string_view(visited_.back()) : "";
  }

 private:
  /// What had the focus before the menu bar.
  struct BeforeMenus {
    bool was_on = false;
    ImGuiWindow* window = nullptr;
    bool opened = false;    ///< whether a menu was open since then
    int frames_closed = 0;  ///< so many frames ago it was the last time
  };

  void leave();
  /// Opens the menu beside the one that Left or Right has just closed: Dear ImGui would only mark it.
  void open_menu_beside(const Frame& frame, const std::vector<FocusStop>& all);
  void go_to(const FocusStop& stop, bool activate);
  void walk(const std::vector<FocusStop>& stops, int direction);
  void enter_menu_bar(const std::vector<FocusStop>& all, std::optional<char> letter);
  void leave_menu_bar(const std::vector<FocusStop>& stops);
  /// Returns the focus to a control that had it before, when the one that has it is gone.
  void recover(const std::vector<FocusStop>& stops);
  void draw(const Frame& frame) const;

  bool on_ = false;
  std::vector<FocusRequest> requests_;
  std::vector<std::string> visited_;  ///< names of stops, the last one at the end
  std::optional<BeforeMenus> before_menus_;
  int frames_without_ = 0;  ///< so many have passed without a control that has the focus
  int frames_to_draw_ = 0;  ///< until what was asked for is seen
};

}  // namespace lanescope::gui
