// The parts of panels: the frame that they draw into, small typographic helpers, and marks whose shape has the meaning
// of their colour.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gui/readings/readout_view_model.h"
#include "gui/store/actions.h"
#include "gui/store/state.h"
#include "gui/widgets/fonts.h"
#include "gui/widgets/shapes.h"
#include "gui/widgets/theme.h"

namespace lanescope::gui {

/// The screen rectangles of the last frame's widgets by name ("knob/block_x/32", "kernel/transpose/copy_row",
/// "action/run"), in pixels from the top left corner. Tests aim a simulated mouse at them.
using WidgetMap = std::map<std::string, ImRect>;

/// A control that the keyboard's focus can be at. Each one that is named with name_item() and is not greyed is a stop.
struct FocusStop {
  std::string name;
  ImGuiWindow* window;
  ImGuiID id;
  ImGuiNavLayer layer;
  ImGuiID scope;
  ImRect place;
  ImGuiItemFlags flags = 0;
  ImRect panel;  ///< of a tab: the place of its panel
};

/// Where something is drawn that has a context menu.
struct SubjectPlace {
  Subject subject;
  ImGuiWindow* window;
  ImGuiID id;  ///< of the control that has the keyboard's focus then; 0 means none
  ImRect place;
};

/// What a panel draws from, and where its commands go.
struct Frame {
  const State& state;
  const Readout& readout;
  const Theme& theme;
  const Fonts& fonts;
  float em;  ///< height of normal text in pixels
  WidgetMap& widgets;
  const std::vector<WindowEffect>& effects;  ///< of the commands that were carried out since the last frame
  std::vector<Command>& commands;
  bool& needs_redraw;                       ///< set while something is still in motion, so that another frame is due
  std::vector<FocusStop>* stops = nullptr;  ///< where controls are noted as they are named; null means nowhere
  std::vector<SubjectPlace>* subjects = nullptr;  ///< where things with a context menu are noted; null means nowhere

