#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "gui/readings/private_words.h"
#include "gui/screens/source/listings.h"
#include "gui/screens/source/source_costs.h"
#include "gui/screens/source/source_parts.h"
#include "gui/store/pages/traffic_lines.h"
#include "gui/store/selection_commands.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/plot_parts.h"

namespace lanescope::gui {
namespace {

/// Puts the next item after the last one, or into a new line when it does not fit.
void same_line_or_wrap(float width, float gap) {
  ImGui::SameLine(0, gap);
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

/// One of the two words of a switch, whose two states are both readable.
struct Word {
  const char* name;  ///< stable, for tests
  const char* key;
};

void draw_switch(const Frame& frame, const char* action_name, const std::array<Word, 2>& names, bool second) {
  const Action* action = find_action(action_name);
  const ImGuiStyle& style = ImGui::GetStyle();
  const std::array words{frame.say(names[0].key), frame.say(names[1].key)};
  same_line_or_wrap(size_of(words[0]).x + size_of(words[1]).x + 4 * style.FramePadding.x, 0.6F * frame.em);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool holds = (i == 1) == second;
    if (i > 0) ImGui::SameLine(0, 0);
    ImGui::PushStyleColor(ImGuiCol_Button, holds ? frame.theme.pressed : faded(frame.theme.raised, 0.6F));
    ImGui::PushStyleColor(ImGuiCol_Text, holds ? frame.theme.text : frame.theme.quiet);
    if (ImGui::Button(words[i].c_str()) && !holds) frame.emit(Invoke(action_name));
    ImGui::PopStyleColor(2);
    name_item(frame, std::string("source/") + names[i].name);
    if (holds) underline_item(frame);
    if (ImGui::IsItemHovered()) tooltip(frame, help_with_reason(frame, *action, true));
  }
}

void draw_tick(const Frame& frame, const char* action) {
  same_line_or_wrap(size_of(title_of(frame.state, *find_action(action))).x + ImGui::GetFrameHeight() +
                        ImGui::GetStyle().ItemInnerSpacing.x,
                    0.8F * frame.em);
  action_button(frame, action);
}

/// Draws what the shown lines cause, on a button that shows all lines again.
void draw_filter(const Frame& frame, Traffic traffic) {
  const std::string words = frame.say("source.only", word_of(frame.language(), traffic));
  same_line_or_wrap(size_of(words).x + 2 * ImGui::GetStyle().FramePadding.x + 1.2F * frame.em, 0.6F * frame.em);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::PushStyleColor(ImGuiCol_Button, faded(frame.theme.accent, 0.3F));
  if (ImGui::Button((words + "     ###clear_traffic").c_str())) frame.emit("clear_traffic");
  ImGui::PopStyleColor();
  const ImVec2 to = ImGui::GetItemRectMax();
  draw_shape(*ImGui::GetWindowDrawList(), Shape::cross, {to.x - 0.65F * frame.em, (from.y + to.y) / 2}, 0.9F * frame.em,
             frame.theme.text);
  name_item(frame, "action/clear_traffic");
  if (ImGui::IsItemHovered()) tooltip(frame, help_with_reason(frame, *find_action("clear_traffic"), true));
}

/// Draws buttons and switches above the text.
void draw_controls(const Frame& frame) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const SourceState& source = frame.state.source;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.38F * frame.em, 0.14F * frame.em});
  action_button(frame, "worst_line");
  if (const NamedSource* const named = named_source(frame.state); named != nullptr && named->read) {
    draw_switch(frame, "toggle_ptx_lines", {Word{"named", "source.named"}, Word{"ptx_lines", "source.ptx_lines"}},
                source.ptx_lines);
  }
  draw_tick(frame, "toggle_ptx");
  draw_tick(frame, "toggle_sass");
  const bool wide = ImGui::GetWindowWidth() > 40 * frame.em;
  draw_switch(frame, "toggle_as_written",
              wide ? std::array{Word{"as executed", "access.executed"}, Word{"as written", "access.written"}}
                   : std::array{Word{"executed", "source.executed"}, Word{"written", "source.written"}},
              source.view == model::CountView::written);
  draw_switch(frame, "toggle_percent", {Word{"absolute", "source.absolute"}, Word{"percent", "source.percent"}},
              source.unit == CostUnit::percent);
  if (source.traffic) draw_filter(frame, *source.traffic);
  draw_switch(frame, "toggle_by_excess", {Word{"by line", "source.by_line"}, Word{"by excess", "source.by_excess"}},
              source.by_excess);
  ImGui::PopStyleVar();
}

