#include "gui/screens/memory_chart/memory_chart_drawing.h"
#include "gui/store/pages/pages_commands.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "gui/widgets/page_panel.h"

namespace lanescope::gui {
namespace {

// The chart is drawn in units of its own text height, which suits the smaller side of its room.
constexpr float chart_width = 43, chart_height = 19;
constexpr float min_unit = 0.5F, max_unit = 1.7F;  // in text heights of the window

/// The columns from left to right, as fractions of the width. Each even one has boxes, each odd one has arrows.
constexpr std::array<float, 9> column_shares{0.080F, 0.115F, 0.085F, 0.130F, 0.130F, 0.120F, 0.105F, 0.115F, 0.120F};
enum class Column { kernel, instructions, space, requests, level1, below_level1, level2, below_level2, memory };

/// What every part draws with. `unit` is the text height of the chart in pixels.
struct Pen {
  const Frame& frame;
  float unit;
  float opacity;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Theme& theme = frame.theme;

  [[nodiscard]] ImVec4 ink(ImVec4 colour, float share = 1) const { return faded(colour, share * opacity); }
  [[nodiscard]] float stroke(float share) const { return std::max(1.0F, share * unit) * theme.stroke; }

  /// Writes a text that is centred on a point, and shrinks it where it is wider than `room`. It returns its height.
  float centred(ImVec2 top, const std::string& words, ImFont* font, float size, ImVec4 colour, float room) const {
    float height = size * unit;
    const auto extent_at = [&](float pixels) { return font->CalcTextSizeA(pixels, 1e6F, 0, words.c_str()); };
    ImVec2 extent = extent_at(height);
    if (extent.x > room && extent.x > 0) {
      height *= std::max(0.6F, room / extent.x);
      extent = extent_at(height);
    }
    list.AddText(font, height, {std::round(top.x - extent.x / 2), std::round(top.y)}, packed(ink(colour)),
                 words.c_str());
    return height;
  }
};

struct Text {
  std::string words;
  ImFont* font;
  float size;
  ImVec4 colour;
};

/// Writes a mark of the origin and texts behind each other, centred on a point. It shrinks them to fit into the room.
void write_line(const Pen& pen, ImVec2 top, std::optional<experiments::Origin> source, const std::vector<Text>& texts,
                float room) {
  const float blank = 0.25F * pen.unit;
  const auto width_of = [&](float factor) {
    float width = source ? 0.75F * factor * pen.unit * (texts.empty() ? 1 : texts.front().size) : 0;
    for (const Text& text : texts) {
      width += text.font->CalcTextSizeA(text.size * pen.unit * factor, 1e6F, 0, text.words.c_str()).x + blank * factor;
    }
    return width - blank * factor;
  };
  const float factor = std::clamp(room / std::max(1.0F, width_of(1)), 0.6F, 1.0F);
  float tallest = 0;
  for (const Text& text : texts) tallest = std::max(tallest, text.size * pen.unit * factor);
  float x = top.x - width_of(factor) / 2;
  if (source && !texts.empty()) {
    const float mark = 0.75F * factor * pen.unit * texts.front().size;
    draw_shape(pen.list, shape_of(*source), {x + 0.42F * mark, top.y + 0.55F * tallest}, 1.15F * mark,
               pen.ink(colour_of(pen.theme, *source)));
    x += mark;
  }
  for (const Text& text : texts) {
    const float height = text.size * pen.unit * factor;
    pen.list.AddText(text.font, height, {std::round(x), std::round(top.y + 0.86F * (tallest - height))},
                     packed(pen.ink(text.colour)), text.words.c_str());
    x += text.font->CalcTextSizeA(height, 1e6F, 0, text.words.c_str()).x + blank * factor;
  }
}

/// Returns the computed number behind a counted one, with their difference: "81.2 %  +2.1 points".
std::vector<Text> other_of(const Pen& pen, const QuantityReading& reading, float size) {
  const Fonts& fonts = pen.frame.fonts;
  return {{short_text_of(pen.frame.language(), reading.unit, reading.other->value), fonts.text, size, pen.theme.quiet},
          {reading.difference, fonts.text, size, pen.theme.quiet}};
}

void draw_level(const Pen& pen, const ChartBox& box, const ImRect& place) {
  if (!box.level || *box.level <= 0) return;
  const float top = place.Max.y - static_cast<float>(*box.level) * place.GetHeight();
  const ImVec4 colour = box.warns ? pen.theme.warning : pen.theme.accent;
  const float round = 0.35F * pen.unit;
  pen.list.PushClipRect({place.Min.x, top}, place.Max, true);
  pen.list.AddRectFilled(place.Min, place.Max, packed(pen.ink(colour, box.warns ? 0.16F : 0.22F)), round);
  pen.list.PopClipRect();
  if (box.warns) {
    hatch(pen.list, {place.Min.x + round / 2, top}, {place.Max.x - round / 2, place.Max.y - round / 2},
          0.55F * pen.unit, packed(pen.ink(colour, 0.45F)), pen.stroke(0.07F));
  }
  pen.list.AddLine({place.Min.x, top}, {place.Max.x, top}, packed(pen.ink(colour)), pen.stroke(0.12F));
}

/// Gives words a background of their own where the level's edge or its hatching runs behind them.
void draw_text_background(const Pen& pen, const ChartBox& box, const ImRect& place, float top, float bottom) {
  if (!box.level || *box.level <= 0) return;
  const float edge = place.Max.y - static_cast<float>(*box.level) * place.GetHeight();
  if (edge > bottom || (edge < top && !box.warns)) return;
  const float inset = 0.25F * pen.unit;
  pen.list.AddRectFilled({place.Min.x + inset, top}, {place.Max.x - inset, std::min(bottom, place.Max.y - inset)},
                         packed(pen.ink(pen.theme.raised, 0.9F)), 0.2F * pen.unit);
}

void draw_box(const Pen& pen, const ChartBox& box, const ImRect& place, const char* name) {
  const Theme& theme = pen.theme;
  const Fonts& fonts = pen.frame.fonts;
  const float unit = pen.unit, round = 0.35F * unit, room = place.GetWidth() - 0.6F * unit;
  pen.list.AddRectFilled(place.Min, place.Max, packed(pen.ink(theme.raised)), round);
  draw_level(pen, box, place);
  pen.list.AddRect(place.Min, place.Max, packed(pen.ink(theme.faint)), round, 0, pen.stroke(0.08F));
  const float middle = place.GetCenter().x;
  pen.centred({middle, place.Min.y + 0.45F * unit}, box.name, fonts.bold, 0.95F, theme.text, room);
  const bool both = box.value.other.has_value();
  float height = 2.3F + (both ? 0.9F : 0.0F) + (box.caption.empty() ? 0.0F : 0.95F);
  float y = place.GetCenter().y - 0.5F * height * unit + 0.35F * unit;
  y = std::max(y, place.Min.y + 1.7F * unit);
  draw_text_background(pen, box, place, y - 0.15F * unit, y + (height - 0.1F) * unit);
  if (box.value.known()) {
    write_line(pen, {middle, y}, box.value.shown->origin,
               {{short_text_of(pen.frame.language(), box.value.unit, box.value.value()), fonts.bold, 1.3F, theme.text}},
               room);
  } else {
    pen.centred({middle, y}, "—", fonts.bold, 1.3F, theme.quiet, room);
  }
  y += 1.4F * unit;
  pen.centred({middle, y}, box.word, fonts.text, 0.75F, theme.quiet, room);
  y += 0.9F * unit;
  if (both) {
    write_line(pen, {middle, y}, box.value.other->origin, other_of(pen, box.value, 0.7F), room);
    y += 0.9F * unit;
  }
  if (!box.caption.empty()) pen.centred({middle, y}, box.caption, fonts.text, 0.78F, theme.text, room);
  name_place(pen.frame, std::string("chart/box/") + name, place);
  if (ImGui::IsWindowHovered() && place.Contains(ImGui::GetMousePos())) tooltip(pen.frame, box.details);
}

/// The band of an arrow with its head at the left for what goes to the kernel.
void draw_band(const Pen& pen, const ImRect& room, bool to_kernel, float weight, ImVec4 colour, bool outlined) {
  const float unit = pen.unit, y = room.GetCenter().y;
  const float half = 0.5F * weight, head = std::max(1.5F * half, 0.32F * unit), length = 1.15F * head;
  const float tip = to_kernel ? room.Min.x : room.Max.x, tail = to_kernel ? room.Max.x : room.Min.x;
  const float neck = to_kernel ? tip + length : tip - length;
  const std::array<ImVec2, 7> outline{ImVec2{tail, y - half}, {neck, y - half}, {neck, y - head}, {tip, y},
                                      {neck, y + head},       {neck, y + half}, {tail, y + half}};
  pen.list.AddRectFilled({std::min(tail, neck), y - half}, {std::max(tail, neck), y + half}, packed(colour));
  pen.list.AddTriangleFilled({neck, y - head}, {neck, y + head}, {tip, y}, packed(colour));
  if (outlined) {
    pen.list.AddPolyline(outline.data(), static_cast<int>(outline.size()), packed(pen.ink(pen.theme.text)),
                         ImDrawFlags_Closed, pen.stroke(0.06F));
  }
}

bool goes_to_kernel(Traffic traffic) {
  switch (traffic) {
    case Traffic::global_store:
    case Traffic::local_store:
    case Traffic::shared_store:
    case Traffic::l1_to_l2:
    case Traffic::memory_write:
    case Traffic::host_write:
      return false;
    default:
      return true;
  }
}

bool is_atomic(Traffic traffic) {
  return traffic == Traffic::global_atomic || traffic == Traffic::shared_atomic;
}

/// Makes the arrow a button that leads to the lines. It returns whether the mouse is on it.
bool press_arrow(const Pen& pen, const ChartArrow& arrow, const ImRect& room, const std::string& name) {
  ImGui::SetCursorScreenPos(room.Min);
  ImGui::PushID(name.c_str());
  const bool pressed = blank_button("##arrow", room.GetSize());
  ImGui::PopID();
  name_item(pen.frame, "chart/" + name);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) tooltip(pen.frame, arrow.details);
  if (hovered && arrow.has_lines) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (pressed && arrow.has_lines) pen.frame.emit(ShowTraffic{arrow.traffic});
  return hovered;
}

/// One arrow with its numbers: the amount above it with the share of the peak, the other origin or the word below it.
void draw_arrow(const Pen& pen, const ChartArrow& arrow, const QuantityReading& amount, const std::string& word,
                std::optional<double> part, const ImRect& room, const std::string& name) {
  const Theme& theme = pen.theme;
  const Fonts& fonts = pen.frame.fonts;
  const float unit = pen.unit;
  const bool hovered = press_arrow(pen, arrow, room, name);
  if (hovered) {
    pen.list.AddRectFilled(room.Min, room.Max, packed(pen.ink(theme.accent, 0.14F)), 0.25F * unit);
  }
  const bool moves = amount.value() > 0;
  const float weight = unit * (0.16F + (part ? 0.85F * static_cast<float>(*part) : 0.0F));
  const ImVec4 colour = !moves ? theme.line : part ? colour_of_share(theme, *part) : theme.quiet;
  const float middle = room.GetCenter().x, y = room.GetCenter().y;
  const ImRect band{room.Min.x + 0.15F * unit, y - unit, room.Max.x - 0.15F * unit, y + unit};
  if (is_atomic(arrow.traffic)) {  // both ways
    const ImRect first{band.Min.x, band.Min.y, band.GetCenter().x, band.Max.y};
    const ImRect second{band.GetCenter().x, band.Min.y, band.Max.x, band.Max.y};
    draw_band(pen, first, true, weight, pen.ink(colour), theme.outlined && moves);
    draw_band(pen, second, false, weight, pen.ink(colour), theme.outlined && moves);
  } else {
    draw_band(pen, band, goes_to_kernel(arrow.traffic), weight, pen.ink(colour), theme.outlined && moves);
  }
  const float width = room.GetWidth() - 0.3F * unit;
  const float above = y - 0.5F * weight - 1.12F * unit, below = y + std::max(0.5F * weight, 0.3F * unit) + 0.08F * unit;
  if (!amount.known()) {
    pen.centred({middle, above}, "—", fonts.text, 0.95F, theme.quiet, width);
  } else {
    std::vector<Text> texts{{short_text_of(pen.frame.language(), amount.unit, amount.value()), fonts.bold, 0.98F,
                             moves ? theme.text : theme.quiet}};
    if (part && moves) {
      texts.push_back(
          {pen.frame.say("chart.percent", 100 * *part), fonts.text, 0.8F, *part >= 0.8 ? theme.warning : theme.quiet});
    }
    write_line(pen, {middle, above}, amount.shown->origin, texts, width);
  }
  if (amount.other) {
    write_line(pen, {middle, below}, amount.other->origin, other_of(pen, amount, 0.7F), width);
  } else if (!word.empty()) {
    pen.centred({middle, below}, word, fonts.text, 0.7F, theme.quiet, width);
  }
}

/// Places of the columns and of the rows of arrows at the left.
struct ChartPlaces {
  ImRect area;
  std::array<float, column_shares.size() + 1> x{};
  float row = 0, gap = 0;

