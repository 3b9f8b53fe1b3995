// The one table of colours and measures. Colours for meaning are those of Okabe and Ito ("Color Universal Design",
// 2008), which people with any colour vision tell apart; a shape or a word always says the same.
#pragma once

#include <imgui.h>

#include "gui/state/ui.h"

namespace warpscope::gui {

struct Theme {
  // Surfaces, from far to near.
  ImVec4 ground, panel, raised, hovered, pressed, line;
  // Text, from loud to quiet. The quiet one still has a contrast of 7:1 on a panel.
  ImVec4 text, quiet, faint;
  // Meaning.
  ImVec4 accent;    ///< what is selected, what can be turned; measured numbers
  ImVec4 recorded;  ///< numbers out of a file
  ImVec4 stated;    ///< what the compiler or the driver says, or the data sheet
  ImVec4 derived;   ///< numbers from executed addresses
  ImVec4 lesson;    ///< what a museum kernel is there to show
  ImVec4 good, warning, wrong;
  ImVec4 peak;  ///< the theoretical limit
  // Words of the source, paler sisters of the above: each has a contrast of 7:1 on a panel.
  ImVec4 keyword, type, builtin, literal, comment, preprocessor;
  // Fields (heat maps, matrices) are Viridis in every theme: render/image/image.h.
  float stroke = 1;       ///< lines are thicker by this
  bool outlined = false;  ///< fields and ticks have a border: on white their fill alone is hard to see
};

[[nodiscard]] Theme theme_of(ThemeName name);

/// Contrast of two opaque colours, 1 ... 21, as the Web Content Accessibility Guidelines 2.2 define it. 7 is what they
/// ask of text at its best, 3 of marks.
[[nodiscard]] double contrast(ImVec4 one, ImVec4 other);

/// Gives Dear ImGui and ImPlot the colours, and all measures in multiples of the text's height in pixels.
void apply(const Theme& theme, float text_height);

/// The same colour with its opacity multiplied.
[[nodiscard]] ImVec4 faded(ImVec4 colour, float opacity);
/// Between two colours, 0: `from`, 1: `to`.
[[nodiscard]] ImVec4 mixed(ImVec4 from, ImVec4 to, float part);
[[nodiscard]] ImU32 packed(ImVec4 colour);

}  // namespace warpscope::gui
