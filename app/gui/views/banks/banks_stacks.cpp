// How many different words each bank is asked for, as a stack over it.
#include <algorithm>
#include <cmath>

#include "gui/views/banks/banks_drawing.h"

namespace warpscope::gui::banks {

namespace {

constexpr float min_block = 3.5F;  // pixels: lower blocks are drawn as one

/// Blocks from..to (exclusive) of a stack.
void draw_blocks(const BanksDrawing& drawing, float left, float right, std::uint32_t from, std::uint32_t to,
                 ImU32 colour) {
  const Geometry& at = drawing.at;
  if (from >= to) return;
  const bool apart = at.block >= min_block;
  if (!apart) {
    drawing.list.AddRectFilled({left, at.stack_top(to)}, {right, at.stack_top(from)}, colour);
    return;
  }
  for (std::uint32_t block = from; block < to; ++block) {
    drawing.list.AddRectFilled({left, std::round(at.stack_top(block + 1)) + 1},
                               {right, std::round(at.stack_top(block))}, colour);
  }
}

}  // namespace

void draw_stacks(const BanksDrawing& drawing) {
  if (!drawing.shown.phases || drawing.shown.phases->phases.empty()) return;
  const Theme& theme = drawing.frame.theme;
  const Geometry& at = drawing.at;
  const model::BankPhase& phase = drawing.shown.phases->phases[drawing.shown.phase];
  const std::uint32_t now = drawing.shown.at.step - phase.first_wavefront;
  const float gap = std::max(1.0F, 0.1F * at.column), stroke = std::max(1.0F, 0.06F * at.em);
  const FontScope bold(drawing.frame, drawing.frame.fonts.bold, std::min(0.95F, 0.5F * at.column / at.em));
  for (std::uint32_t bank = 0; bank < columns; ++bank) {
    const std::uint32_t degree = phase.degrees.at(bank);
    if (degree == 0) continue;
    const bool conflict = degree > 1;
    const ImVec4 colour = conflict ? theme.wrong : theme.good;
    const float left = at.x(static_cast<float>(bank)) + gap, right = at.x(static_cast<float>(bank + 1)) - gap;
    draw_blocks(drawing, left, right, 0, std::min(now, degree), drawing.ink(colour, 0.3F));
    draw_blocks(drawing, left, right, std::min(now + 1, degree), degree, drawing.ink(colour, 0.85F));
    if (now < degree) {
      // Never too thin to be seen.
      const float middle = (at.stack_top(now) + at.stack_top(now + 1)) / 2, half = std::max(at.block / 2, 1.5F);
      drawing.fill({left, middle - half, right, middle + half}, theme.accent);
    }
    drawing.outline({left, at.stack_top(degree), right, at.stack_bottom}, colour, stroke);
    if (!conflict) continue;
    const std::string number = std::to_string(degree);
    drawing.centred_text({(left + right) / 2, at.stack_top(degree) - ImGui::GetTextLineHeight() / 2}, number + "×",
                         colour);
    name_place(drawing.frame, "banks/conflict/" + std::to_string(bank), {left, at.stack_top(degree)},
               {right, at.stack_bottom});
  }
}

}  // namespace warpscope::gui::banks
