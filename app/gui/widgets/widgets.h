// What panels are made of: the frame they draw into, small typographic helpers, signs that say with a shape what a
// colour says.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gui/panels/readout/readout_view_model.h"
#include "gui/state/actions.h"
#include "gui/state/state.h"
#include "gui/widgets/fonts.h"
#include "gui/widgets/theme.h"

namespace warpscope::gui {

/// Where the widgets of the last frame are on the screen, in pixels from its top left corner, by name
/// ("knob/block_x/32", "kernel/transpose/copy_row", "action/run"): for tests, which aim a simulated mouse at them.
using WidgetMap = std::map<std::string, ImRect>;

/// A texture with the checked output, made by OutputPicture.
struct OutputView {
  std::uint32_t texture = 0;  ///< OpenGL name, first row at the bottom; 0: none
  float width = 0, height = 0;
  std::uint32_t rows = 0, columns = 0;  ///< elements of the output that it shows
  double least = 0, greatest = 0;       ///< of the elements that are numbers
  std::uint64_t odd = 0;                ///< elements that are no number or infinite
  std::string path;                     ///< how it came to OpenGL, in words
};

/// What a panel draws from, and where its wishes go.
struct Frame {
  const State& state;
  const Readout& readout;
  const Theme& theme;
  const Fonts& fonts;
  const OutputView& output;
  float em;  ///< height of normal text, pixels
  WidgetMap& widgets;
  std::vector<Command>& commands;

  void emit(Command command) const { commands.push_back(std::move(command)); }
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

/// A panel's window, which takes the focus only when it is clicked. ImGui::End() ends it. `name`: one of panels.h; the
/// title is its text in the language that was chosen, key panel.NAME.
void begin_panel(const Frame& frame, const char* name);
[[nodiscard]] std::string panel_title(const Frame& frame, std::string_view name);

void text(std::string_view text);
void text(std::string_view text, ImVec4 colour);
void wrapped(std::string_view text, ImVec4 colour);
/// Digits with a narrow gap where the text has a thin space, which monospaced typefaces lack.
void number(std::string_view text, ImVec4 colour);
/// One line, shortened with an ellipsis at `right` (pixels on the screen); whole in a tooltip when it was shortened.
void shortened(std::string_view text, ImVec4 colour, float right);
[[nodiscard]] ImVec2 size_of(std::string_view text);
void tooltip(const Frame& frame, std::string_view text);

/// Remembers where the last item is.
void name_item(const Frame& frame, const std::string& name);
void name_place(const Frame& frame, const std::string& name, ImVec2 from, ImVec2 to);

/// exhibit: a museum's front.
enum class Shape {
  disc,
  square,
  diamond,
  triangle,
  hexagon,
  ring,
  tick,
  cross,
  exclamation,
  exhibit,
  pause,
  play,
  dots
};
/// Draws a shape of normal text height, centred.
void draw_shape(ImDrawList& list, Shape shape, ImVec2 centre, float size, ImVec4 colour);
/// Slanted strokes over a rectangle, `step` pixels apart: tells it from its neighbours without seeing colours. They are
/// those of one pattern over the whole screen, so that rectangles side by side continue each other.
void hatch(ImDrawList& list, ImVec2 from, ImVec2 to, float step, ImU32 ink, float stroke);
/// The shape as an item in the line.
void shape_item(const Frame& frame, Shape shape, ImVec4 colour);
[[nodiscard]] Shape shape_of(Source source);
[[nodiscard]] Shape shape_of(Verdict verdict);
[[nodiscard]] Shape shape_of(Problem::Kind kind);
[[nodiscard]] Shape shape_of(SourceMessage::Kind kind);

/// Shape and word in a frame of the colour: "✓ verified".
void badge(const Frame& frame, Shape shape, std::string_view word, ImVec4 colour);
[[nodiscard]] float badge_width(const Frame& frame, std::string_view word);

/// The title of a menu of the action table in the language that was chosen; English stands in the table.
[[nodiscard]] std::string menu_title(const Frame& frame, std::string_view menu);
/// "Not now: no kernel is selected."
[[nodiscard]] std::string not_now(const Frame& frame, std::string_view reason);
/// What an action does, and why not now.
[[nodiscard]] std::string help_with_reason(const Frame& frame, const Action& action);
/// The button of an action of the table: greyed with its reason where it cannot be done, named "action/NAME".
void action_button(const Frame& frame, std::string_view action);

}  // namespace warpscope::gui
