// The columns beside the lines of the Source panel.
#include <algorithm>

#include "gui/source_parts.h"

namespace warpscope::gui {

namespace {

constexpr float fewest_letters = 50;  // of text beside the columns with all their numbers
constexpr float roomy = 56;           // a panel's width in heights of text

/// Slanted strokes, so that what is too much is told from what would do without seeing colours.
void hatch(ImDrawList& list, ImVec2 from, ImVec2 to, float step, ImU32 ink, float stroke) {
  list.PushClipRect(from, to, true);
  const float height = to.y - from.y;
  for (float x = from.x - height; x < to.x; x += step) list.AddLine({x, to.y}, {x + height, from.y}, ink, stroke);
  list.PopClipRect();
}

void draw_bar(const Frame& frame, const CostCell& cell, bool share, ImVec2 from, ImVec2 to, float opacity) {
  const Theme& theme = frame.theme;
  const auto x = [&](double part) { return from.x + (to.x - from.x) * static_cast<float>(std::clamp(part, 0.0, 1.0)); };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, to, packed(theme.raised));
  const float least = x(std::min(cell.least, cell.amount)), amount = x(cell.amount);
  const ImVec4 calm = cell.ratio.empty() && !share ? theme.good : theme.quiet;
  list.AddRectFilled(from, {least, to.y}, packed(faded(cell.excessive() ? theme.good : calm, opacity)));
  const auto mark_least = [&] {
    const float half = std::max(1.0F, 0.06F * frame.em), over = 0.1F * frame.em;
    list.AddRectFilled({least - half, from.y - over}, {least + half, to.y + over}, packed(faded(theme.text, opacity)));
  };
  if (!cell.excessive()) {
    if (!share) mark_least();
    return;
  }
  list.AddRectFilled({least, from.y}, {amount, to.y}, packed(faded(theme.warning, 0.45F * opacity)));
  hatch(list, {least, from.y}, {amount, to.y}, 0.3F * frame.em, packed(faded(theme.warning, opacity)),
        std::max(1.0F, 0.09F * frame.em));
  mark_least();
}

std::string_view title_of(const CostColumns::Column& column) {
  return column.whole ? title_of(column.of) : name_of(column.of);
}

/// Widths for what stands in this column.
CostColumns::Column column_for(const Frame& frame, CostColumn of, bool whole) {
  const SourceState& source = frame.state.in_source;
  const float letter = size_of("0").x, gap = 0.5F * frame.em;
  CostColumns::Column column;
  column.of = of;
  column.whole = whole;
  const bool compared = of == CostColumn::sectors || of == CostColumn::wavefronts;
  for (const LineCost& line : source.costs.lines) {
    const CostCell cell = cost_cell(source.costs, line, of, source.unit);
    if (whole || source.unit == CostUnit::percent) {
      column.number = std::max(column.number, size_of(cell.number).x + gap);
    }
    if (compared && (whole || source.unit == CostUnit::absolute)) {
      column.ratio = std::max({column.ratio, size_of(cell.ratio).x + gap, ImGui::GetTextLineHeight() + gap});
    }
  }
  column.bar = (compared ? (whole ? 6.0F : 4.0F) : 3.0F) * letter;
  const FontScope small(frame, frame.fonts.text, 0.75F);
  const float title = size_of(title_of(column)).x + gap;
  if (column.width() < title) column.bar += title - column.width();
  return column;
}

CostColumns columns_of(const Frame& frame, bool whole) {
  const SourceCosts& costs = frame.state.in_source.costs;
  CostColumns columns;
  for (const CostColumn of : all_cost_columns) {
    const bool about_waste = of == CostColumn::sectors || of == CostColumn::wavefronts;
    if (!has_column(costs, of) || (!whole && !about_waste)) continue;
    columns.columns.push_back(column_for(frame, of, whole));
  }
  return columns;
}

float width_of(const Frame& frame, const CostColumns& columns) {
  float width = 0;
  for (const CostColumns::Column& column : columns.columns) width += column.width() + 0.7F * frame.em;
  return width;
}

void draw_text(ImVec2 at, const std::string& words, ImVec4 colour) {
  ImGui::GetWindowDrawList()->AddText(at, packed(colour), words.data(), words.data() + words.size());
}

}  // namespace

float text_size(const Frame& frame, float width) {
  return width > roomy * frame.em ? 0.84F : 0.75F;
}

CostColumns arrange_columns(const Frame& frame, float left, float right) {
  const FontScope mono(frame, frame.fonts.mono, text_size(frame, right - left));
  CostColumns columns = columns_of(frame, true);
  if (right - left - width_of(frame, columns) < fewest_letters * size_of("0").x) columns = columns_of(frame, false);
  columns.right = right;
  columns.left = right - width_of(frame, columns);
  float at = columns.left;
  for (CostColumns::Column& column : columns.columns) {
    column.left = at + 0.7F * frame.em;
    at = column.left + column.width();
  }
  return columns;
}

void draw_column_titles(const Frame& frame, const CostColumns& columns) {
  const FontScope small(frame, frame.fonts.text, 0.75F);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  for (const CostColumns::Column& column : columns.columns) {
    ImGui::SetCursorScreenPos({column.left, from.y});
    text(title_of(column), frame.theme.quiet);
    name_item(frame, "source/column/" + std::string(name_of(column.of)));
    if (ImGui::IsItemHovered()) tooltip(frame, definition_of(column.of));
  }
  ImGui::SetCursorScreenPos(from);
  ImGui::Dummy({1, ImGui::GetTextLineHeight()});
}

void draw_costs(const Frame& frame, const CostColumns& columns, const LineCost& line, float top, float opacity) {
  const Theme& theme = frame.theme;
  const SourceState& source = frame.state.in_source;
  const float height = ImGui::GetTextLineHeight(), gap = 0.5F * frame.em;
  for (const CostColumns::Column& column : columns.columns) {
    const CostCell cell = cost_cell(source.costs, line, column.of, source.unit);
    if (cell.number.empty()) continue;
    float x = column.left;
    if (column.number > 0) {
      draw_text({x + column.number - gap - size_of(cell.number).x, top}, cell.number, faded(theme.text, opacity));
    }
    x += column.number;
    const float bar_top = top + 0.22F * height, bar_bottom = top + 0.8F * height;
    const bool least_known = column.of == CostColumn::sectors || column.of == CostColumn::wavefronts;
    draw_bar(frame, cell, !least_known, {x, bar_top}, {x + column.bar, bar_bottom}, opacity);
    x += column.bar;
    if (column.ratio <= 0) continue;
    if (cell.excessive()) {
      draw_text({x + column.ratio - size_of(cell.ratio).x, top}, cell.ratio, faded(theme.warning, opacity));
    } else {
      draw_shape(*ImGui::GetWindowDrawList(), Shape::tick, {x + column.ratio - 0.5F * height, top + height / 2}, height,
                 faded(theme.good, opacity));
    }
  }
}

}  // namespace warpscope::gui
