#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "gui/panels/panels.h"
#include "gui/panels/readout/readout_parts.h"
#include "gui/panels/source/source_parts.h"

namespace warpscope::gui {

namespace {

constexpr float min_side_by_side = 46;  // heights of text: below that, listings stand below the source

/// The list shows lines of the source and, below the one they belong to, lines with messages; all of one height, so
/// that long files cost nothing.
struct Row {
  const SourceLine* line = nullptr;
  const SourceMessage* message = nullptr;
};

std::vector<Row> rows_by_line(const SourceView& view) {
  std::vector<Row> rows;
  rows.reserve(view.lines.size() + 8);
  for (const SourceMessage& message : view.elsewhere) rows.push_back({nullptr, &message});
  for (const SourceLine& line : view.lines) {
    rows.push_back({&line, nullptr});
    for (const SourceMessage& message : line.messages) rows.push_back({&line, &message});
  }
  return rows;
}

std::vector<Row> rows_by_excess(const SourceView& view, const SourceCosts& costs) {
  std::vector<Row> rows;
  const auto add = [&](int number) {
    const auto index = static_cast<std::size_t>(number) - 1;
    if (index < view.lines.size()) rows.push_back({&view.lines[index], nullptr});
  };
  for (const int number : costs.worst) add(number);
  for (const LineCost& line : costs.lines) {
    if (line.excess() == 0) add(line.line);
  }
  return rows;
}

std::vector<Row> rows_of(const State& state) {
  const bool by_excess = state.source.by_excess && !state.source.costs.lines.empty();
  return by_excess ? rows_by_excess(state.source.text, state.source.costs) : rows_by_line(state.source.text);
}

void draw_text(const Frame& frame, const SourceLine& line, ImVec2 at) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const char* const begin = line.text.data();
  if (line.front_matter) {
    list.AddText(at, packed(faded(frame.theme.quiet, 0.75F)), begin, begin + line.text.size());
    return;
  }
  for (const SourceSpan& span : line.spans) {
    const char* const from = begin + span.from;
    const char* const to = from + span.length;
    list.AddText(at, packed(colour_of(frame.theme, span.word)), from, to);
    at.x += size_of({from, span.length}).x;
  }
}

/// The mark of a message, and the number of the line.
void draw_gutter(const Frame& frame, const SourceLine& line, ImVec2 from, float right, float gutter) {
  const Theme& theme = frame.theme;
  const float height = ImGui::GetTextLineHeight();
  if (!line.messages.empty()) {
    const SourceMessage::Kind kind = line.messages.front().kind;
    const ImVec4 colour = colour_of(theme, kind);
    ImGui::GetWindowDrawList()->AddRectFilled(from, {right, from.y + height}, packed(faded(colour, 0.22F)));
    draw_shape(*ImGui::GetWindowDrawList(), shape_of(kind), {from.x + 0.45F * height, from.y + height / 2}, height,
               colour);
    name_place(frame, fmt::format("source/mark/{}", line.number), from, {from.x + gutter, from.y + height});
  }
  const std::string number = fmt::format("{}", line.number);
  const bool chosen = frame.state.source.selected == line.number;
  ImGui::GetWindowDrawList()->AddText({from.x + gutter - size_of(number).x - 0.6F * height, from.y},
                                      packed(chosen ? theme.text : theme.faint), number.c_str());
}

/// One line of the source: its number and its columns stay, its text scrolls sideways between them.
void draw_line(const Frame& frame, const SourceLine& line, float gutter, const CostColumns& columns,
               const SourceScroll& scroll, SourceScroll& hovered) {
  const SourceState& source = frame.state.source;
  const float left = ImGui::GetWindowPos().x, height = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 from{left, at.y}, to{columns.right, at.y + height};
  draw_link(frame, from, to, source.selected == line.number, scroll.hovered == line.number);
  draw_gutter(frame, line, from, to.x, gutter);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({left + gutter, from.y}, {columns.left, to.y}, true);
  draw_text(frame, line, {at.x + gutter, at.y});
  list.PopClipRect();
  ImGui::Dummy({gutter + size_of(line.text).x + (columns.right - columns.left), height});
  name_place(frame, fmt::format("source/line/{}", line.number), from, to);
  const LineCost* cost = source.costs.at(line.number);
  if (cost != nullptr) {
    draw_costs(frame, columns, *cost, at.y, opacity_of(source.costs_stale));
    name_place(frame, fmt::format("source/cost/{}", line.number), {columns.left, from.y}, to);
  }
  if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(from, to)) return;
  hovered.hovered = line.number;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    frame.emit(SelectLine{source.selected == line.number ? 0 : line.number});
  }
  if (cost != nullptr && ImGui::GetMousePos().x >= columns.left)
    tooltip(frame, cost_details(*frame.state.ui.language, source.costs, *cost));
}

