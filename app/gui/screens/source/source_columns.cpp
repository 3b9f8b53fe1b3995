// Draws the columns beside the lines of the Source panel.
#include <fmt/format.h>

#include <algorithm>

#include "gui/screens/source/listings.h"
#include "gui/screens/source/source_costs.h"
#include "gui/screens/source/source_parts.h"

namespace lanescope::gui {
namespace {

constexpr float min_text_letters = 50;  // least width of the text beside all columns with their numbers
constexpr float roomy = 56;             // a panel's width in text heights

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

void draw_counted_bar(const Frame& frame, const CostCell& cell, ImVec2 from, ImVec2 to, float opacity) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, to, packed(frame.theme.raised));
  list.AddRectFilled(from, {from.x + static_cast<float>(cell.amount) * (to.x - from.x), to.y},
                     packed(faded(colour_of(frame.theme, experiments::Origin::counted), opacity)));
}

std::string title_of(const Frame& frame, const CostColumns::Column& column) {
  if (column.of == nullptr) return frame.say("source.worst");
  const std::string word = frame.say(column.of->word);
  const bool narrow = column.bar <= 0 && column.costs != nullptr;
  if (column.against != nullptr) return narrow ? word : frame.say("source.change");
  if (!column.letter.empty()) return narrow ? column.letter : column.letter + " " + word;
  return column.whole ? frame.say(column.of->title) : word;
}

const SourceCosts& costs_of(const Frame& frame, const CostColumns::Column& column) {
  return column.costs != nullptr ? *column.costs : present_costs(frame.state);
}

/// Returns the widths for the content of this column.
CostColumns::Column column_for(const Frame& frame, const SourceColumn& of, bool whole,
                               const SourceCosts* costs = nullptr, const std::string& side = {}) {
  const SourceState& source = frame.state.source;
  const float letter = size_of("0").x, gap = 0.5F * frame.em;
  CostColumns::Column column{&of, whole, costs, nullptr, side};
  const bool compared = of.is_compared();
  for (const experiments::LineSheet& line : costs_of(frame, column).lines) {
    const CostCell cell = cost_cell(frame.language(), costs_of(frame, column), line, of, source.unit);
    if (whole || source.unit == CostUnit::percent) {
      column.number = std::max(column.number, size_of(cell.number).x + gap);
    }
    if (compared && (whole || source.unit == CostUnit::absolute)) {
      column.ratio = std::max({column.ratio, size_of(cell.ratio).x + gap, ImGui::GetTextLineHeight() + gap});
    }
  }
  column.bar = (compared ? (whole ? 6.0F : 4.0F) : 3.0F) * letter;
  const FontScope small(frame, frame.fonts.text, 0.75F);
  const float title = size_of(title_of(frame, column)).x + gap;
  if (column.width() < title) column.bar += title - column.width();
  return column;
}

/// Returns how the cost of a request changes from one side to the other.
std::string change_at(const CostColumns::Column& column, int line) {
  const experiments::LineSheet *first = column.against->at(line), *second = column.costs->at(line);
  return first != nullptr && second != nullptr ? cost_change(*first, *second, *column.of) : std::string();
}

/// Adds both sides of a cost, and the change between them. With `narrow`, there are no bars and only few letters.
void add_sides(const Frame& frame, const SourceColumn& of, const SourceCosts& first, const SourceCosts& second,
               bool narrow, std::vector<CostColumns::Column>& columns) {
  const Pins& pins = frame.state.pins;
  const std::string left(pin_letters[pins.pins[0] ? 0 : 1]);
  const std::string right = pins.both() ? std::string(pin_letters[1]) : frame.say("compare.now");
  columns.push_back(column_for(frame, of, false, &first, left));
  columns.push_back(column_for(frame, of, false, &second, right));
  CostColumns::Column change{&of, true, &second, &first};
  for (const experiments::LineSheet& line : second.lines) {
    change.number = std::max(change.number, size_of(change_at(change, line.line)).x + 0.5F * frame.em);
  }
  if (!narrow) change.bar = 0.5F * frame.em;  // leaves space for the long title
  columns.push_back(change);
  const FontScope small(frame, frame.fonts.text, 0.75F);
  for (auto column = columns.end() - 3; column != columns.end(); ++column) {
    if (narrow) column->bar = 0;
    const float wanted = size_of(title_of(frame, *column)).x + 0.5F * frame.em;
    float& room = column->against != nullptr ? column->number : column->ratio;
    room += std::max(0.0F, wanted - column->width());
  }
}

