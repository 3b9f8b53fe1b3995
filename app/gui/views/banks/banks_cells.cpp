// Shared memory as banks and rows: the words in use, those of the access, what they hold.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "gui/views/banks/banks_drawing.h"
#include "gui/views/playback/playback_caption.h"

namespace warpscope::gui::banks {

namespace {

constexpr float row_with_outlines = 0.5F, row_with_values = 0.85F;
constexpr float min_glow = 0.35F;

void draw_word(const BanksDrawing& drawing, std::uint32_t lane) {
  const Theme& theme = drawing.frame.theme;
  const Geometry& at = drawing.at;
  const float stroke = std::max(1.0F, 0.08F * at.em);
  const BankPoint point = drawing.motion.lane(lane);
  const float top = std::max(at.y(point.row), at.grid_top), bottom = std::min(at.y(point.row + 1), at.grid_bottom);
  if (bottom <= top) return;
  const ImVec2 low{at.x(point.bank), top};
  const ImVec2 high{at.x(point.bank + static_cast<float>(drawing.shown.width)), bottom};
  const float strength = drawing.in_phase(lane) ? 1 : 0.45F;
  if (drawing.is_now(lane)) {
    drawing.fill({low, high}, colour_of_lane(drawing, lane));
    drawing.outline({low, high}, theme.text, stroke);
  } else if (at.row > row_with_outlines * at.em) {
    drawing.outline({low, high}, theme.accent, stroke, 0.8F * strength);
  } else if (heat_of(drawing.shown, drawing.shown.lanes[lane].word) < min_glow) {
    // Outlines of low rows would run into one another.
    drawing.fill({low.x + stroke, low.y + 0.5F, high.x - stroke, high.y - 0.5F}, theme.accent, 0.42F * strength);
  }
}

}  // namespace

float heat_of(const BanksViewModel& view_model, std::uint32_t word) {
  const auto found = std::lower_bound(view_model.warm.begin(), view_model.warm.end(), word,
                                      [](const WarmWord& one, std::uint32_t wanted) { return one.word < wanted; });
  return found != view_model.warm.end() && found->word == word ? found->heat : 0;
}

std::string text_of(const lab::Traced& traced, std::uint32_t bits, int digits) {
  using catalogue::ElementType;
  std::optional<ElementType> type;
  bool one_type = true;
  for (const lab::TracedBuffer& buffer : traced.buffers) {
    if (buffer.role != catalogue::Role::in && buffer.role != catalogue::Role::inout) continue;
    one_type = one_type && (!type || *type == buffer.type);
    type = buffer.type;
  }
  if (one_type && type && catalogue::size_of(*type) == sizeof(bits)) return value_text(*type, bits, digits);
  return fmt::format("0x{:08x}", bits);
}

void draw_memory(const BanksDrawing& drawing) {
  const Theme& theme = drawing.frame.theme;
  const Geometry& at = drawing.at;
  const float gap = std::clamp(0.06F * at.column, 0.5F, 2.0F), line = at.row < 3 ? 0 : std::max(1.0F, 0.1F * at.row);
  // The room itself, so that words which nobody uses (padding) are seen as holes.
  drawing.fill({at.left, at.grid_top, at.x(columns), at.grid_bottom}, theme.ground);
  for (std::size_t index = 0; index < drawing.motion.footprint.words.size(); ++index) {
    const UsedWord& used = drawing.motion.footprint.words[index];
    const BankPoint point = drawing.motion.word(index);
    // Whole pixels, so that all gaps are alike.
    const float top = std::round(at.y(point.row)), bottom = std::round(at.y(point.row + 1));
    if (bottom < at.grid_top || top > at.grid_bottom) continue;
    const float left = at.x(point.bank), right = at.x(point.bank + 1);
    // Every other access that first reached the words, so that a row which wraps around the banks stays one thing.
    const ImVec4 base = used.access % 2 == 0 ? theme.hovered : mixed(theme.raised, theme.hovered, 0.25F);
    const float heat = heat_of(drawing.shown, used.word);
    drawing.fill({left + gap, std::max(top, at.grid_top), right - gap, std::min(bottom - line, at.grid_bottom)},
                 mixed(base, theme.accent, 0.75F * heat));
  }
  drawing.outline({at.left, at.grid_top, at.x(columns), at.grid_bottom}, theme.line, 1);
  name_place(drawing.frame, "banks/memory", {at.left, at.grid_top}, {at.x(columns), at.grid_bottom});
}

void draw_words(const BanksDrawing& drawing) {
  for (const bool now : {false, true}) {
    std::vector<std::uint32_t> seen;
    for (std::uint32_t lane = 0; lane < columns; ++lane) {
      const BankLane& one = drawing.shown.lanes[lane];
      if (!one.active || drawing.is_now(lane) != now) continue;
      if (std::find(seen.begin(), seen.end(), one.word) != seen.end()) continue;
      seen.push_back(one.word);
      draw_word(drawing, lane);
    }
  }
}

void draw_values(const BanksDrawing& drawing) {
  const Geometry& at = drawing.at;
  if (at.row < row_with_values * at.em || drawing.motion.moving()) return;
  const AccessSequence& sequence = *drawing.frame.state.playback.sequence;
  const FontScope small(drawing.frame, drawing.frame.fonts.mono, 0.58F);
  for (const auto& [word, bits] : drawing.motion.contents.words) {
    const BankPoint point = bank_point(word);
    const float middle = at.y(point.row + 0.5F);
    if (middle < at.grid_top || middle > at.grid_bottom) continue;
    std::string value = text_of(*sequence.traced, bits, 3);
    if (size_of(value).x > 0.96F * at.column) value = text_of(*sequence.traced, bits, 1);
    if (size_of(value).x > 0.96F * at.column) continue;
    const bool now = heat_of(drawing.shown, word) >= 1;
    drawing.centred_text({at.x(point.bank + 0.5F), middle}, value,
                         now ? text_on(drawing.frame.theme.accent) : drawing.frame.theme.text, now ? 1 : 0.85F);
  }
}

void draw_chosen_word(const BanksDrawing& drawing) {
  const auto& byte = drawing.frame.state.playback.byte;
  if (!byte || byte->space != trace::Space::shared) return;
  const BankPoint point = bank_point(static_cast<std::uint32_t>(byte->offset / model::bytes_per_bank));
  const Geometry& at = drawing.at;
  const float top = at.y(point.row), bottom = at.y(point.row + 1);
  if (bottom < at.grid_top || top > at.grid_bottom) return;
  drawing.outline({at.x(point.bank), top, at.x(point.bank + 1), bottom}, drawing.frame.theme.text,
                  std::max(2.0F, 0.16F * at.em));
}

void draw_row_labels(const BanksDrawing& drawing) {
  const Geometry& at = drawing.at;
  const FontScope small(drawing.frame, drawing.frame.fonts.mono, 0.72F);
  const float height = ImGui::GetTextLineHeight();
  std::uint32_t each = 1;
  while (static_cast<float>(each) * at.row < 1.25F * height) each *= 2;
  const auto first = static_cast<std::uint32_t>(std::max(0.0F, std::ceil(at.first_row)));
  for (std::uint32_t row = (first + each - 1) / each * each; row < drawing.motion.footprint.rows; row += each) {
    const float middle = at.y(static_cast<float>(row) + 0.5F);
    if (middle + height / 2 > at.canvas.Max.y) break;
    const std::string byte = std::to_string(row * columns * model::bytes_per_bank);
    drawing.text({at.left - 0.5F * at.em - size_of(byte).x, middle - height / 2}, byte, drawing.frame.theme.quiet,
                 0.85F);
  }
}

}  // namespace warpscope::gui::banks