void draw_message(const Frame& frame, const SourceMessage& message, bool with_place, float gutter) {
  const ImVec4 colour = colour_of(frame.theme, message.kind);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth();
  const float height = ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddRectFilled(from, {right, from.y + height}, packed(faded(colour, 0.35F)));
  ImGui::SetCursorScreenPos({from.x + gutter, from.y});
  std::string words = message.text;
  if (with_place && message.line > 0) words = fmt::format("{}:{}: {}", message.file, message.line, words);
  shortened(words, frame.theme.text, right - 0.5F * height);
  name_item(frame, fmt::format("source/message/{}", message.line));
  if (!message.details.empty() && ImGui::IsItemHovered()) tooltip(frame, message.details);
}

void draw_count(const Frame& frame, SourceMessage::Kind kind, int count, const char* one, const char* many) {
  if (count == 0) return;
  shape_item(frame, shape_of(kind), colour_of(frame.theme, kind));
  text(frame.say(count == 1 ? one : many, count), frame.theme.text);
  ImGui::SameLine(0, frame.em);
}

/// Where the columns come from, or why there are none.
std::string caption_of(const State& state) {
  const SourceCosts& costs = state.source.costs;
  const std::string missing = why_no_costs(state);
  if (!missing.empty()) return missing;
  std::string caption = state.say("source.caption", costs.view, costs.blocks);
  if (state.source.costs_stale) caption += state.say("source.earlier");
  return caption;
}

void draw_heading(const Frame& frame, const SourceView& view) {
  const FontScope small(frame, frame.fonts.text, 0.8F);
  draw_count(frame, SourceMessage::Kind::error, view.errors, "source.one_error", "source.errors");
  draw_count(frame, SourceMessage::Kind::fault, view.faults, "source.one_fault", "source.faults");
  draw_count(frame, SourceMessage::Kind::lesson, view.lessons, "source.one_lesson", "source.lessons");
  const float right = right_edge();
  if (!frame.state.source.costs.lines.empty()) {
    shape_item(frame, shape_of(Source::derived), colour_of(frame.theme, Source::derived));
  }
  shortened(caption_of(frame.state) + " · " + view.path, frame.theme.quiet, right);
  name_item(frame, "source/caption");
}

/// A line that was asked for, else what is worth seeing first of a text that is new.
void scroll_to_line(const Frame& frame, const std::vector<Row>& rows, SourceScroll& scroll, float height) {
  const SourceView& view = frame.state.source.text;
  const SourceState& source = frame.state.source;
  int wanted = 0;
  if (view.path != scroll.path || view.first_line != scroll.line) wanted = view.first_line;
  if (std::exchange(scroll.to_line, false) && source.selected > 0) wanted = source.selected;
  scroll.path = view.path;
  scroll.line = view.first_line;
  if (wanted == 0) return;
  const auto target =
      std::ranges::find_if(rows, [&](const Row& row) { return row.line != nullptr && row.line->number == wanted; });
  const float top = std::max(0.0F, static_cast<float>(target - rows.begin() - 3) * height);
  const float seen = static_cast<float>(target - rows.begin()) * height - ImGui::GetScrollY();
  const bool in_sight = wanted != view.first_line && seen >= 0 && seen + height <= ImGui::GetWindowHeight();
  if (!in_sight) ImGui::SetScrollY(top);
}

void draw_rows(const Frame& frame, const CostColumns& columns, ImVec2 size, SourceScroll& scroll,
               SourceScroll& hovered) {
  const SourceView& view = frame.state.source.text;
  const FontScope mono(frame, frame.fonts.mono, text_size(frame, ImGui::GetWindowWidth()));
  ImGui::BeginChild("text", size, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
  const float height = ImGui::GetTextLineHeight();
  const float gutter = size_of(fmt::format("{}", view.lines.size())).x + 2.0F * height;
  const std::vector<Row> rows = rows_of(frame.state);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()), height);
  while (clipper.Step()) {
    for (int index = clipper.DisplayStart; index < clipper.DisplayEnd; ++index) {
      const Row& row = rows[static_cast<std::size_t>(index)];
      if (row.message != nullptr) {
        draw_message(frame, *row.message, row.line == nullptr, gutter);
      } else {
        draw_line(frame, *row.line, gutter, columns, scroll, hovered);
      }
    }
  }
  ImGui::PopStyleVar();
  scroll_to_line(frame, rows, scroll, height);
  ImGui::EndChild();
}

