// The one table of colours and sizes. Colours with a meaning are those of Okabe and Ito ("Color Universal Design",
// 2008), which people with any colour vision can distinguish. A shape or a word always says the same.
#pragma once

#include <imgui.h>

#include "gui/store/ui.h"

namespace lanescope::gui {

struct Theme {
  // These are the surfaces, from the back to the front.
  ImVec4 ground, panel, raised, hovered, pressed, line;
  // These are for text, from strong to faint. The quiet one still has a contrast of 7:1 on a panel.
  ImVec4 text, quiet, faint;
  // These have a meaning.
  ImVec4 accent;     ///< for what is selected, what can be changed, and measured numbers
  ImVec4 recorded;   ///< for numbers from a file
  ImVec4 counted;    ///< for numbers of hardware counters
  ImVec4 predicted;  ///< for times of the model, and what follows from the rules of the hardware
  ImVec4 stated;     ///< for statements of the compiler, the driver or the data sheet
  ImVec4 derived;    ///< for numbers from executed addresses
  ImVec4 lesson;     ///< for what a museum kernel teaches
  ImVec4 good, warning, wrong;
  ImVec4 peak;   ///< for the theoretical limit
  ImVec4 focus;  ///< for the ring around what has the keyboard's focus
  // These are for words of the source. They are paler than those above, and each has a contrast of 7:1 on a panel.
  ImVec4 keyword, type, builtin, literal, comment, preprocessor;
  // Fields (heat maps, matrices) use Viridis in every theme, which is in render/image/image.h.
  float stroke = 1;       ///< factor on the thickness of lines
  bool outlined = false;  ///< fields and ticks have a border, because their fill alone is hard to see on white
};

/// Returns the colours of one of theme_names.
[[nodiscard]] Theme theme_of(ThemeName name);

/// Returns the contrast of two opaque colours, 1 to 21, as the Web Content Accessibility Guidelines 2.2 define it.
/// Their strictest level asks for 7 for text; marks need 3.
[[nodiscard]] double contrast(ImVec4 one, ImVec4 other);

/// Sets the colours of Dear ImGui and ImPlot, and all their sizes as multiples of the text height in pixels.
void apply(const Theme& theme, float text_height);

/// Returns the same colour with its opacity multiplied.
[[nodiscard]] ImVec4 faded(ImVec4 colour, float opacity);
/// Mixes two colours. A `part` of 0 is `from`, and 1 is `to`.
[[nodiscard]] ImVec4 mixed(ImVec4 from, ImVec4 to, float part);
[[nodiscard]] ImU32 packed(ImVec4 colour);

}  // namespace lanescope::gui