constexpr float min_width_of_two_listings = 46;  // in text heights; below that, listings are below the source

/// The list has lines of the source and, below each, lines with its messages. All have the same height, so that long
/// files cost nothing.
struct Row {
  const SourceLine* line = nullptr;
  const SourceMessage* message = nullptr;  ///< null without a line too: the folded front matter
};

/// The front matter is folded unless something in it is to be seen.
bool is_front_matter_folded(const State& state) {
  const SourceState& source = state.source;
  if (source.front_matter) return false;
  return std::ranges::none_of(source.text.lines, [&](const SourceLine& line) {
    return line.front_matter && (!line.messages.empty() || line.number == state.playback.focus.line);
  });
}

std::vector<Row> rows_of(const State& state) {
  const SourceState& source = state.source;
  const SourceView& view = source.text;
  std::vector<Row> rows;
  if (source.traffic) {
    for (const SourceLine& line : view.lines) {
      if (std::ranges::count(shown_traffic_lines(state), line.number) > 0) rows.push_back({&line, nullptr});
    }
    return rows;
  }
  if (!source.by_excess || !present_costs(state).has_accesses()) {
    for (const SourceMessage& message : view.elsewhere) rows.push_back({nullptr, &message});
    const bool folds = is_front_matter_folded(state);
    for (const SourceLine& line : view.lines) {
      const bool folded = folds && line.front_matter;
      if (folded && (rows.empty() || rows.back().line != nullptr || rows.back().message != nullptr)) rows.push_back({});
      if (folded) continue;
      rows.push_back({&line, nullptr});
      for (const SourceMessage& message : line.messages) rows.push_back({&line, &message});
    }
    return rows;
  }
  const auto add = [&](int number) {
    const auto index = static_cast<std::size_t>(number) - 1;
    if (index < view.lines.size()) rows.push_back({&view.lines[index], nullptr});
  };
  const std::vector<int>& worst = present_costs(state).worst;
  for (const int number : worst) add(number);
  for (const experiments::LineSheet& line : present_costs(state).lines) {
    if (!line.accesses.empty() && std::ranges::count(worst, line.line) == 0) add(line.line);
  }
  return rows;
}

void draw_text(const Frame& frame, const SourceLine& line, ImVec2 at) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // A picture for others has the numbers of a source that the PTX names, not its text.
  if (frame.state.source.text.named && frame.state.ui.hide_private_words) return;
  if (line.front_matter) return draw_text_at(list, at, faded(frame.theme.quiet, 0.75F), line.text);
  if (line.host_only) return draw_text_at(list, at, faded(frame.theme.faint, 0.75F), line.text);
  for (const SourceSpan& span : line.spans) {
    const std::string_view words = std::string_view(line.text).substr(span.from, span.length);
    draw_text_at(list, at, colour_of(frame.theme, span.word), words);
    at.x += size_of(words).x;
  }
}

/// Draws the mark of a message, and the number of the line.
void draw_gutter(const Frame& frame, const SourceLine& line, ImVec2 from, float right, float gutter) {
  const Theme& theme = frame.theme;
  const float height = ImGui::GetTextLineHeight();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (!line.messages.empty()) {
    const SourceMessage::Kind kind = line.messages.front().kind;
    const ImVec4 colour = colour_of(theme, kind);
    list.AddRectFilled(from, {right, from.y + height}, packed(faded(colour, 0.22F)));
    draw_shape(list, shape_of(kind), {from.x + 0.45F * height, from.y + height / 2}, height, colour);
    name_place(frame, fmt::format("source/mark/{}", line.number), from, {from.x + gutter, from.y + height});
  }
  if (line.host_only) {
    list.AddRectFilled({from.x + gutter - 0.4F * height, from.y}, {from.x + gutter - 0.3F * height, from.y + height},
                       packed(theme.faint));
  }
  const std::string number = fmt::format("{}", line.number);
  const bool chosen = frame.state.playback.focus.line == line.number;
  draw_text_at(list, {from.x + gutter - size_of(number).x - 0.6F * height, from.y}, chosen ? theme.text : theme.faint,
               number);
}

