#include "gui/screens/lesson/rich_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/text.h"

namespace lanescope::gui {
namespace {

/// Returns the length in bytes of the sign in UTF-8 that begins with this byte.
std::size_t length_of(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/// Returns whether lines may break before and after the sign: Chinese signs and their punctuation, from U+2E80 on.
bool breaks_around(std::string_view sign) {
  return sign.size() >= 3 && static_cast<unsigned char>(sign[0]) >= 0xe2 && sign >= "\u2e80";
}

/// A line must not begin with one of these, nor end with one of the others.
bool closes(std::string_view sign) {
  constexpr std::array<std::string_view, 12> signs{"。", "，", "、", "；", "：", "！",
                                                   "？", "”",  "）", "》", "」", "…"};
  return std::ranges::find(signs, sign) != signs.end();
}
bool opens(std::string_view sign) {
  constexpr std::array<std::string_view, 4> signs{"“", "（", "《", "「"};
  return std::ranges::find(signs, sign) != signs.end();
}

/// Cuts one line into pieces.
class Cutter {
 public:
  explicit Cutter(std::vector<TextPiece>& pieces) : pieces_(pieces), blank_(!pieces.empty()) {}

  void cut(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == '`') {
        emphasis_ = emphasis_ == Emphasis::code ? Emphasis::plain : Emphasis::code;
        open_ = false;
        ++at;
        continue;
      }
      const bool code = emphasis_ == Emphasis::code;
      if (!code && text[at] == '*' && marks(text, at)) continue;
      if (text[at] == ' ') {
        blank_ = true;
        open_ = false;
        ++at;
        continue;
      }
      const std::size_t length = std::min(length_of(text[at]), text.size() - at);
      add(text.substr(at, length));
      at += length;
    }
  }

 private:
  /// Takes "**" and "*" where they begin or end something; a lone one between blanks is a sign of multiplication.
  bool marks(std::string_view text, std::size_t& at) {
    const bool two = text.substr(at).starts_with("**");
    const Emphasis wanted = two ? Emphasis::strong : Emphasis::emphasis;
    const std::size_t behind = at + (two ? 2 : 1);
    const bool begins = emphasis_ == Emphasis::plain && behind < text.size() && text[behind] != ' ' &&
                        text.find(two ? "**" : "*", behind) != std::string_view::npos;
    if (!begins && emphasis_ != wanted) return false;
    emphasis_ = begins ? wanted : Emphasis::plain;
    open_ = false;
    at = behind;
    return true;
  }

  void add(std::string_view sign) {
    const bool wide = breaks_around(sign);
    // What closes stays with what it closes; a sign that opens keeps the next one.
    const bool joins = !blank_ && !pieces_.empty() && (closes(sign) || keeps_ || (open_ && !wide));
    if (joins && pieces_.back().emphasis == emphasis_) {
      pieces_.back().text += sign;
    } else {
      pieces_.push_back({std::string(sign), emphasis_, blank_});
    }
    blank_ = false;
    keeps_ = opens(sign);
    open_ = !wide || keeps_;
  }

  std::vector<TextPiece>& pieces_;
  Emphasis emphasis_ = Emphasis::plain;
  bool blank_;          ///< whether the next piece follows a blank
  bool open_ = false;   ///< whether the last piece is a word that goes on
  bool keeps_ = false;  ///< whether the last sign opens a quotation
};

ImFont* font_of(const Frame& frame, Emphasis emphasis) {
  switch (emphasis) {
    case Emphasis::code:
      return frame.fonts.mono;
    case Emphasis::strong:
      return frame.fonts.bold;
    case Emphasis::plain:
    case Emphasis::emphasis:
      break;
  }
  return frame.fonts.text;
}

ImVec4 colour_of(const Frame& frame, Emphasis emphasis, ImVec4 colour) {
  if (emphasis == Emphasis::code) return frame.theme.type;
  return emphasis == Emphasis::emphasis ? frame.theme.accent : colour;
}

}  // namespace

std::vector<TextParagraph> paragraphs_of(std::string_view markdown) {
  std::vector<TextParagraph> paragraphs;
  bool begins = true;
  for (std::string_view line : split(markdown, '\n')) {
    line = trim(line);
    const bool item = line.starts_with("- ");
    if (line.empty()) begins = true;
    if (line.empty()) continue;
    if (begins || item) paragraphs.push_back({item, {}});
    begins = false;
    Cutter(paragraphs.back().pieces).cut(item ? trim(line.substr(2)) : line);
  }
  return paragraphs;
}

std::string without_marks(std::string_view markdown) {
  std::string text;
  for (const TextParagraph& paragraph : paragraphs_of(markdown)) {
    if (!text.empty()) text += ' ';
    for (const TextPiece& piece : paragraph.pieces) {
      if (piece.blank_before && !text.empty()) text += ' ';
      text += piece.text;
    }
  }
  return text;
}

void rich_text(const Frame& frame, std::string_view markdown, ImVec4 colour, float size) {
  constexpr float line_share = 1.3F, paragraph_gap = 0.35F, code_size = 0.88F;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float right = right_edge(), em = frame.em * size, line = line_share * em;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float y = from.y;
  const auto paragraphs = paragraphs_of(markdown);
  for (const TextParagraph& paragraph : paragraphs) {
    if (y > from.y) y += line + paragraph_gap * em;
    const float left = from.x + (paragraph.is_item ? 1.1F * em : 0);
    if (paragraph.is_item) list.AddCircleFilled({from.x + 0.45F * em, y + 0.6F * em}, 0.16F * em, packed(colour));
    float x = left;
    for (const TextPiece& piece : paragraph.pieces) {
      const float scale = piece.emphasis == Emphasis::code ? code_size * size : size;
      const FontScope font(frame, font_of(frame, piece.emphasis), scale);
      const ImVec2 extent = size_of(piece.text);
      const float blank = piece.blank_before && x > left ? 0.28F * em : 0;
      if (x > left && x + blank + extent.x > right) {
        x = left;
        y += line;
      } else {
        x += blank;
      }
      draw_text_at(list, {x, y + (em - em * scale / size) * 0.6F}, colour_of(frame, piece.emphasis, colour),
                   piece.text);
      x += extent.x;
    }
  }
  if (!paragraphs.empty()) ImGui::Dummy({std::max(1.0F, right - from.x), y + line - from.y});
}

}  // namespace lanescope::gui
