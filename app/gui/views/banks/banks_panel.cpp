// Puts the Banks view together (banks_view_model.h says what it shows): layout, order of drawing, mouse.
#include <algorithm>
#include <cmath>
#include <optional>

#include "gui/views/banks/banks_drawing.h"
#include "gui/views/playback/playback_caption.h"
#include "gui/views/playback/view_panel.h"

namespace warpscope::gui {

namespace {

using namespace banks;

// Measures in heights of text.
constexpr float label_room = 3.6F;  // left of the banks
constexpr float lane_height = 1.45F;
constexpr float min_links = 2.6F, max_links = 7.0F;
constexpr float stack_block = 0.5F, stack_room = 4.2F;  // of one wavefront of a bank; of all, at most
constexpr float bank_height = 1.15F;
constexpr float min_row = 0.23F, max_row = 1.7F;

/// Rows from 0 to the last in use; those around the present words when not all of them fit.
float first_row_wanted(const BanksDrawing& drawing, float rows_in_sight) {
  const float all = static_cast<float>(std::max(1u, drawing.motion.footprint.rows));
  if (all <= rows_in_sight) return 0;
  float low = all, high = 0;
  for (std::uint32_t lane = 0; lane < drawing.shown.lanes.size(); ++lane) {
    if (!drawing.shown.lanes[lane].active || (drawing.shown.phases && !drawing.is_now(lane))) continue;
    const float row = drawing.motion.lanes.at(lane).row;
    low = std::min(low, row);
    high = std::max(high, row);
  }
  return std::clamp((low + high + 1 - rows_in_sight) / 2, 0.0F, all - rows_in_sight);
}

Geometry geometry_of(const BanksDrawing& drawing, const ImRect& canvas) {
  Geometry at;
  const float em = at.em = drawing.frame.em;
  at.canvas = canvas;
  at.left = canvas.Min.x + label_room * em;
  at.column = (canvas.Max.x - at.left) / static_cast<float>(columns);
  const float height = canvas.GetHeight();
  const std::uint32_t degree =
      std::max<std::uint32_t>(1, *std::max_element(drawing.shown.degrees.begin(), drawing.shown.degrees.end()));
  const float stacks = std::min({stack_room * em, 0.2F * height, stack_block * em * static_cast<float>(degree)});
  at.block = stacks / static_cast<float>(degree);
  const float numbers = degree > 1 ? 0.9F * em : 0;
  at.lanes_top = canvas.Min.y + heading_height * em;
  at.lanes_bottom = at.lanes_top + lane_height * em;
  const float rows = static_cast<float>(std::max(1u, drawing.motion.footprint.rows));
  const float above = heading_height * em + lane_height * em + numbers + stacks + 0.1F * em + bank_height * em;
  // What few rows leave is for the links.
  const float spare = height - above - rows * max_row * em;
  const float links = std::clamp(std::max(0.17F * height, spare), min_links * em, max_links * em);
  at.stack_bottom = at.lanes_bottom + links + numbers + stacks;
  at.banks_top = at.stack_bottom + 0.1F * em;
  at.grid_top = at.banks_top + bank_height * em;
  const float room = std::max(em, canvas.Max.y - at.grid_top);
  at.row = std::clamp(room / rows, min_row * em, max_row * em);
  at.grid_bottom = std::min(canvas.Max.y, at.grid_top + rows * at.row);
  return at;
}

std::optional<std::uint32_t> column_at(const Geometry& at, float x) {
  const float bank = std::floor((x - at.left) / at.column);
  if (bank < 0 || bank >= static_cast<float>(columns)) return std::nullopt;
  return static_cast<std::uint32_t>(bank);
}

void answer_mouse(const BanksDrawing& drawing) {
  const Geometry& at = drawing.at;
  const Frame& frame = drawing.frame;
  ImGui::SetCursorScreenPos({at.canvas.Min.x, at.lanes_top});
  ImGui::InvisibleButton("##banks",
                         {std::max(1.0F, at.canvas.GetWidth()), std::max(1.0F, at.canvas.Max.y - at.lanes_top)});
  if (!ImGui::IsItemHovered()) return;
  const bool clicked = ImGui::IsItemClicked();
  const ImVec2 mouse = ImGui::GetMousePos();
  const auto column = column_at(at, mouse.x);
  if (!column) return;
  const Language& language = *frame.state.ui.language;
  const auto look_here = [&] {
    if (frame.state.playback.front != AnimatedView::banks) frame.emit(ChooseView{AnimatedView::banks});
  };
  if (mouse.y < at.lanes_bottom) {
    tooltip(frame, lane_in_words(language, drawing.shown, *column));
    if (!clicked) return;
    look_here();
    frame.emit(ChooseLane{*column});
    // The source line and the moment of the access are chosen with its lane.
    frame.emit(ChooseRecord{drawing.shown.at.record});
  } else if (mouse.y < at.grid_top) {
    if (mouse.y < at.stack_bottom - static_cast<float>(drawing.shown.degrees.at(*column)) * at.block) return;
    tooltip(frame, bank_in_words(language, drawing.shown, *column));
    if (!clicked) return;
    look_here();
    frame.emit(ChooseBank{*column});
  } else if (mouse.y < at.grid_bottom) {
    const auto row = static_cast<std::uint32_t>(std::max(0.0F, (mouse.y - at.grid_top) / at.row + at.first_row));
    const std::uint32_t word = row * columns + *column;
    const AccessSequence& sequence = *frame.state.playback.sequence;
    const auto& contents = drawing.motion.contents.words;
    const auto value = contents.find(word);
    tooltip(frame,
            word_in_words(language, drawing.shown, word,
                          value == contents.end() ? std::string() : text_of(*sequence.traced, value->second, 9)));
    if (!clicked) return;
    look_here();
    frame.emit(ChooseByte{std::uint64_t{word} * model::bytes_per_bank, {}});
    frame.emit(ChooseBank{*column});
  }
}

class BanksPanel : public ViewPanel {
 public:
  BanksPanel() : ViewPanel(AnimatedView::banks) {}