Subject subject_of(const SourceLine& line) {
  return {.kind = Subject::Kind::line, .text = line.text, .line = line.number};
}

/// Draws one line of the source. Its number and its columns stay in place, and its text scrolls sideways between them.
void draw_line(const Frame& frame, const SourceLine& line, float gutter, const CostColumns& columns,
               const SourceScroll& scroll, SourceScroll& hovered) {
  const float left = ImGui::GetWindowPos().x, height = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 from{left, at.y}, to{columns.right, at.y + height};
  draw_link(frame, from, to, frame.state.playback.focus.line == line.number, scroll.hovered == line.number);
  draw_gutter(frame, line, from, to.x, gutter);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // Columns that are empty in this line leave it their room.
  const experiments::LineSheet* cost = present_costs(frame.state).at(line.number);
  const bool empty = cost == nullptr;
  list.PushClipRect({left + gutter, from.y}, {empty ? columns.right : columns.left, to.y}, true);
  name_place(frame, fmt::format("source/code/{}", line.number), {left + gutter, from.y},
             {empty ? columns.right : columns.left, to.y});
  draw_text(frame, line, {at.x + gutter, at.y});
  list.PopClipRect();
  ImGui::Dummy({gutter + size_of(line.text).x + (columns.right - columns.left), height});
  name_place(frame, fmt::format("source/line/{}", line.number), from, to);
  if (cost != nullptr) {
    draw_costs(frame, columns, *cost, at.y, opacity_of(line_costs_are_stale(frame.state)));
    name_place(frame, fmt::format("source/cost/{}", line.number), {columns.left, from.y}, to);
  }
  note_subject(frame, subject_of(line), {from, to});
  if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(from, to)) return;
  hovered.hovered = line.number;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    frame.emit(SelectLine{frame.state.playback.focus.line == line.number ? 0 : line.number});
  }
  if (line.host_only) tooltip(frame, frame.say("source.left_out"));
  if (ImGui::GetMousePos().x < columns.left) return;
  if (cost != nullptr) tooltip(frame, cost_details(frame.language(), present_costs(frame.state), *cost));
}

void draw_message(const Frame& frame, const SourceMessage& message, bool with_place, float gutter) {
  const ImVec4 colour = colour_of(frame.theme, message.kind);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth();
  const float height = ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddRectFilled(from, {right, from.y + height}, packed(faded(colour, 0.35F)));
  ImGui::SetCursorScreenPos({from.x + gutter, from.y});
  std::string words = message.text;
  if (with_place && message.line > 0)
    words = fmt::format("{}:{}: {}", shown_text(frame.state, message.file), message.line, words);
  draw_elided(words, frame.theme.text, right - 0.5F * height);
  name_item(frame, fmt::format("source/message/{}", message.line));
  if (!message.details.empty() && ImGui::IsItemHovered()) tooltip(frame, message.details);
}

void draw_count(const Frame& frame, SourceMessage::Kind kind, int count, const char* one, const char* many) {
  if (count == 0) return;
  shape_item(frame, shape_of(kind), colour_of(frame.theme, kind));
  text(frame.say(count == 1 ? one : many, count), frame.theme.text);
  ImGui::SameLine(0, frame.em);
}

/// Draws the path of the file, that of a kernel of the catalogue from its folder on, and without its first folders
/// where there is no room for them.
void draw_path(const Frame& frame, const std::string& path, float right) {
  const float room = right - ImGui::GetCursorScreenPos().x;
  const std::size_t in_catalogue = path.rfind("/kernels/" + frame.state.selection.kernel + ".");
  const std::string whole =
      in_catalogue == std::string::npos ? shown_text(frame.state, path) : path.substr(in_catalogue + 1);
  std::string shown = whole;
  for (std::size_t cut = whole.find('/', 1); size_of(shown).x > room && cut != std::string::npos;
       cut = whole.find('/', cut + 1)) {
    shown = "…" + whole.substr(cut);
  }
  draw_elided(shown, frame.theme.quiet, right);
  name_item(frame, "source/path");
  if (shown != path && ImGui::IsItemHovered()) tooltip(frame, path);
}

