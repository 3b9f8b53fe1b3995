// What the small windows over the panels share.
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

}  // namespace lanescope::gui
