// What panels are made of: the frame they draw into, small typographic helpers, signs that say with a shape what a
// colour says.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gui/panels/readout/readout_view_model.h"
#include "gui/state/actions.h"
#include "gui/state/state.h"
#include "gui/widgets/fonts.h"
#include "gui/widgets/shapes.h"
#include "gui/widgets/theme.h"

namespace warpscope::gui {

/// Where the widgets of the last frame are on the screen, in pixels from its top left corner, by name
/// ("knob/block_x/32", "kernel/transpose/copy_row", "action/run"): for tests, which aim a simulated mouse at them.
using WidgetMap = std::map<std::string, ImRect>;

/// What a panel draws from, and where its commands go.
struct Frame {
  const State& state;
  const Readout& readout;
  const Theme& theme;
  const Fonts& fonts;
  float em;  ///< height of normal text, pixels
  WidgetMap& widgets;
  const Effects& effects;  ///< of the commands that were done since the last frame
  std::vector<Command>& commands;
  bool& moving;  ///< set when something is not yet where it goes: another frame is wanted

  void emit(Command command) const { commands.push_back(std::move(command)); }
  /// Whether a command that was done since the last frame asks for it.
  template <class Wanted>
  [[nodiscard]] bool asks_for() const {
    return std::ranges::any_of(effects, [](const Effect& effect) { return std::holds_alternative<Wanted>(effect); });
  }
  [[nodiscard]] const Language& language() const { return state.language(); }
  /// A text in the language that was chosen: language.h says how.
  template <class... Arguments>
  [[nodiscard]] std::string say(std::string_view key, const Arguments&... arguments) const {
    return state.say(key, arguments...);
  }
  /// Thickness of a line in pixels; `share`: of the height of normal text. Thicker for a projector, never thinner than
  /// one sees.
  [[nodiscard]] float stroke(float share) const { return std::max(1.5F, share * em) * theme.stroke; }
};

/// Text in another face and size (multiples of the normal size) until the scope ends.
class FontScope {
 public:
  FontScope(const Frame& frame, ImFont* font, float size) { ImGui::PushFont(font, frame.em * size); }
  ~FontScope() { ImGui::PopFont(); }
  FontScope(const FontScope&) = delete;
  FontScope& operator=(const FontScope&) = delete;
};

/// Text in another colour until the scope ends.
class ColourScope {
 public:
  explicit ColourScope(ImVec4 colour) { ImGui::PushStyleColor(ImGuiCol_Text, colour); }
  ~ColourScope() { ImGui::PopStyleColor(); }
  ColourScope(const ColourScope&) = delete;
  ColourScope& operator=(const ColourScope&) = delete;
};

void text(std::string_view text);
void text(std::string_view text, ImVec4 colour);
/// In another face and size, as FontScope.
void text(const Frame& frame, ImFont* font, float size, std::string_view text, ImVec4 colour);
void wrapped(std::string_view text, ImVec4 colour);
/// Digits with a narrow gap where the text has a thin space, which monospaced typefaces lack.
void number(std::string_view text, ImVec4 colour);
/// One line, shortened with an ellipsis at `right` (pixels on the screen); whole in a tooltip when it was shortened.
void shortened(std::string_view text, ImVec4 colour, float right);
[[nodiscard]] ImVec2 size_of(std::string_view text);
/// At a place of the screen, as no item.
void put_text(ImDrawList& list, ImVec2 at, ImVec4 colour, std::string_view text);
void tooltip(const Frame& frame, std::string_view text);

/// Remembers where the last item is.
void name_item(const Frame& frame, const std::string& name);
void name_place(const Frame& frame, const std::string& name, ImVec2 from, ImVec2 to);
void name_place(const Frame& frame, const std::string& name, const ImRect& place);
/// A square around a point, `half` of its side in each direction.
[[nodiscard]] ImRect square_around(ImVec2 centre, float half);
/// Where a line ends: the right edge of what is left of the window or column, pixels on the screen.
[[nodiscard]] float right_edge();

/// Numbers of an earlier setting are dimmed, and say so in words.
inline constexpr float stale_opacity = 0.38F;
[[nodiscard]] constexpr float opacity_of(bool stale) {
  return stale ? stale_opacity : 1.0F;
}

/// The shape as an item in the line.
void shape_item(const Frame& frame, Shape shape, ImVec4 colour);

/// Shape and word in a frame of the colour: "✓ verified".
void badge(const Frame& frame, Shape shape, std::string_view word, ImVec4 colour);
[[nodiscard]] float badge_width(const Frame& frame, std::string_view word);

/// The title of a menu of the action table in the language that was chosen; English stands in the table.
[[nodiscard]] std::string menu_title(const Frame& frame, std::string_view menu);
/// "Not now: no kernel is selected."
[[nodiscard]] std::string not_now(const Frame& frame, std::string_view reason);
/// What an action does, why not now, and its keys where they are asked for.
[[nodiscard]] std::string help_with_reason(const Frame& frame, const Action& action, bool with_keys = false);
/// The button of an action of the table: greyed with its reason where it cannot be done, named "action/NAME".
void action_button(const Frame& frame, std::string_view action);

}  // namespace warpscope::gui