/// Draws what the selected line wastes, in one sentence.
void draw_waste(const Frame& frame, float right) {
  const float opacity = opacity_of(line_costs_are_stale(frame.state));
  const std::string waste = excess_in_words(frame.language(), present_costs(frame.state),
                                            *present_costs(frame.state).at(frame.state.playback.focus.line));
  if (waste.empty()) {
    shape_item(frame, Shape::tick, faded(frame.theme.good, opacity));
    draw_elided(frame.say("source.least"), faded(frame.theme.text, opacity), right);
  } else {
    shape_item(frame, Shape::exclamation, faded(frame.theme.warning, opacity));
    draw_elided(waste, faded(frame.theme.warning, opacity), right);
  }
  name_item(frame, "source/selected");
}

/// Returns whether the selected line has a cost.
bool has_costs_of_selected(const State& state) {
  const SourceState& source = state.source;
  const experiments::LineSheet* cost = present_costs(state).at(state.playback.focus.line);
  return cost != nullptr && !cost->accesses.empty() &&
         static_cast<std::size_t>(state.playback.focus.line) <= source.text.lines.size();
}

/// Below the stage, every line of the panel is one of the text if it can be.
bool is_low(const Frame& frame) {
  constexpr float low = 20;  // in text heights
  return ImGui::GetWindowHeight() < low * frame.em;
}

void draw_heading(const Frame& frame, const SourceView& view) {
  const FontScope small(frame, frame.fonts.text, 0.8F);
  draw_count(frame, SourceMessage::Kind::error, view.errors, "source.one_error", "source.errors");
  draw_count(frame, SourceMessage::Kind::fault, view.faults, "source.one_fault", "source.faults");
  draw_count(frame, SourceMessage::Kind::lesson, view.lessons, "source.one_lesson", "source.lessons");
  const float right = right_edge();
  if (present_costs(frame.state).has_accesses()) {
    shape_item(frame, shape_of(experiments::Origin::derived), colour_of(frame.theme, experiments::Origin::derived));
  }
  if (is_low(frame) && has_costs_of_selected(frame.state)) return draw_waste(frame, right);
  const std::string caption = source_caption(frame.state);
  draw_elided(caption, frame.theme.quiet, right);
  name_item(frame, "source/caption");
  // Where there is room, the path stands in the same line.
  constexpr float gap = 2, min_path_width = 12;  // in text heights
  if (ImGui::GetItemRectMax().x + (gap + min_path_width) * frame.em < right) ImGui::SameLine(0, gap * frame.em);
  draw_path(frame, view.path, right);
}

/// Scrolls to a line that was asked for, or to the most important line of a new text.
void scroll_to_line(const Frame& frame, const std::vector<Row>& rows, SourceScroll& scroll, float height, bool low) {
  const SourceView& view = frame.state.source.text;
  int wanted = 0;
  if (view.path != scroll.path || view.first_line != scroll.line) {
    wanted = frame.state.playback.focus.line > 0 ? frame.state.playback.focus.line : view.first_line;
    scroll.costs_due = view.errors + view.faults + view.lessons == 0;
  }
  if (const int costliest = costliest_line(present_costs(frame.state)); scroll.costs_due && costliest > 0) {
    scroll.costs_due = false;
    if (frame.state.playback.focus.line == 0) wanted = costliest;
  }
  if (std::exchange(scroll.to_line, false) && frame.state.playback.focus.line > 0)
    wanted = frame.state.playback.focus.line;
  scroll.path = view.path;
  scroll.line = view.first_line;
  if (wanted == 0) return;
  const auto target =
      std::ranges::find_if(rows, [&](const Row& row) { return row.line != nullptr && row.line->number == wanted; });
  const float top = std::max(0.0F, static_cast<float>(target - rows.begin() - 3) * height);
  const float seen = static_cast<float>(target - rows.begin()) * height - ImGui::GetScrollY();
  // In a low panel the line stands always at the same height.
  const bool in_sight = !low && wanted != view.first_line && seen >= 0 && seen + height <= ImGui::GetWindowHeight();
  if (!in_sight) ImGui::SetScrollY(top);
}

/// One line in the place of the front matter. A click unfolds it.
void draw_fold(const Frame& frame, float gutter) {
  const auto& lines = frame.state.source.text.lines;
  const auto count = std::ranges::count_if(lines, &SourceLine::front_matter);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight(), half = 0.22F * height;
  const ImVec2 tip{at.x + gutter - 0.9F * height, at.y + height / 2};
  ImGui::GetWindowDrawList()->AddTriangleFilled({tip.x - half, tip.y - 1.3F * half},
                                                {tip.x - half, tip.y + 1.3F * half}, {tip.x + half, tip.y},
                                                packed(frame.theme.quiet));
  const std::string words = frame.say("source.front_matter", count);
  draw_text_at(*ImGui::GetWindowDrawList(), {at.x + gutter, at.y}, frame.theme.quiet, words);
  if (blank_button("fold", {gutter + size_of(words).x, height})) frame.emit("toggle_front_matter");
  name_item(frame, "source/fold");
}

