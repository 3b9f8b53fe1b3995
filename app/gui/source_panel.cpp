#include <fmt/format.h>

#include <algorithm>

#include "gui/panels.h"

namespace warpscope::gui {

namespace {

/// The list shows lines of the source and, below the one they belong to, lines with messages; all of one height, so
/// that long files cost nothing.
struct Row {
  const SourceLine* line = nullptr;
  const SourceMessage* message = nullptr;
};

std::vector<Row> rows_of(const SourceView& view) {
  std::vector<Row> rows;
  rows.reserve(view.lines.size() + 8);
  for (const SourceMessage& message : view.elsewhere) rows.push_back({nullptr, &message});
  for (const SourceLine& line : view.lines) {
    rows.push_back({&line, nullptr});
    for (const SourceMessage& message : line.messages) rows.push_back({&line, &message});
  }
  return rows;
}

void draw_line(const Frame& frame, const SourceLine& line, float gutter) {
  const Theme& theme = frame.theme;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight();
  if (!line.messages.empty()) {
    const SourceMessage::Kind kind = line.messages.front().kind;
    const ImVec4 colour = colour_of(theme, kind);
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth();
    ImGui::GetWindowDrawList()->AddRectFilled(from, {right, from.y + height}, packed(faded(colour, 0.22F)));
    draw_shape(*ImGui::GetWindowDrawList(), shape_of(kind), {from.x + 0.45F * height, from.y + height / 2}, height,
               colour);
    name_place(frame, fmt::format("source/mark/{}", line.number), from, {from.x + gutter, from.y + height});
  }
  const std::string number = fmt::format("{}", line.number);
  ImGui::SetCursorScreenPos({from.x + gutter - size_of(number).x - 0.6F * height, from.y});
  text(number, theme.faint);
  ImGui::SetCursorScreenPos({from.x + gutter, from.y});
  text(line.text, line.front_matter ? faded(theme.quiet, 0.75F) : theme.text);
  name_item(frame, fmt::format("source/line/{}", line.number));
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

void draw_count(const Frame& frame, SourceMessage::Kind kind, int count, const char* noun) {
  if (count == 0) return;
  shape_item(frame, shape_of(kind), colour_of(frame.theme, kind));
  text(fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s"), frame.theme.text);
  ImGui::SameLine(0, frame.em);
}

void draw_heading(const Frame& frame, const SourceView& view) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  draw_count(frame, SourceMessage::Kind::error, view.errors, "error");
  draw_count(frame, SourceMessage::Kind::fault, view.faults, "fault");
  draw_count(frame, SourceMessage::Kind::lesson, view.lessons, "promised fault");
  shortened(view.path, frame.theme.quiet, ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x);
}

void draw_listing(const Frame& frame, const SourceView& view, SourceScroll& scrolled_to) {
  const FontScope mono(frame, frame.fonts.mono, 0.75F);
  ImGui::BeginChild("text", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
  const float height = ImGui::GetTextLineHeight();
  const float gutter = size_of(fmt::format("{}", view.lines.size())).x + 2.0F * height;
  const std::vector<Row> rows = rows_of(view);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()), height);
  while (clipper.Step()) {
    for (int index = clipper.DisplayStart; index < clipper.DisplayEnd; ++index) {
      const Row& row = rows[static_cast<std::size_t>(index)];
      if (row.message != nullptr) {
        draw_message(frame, *row.message, row.line == nullptr, gutter);
      } else {
        draw_line(frame, *row.line, gutter);
      }
    }
  }
  ImGui::PopStyleVar();
  if (const SourceScroll wanted{view.path, view.first_line}; !(wanted == scrolled_to)) {
    const auto target = std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
      return row.line != nullptr && row.line->number == view.first_line;
    });
    ImGui::SetScrollY(std::max(0.0F, static_cast<float>(target - rows.begin() - 3) * height));
    scrolled_to = wanted;
  }
  ImGui::EndChild();
}

}  // namespace

void draw_source_panel(const Frame& frame, SourceScroll& scrolled_to) {
  begin_panel(panel::source);
  const SourceView& view = frame.state.source;
  if (view.lines.empty()) {
    wrapped("Select a kernel to read it.", frame.theme.quiet);
  } else {
    draw_heading(frame, view);
    draw_listing(frame, view, scrolled_to);
  }
  ImGui::End();
}

}  // namespace warpscope::gui
