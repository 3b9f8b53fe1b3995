// The small Markdown of lessons: paragraphs, lists with "-", `code`, **strong** and *emphasis*, wrapped in both
// languages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "gui/widgets/widgets.h"

namespace lanescope::gui {

enum class Emphasis { plain, code, strong, emphasis };

/// A word, or a Chinese sign with the punctuation that stays beside it. Lines break only between pieces.
struct TextPiece {
  std::string text;
  Emphasis emphasis = Emphasis::plain;
  bool blank_before = false;  ///< A blank stands before it, unless it begins a line.
  friend bool operator==(const TextPiece&, const TextPiece&) = default;
};

struct TextParagraph {
  bool is_item = false;  ///< of a list
  std::vector<TextPiece> pieces;
};

[[nodiscard]] std::vector<TextParagraph> paragraphs_of(std::string_view markdown);

/// Returns the text without its marks, for a button or one line.
[[nodiscard]] std::string without_marks(std::string_view markdown);

/// Draws the paragraphs, wrapped at the right edge of the window or the column, as one item.
void rich_text(const Frame& frame, std::string_view markdown, ImVec4 colour, float size = 1);

}  // namespace lanescope::gui
