// The split stage: two panels of one view beside each other, each with a head that says which setting it shows, and
// below them in words how the two differ.
#include <imgui_internal.h>

#include <algorithm>
#include <array>

#include "gui/readings/comparison_view_model.h"
#include "gui/store/playback/stage_halves.h"
#include "gui/store/words/numbers.h"
#include "gui/widgets/view_panel.h"

namespace lanescope::gui {
namespace {

/// Calls draw(frame) with the state of a half. What is asked for there is done there; widgets and stops of the keyboard
/// are named "left/…" and "right/…".
template <class Draw>
void in_half(const Frame& frame, std::size_t half, const Draw& draw) {
  const State& state = state_of_half(frame.state, half);
  WidgetMap widgets;
  std::vector<Command> commands;
  std::vector<FocusStop> stops;
  draw(Frame{state, frame.readout, frame.theme, frame.fonts, frame.em, widgets, frame.effects, commands,
             frame.needs_redraw, frame.stops != nullptr ? &stops : nullptr});
  const std::string side = half == 0 ? "left/" : "right/";
  for (const auto& [name, place] : widgets) frame.widgets[side + name] = place;
  for (FocusStop& stop : stops) {
    stop.name = side + stop.name;
    frame.stops->push_back(std::move(stop));
  }
  for (Command& command : commands) {
    frame.emit(&state == &frame.state ? std::move(command) : Command(InHalf{half, std::move(command)}));
  }
}

/// Returns why the kept setting of a half has nothing to draw from, or an empty text.
std::string why_no_record(const State& state, std::size_t half, AnimatedView view) {
  const State& here = state_of_half(state, half);
  const bool missing = traits_of(view).own_clock ? here.known.result == nullptr : here.playback.sequence == nullptr;
  if (&here == &state || !missing) return {};
  const std::size_t pin = *pin_of_half(state.pins, half);
  for (const auto& result : {state.pins.pins[pin]->compiled, state.pins.pins[pin]->timed}) {
    if (result && !result->without_trace.empty()) return state.language().translated(result->without_trace);
  }
  return state.say("compare.no_accesses", pin_letters[pin]);
}

/// Draws which setting a half shows: its letter, its knobs that the other has not, its number; below, kernel and GPU.
void draw_head(const Frame& frame, const Comparison& comparison, std::size_t half) {
  constexpr float number_size = 1.5F;
  const ComparedSide& side = comparison.sides.at(half);
  const float opacity = opacity_of(side.stale), em = frame.em, right = right_edge();
  const ComparedRow* const line = comparison.headline();
  const ComparedRow::Cell* const cell =
      line != nullptr && line->cells.at(half).origin ? &line->cells.at(half) : nullptr;
  float number_left = right;
  if (cell != nullptr) {
    const FontScope bold(frame, frame.fonts.bold, number_size);
    number_left = right - size_of(cell->value + " " + line->unit).x;
  }
  const ImVec2 from = ImGui::GetCursorScreenPos();
  draw_letter(frame, side.letter, opacity);
  ImGui::SameLine(0, 0.5F * em);
  {
    const FontScope mono(frame, frame.fonts.mono, 1);
    ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, from.y + 0.15F * em});
    draw_elided(side.knobs.empty() ? side.setting : side.knobs, faded(frame.theme.text, opacity), number_left - em);
    name_item(frame, "compare/knobs/" + side.letter);
    if (ImGui::IsItemHovered()) tooltip(frame, side.kernel + "\n" + side.setting);
  }
  if (cell != nullptr) {
    draw_shape(*ImGui::GetWindowDrawList(), shape_of(*cell->origin), {number_left - 0.7F * em, from.y + 0.9F * em}, em,
               faded(colour_of(frame.theme, *cell->origin), opacity));
    ImGui::SetCursorScreenPos({number_left, from.y - 0.1F * em});
    text(frame, frame.fonts.bold, number_size, cell->value + " " + line->unit, faded(frame.theme.text, opacity));
    name_item(frame, "compare/number/" + side.letter);
    if (ImGui::IsItemHovered()) tooltip(frame, line->label + ", " + word_of(frame.language(), *cell->origin));
  }
  const FontScope small(frame, frame.fonts.text, 0.85F);
  ImGui::SetCursorScreenPos({from.x, from.y + 1.55F * em});
  draw_elided(side.gpu.empty() ? side.kernel : side.kernel + " · " + side.gpu, faded(frame.theme.quiet, opacity),
              right);
  name_item(frame, "compare/kernel/" + side.letter);
}

/// Returns the numbers of accesses that the view draws, and that both sides have: those that differ, or else all.
std::vector<const ComparedRow*> rows_of_view(const Comparison& comparison, AnimatedView view) {
  std::vector<const ComparedRow*> rows;
  for (const ComparedRow& line : comparison.rows) {
    if (line.space && shows(view, *line.space) && line.cells[0].origin && line.cells[1].origin) rows.push_back(&line);
  }
  const auto is_same = [](const ComparedRow* line) { return line->judgement == ComparedRow::Judgement::same; };
  if (!std::ranges::all_of(rows, is_same)) std::erase_if(rows, is_same);
  return rows;
}

std::string text_of(const Frame& frame, const ComparedRow& line) {
  std::string words = frame.say("compare.row", line.label, line.cells[0].value, line.cells[1].value, line.unit);
  if (!line.difference.empty()) words += " (" + line.difference + ")";
  return words;
}

