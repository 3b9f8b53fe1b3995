// The banks: how many different words each is asked for, as a stack over it, and their numbers.
#include <algorithm>
#include <cmath>

#include "gui/views/banks/banks_drawing.h"

namespace warpscope::gui {

namespace {

constexpr float min_block = 3.5F;  // pixels: lower blocks are drawn as one

}  // namespace

/// Blocks from..to (exclusive) of a stack.
void BanksDrawing::draw_blocks(const ImRect& column, std::uint32_t from, std::uint32_t to, ImU32 colour) const {
  if (from >= to) return;
  const float left = column.Min.x, right = column.Max.x;
  if (at.block < min_block) return list.AddRectFilled({left, at.stack_top(to)}, {right, at.stack_top(from)}, colour);
  for (std::uint32_t block = from; block < to; ++block) {
    list.AddRectFilled({left, std::round(at.stack_top(block + 1)) + 1}, {right, std::round(at.stack_top(block))},
                       colour);
  }
}

void BanksDrawing::draw_stacks() const {
  if (!shown.phases || shown.phases->phases.empty()) return;
  const model::BankPhase& phase = shown.phases->phases[shown.phase];
  const std::uint32_t now = shown.at.step - phase.first_wavefront;
  const float gap = std::max(1.0F, 0.1F * at.column), stroke = std::max(1.0F, 0.06F * em);
  const FontScope bold(frame, frame.fonts.bold, std::min(0.95F, 0.5F * at.column / em));
  for (std::uint32_t bank = 0; bank < columns; ++bank) {
    const std::uint32_t degree = phase.degrees.at(bank);
    if (degree == 0) continue;
    const bool conflict = degree > 1;
    const ImVec4 colour = conflict ? theme.wrong : theme.good;
    const ImRect stack = at.place(bank, at.stack_top(degree), at.stack_bottom, gap);
    draw_blocks(stack, 0, std::min(now, degree), ink(colour, 0.3F));
    draw_blocks(stack, std::min(now + 1, degree), degree, ink(colour, 0.85F));
    if (now < degree) {
      // Never too thin to be seen.
      const float middle = (at.stack_top(now) + at.stack_top(now + 1)) / 2, half = std::max(at.block / 2, 1.5F);
      fill({stack.Min.x, middle - half, stack.Max.x, middle + half}, theme.accent);
    }
    outline(stack, colour, stroke);
    if (!conflict) continue;
    centred_text({stack.GetCenter().x, stack.Min.y - ImGui::GetTextLineHeight() / 2}, std::to_string(degree) + "×",
                 colour);
    name("banks/conflict/" + std::to_string(bank), stack);
  }
}

void BanksDrawing::draw_bank_numbers() const {
  const float middle = (at.banks_top + at.grid_top) / 2;
  draw_label(frame.say("banks.banks"), middle);
  const FontScope small(frame, frame.fonts.bold, std::min(0.75F, 0.42F * at.column / em));
  for (std::uint32_t bank = 0; bank < columns; ++bank) {
    const ImRect place = at.place(bank, at.banks_top, at.grid_top);
    const bool now = (shown.busy_banks() >> bank & 1u) != 0;
    const std::string number = std::to_string(bank);
    centred_text({place.GetCenter().x, middle}, number, now ? theme.text : theme.quiet, now ? 1 : 0.75F);
    name("banks/bank/" + number, place);
  }
}

void BanksDrawing::draw_chosen_bank() const {
  if (!playback.bank) return;
  const ImRect place = at.place(*playback.bank, at.banks_top, at.grid_bottom);
  fill(place, theme.text, 0.1F);
  outline(place, theme.text, std::max(1.5F, 0.12F * em));
}

}  // namespace warpscope::gui