/// Returns the line that is `steps` lines below the selected one; 0 where there is none.
int line_beside_selected(const Frame& frame, const std::vector<Row>& rows, int steps) {
  const int selected = frame.state.playback.focus.line;
  std::vector<int> lines;
  for (const Row& row : rows) {
    if (row.line != nullptr) lines.push_back(row.line->number);
  }
  if (lines.empty()) return 0;
  const auto now = std::ranges::find(lines, selected > 0 ? selected : frame.state.source.text.first_line);
  const auto last = static_cast<std::ptrdiff_t>(lines.size()) - 1;
  return lines[static_cast<std::size_t>(std::clamp(now - lines.begin() + steps, std::ptrdiff_t{0}, last))];
}

void draw_rows(const Frame& frame, const CostColumns& columns, ImVec2 size, bool low, SourceScroll& scroll,
               SourceScroll& hovered) {
  const SourceView& view = frame.state.source.text;
  const FontScope mono(frame, frame.fonts.mono, text_size(frame, ImGui::GetWindowWidth()));
  ImGui::BeginChild("text", size, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
  const float height = ImGui::GetTextLineHeight();
  const float gutter = size_of(fmt::format("{}", view.lines.size())).x + 2.0F * height;
  const std::vector<Row> rows = rows_of(frame.state);
  keyboard_place(frame, "source/lines", ImGui::GetCurrentWindow()->InnerRect);
  const int selected = frame.state.playback.focus.line;
  if (selected > 0 && static_cast<std::size_t>(selected) <= view.lines.size()) {
    note_subject(frame, subject_of(view.lines[static_cast<std::size_t>(selected) - 1]));
  }
  const int steps = arrows_on_item(ImGuiAxis_Y);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()), height);
  while (clipper.Step()) {
    for (int index = clipper.DisplayStart; index < clipper.DisplayEnd; ++index) {
      const Row& row = rows[static_cast<std::size_t>(index)];
      if (row.line == nullptr && row.message == nullptr) {
        draw_fold(frame, gutter);
      } else if (row.message != nullptr) {
        draw_message(frame, *row.message, row.line == nullptr, gutter);
      } else {
        draw_line(frame, *row.line, gutter, columns, scroll, hovered);
      }
    }
  }
  ImGui::PopStyleVar();
  scroll_to_line(frame, rows, scroll, height, low);
  if (const int line = steps == 0 ? 0 : line_beside_selected(frame, rows, steps); line > 0) {
    frame.emit(SelectLine{line});
    scroll.to_line = true;
  }
  ImGui::EndChild();
}

/// Draws the selected line as a whole, and a sentence about what it wastes.
void draw_selected(const Frame& frame) {
  const SourceState& source = frame.state.source;
  const SourceLine& line = source.text.lines[static_cast<std::size_t>(frame.state.playback.focus.line) - 1];
  const float right = right_edge();
  {
    const FontScope mono(frame, frame.fonts.mono, 0.8F);
    const std::size_t from = std::min(line.text.find_first_not_of(' '), line.text.size());
    const bool hidden = source.text.named && frame.state.ui.hide_private_words;
    draw_elided(fmt::format("{}  {}", line.number, hidden ? "" : line.text.substr(from)), frame.theme.text, right);
  }
  const FontScope bold(frame, frame.fonts.bold, 0.9F);
  draw_waste(frame, right);
}

void draw_text_with_costs(const Frame& frame, ImVec2 size, SourceScroll& scroll, SourceScroll& hovered) {
  const bool low = is_low(frame);
  ImGui::BeginChild("whole", size);
  const float left = ImGui::GetWindowPos().x;
  const float right = left + ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize - 0.2F * frame.em;
  const CostColumns columns = arrange_columns(frame, left, right);
  if (!columns.columns.empty()) draw_column_titles(frame, columns);
  const bool told = !low && has_costs_of_selected(frame.state);
  const float below = told ? 2.4F * frame.em : 0;
  draw_rows(frame, columns, {0, -below}, low, scroll, hovered);
  if (told) draw_selected(frame);
  ImGui::EndChild();
}