/// The selected line as a whole, and what it wastes in words.
void draw_selected(const Frame& frame) {
  const SourceState& source = frame.state.source;
  const LineCost* cost = source.costs.at(source.selected);
  const SourceLine& line = frame.state.source.text.lines[static_cast<std::size_t>(source.selected) - 1];
  const float opacity = opacity_of(source.costs_stale);
  const float right = right_edge();
  {
    const FontScope mono(frame, frame.fonts.mono, 0.8F);
    const std::size_t from = std::min(line.text.find_first_not_of(' '), line.text.size());
    shortened(fmt::format("{}  {}", line.number, line.text.substr(from)), frame.theme.text, right);
  }
  const FontScope bold(frame, frame.fonts.bold, 0.9F);
  const std::string waste = excess_in_words(*frame.state.ui.language, source.costs, *cost);
  if (waste.empty()) {
    shape_item(frame, Shape::tick, faded(frame.theme.good, opacity));
    shortened(frame.say("source.least"), faded(frame.theme.text, opacity), right);
  } else {
    shape_item(frame, Shape::exclamation, faded(frame.theme.warning, opacity));
    shortened(waste, faded(frame.theme.warning, opacity), right);
  }
  name_item(frame, "source/selected");
}

void draw_text_with_costs(const Frame& frame, ImVec2 size, SourceScroll& scroll, SourceScroll& hovered) {
  ImGui::BeginChild("whole", size);
  const float left = ImGui::GetWindowPos().x;
  const float right = left + ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize - 0.2F * frame.em;
  const CostColumns columns = arrange_columns(frame, left, right);
  if (!columns.columns.empty()) draw_column_titles(frame, columns);
  const SourceState& source = frame.state.source;
  const bool told = source.costs.at(source.selected) != nullptr &&
                    static_cast<std::size_t>(source.selected) <= frame.state.source.text.lines.size();
  const float below = told ? 2.4F * frame.em : 0;
  draw_rows(frame, columns, {0, -below}, scroll, hovered);
  if (told) draw_selected(frame);
  ImGui::EndChild();
}

void draw_listings(const Frame& frame, SourceScroll& scroll) {
  const SourceState& source = frame.state.source;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = 0.6F * frame.em;
  const int beside = (source.ptx ? 1 : 0) + (source.sass ? 1 : 0);
  const bool side_by_side = room.x > min_side_by_side * frame.em;
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
    draw_listing_beside(frame, "ptx", source.ptx_lines, other, scroll.to_ptx, scroll, hovered);
  }
  if (source.sass) {
    if (side_by_side) ImGui::SameLine(0, gap);
    draw_listing_beside(frame, "sass", source.sass_lines, other, scroll.to_sass, scroll, hovered);
  }
  scroll.hovered = hovered.hovered;
  scroll.hovered_ptx = hovered.hovered_ptx;
}

class SourcePanel : public Panel {
  void draw(const Frame& frame) override {
    follow(frame);
    const SourceView& view = frame.state.source.text;
    if (view.lines.empty()) {
      wrapped(frame.say("source.select"), frame.theme.quiet);
      return;
    }
    draw_source_controls(frame);
    draw_heading(frame, view);
    draw_listings(frame, scroll_);
  }
  void stay_hidden(const Frame& frame) override { follow(frame); }

  void follow(const Frame& frame) {
    if (frame.asks_for<ScrollSource>()) scroll_.to_line = scroll_.to_ptx = scroll_.to_sass = true;
  }

  SourceScroll scroll_;
};

}  // namespace

void draw_link(const Frame& frame, ImVec2 from, ImVec2 to, bool selected, bool hovered) {
  if (!selected && !hovered) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, to, packed(faded(frame.theme.accent, selected ? 0.24F : 0.14F)));
  const float edge = (selected ? 0.22F : 0.12F) * frame.em;
  list.AddRectFilled(from, {from.x + edge, to.y}, packed(frame.theme.accent));
}

Expected<std::unique_ptr<Panel>> make_source_panel(const PanelOptions&) {
  return std::make_unique<SourcePanel>();
}

}  // namespace warpscope::gui
