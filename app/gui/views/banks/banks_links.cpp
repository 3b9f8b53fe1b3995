// The links from each lane to its bank and its word, and what travels along them.
#include <imgui_internal.h>
#include <algorithm>

#include "gui/views/banks/banks_drawing.h"

namespace warpscope::gui::banks {

namespace {

struct Link {
  ImVec2 lane, bend_down, bend_up, bank;  ///< a curve between the lane and the stack of its bank
  ImVec2 word;                            ///< and straight on to the word
};

Link link_of(const BanksDrawing& drawing, std::uint32_t lane) {
  const Geometry& at = drawing.at;
  const BankPoint point = drawing.motion.lane(lane);
  const float x = at.x(point.bank + 0.5F * static_cast<float>(drawing.shown.width));
  const std::uint32_t bank = drawing.shown.lanes[lane].word % columns;
  std::uint32_t degree = drawing.shown.degrees.at(bank);
  if (drawing.shown.phases && drawing.in_phase(lane) && !drawing.shown.phases->phases.empty()) {
    degree = drawing.shown.phases->phases[drawing.shown.phase].degrees.at(bank);
  }
  Link link;
  link.lane = {at.x(static_cast<float>(lane) + 0.5F), at.lanes_bottom};
  link.bank = {x, at.stack_top(degree) - (degree > 1 ? 0.95F * at.em : 0)};
  const float reach = 0.55F * (link.bank.y - link.lane.y);
  link.bend_down = {link.lane.x, link.lane.y + reach};
  link.bend_up = {link.bank.x, link.bank.y - reach};
  link.word = {x, std::clamp(at.y(point.row + 0.5F), at.grid_top, at.grid_bottom)};
  return link;
}

void draw_curve(const BanksDrawing& drawing, const Link& link, ImU32 colour, float width) {
  drawing.list.AddBezierCubic(link.lane, link.bend_down, link.bend_up, link.bank, colour, width, 24);
}

/// `down`: towards the word.
void draw_arrow(const BanksDrawing& drawing, ImVec2 tip, bool down, ImU32 colour) {
  const float half = (down ? 0.34F : -0.34F) * drawing.at.em, back = -1.5F * half;
  drawing.list.AddTriangleFilled(tip, {tip.x - half, tip.y + back}, {tip.x + half, tip.y + back}, colour);
}

/// What is moved, on its way: down to the word when it is written, up to the lane when it is read.
void draw_load(const BanksDrawing& drawing, const Link& link, ImU32 colour) {
  const auto part = static_cast<float>(drawing.shown.at.part);
  if (!drawing.shown.at.now || part <= 0.02F || part >= 0.98F) return;
  const float along = drawing.shown.writes() ? part : 1 - part;
  constexpr float curve = 0.6F;  // of the way
  // Between stack and memory stand the numbers of the banks.
  ImVec2 at{link.word.x, drawing.at.grid_top + (along - curve) / (1 - curve) * (link.word.y - drawing.at.grid_top)};
  if (along < curve) at = ImBezierCubicCalc(link.lane, link.bend_down, link.bend_up, link.bank, along / curve);
  drawing.list.AddCircleFilled(at, 0.3F * drawing.at.em, colour);
}

}  // namespace

void draw_links(const BanksDrawing& drawing) {
  const BanksViewModel& shown = drawing.shown;
  const float em = drawing.at.em, thin = std::max(1.0F, 0.07F * em), thick = std::max(2.0F, 0.17F * em);
  for (std::uint32_t lane = 0; lane < columns; ++lane) {
    if (!shown.lanes[lane].active || drawing.is_now(lane)) continue;
    const bool served = shown.phases && shown.lanes[lane].wavefront < shown.at.step;
    const float share = !shown.phases ? 0.8F : !drawing.in_phase(lane) ? 0.14F : served ? 0.22F : 0.5F;
    draw_curve(drawing, link_of(drawing, lane), drawing.ink(drawing.frame.theme.quiet, share), thin);
  }
  for (std::uint32_t lane = 0; lane < columns; ++lane) {
    if (!shown.lanes[lane].active || !drawing.is_now(lane)) continue;
    const Link link = link_of(drawing, lane);
    const ImU32 colour = drawing.ink(colour_of_lane(drawing, lane));
    draw_curve(drawing, link, colour, thick);
    drawing.list.AddLine({link.word.x, drawing.at.grid_top}, link.word, colour, thick);
    const bool down = shown.writes();
    draw_arrow(drawing,
               down ? ImVec2(link.word.x, link.bank.y + 0.1F * em) : ImVec2(link.lane.x, link.lane.y + 0.05F * em),
               down, colour);
    draw_load(drawing, link, colour);
  }
}

}  // namespace warpscope::gui::banks