void draw_listings(const Frame& frame, SourceScroll& scroll) {
  const SourceState& source = frame.state.source;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = 0.6F * frame.em;
  const int beside = (source.ptx ? 1 : 0) + (source.sass ? 1 : 0);
  const bool side_by_side = room.x > min_width_of_two_listings * frame.em;
  const float parts = static_cast<float>(beside);
  ImVec2 own{room.x, room.y}, other = own;
  if (beside > 0 && side_by_side) {
    own.x = std::floor(room.x * (beside == 1 ? 0.6F : 0.46F));
    other.x = std::floor((room.x - own.x) / parts - gap);
  } else if (beside > 0) {
    own.y = std::floor(room.y * (beside == 1 ? 0.55F : 0.4F));
    other.y = std::floor((room.y - own.y) / parts - ImGui::GetStyle().ItemSpacing.y);
  }
  SourceScroll hovered = scroll;
  hovered.hovered = hovered.hovered_ptx = 0;
  draw_text_with_costs(frame, own, scroll, hovered);
  if (source.ptx) {
    if (side_by_side) ImGui::SameLine(0, gap);
    draw_listing_beside(frame, "ptx", shown_ptx(frame.state), other, scroll.to_ptx, scroll, hovered);
  }
  if (source.sass) {
    if (side_by_side) ImGui::SameLine(0, gap);
    draw_listing_beside(frame, "sass", shown_sass(frame.state), other, scroll.to_sass, scroll, hovered);
  }
  scroll.hovered = hovered.hovered;
  scroll.hovered_ptx = hovered.hovered_ptx;
}

/// Draws that the PTX names a source which was not read: with its whole path, which a click then reads.
void draw_unread_source(const Frame& frame) {
  const NamedSource* const source = named_source(frame.state);
  if (source == nullptr || source->read) return;
  const FontScope small(frame, frame.fonts.text, 0.85F);
  shape_item(frame, Shape::exclamation, frame.theme.warning);
  const std::string trouble = frame.language().translated(source->trouble);
  const char* const words = source->path.empty() ? "source.not_beside" : "source.elsewhere";
  draw_wrapped(trouble.empty() ? frame.say(words, source->name) : trouble, frame.theme.text);
  name_item(frame, "source/unread");
  if (source->path.empty()) return;
  draw_wrapped(shown_text(frame.state, source->path), frame.theme.text);
  name_item(frame, "source/unread_path");
  action_button(frame, "read_named_source");
}

class SourcePanel : public Panel {
  void draw(const Frame& frame) override {
    follow(frame);
    const SourceView& view = frame.state.source.text;
    if (view.lines.empty()) return draw_wrapped(frame.say("source.select"), frame.theme.quiet);
    draw_controls(frame);
    draw_unread_source(frame);
    draw_heading(frame, view);
    draw_listings(frame, scroll_);
  }
  void draw_hidden(const Frame& frame) override { follow(frame); }

  void follow(const Frame& frame) {
    if (frame.has_effect<ScrollSource>()) scroll_.to_line = scroll_.to_ptx = scroll_.to_sass = true;
  }

  SourceScroll scroll_;
};

/// Returns the selected line, or else the costliest one, and what it wastes.
std::string source_words(const State& state) {
  const SourceCosts& costs = present_costs(state);
  const int line = state.playback.focus.line > 0 ? state.playback.focus.line : costliest_line(costs);
  const experiments::LineSheet* const cost = costs.at(line);
  if (cost == nullptr) return costs.missing;
  const std::string waste = excess_in_words(state.language(), costs, *cost);
  return fmt::format("{}: {}. {}", line, trim(state.source.text.lines[static_cast<std::size_t>(line) - 1].text), waste);
}

}  // namespace

std::span<const Action> source_actions();

PanelEntry source_panel() {
  return {.window = "###source",
          .place = PanelPlace::source,
          .make = make_panel<SourcePanel>,
          .show = Action{"show_source", "Source", "F8", "Views/Panels",
                         "Shows the kernel's source with the cost of each line.",
                         shows_panel<PanelPlace::source, "source">},
          .actions = source_actions,
          .caption = source_words};
}

}  // namespace lanescope::gui