  void emit(Command command) const { commands.push_back(std::move(command)); }
  /// Returns whether a command that was carried out since the last frame had such an effect.
  template <class Wanted>
  [[nodiscard]] bool has_effect() const {
    return std::ranges::any_of(effects,
                               [](const WindowEffect& effect) { return std::holds_alternative<Wanted>(effect); });
  }
  [[nodiscard]] const Language& language() const { return state.language(); }
  /// Returns a text in the chosen language; language.h explains how.
  template <class... Arguments>
  [[nodiscard]] std::string say(std::string_view key, const Arguments&... arguments) const {
    return state.say(key, arguments...);
  }
  /// Returns the thickness of a line in pixels. `share` is a fraction of the height of normal text. The line is thicker
  /// for a projector, and never too thin to see.
  [[nodiscard]] float stroke(float share) const { return std::max(1.5F, share * em) * theme.stroke; }
};

/// Text in another face and size (multiples of the normal size) until the scope ends. A size that was computed from a
/// room which is not there counts as one pixel: Dear ImGui ends the program for one below 0, and takes 0 for the
/// present size.
class FontScope {
 public:
  FontScope(const Frame& frame, ImFont* font, float size) { ImGui::PushFont(font, std::max(1.0F, frame.em * size)); }
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
/// Draws the text in another face and size, as FontScope does.
void text(const Frame& frame, ImFont* font, float size, std::string_view text, ImVec4 colour);
void draw_wrapped(std::string_view text, ImVec4 colour);
/// Draws digits with a narrow gap for each thin space, because monospaced typefaces lack that character.
void number(std::string_view text, ImVec4 colour);
/// Draws one line, shortened with an ellipsis at `right` (in screen pixels). A tooltip then has the whole text.
void draw_elided(std::string_view text, ImVec4 colour, float right);
[[nodiscard]] ImVec2 size_of(std::string_view text);
/// Draws a text at a place of the screen. It adds no item.
void draw_text_at(ImDrawList& list, ImVec2 at, ImVec4 colour, std::string_view text);
void tooltip(const Frame& frame, std::string_view text);

/// A button without a picture of its own, which the keyboard reaches.
bool blank_button(const char* id, ImVec2 size);

/// Whether the left button holds the last item, or held it until this frame. A slow frame brings the last movement of a
/// drag together with its release, after which Dear ImGui no longer calls the item active.
[[nodiscard]] bool is_held();
/// Whether the mouse was that far from where its left button went down, in pixels, before it was let go or just then.
[[nodiscard]] bool is_dragged_past(float distance);

/// Whether the last item has the keyboard's focus, which is shown.
[[nodiscard]] bool has_focus();
/// Whether Enter or Space was pressed on the last item.
[[nodiscard]] bool is_pressed_by_key();
/// Returns by how many steps the arrow keys of an axis (right and down count up) move the last item, while it has the
/// focus.
[[nodiscard]] int arrows_on_item(ImGuiAxis axis = ImGuiAxis_X);
/// A place that only the keyboard reaches, such as a list or a plot whose points the mouse finds by itself. It takes no
/// room. Returns whether it has the focus.
bool keyboard_place(const Frame& frame, const std::string& name, const ImRect& place);
/// Draws the line below what is switched on, which a colour alone would not show.
void underline_item(const Frame& frame);
/// Draws the ring around what has the keyboard's focus, over everything, as far as `window` shows it.
void ring(const Frame& frame, const ImRect& item, const ImRect& window);

/// Returns the notches that the wheel turned over the last item, which takes the wheel from the panel: it turns or
/// scrolls, never both. A panel that scrolls already goes on, also when something comes to lie below the mouse thereby.
[[nodiscard]] float wheel_over_item();

/// Records the rectangle of the last item, and where the keyboard can go to it, it.
void name_item(const Frame& frame, const std::string& name);
void name_place(const Frame& frame, const std::string& name, ImVec2 from, ImVec2 to);
/// Gives the last item a context menu; its place is that rectangle, or that of the item.
void note_subject(const Frame& frame, Subject subject);
void note_subject(const Frame& frame, Subject subject, const ImRect& place);
/// The same for what is no control, such as a number in a table: the arrow keys reach it, and Tab the first of a panel.
void subject_place(const Frame& frame, const std::string& name, Subject subject, const ImRect& place);
void name_place(const Frame& frame, const std::string& name, const ImRect& place);
/// Returns a square around a point, which extends by `half` in each direction.
[[nodiscard]] ImRect square_around(ImVec2 centre, float half);
/// Returns where a line ends, which is the right edge of the window's or the column's free space, in screen pixels.
[[nodiscard]] float right_edge();

/// Numbers of an earlier setting are drawn with this opacity, and a word says so too.
inline constexpr float stale_opacity = 0.38F;
[[nodiscard]] constexpr float opacity_of(bool stale) {
  return stale ? stale_opacity : 1.0F;
}

/// Draws the shape as an item in the line.
void shape_item(const Frame& frame, Shape shape, ImVec4 colour);

/// Draws a shape and a word in a frame of that colour: "✓ verified".
void badge(const Frame& frame, Shape shape, std::string_view word, ImVec4 colour);
[[nodiscard]] float badge_width(const Frame& frame, std::string_view word);

/// Returns the title of a menu in the chosen language. The action table holds the English one.
[[nodiscard]] std::string menu_title(const Frame& frame, std::string_view menu);
/// Returns a text such as "Not now: no kernel is selected."
[[nodiscard]] std::string not_now(const Frame& frame, std::string_view reason);
/// Returns what an action does, why it is not possible now, and, with `with_keys`, its keys.
[[nodiscard]] std::string help_with_reason(const Frame& frame, const Action& action, bool with_keys = false);
/// Draws the button of an action, named "action/NAME". It is greyed, with the reason, when the action is not possible.
void action_button(const Frame& frame, std::string_view action);

}  // namespace lanescope::gui