/// Returns both sides of what can be wasted, while a pin has costs of this file's lines. When both kinds of memory do
/// not fit, it returns the one in which more is wasted.
CostColumns compared_columns(const Frame& frame, bool whole) {
  const Pins& pins = frame.state.pins;
  CostColumns columns;
  if (!pins.any()) return columns;
  const SourceCosts& first = pinned_costs(frame.state, pins.pins[0] ? 0 : 1);
  const SourceCosts& second = pins.both() ? pinned_costs(frame.state, 1) : present_costs(frame.state);
  if (!first.has_accesses() || !second.has_accesses()) return columns;
  const auto wasted = [&](const SourceColumn& of) {
    return std::max(first.range(of).excess(), second.range(of).excess());
  };
  std::vector<const SourceColumn*> compared;
  for (const SourceColumn& of : source_columns()) {
    if (of.is_compared() && (first.has(of) || second.has(of))) compared.push_back(&of);
  }
  if (!whole && !compared.empty())
    compared = {*std::ranges::max_element(compared, {}, [&](const SourceColumn* of) { return wasted(*of); })};
  for (const SourceColumn* of : compared) add_sides(frame, *of, first, second, !whole, columns.columns);
  return columns;
}

CostColumns columns_of(const Frame& frame, bool whole) {
  if (CostColumns compared = compared_columns(frame, whole); !compared.columns.empty()) return compared;
  const SourceCosts& costs = present_costs(frame.state);
  CostColumns columns;
  for (const SourceColumn& of : source_columns()) {
    const bool wanted = !of.is_counted() && (whole || of.is_compared());
    if (wanted && costs.has(of)) columns.columns.push_back(column_for(frame, of, whole));
  }
  return columns;
}

/// Adds what hardware counters say beside what is derived. When space is short, only the numbers stay.
void add_counted(const Frame& frame, bool whole, CostColumns& columns) {
  const SourceState& source = frame.state.source;
  if (frame.state.pins.any()) return;
  const float letter = size_of("0").x, gap = 0.5F * frame.em;
  for (const SourceColumn& of : source_columns()) {
    if (!of.is_counted() || !present_costs(frame.state).has(of)) continue;
    CostColumns::Column column{&of};
    for (const experiments::LineSheet& line : present_costs(frame.state).lines) {
      const CostCell cell = cost_cell(frame.language(), present_costs(frame.state), line, of, source.unit);
      column.number = std::max(column.number, size_of(cell.number).x + gap);
      if (whole && !cell.difference.empty()) column.ratio = std::max(column.ratio, size_of(cell.difference).x + gap);
    }
    if (whole) column.bar = 3 * letter;
    const FontScope small(frame, frame.fonts.text, 0.75F);
    const float title = size_of(title_of(frame, column)).x + ImGui::GetTextLineHeight() + gap;
    if (column.width() < title) column.number += title - column.width();
    columns.columns.push_back(column);
  }
}

CostColumns::Column worst_of_all(const Frame& frame) {
  const SourceState& source = frame.state.source;
  CostColumns::Column column;
  const float gap = 0.5F * frame.em;
  column.ratio = ImGui::GetTextLineHeight() + gap;
  for (const experiments::LineSheet& line : present_costs(frame.state).lines) {
    const CostCell cell =
        cost_cell(frame.language(), present_costs(frame.state), line, worst_column(line), source.unit);
    column.ratio = std::max(column.ratio, size_of(cell.ratio).x + gap);
  }
  const FontScope small(frame, frame.fonts.text, 0.75F);
  column.ratio = std::max(column.ratio, size_of(title_of(frame, column)).x + gap);
  return column;
}

float width_of(const Frame& frame, const CostColumns& columns) {
  float width = 0;
  for (const CostColumns::Column& column : columns.columns) width += column.width() + 0.7F * frame.em;
  return width;
}

}  // namespace

float text_size(const Frame& frame, float width) {
  if (frame.state.ui.is_lecture()) return 0.95F;  // the back row must be able to read it
  return width > roomy * frame.em ? 0.84F : 0.75F;
}