/// Draws how the two differ, in two lines, and whether one of them has more accesses than the other.
void draw_difference(const Frame& frame, const Comparison& comparison, AnimatedView view) {
  constexpr std::size_t max_rows = 2;
  ImGui::BeginGroup();
  const ComparedRow* const headline = comparison.headline();
  if (!comparison.sentence.empty()) {
    draw_sentence(frame, comparison);
  } else if (headline != nullptr && !headline->difference.empty()) {
    shape_item(frame, shape_of(headline->judgement), colour_of(frame.theme, headline->judgement));
    draw_elided(text_of(frame, *headline), frame.theme.text, right_edge());
  } else {
    text(frame.say("compare.no_difference"), frame.theme.quiet);
  }
  std::string words;
  if (headline != nullptr && !headline->uncertainty.empty()) words = frame.say("compare.spread", headline->uncertainty);
  const std::vector<const ComparedRow*> rows = rows_of_view(comparison, view);
  for (std::size_t i = 0; i < std::min(rows.size(), max_rows); ++i) {
    words += (words.empty() ? "" : " · ") + text_of(frame, *rows[i]);
  }
  std::array<std::size_t, stage_halves.size()> counts{};
  for (const std::size_t half : stage_halves) {
    const analysis::Track* const track = state_of_half(frame.state, half).playback.track(view);
    counts.at(half) = track != nullptr ? track->indices.size() : 0;
  }
  if (counts[0] != counts[1] && counts[0] > 0 && counts[1] > 0 && !traits_of(view).own_clock) {
    words += (words.empty() ? "" : " · ") + frame.say("compare.lengths", comparison.sides[0].letter, grouped(counts[0]),
                                                      comparison.sides[1].letter, grouped(counts[1]));
  }
  draw_elided(words, frame.theme.quiet, right_edge());
  ImGui::EndGroup();
  name_item(frame, "compare/difference");
}

}  // namespace

void ViewPanel::draw_half(const Frame& frame, const Comparison& comparison, std::size_t half) {
  draw_head(frame, comparison, half);
  ImGui::Dummy({0, 0.1F * frame.em});
  const std::string name = half == 0 ? "left" : "right";
  std::string missing = why_no_record(frame.state, half, view_);
  const bool lacks_record = !missing.empty();
  if (!lacks_record) missing = why_nothing_to_show(state_of_half(frame.state, half), view_);
  if (!missing.empty()) {
    ImGui::Dummy({0, frame.em});
    draw_wrapped(missing, frame.theme.text);
    name_item(frame, name + "/missing");
    if (lacks_record) action_button(frame, *pin_of_half(frame.state.pins, half) == 0 ? "go_to_pin_a" : "go_to_pin_b");
    return;
  }
  const ImVec2 from = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float caption = narrow_lines * caption_line * frame.em;
  const float below = room.y > 4 * caption ? caption + ImGui::GetStyle().ItemSpacing.y : 0;
  const ImRect canvas{from.x, from.y, from.x + room.x, from.y + std::max(frame.em, room.y - below)};
  in_half(frame, half, [&](const Frame& here) {
    const std::string words = draw_picture(here, canvas);
    if (below > 0) draw_caption(here, words, canvas, caption);
  });
}

void ViewPanel::draw_halves(const Frame& frame) {
  const auto comparison = comparison_of(frame.state);
  if (!comparison) return;
  const ImVec2 from = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  name_place(frame, std::string(name_of(view_)) + "/panel", {from.x, from.y, from.x + room.x, from.y + room.y});
  const bool lecture = frame.state.ui.is_lecture();
  const float em = frame.em, gap = ImGui::GetStyle().ItemSpacing.y, between = 1.2F * em;
  const std::size_t leader = leading_half(frame.state);
  float bar = 0;
  in_half(frame, leader, [&](const Frame& here) {
    const bool has_bar = why_nothing_to_show(here.state, view_).empty();
    if (has_bar) bar = transport_height(here, view_, room.x, lecture ? 0 : (1 - picture_share) * room.y);
  });
  const float difference = 2.6F * em + gap;
  const float height = std::max(4 * em, room.y - difference - (lecture ? 0 : bar + gap) - gap);
  const float width = std::max(2 * em, (room.x - between) / 2), middle = from.x + width + between / 2;
  for (const std::size_t half : stage_halves) {
    const float left = half == 0 ? from.x : from.x + width + between;
    ViewPanel& panel = half == 0 ? *left_ : *this;
    ViewPanel& other = half == 0 ? *this : *left_;
    ImGui::SetCursorScreenPos({left, from.y});
    ImGui::BeginChild(half == 0 ? "left" : "right", {width, height}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    panel.draw_half(frame, *comparison, half);
    const bool hovered = ImGui::IsWindowHovered();
    ImGui::EndChild();
    // What is chosen in one of them is chosen in both.
    if (hovered) other.copy_settings_from(panel);
  }
  ImGui::GetWindowDrawList()->AddLine({middle, from.y}, {middle, from.y + height}, packed(frame.theme.line),
                                      frame.stroke(0.08F));
  const float top = from.y + height + gap;
  ImGui::SetCursorScreenPos({from.x, top});
  const bool asks = bar > 0 && lecture && mouse_asks_for_transport(frame, {from.x, top, from.x + room.x, top + bar});
  if (!asks) draw_difference(frame, *comparison, view_);
  if (bar == 0 || (lecture && !asks)) return;
  ImGui::SetCursorScreenPos({from.x, asks ? top : top + difference});
  in_half(frame, leader, [&](const Frame& here) { draw_transport_bar(here, view_, bar); });
}

}  // namespace lanescope::gui
