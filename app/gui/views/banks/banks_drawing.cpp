// What all parts of the Banks view use.
#include <array>
#include <bit>

#include "gui/views/banks/banks_drawing.h"

namespace warpscope::gui::banks {

namespace {

/// A word of one lane has the colour of what happens now; words that several lanes share have others, one each.
ImVec4 colour_of_word(const Theme& theme, const model::BankWavefront& wavefront, std::uint32_t word) {
  const std::array shared{theme.peak, theme.recorded, theme.good};
  std::size_t number = 0;
  for (const model::BankWord& other : wavefront.words) {
    const bool several = std::popcount(other.lanes) > 1;
    if (other.word == word) return several ? shared.at(number % shared.size()) : theme.accent;
    if (several) ++number;
  }
  return theme.accent;
}

}  // namespace

ImVec4 text_on(ImVec4 colour) {
  const ImVec4 black{0, 0, 0, 1}, white{1, 1, 1, 1};
  return contrast(colour, black) > contrast(colour, white) ? black : white;
}

void draw_label(const BanksDrawing& drawing, const std::string& words, float middle) {
  const FontScope small(drawing.frame, drawing.frame.fonts.text, 0.85F);
  drawing.text({drawing.at.canvas.Min.x, middle - ImGui::GetTextLineHeight() / 2}, words, drawing.frame.theme.quiet);
}

ImVec4 colour_of_lane(const BanksDrawing& drawing, std::uint32_t lane) {
  const model::BankWavefront* wavefront = drawing.shown.wavefront();
  if (wavefront == nullptr) return drawing.frame.theme.accent;
  return colour_of_word(drawing.frame.theme, *wavefront, drawing.shown.lanes[lane].word);
}

}  // namespace warpscope::gui::banks
