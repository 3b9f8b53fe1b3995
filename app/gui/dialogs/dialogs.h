// The small windows over the panels, and what the interface keeps of each while it is open. The palette is in
// palette.h.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "gui/widgets/widgets.h"

namespace lanescope::gui {

/// Opens a window with a border over the panels until the scope ends. It is centred unless ImGui::SetNextWindowPos()
/// was called before. A `height` of 0 fits its content.
class DialogScope {
 public:
  DialogScope(const Frame& frame, const std::string& title, bool* open, float width, float height = 0,
              ImGuiWindowFlags further = ImGuiWindowFlags_NoCollapse);
  ~DialogScope();
  DialogScope(const DialogScope&) = delete;
  DialogScope& operator=(const DialogScope&) = delete;
};

/// Puts a text into a field, as far as there is room.
template <std::size_t size>
void write_field(std::array<char, size>& field, std::string_view text) {
  *std::copy_n(text.begin(), std::min(text.size(), size - 1), field.begin()) = '\0';
}

/// What the user has typed in the dialog that connects to another machine.
struct ConnectForm {
  using Text = std::array<char, 512>;
  Text host{}, shell{}, program{};
  bool shown = false;  ///< whether it was open in the last frame; a new one is filled in and takes the focus
};
void draw_connect_dialog(const Frame& frame, ConnectForm& form);

/// What the user has typed as the name of a layout.
struct LayoutForm {
  bool shown = false;  ///< whether it was open in the last frame
  std::array<char, 64> name{};
};
void draw_layout_dialog(const Frame& frame, LayoutForm& form);

/// Draws the list of all actions with their keys.
void draw_help_window(const Frame& frame);

/// The subject and the size of a picture that the user has chosen so far.
struct PictureForm {
  std::string panel;  ///< as in ExportPicture
  int width = 1920, height = 1080;
  bool use_screen_size = false;  ///< whether it takes the size on the screen
  bool shown = false;            ///< whether the dialog was open in the last frame
  std::array<char, 1024> folder{};
};

void draw_picture_dialog(const Frame& frame, PictureForm& form);

}  // namespace lanescope::gui