 private:
  std::string draw_view(const Frame& frame, const ImRect& canvas, float opacity) override {
    const auto view_model = banks_view_model(frame.state);
    if (!view_model) return {};
    const float elapsed = ImGui::GetIO().DeltaTime;
    follow(motion_, frame.state, *view_model, elapsed);
    BanksDrawing drawing{{frame, opacity}, *view_model, motion_, {}};
    drawing.at = geometry_of(drawing, canvas);
    const float wanted = first_row_wanted(drawing, (drawing.at.grid_bottom - drawing.at.grid_top) / drawing.at.row);
    const float distance = wanted - motion_.scrolled;
    const bool far = motion_.scrolled >= 0 && std::abs(distance) > 0.02F;
    motion_.scrolled = far ? motion_.scrolled + distance * std::min(1.0F, 10 * elapsed) : wanted;
    drawing.at.first_row = motion_.scrolled;
    if (motion_.moving() || far) frame.moving = true;

    draw_heading(drawing);
    draw_memory(drawing);
    draw_chosen_bank(drawing);
    draw_words(drawing);
    draw_chosen_word(drawing);
    draw_row_labels(drawing);
    draw_links(drawing);
    draw_values(drawing);  // a link passes behind the numbers
    draw_stacks(drawing);
    draw_bank_numbers(drawing);
    draw_lanes(drawing);
    answer_mouse(drawing);
    return banks_caption(*frame.state.ui.language, *view_model);
  }

  BanksMotion motion_;
};

}  // namespace

Expected<std::unique_ptr<Panel>> make_banks_panel(const PanelOptions&) {
  return std::make_unique<BanksPanel>();
}

}  // namespace warpscope::gui