  [[nodiscard]] ImRect column(Column of, float top, float bottom) const {
    const auto i = static_cast<std::size_t>(of);
    return {x.at(i), top, x.at(i + 1), bottom};
  }
};

ChartPlaces places_of(const MemoryChartViewModel& view_model, const ImRect& area, float unit) {
  ChartPlaces places{area, {}, 0, 0.9F * unit};
  float x = area.Min.x;
  for (std::size_t i = 0; i < column_shares.size(); ++i) {
    places.x.at(i) = x;
    x += column_shares.at(i) * area.GetWidth();
  }
  places.x.back() = area.Max.x;
  std::size_t rows = 0;
  for (const ChartSpace& space : view_model.spaces) rows += space.arrows.size();
  const float gaps = static_cast<float>(view_model.spaces.size() - 1) * places.gap;
  places.row = (area.GetHeight() - gaps) / static_cast<float>(std::max<std::size_t>(rows, 1));
  return places;
}

/// A small box with the name of a memory space.
void draw_space_name(const Pen& pen, const ChartSpace& space, const ImRect& place) {
  const float round = 0.35F * pen.unit;
  pen.list.AddRectFilled(place.Min, place.Max, packed(pen.ink(pen.theme.raised, 0.6F)), round);
  pen.list.AddRect(place.Min, place.Max, packed(pen.ink(pen.theme.line)), round, 0, pen.stroke(0.07F));
  pen.centred({place.GetCenter().x, place.GetCenter().y - 0.5F * pen.unit}, space.name, pen.frame.fonts.text, 0.9F,
              pen.theme.text, place.GetWidth() - 0.4F * pen.unit);
}

/// Draws two arrows above each other in the middle of a column.
void draw_pair(const Pen& pen, const ChartArrow& first, const ChartArrow& second, const ImRect& room,
               const ArrowMotion& motion) {
  const float height = std::min(room.GetHeight() / 2, 4.6F * pen.unit), middle = room.GetCenter().y;
  const ImRect upper{room.Min.x, middle - height, room.Max.x, middle},
      lower{room.Min.x, middle, room.Max.x, middle + height};
  for (const auto& [arrow, place] : {std::pair{&first, upper}, {&second, lower}}) {
    std::optional<double> part = arrow->part();
    if (part) part = motion.at(arrow->traffic);
    draw_arrow(pen, *arrow, arrow->amount, arrow->name, part, place, "arrow/" + std::string(name_of(arrow->traffic)));
  }
}

void draw_spaces(const Pen& pen, const MemoryChartViewModel& view_model, const ArrowMotion& motion,
                 const ChartPlaces& places, float& end_of_l1) {
  float top = places.area.Min.y;
  for (const ChartSpace& space : view_model.spaces) {
    const float bottom = top + static_cast<float>(space.arrows.size()) * places.row;
    if (space.kind == ChartSpace::Kind::shared) end_of_l1 = top - places.gap;
    const float inset = std::min(0.25F * places.row, 0.5F * pen.unit);
    ImRect name = places.column(Column::space, top + inset, bottom - inset);
    draw_space_name(pen, space, name);
    float y = top;
    for (const ChartArrow& arrow : space.arrows) {
      const std::string id(name_of(arrow.traffic));
      std::optional<double> part = arrow.part();
      if (part) part = motion.at(arrow.traffic);
      if (arrow.instructions) {
        draw_arrow(pen, arrow, *arrow.instructions, pen.frame.say("chart.instructions"), std::nullopt,
                   places.column(Column::instructions, y, y + places.row), "instructions/" + id);
      }
      draw_arrow(pen, arrow, arrow.amount, arrow.word, part, places.column(Column::requests, y, y + places.row),
                 "arrow/" + id);
      y += places.row;
    }
    top = bottom + places.gap;
  }
}

/// Explains colours and marks below the chart.
void draw_legend(const Pen& pen, const ImRect& place) {
  const float unit = pen.unit, y = place.GetCenter().y, height = 0.55F * unit;
  const Fonts& fonts = pen.frame.fonts;
  const std::string words = pen.frame.say("chart.share"), click = pen.frame.say("chart.hint");
  const auto put = [&](float x, const std::string& text, ImVec4 colour) {
    pen.list.AddText(fonts.text, 0.75F * unit, {x, y - 0.4F * unit}, packed(pen.ink(colour)), text.c_str());
    return x + fonts.text->CalcTextSizeA(0.75F * unit, 1e6F, 0, text.c_str()).x;
  };
  float x = put(place.Min.x + 0.3F * unit, words, pen.theme.quiet) + 0.5F * unit;
  x = put(x, "0", pen.theme.quiet) + 0.3F * unit;
  constexpr int steps = 24;
  const float step = 7 * unit / steps;
  for (int i = 0; i < steps; ++i) {
    const double part = (i + 0.5) / steps;
    const float half = 0.5F * height * (0.25F + 0.75F * static_cast<float>(part));
    pen.list.AddRectFilled({x, y - half}, {x + step + 0.5F, y + half},
                           packed(pen.ink(colour_of_share(pen.theme, part))));
    x += step;
  }
  x = put(x + 0.3F * unit, "100 %", pen.theme.quiet);
  const float width = fonts.text->CalcTextSizeA(0.75F * unit, 1e6F, 0, click.c_str()).x;
  if (x + width + unit < place.Max.x) put(place.Max.x - width - 0.3F * unit, click, pen.theme.quiet);
}

}  // namespace

