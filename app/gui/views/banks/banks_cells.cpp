// Shared memory as banks and rows: the words in use, those of the access, what they hold.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <set>

#include "gui/views/banks/banks_drawing.h"
#include "gui/views/playback/playback_caption.h"

namespace warpscope::gui {

namespace {

constexpr float row_with_outlines = 0.5F, row_with_values = 0.85F;
constexpr float min_glow = 0.35F;

}  // namespace

void BanksDrawing::draw_word(std::uint32_t lane) const {
  const float stroke = std::max(1.0F, 0.08F * em);
  const BankPoint point = motion.lane(lane);
  const ImRect word{at.x(point.bank), std::max(at.y(point.row), at.grid_top),
                    at.x(point.bank + static_cast<float>(shown.width)), std::min(at.y(point.row + 1), at.grid_bottom)};
  if (word.Max.y <= word.Min.y) return;
  const float strength = in_phase(lane) ? 1 : 0.45F;
  if (is_now(lane)) {
    fill(word, colour_of_lane(lane));
    outline(word, theme.text, stroke);
  } else if (at.row > row_with_outlines * em) {
    outline(word, theme.accent, stroke, 0.8F * strength);
  } else if (shown.heat_of(shown.lanes[lane].word) < min_glow) {
    // Outlines of low rows would run into one another.
    fill({word.Min.x + stroke, word.Min.y + 0.5F, word.Max.x - stroke, word.Max.y - 0.5F}, theme.accent,
         0.42F * strength);
  }
}

std::string BanksDrawing::text_of(std::uint32_t bits, int digits) const {
  std::set<catalogue::ElementType> types;
  for (const lab::TracedBuffer& buffer : playback.traced()->buffers) {
    if (buffer.role == catalogue::Role::in || buffer.role == catalogue::Role::inout) types.insert(buffer.type);
  }
  if (types.size() == 1 && catalogue::size_of(*types.begin()) == sizeof(bits)) {
    return value_text(*types.begin(), bits, digits);
  }
  return fmt::format("0x{:08x}", bits);
}

void BanksDrawing::draw_memory() const {
  const float gap = std::clamp(0.06F * at.column, 0.5F, 2.0F), seam = at.row < 3 ? 0 : std::max(1.0F, 0.1F * at.row);
  // The room itself, so that words which nobody uses (padding) are seen as holes.
  fill(at.grid(), theme.ground);
  for (std::size_t index = 0; index < motion.footprint.words.size(); ++index) {
    const UsedWord& used = motion.footprint.words[index];
    const BankPoint point = motion.word(index);
    // Whole pixels, so that all gaps are alike.
    const float top = std::round(at.y(point.row)), bottom = std::round(at.y(point.row + 1));
    if (bottom < at.grid_top || top > at.grid_bottom) continue;
    // Every other access that first reached the words, so that a row which wraps around the banks stays one thing.
    const ImVec4 base = used.access % 2 == 0 ? theme.hovered : mixed(theme.raised, theme.hovered, 0.25F);
    fill({at.x(point.bank) + gap, std::max(top, at.grid_top), at.x(point.bank + 1) - gap,
          std::min(bottom - seam, at.grid_bottom)},
         mixed(base, theme.accent, 0.75F * shown.heat_of(used.word)));
  }
  outline(at.grid(), theme.line, 1);
  name("banks/memory", at.grid());
}

void BanksDrawing::draw_words() const {
  for (const bool now : {false, true}) {
    std::set<std::uint32_t> drawn;
    for (std::uint32_t lane = 0; lane < columns; ++lane) {
      const BankLane& one = shown.lanes[lane];
      if (one.active && is_now(lane) == now && drawn.insert(one.word).second) draw_word(lane);
    }
  }
}

void BanksDrawing::draw_values() const {
  if (at.row < row_with_values * em || motion.moving()) return;
  const FontScope small(frame, frame.fonts.mono, 0.58F);
  for (const auto& [word, bits] : motion.contents.words) {
    const BankPoint point = bank_point(word);
    const float middle = at.y(point.row + 0.5F);
    if (middle < at.grid_top || middle > at.grid_bottom) continue;
    std::string value = text_of(bits, 3);
    if (size_of(value).x > 0.96F * at.column) value = text_of(bits, 1);
    if (size_of(value).x > 0.96F * at.column) continue;
    const bool now = shown.heat_of(word) >= 1;
    centred_text({at.x(point.bank + 0.5F), middle}, value, now ? text_on(theme.accent) : theme.text, now ? 1 : 0.85F);
  }
}

void BanksDrawing::draw_chosen_word() const {
  const auto& byte = playback.byte;
  if (!byte || byte->space != trace::Space::shared) return;
  const BankPoint point = bank_point(static_cast<std::uint32_t>(byte->offset / model::bytes_per_bank));
  const ImRect place{at.x(point.bank), at.y(point.row), at.x(point.bank + 1), at.y(point.row + 1)};
  if (place.Max.y < at.grid_top || place.Min.y > at.grid_bottom) return;
  outline(place, theme.text, std::max(2.0F, 0.16F * em));
}

void BanksDrawing::draw_row_labels() const {
  const FontScope small(frame, frame.fonts.mono, 0.72F);
  const float height = ImGui::GetTextLineHeight();
  std::uint32_t each = 1;
  while (static_cast<float>(each) * at.row < 1.25F * height) each *= 2;
  const auto first = static_cast<std::uint32_t>(std::max(0.0F, std::ceil(at.first_row)));
  for (std::uint32_t row = (first + each - 1) / each * each; row < motion.footprint.rows; row += each) {
    const float middle = at.y(static_cast<float>(row) + 0.5F);
    if (middle + height / 2 > at.canvas.Max.y) break;
    const std::string byte = std::to_string(row * columns * model::bytes_per_bank);
    text({at.left - 0.5F * em - size_of(byte).x, middle - height / 2}, byte, theme.quiet, 0.85F);
  }
}

}  // namespace warpscope::gui
