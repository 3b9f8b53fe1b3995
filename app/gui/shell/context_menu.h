// The menu that a right click, the Menu key and Shift+F10 open: actions of the table about one thing that is drawn.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "gui/store/subject.h"
#include "gui/widgets/widgets.h"

namespace lanescope::gui {

/// Returns the names of the actions in its menu, those of its panel last, after an empty one.
[[nodiscard]] std::vector<std::string_view> menu_of(const Subject& subject);

/// Draws the menu about Ui::subject while it is open; `opens` opens it.
void draw_context_menu(const Frame& frame, bool opens);

[[nodiscard]] std::span<const Action> context_actions();

}  // namespace lanescope::gui