bool ArrowMotion::follow(const MemoryChartViewModel& view_model, float seconds) {
  constexpr double speed = 10, arrived = 0.002;  // per second; of a share
  bool moving = false;
  const double step = 1 - std::exp(-speed * static_cast<double>(seconds));
  const auto move = [&](const ChartArrow& arrow) {
    const double wanted = arrow.part().value_or(0);
    const auto [at, is_new] = shown_.try_emplace(arrow.traffic, wanted);
    if (is_new) return;
    at->second += step * (wanted - at->second);
    if (std::fabs(at->second - wanted) < arrived) at->second = wanted;
    moving = moving || at->second != wanted;
  };
  for (const ChartSpace& space : view_model.spaces) std::ranges::for_each(space.arrows, move);
  for (const auto* pair : {&view_model.below_l1, &view_model.below_l2}) std::ranges::for_each(*pair, move);
  std::ranges::for_each(view_model.host, move);
  return moving;
}

double ArrowMotion::at(Traffic traffic) const {
  const auto found = shown_.find(traffic);
  return found == shown_.end() ? 0 : found->second;
}

void draw_memory_chart(const Frame& frame, const MemoryChartViewModel& view_model, const ArrowMotion& motion,
                       const ImRect& area, float opacity) {
  const float unit = std::clamp(std::min(area.GetWidth() / chart_width, area.GetHeight() / chart_height),
                                min_unit * frame.em, max_unit * frame.em);
  const Pen pen{frame, unit, opacity};
  const float legend = 1.5F * unit;
  ImRect room = area;
  room.Max.y -= legend;
  const ChartPlaces places = places_of(view_model, room, unit);
  float end_of_l1 = room.Max.y;
  draw_spaces(pen, view_model, motion, places, end_of_l1);
  const float top = room.Min.y, bottom = room.Max.y;
  const float inset = 0.3F * unit;
  draw_box(pen, view_model.kernel, places.column(Column::kernel, top + inset, bottom - inset), "kernel");
  draw_box(pen, view_model.l1, places.column(Column::level1, top + inset, end_of_l1 - inset), "l1");
  draw_box(pen, view_model.shared, places.column(Column::level1, end_of_l1 + places.gap + inset, bottom - inset),
           "shared");
  draw_pair(pen, view_model.below_l1[0], view_model.below_l1[1], places.column(Column::below_level1, top, end_of_l1),
            motion);
  draw_box(pen, view_model.l2, places.column(Column::level2, top + inset, bottom - inset), "l2");
  draw_pair(pen, view_model.below_l2[0], view_model.below_l2[1], places.column(Column::below_level2, top, end_of_l1),
            motion);
  const bool with_host = !view_model.host.empty();
  draw_box(pen, view_model.device, places.column(Column::memory, top + inset, (with_host ? end_of_l1 : bottom) - inset),
           "device");
  if (with_host) {
    const ImRect rest = places.column(Column::below_level2, end_of_l1 + places.gap, bottom);
    draw_pair(pen, view_model.host.front(), view_model.host.back(), rest, motion);
    const ChartBox host{frame.say("chart.host_memory"), {}, {}, {}, {}, false, frame.say("chart.host_memory")};
    draw_box(pen, host, places.column(Column::memory, end_of_l1 + places.gap + inset, bottom - inset), "host");
  }
  draw_legend(pen, {area.Min.x, area.Max.y - legend, area.Max.x, area.Max.y});
}

}  // namespace lanescope::gui
