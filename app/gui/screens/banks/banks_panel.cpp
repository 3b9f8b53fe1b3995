// Puts the Banks view together (banks_view_model.h says what it shows), with layout, order of drawing and mouse.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "gui/readings/lane_words.h"
#include "gui/screens/banks/banks_caption.h"
#include "gui/screens/banks/banks_drawing.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/playback/show_view.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/view_panel.h"

namespace lanescope::gui {
namespace {

// Sizes are in text heights.
constexpr float label_room = 3.6F;  // to the left of the banks
constexpr float lane_height = 1.45F;
constexpr float min_links = 2.6F, max_links = 7.0F;
constexpr float stack_block = 0.5F, stack_room = 4.2F;  // for one wavefront of a bank; for all, at most
constexpr float bank_height = 1.15F;
constexpr float min_row = 0.23F, max_row = 1.7F;

}  // namespace

float BanksDrawing::first_row_wanted() const {
  const float all = static_cast<float>(std::max(1u, motion.footprint.rows));
  const float rows_in_sight = (at.grid_bottom - at.grid_top) / at.row;
  if (all <= rows_in_sight) return 0;
  float low = all, high = 0;
  for (std::uint32_t lane = 0; lane < columns; ++lane) {
    if (!shown.lanes[lane].active || (shown.phases && !is_now(lane))) continue;
    low = std::min(low, motion.lanes.at(lane).row);
    high = std::max(high, motion.lanes.at(lane).row);
  }
  return std::clamp((low + high + 1 - rows_in_sight) / 2, 0.0F, all - rows_in_sight);
}

void BanksDrawing::lay_out(const ImRect& canvas) {
  at.canvas = canvas;
  at.left = canvas.Min.x + label_room * em;
  // A canvas may be narrower than the labels beside it.
  at.column = std::max(1.0F, (canvas.Max.x - at.left) / static_cast<float>(columns));
  const float height = canvas.GetHeight();
  const std::uint32_t degree = std::max<std::uint32_t>(1, std::ranges::max(shown.degrees));
  const float stacks = std::min({stack_room * em, 0.2F * height, stack_block * em * static_cast<float>(degree)});
  at.block = stacks / static_cast<float>(degree);
  const float numbers = degree > 1 ? 0.9F * em : 0;
  at.lanes_top = canvas.Min.y + heading_height * em;
  at.lanes_bottom = at.lanes_top + lane_height * em;
  const float rows = static_cast<float>(std::max(1u, motion.footprint.rows));
  const float above = heading_height * em + lane_height * em + numbers + stacks + 0.1F * em + bank_height * em;
  // The links take the space that few rows leave.
  const float spare = height - above - rows * max_row * em;
  const float links = std::clamp(std::max(0.17F * height, spare), min_links * em, max_links * em);
  at.stack_bottom = at.lanes_bottom + links + numbers + stacks;
  at.banks_top = at.stack_bottom + 0.1F * em;
  at.grid_top = at.banks_top + bank_height * em;
  const float room = std::max(em, canvas.Max.y - at.grid_top);
  at.row = std::clamp(room / rows, min_row * em, max_row * em);
  at.grid_bottom = std::min(canvas.Max.y, at.grid_top + rows * at.row);
}

namespace {

/// An address of shared memory, in bytes, with the line that makes the access that is shown.
Subject subject_at(const BanksViewModel& shown, std::uint32_t byte) {
  return {.kind = Subject::Kind::access, .text = fmt::format("0x{:x}", byte), .line = shown.line};
}

/// Returns which of `count` things the arrow keys choose in a place, from the present one on. Those up and down go by
/// `row`, where that is not 0.
std::optional<std::uint32_t> chosen_by_keys(const Frame& frame, const std::string& name, const ImRect& place,
                                            std::optional<std::uint32_t> now, std::uint32_t count,
                                            std::uint32_t row = 0) {
  keyboard_place(frame, name, place);
  const int across = arrows_on_item(), down = row > 0 ? arrows_on_item(ImGuiAxis_Y) : 0;
  const std::int64_t steps = across + std::int64_t{down} * row, last = std::int64_t{count} - 1;
  if (steps == 0 || last < 0) return std::nullopt;
  if (!now) return static_cast<std::uint32_t>(steps > 0 ? 0 : last);
  const std::int64_t next = *now + steps;
  return next < 0 || next > last ? std::nullopt : std::optional(static_cast<std::uint32_t>(next));
}

}  // namespace

/// The arrow keys choose a lane, a bank or a word, of which the others are not changed.
void BanksDrawing::answer_keys() const {
  const Focus& focus = playback.focus;
  const auto choose = [&](const Command& command) {
    if (playback.front != AnimatedView::banks) frame.emit(ChooseView{AnimatedView::banks});
    frame.emit(command);
  };
  const auto strip = [&](float top, float bottom) { return ImRect{at.canvas.Min.x, top, at.canvas.Max.x, bottom}; };
  if (const auto lane =
          chosen_by_keys(frame, "banks/lanes", strip(at.lanes_top, at.lanes_bottom), focus.lane, columns)) {
    choose(ChooseLane{*lane});
  }
  if (focus.lane && shown.lanes.at(*focus.lane).active) {
    note_subject(frame, subject_at(shown, shown.lanes.at(*focus.lane).byte), {});
  }
  if (const auto bank = chosen_by_keys(frame, "banks/banks", strip(at.banks_top, at.grid_top), focus.bank, columns)) {
    choose(ChooseBank{*bank});
  }
  if (focus.bank) note_subject(frame, subject_at(shown, *focus.bank * model::bytes_per_bank), {});
  std::optional<std::uint32_t> word;
  if (focus.byte && focus.byte->space == trace::Space::shared) {
    word = static_cast<std::uint32_t>(focus.byte->offset / model::bytes_per_bank);
  }
  const std::uint32_t words = motion.footprint.rows * columns;
  if (const auto next = chosen_by_keys(frame, "banks/words", at.grid(), word, words, columns)) {
    choose(ChooseByte{std::uint64_t{*next} * model::bytes_per_bank, {}});
    if (focus.bank != *next % columns) choose(ChooseBank{*next % columns});
  }
  if (word) note_subject(frame, subject_at(shown, *word * model::bytes_per_bank), {});
}

/// Explains and selects what is under the mouse, which is a lane, a bank or a word of memory.
void BanksDrawing::answer_mouse() const {
  ImGui::SetCursorScreenPos({at.canvas.Min.x, at.lanes_top});
  ImGui::InvisibleButton("##banks",
                         {std::max(1.0F, at.canvas.GetWidth()), std::max(1.0F, at.canvas.Max.y - at.lanes_top)});
  const ImVec2 mouse = ImGui::GetMousePos();
  const float bank = std::floor((mouse.x - at.left) / at.column);
  if (!ImGui::IsItemHovered() || bank < 0 || bank >= static_cast<float>(columns)) return;
  const auto column = static_cast<std::uint32_t>(bank);
  const bool clicked = ImGui::IsItemClicked();
  const auto note = [&](std::uint32_t byte) { note_subject(frame, subject_at(shown, byte), square_around(mouse, 1)); };
  const Language& language = frame.state.language();
  const auto choose = [&](std::initializer_list<Command> commands) {
    if (!clicked) return;
    if (playback.front != AnimatedView::banks) frame.emit(ChooseView{AnimatedView::banks});
    for (const Command& command : commands) frame.emit(command);
  };
  if (mouse.y < at.lanes_bottom) {
    tooltip(frame, lane_in_words(language, shown, column));
    if (shown.lanes.at(column).active) note(shown.lanes.at(column).byte);
    // A click on a lane also selects the access, and with it the source line and the moment.
    choose({ChooseLane{column}, ChooseRecord{shown.at.record}});
  } else if (mouse.y < at.grid_top) {
    if (mouse.y < at.stack_top(shown.degrees.at(column))) return;
    tooltip(frame, bank_in_words(language, shown, column));
    note(column * model::bytes_per_bank);
    choose({ChooseBank{column}});
  } else if (mouse.y < at.grid_bottom) {
    const auto row = static_cast<std::uint32_t>(std::max(0.0F, (mouse.y - at.grid_top) / at.row + at.first_row));
    const std::uint32_t word = row * columns + column;
    note(word * model::bytes_per_bank);
    const auto value = motion.contents.words.find(word);
    const bool known = value != motion.contents.words.end();
    tooltip(frame, word_in_words(language, shown, word, known ? text_of(value->second, 9) : std::string()));
    choose({ChooseByte{std::uint64_t{word} * model::bytes_per_bank, {}}, ChooseBank{column}});
  }
}

namespace {

class BanksPanel : public ViewPanel {
 public:
  BanksPanel() : ViewPanel(AnimatedView::banks) {}
  void copy_settings_from(const Panel& other) override {
    if (const auto* const banks = dynamic_cast<const BanksPanel*>(&other)) pointed_ = banks->under_mouse_;
  }

