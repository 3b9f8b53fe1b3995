// The small windows over the panels, and what the interface keeps of each while it is open. The palette stands in
// palette.h.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// A window with a border over the panels, until the scope ends: in the middle unless it was placed before. `height` 0:
/// as high as its content.
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

/// For running kernels on another machine: what is typed and not yet asked for.
struct ConnectForm {
  using Text = std::array<char, 512>;
  Text host{}, shell{}, program{};
  bool shown = false;  ///< in the last frame: when it opens, it is filled in and takes the keyboard
};
void draw_connect_dialog(const Frame& frame, ConnectForm& form);

/// For a layout's name.
struct LayoutForm {
  bool shown = false;  ///< in the last frame
  std::array<char, 64> name{};
};
void draw_layout_dialog(const Frame& frame, LayoutForm& form);

/// All actions with their keys.
void draw_help_window(const Frame& frame);

/// Asks what a picture shall be of, and how large it shall be: what was chosen so far.
struct PictureForm {
  std::string panel;  ///< as ExportPicture
  int width = 1920, height = 1080;
  bool as_it_is = false;  ///< the size that it has on the screen
};

void draw_picture_dialog(const Frame& frame, PictureForm& form);

}  // namespace warpscope::gui