CostColumns arrange_columns(const Frame& frame, float left, float right) {
  const FontScope mono(frame, frame.fonts.mono, text_size(frame, right - left));
  CostColumns columns = columns_of(frame, true);
  add_counted(frame, true, columns);
  if (right - left - width_of(frame, columns) < min_text_letters * size_of("0").x) {
    columns = columns_of(frame, false);
    add_counted(frame, false, columns);
  }
  constexpr float min_letters_beside = 20;
  const auto fits = [&] { return right - left - width_of(frame, columns) >= min_letters_beside * size_of("0").x; };
  const auto ends_counted = [&] { return !columns.columns.empty() && columns.columns.back().of->is_counted(); };
  while (!fits() && ends_counted()) columns.columns.pop_back();
  // A column that is left out would hide what a line wastes, and its neighbour would show a tick.
  if (!fits() && present_costs(frame.state).has_accesses()) columns.columns = {worst_of_all(frame)};
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
    if (column.of != nullptr && column.of->is_counted()) {
      const experiments::Origin origin = frame.state.pages.numbers.known.counted.origin;
      shape_item(frame, shape_of(origin), colour_of(frame.theme, origin));
    }
    text(title_of(frame, column), frame.theme.quiet);
    const std::string side = column.against != nullptr ? "change" : column.letter;
    const std::string name(column.of == nullptr ? "column/worst" : column.of->name);
    name_item(frame, "source/" + name + (side.empty() ? "" : "/" + side));
    if (ImGui::IsItemHovered()) {
      tooltip(frame, column.of == nullptr        ? frame.say("source.worst_help")
                     : column.against != nullptr ? frame.say("source.change_help")
                                                 : frame.say(column.of->definition));
    }
  }
  ImGui::SetCursorScreenPos(from);
  ImGui::Dummy({1, ImGui::GetTextLineHeight()});
}

void draw_costs(const Frame& frame, const CostColumns& columns, const experiments::LineSheet& line, float top,
                float opacity) {
  const Theme& theme = frame.theme;
  const SourceState& source = frame.state.source;
  const float height = ImGui::GetTextLineHeight(), gap = 0.5F * frame.em;
  const float bar_top = top + 0.22F * height, bar_bottom = top + 0.8F * height;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const CostColumns::Column& column : columns.columns) {
    if (column.against != nullptr) {
      const std::string change = change_at(column, line.line);
      draw_text_at(list, {column.left + column.number - gap - size_of(change).x, top}, faded(theme.text, opacity),
                   change);
      continue;
    }
    const experiments::LineSheet* own = column.costs != nullptr ? column.costs->at(line.line) : &line;
    if (own == nullptr) continue;
    const SourceColumn& of = column.of != nullptr ? *column.of : worst_column(*own);
    const CostCell cell = cost_cell(frame.language(), costs_of(frame, column), *own, of, source.unit);
    if (cell.number.empty()) continue;
    float x = column.left + column.number;
    if (column.number > 0)
      draw_text_at(list, {x - gap - size_of(cell.number).x, top}, faded(theme.text, opacity), cell.number);
    if (column.bar > 0 && of.is_counted()) {
      draw_counted_bar(frame, cell, {x, bar_top}, {x + column.bar, bar_bottom}, opacity);
    } else if (column.bar > 0) {
      draw_bar(frame, cell, !of.is_compared(), {x, bar_top}, {x + column.bar, bar_bottom}, opacity);
    }
    x += column.bar + column.ratio;
    if (column.ratio <= 0) continue;
    if (of.is_counted()) {
      draw_text_at(list, {x - size_of(cell.difference).x, top}, faded(theme.quiet, opacity), cell.difference);
    } else if (cell.excessive()) {
      const float left = x - size_of(cell.ratio).x;
      draw_text_at(list, {left, top}, faded(theme.warning, opacity), cell.ratio);
      name_place(frame, fmt::format("source/ratio/{}", line.line), {left, top}, {x, top + height});
    } else if (excess_of(*own) == 0) {
      draw_shape(list, Shape::tick, {x - 0.5F * height, top + height / 2}, height, faded(theme.good, opacity));
      name_place(frame, fmt::format("source/tick/{}", line.line), {x - column.ratio, top}, {x, top + height});
    }
  }
}

}  // namespace lanescope::gui