 private:
  std::string draw_view(const Frame& frame, const ImRect& canvas, float opacity) override {
    const auto view_model = banks_view_model(frame.state);
    if (!view_model) return {};
    const float elapsed = ImGui::GetIO().DeltaTime;
    follow(motion_, frame.state, *view_model, elapsed);
    BanksDrawing drawing{{frame, opacity}, *view_model, motion_, {}};
    drawing.lay_out(canvas);
    const float wanted = drawing.first_row_wanted();
    const float distance = wanted - motion_.scrolled;
    const bool far = motion_.scrolled >= 0 && std::abs(distance) > 0.02F;
    motion_.scrolled = far ? motion_.scrolled + distance * std::min(1.0F, 10 * elapsed) : wanted;
    drawing.at.first_row = motion_.scrolled;
    if (motion_.moving() || far) frame.needs_redraw = true;

    drawing.draw_heading();
    drawing.draw_memory();
    drawing.draw_chosen_bank();
    drawing.draw_words();
    drawing.draw_chosen_word();
    drawing.draw_row_labels();
    drawing.draw_links();
    drawing.draw_values();  // the links pass behind the numbers
    drawing.draw_stacks();
    drawing.draw_bank_numbers();
    drawing.draw_lanes();
    drawing.answer_keys();
    drawing.answer_mouse();
    under_mouse_ = column_under_mouse(drawing);
    if (const auto column = std::exchange(pointed_, std::nullopt)) {
      drawing.outline(drawing.at.place(*column, drawing.at.lanes_top, drawing.at.grid_bottom), frame.theme.text,
                      frame.stroke(0.08F), 0.7F);
    }
    return banks_caption(frame.state.language(), *view_model) + value_levels_caption(frame.state, view_model->at.index);
  }

  /// Returns the lane and bank whose column the mouse points at.
  static std::optional<std::uint32_t> column_under_mouse(const BanksDrawing& drawing) {
    const ImRect column = drawing.at.place(0, drawing.at.lanes_top, drawing.at.grid_bottom);
    const ImRect all{column.Min, {drawing.at.x(BanksDrawing::columns), column.Max.y}};
    if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(all.Min, all.Max)) return std::nullopt;
    return static_cast<std::uint32_t>((ImGui::GetMousePos().x - all.Min.x) / drawing.at.column);
  }

  BanksMotion motion_;
  std::optional<std::uint32_t> pointed_, under_mouse_;  ///< columns: of the other half of the stage, and of this one
};

}  // namespace

PanelEntry banks_panel() {
  return {
      .window = "###banks",
      .place = PanelPlace::view,
      .make = make_view<BanksPanel>,
      .show = Action{"show_banks", "Banks", "1", "Views", "Shows the lanes of a warp above the banks of shared memory.",
                     shows_view<AnimatedView::banks>}};
}

}  // namespace lanescope::gui
