// Matrices: the buffers of a kernel as images that light up where they are touched, from the whole matrix down to
// single elements, and below each the same elements as the row that they are in memory.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "gui/matrices_scene.h"
#include "gui/numbers.h"
#include "gui/view_panel.h"
#include "model/sector_map.h"
#include "render/colour_map.h"

namespace warpscope::gui {

namespace {

// In heights of text.
constexpr float gap = 1.1F;             // between two images
constexpr float strip_height = 1.1F;    // of the memory below an image
constexpr float value_from = 2.1F;      // width of an element from which its value is written into it
constexpr float outline_from = 0.45F;   // from which the elements of an access are outlined one by one
constexpr float unit_from = 0.5F;       // width of a sector from which its borders are drawn
constexpr float compact_below = 16;     // height of the canvas in which the pictures have all the room
constexpr float click_distance = 0.4F;  // a mouse that moves further drags
constexpr double wheel_factor = 0.8;
constexpr double value_columns = 8;  // elements beside each other when an access is looked at closely
constexpr std::size_t most_values = 2500, most_marks = 3000;

render::Colour colour(ImVec4 from) {
  const auto channel = [](float value) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0F, 1.0F)));
  };
  return {channel(from.x), channel(from.y), channel(from.z), 255};
}

ImVec4 mixed(ImVec4 one, ImVec4 other, float share) {
  return {one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share, one.z + (other.z - one.z) * share, 1};
}

/// Where a part of a grid is drawn.
struct Map {
  Place area;
  model::GridPart part;

  [[nodiscard]] float scale() const { return (area.right - area.left) / static_cast<float>(part.width); }
  [[nodiscard]] ImVec2 place(double x, double y) const {
    return {area.left + (area.right - area.left) * static_cast<float>((x - part.x) / part.width),
            area.top + (area.bottom - area.top) * static_cast<float>((y - part.y) / part.height)};
  }
  [[nodiscard]] double x_at(float pixel) const {
    return part.x + static_cast<double>((pixel - area.left) / (area.right - area.left)) * part.width;
  }
  [[nodiscard]] double y_at(float pixel) const {
    return part.y + static_cast<double>((pixel - area.top) / (area.bottom - area.top)) * part.height;
  }
};

class Drawing {
 public:
  Drawing(const Frame& frame, MatricesScene& scene, const WatchedAccess& at, float opacity)
      : frame_(frame),
        watch_(frame.state.watch),
        traced_(*watch_.traced()),
        scene_(scene),
        at_(at),
        opacity_(opacity),
        list_(*ImGui::GetWindowDrawList()),
        em_(frame.em) {}

  void draw(Place canvas) {
    compact_ = canvas.bottom - canvas.top < compact_below * em_;
    canvas.top = draw_controls(canvas) + 0.3F * em_;
    const std::size_t count = scene_.images().size();
    if (count == 0) return;
    const bool stacked = count > 2;
    const std::size_t columns = stacked ? 2 : count, rows = stacked ? 2 : 1;
    const float width =
        (canvas.right - canvas.left - gap * em_ * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float height =
        (canvas.bottom - canvas.top - 0.6F * em_ * static_cast<float>(rows - 1)) / static_cast<float>(rows);
    wrong_ = wrong_element(frame_.state);
    for (std::size_t image = 0; image < count; ++image) {
      const float left = canvas.left + static_cast<float>(image % columns) * (width + gap * em_);
      const float top = canvas.top + static_cast<float>(image / columns) * (height + 0.6F * em_);
      draw_matrix(image, {left, top, left + width, top + height});
    }
  }

 private:
  [[nodiscard]] ImU32 ink(ImVec4 colour, float share = 1) const { return packed(faded(colour, share * opacity_)); }
  [[nodiscard]] float stroke() const { return std::max(1.0F, 0.08F * em_ * frame_.theme.stroke); }
  [[nodiscard]] const lab::TracedBuffer& buffer(std::size_t image) const {
    return traced_.buffers.at(scene_.images()[image].buffer);
  }

  /// A small button that says whether it is on; goes to the next line where there is no room.
  [[nodiscard]] bool control(const std::string& words, bool on, const char* name, float right) {
    const float width = size_of(words).x + 2 * ImGui::GetStyle().FramePadding.x;
    if (started_) {
      ImGui::SameLine(0, 0.3F * em_);
      if (ImGui::GetCursorScreenPos().x + width > right) ImGui::NewLine();
    }
    started_ = true;
    ImGui::PushStyleColor(ImGuiCol_Button, on ? frame_.theme.pressed : frame_.theme.raised);
    const bool pressed = ImGui::Button((words + "##" + name).c_str());
    ImGui::PopStyleColor();
    const std::string widget = std::string("matrices/") + name;
    name_item(frame_, widget);
    if (on) {
      const Place place = frame_.widgets.at(widget);
      ImGui::GetWindowDrawList()->AddLine({place.left + 0.2F * em_, place.bottom - stroke()},
                                          {place.right - 0.2F * em_, place.bottom - stroke()}, ink(frame_.theme.accent),
                                          2 * stroke());
    }
    return pressed;
  }

  float draw_controls(const Place& canvas) {
    const FontScope small(frame_, frame_.fonts.text, 0.85F);
    ImGui::SetCursorScreenPos({canvas.left, canvas.top});
    if (!compact_) {
      draw_choices(canvas.right);
      return ImGui::GetItemRectMax().y;
    }
    constexpr const char* popup = "matrices_choices";
    if (control(frame_.say("matrices.show"), false, "show", canvas.right)) ImGui::OpenPopup(popup);
    const float bottom = ImGui::GetItemRectMax().y;
    if (ImGui::BeginPopup(popup)) {
      started_ = false;
      draw_choices(ImGui::GetCursorScreenPos().x + 26 * em_);
      ImGui::EndPopup();
    }
    return bottom;
  }

  void draw_choices(float right) {
    using render::HeatMode;
    if (control(frame_.say("matrices.cooling"), scene_.mode == HeatMode::cooling, "cooling", right)) {
      scene_.mode = HeatMode::cooling;
    }
    if (control(frame_.say("matrices.often"), scene_.mode == HeatMode::touches, "often", right)) {
      scene_.mode = HeatMode::touches;
    }
    if (control(frame_.say("matrices.order"), scene_.mode == HeatMode::arrival, "order", right)) {
      scene_.mode = HeatMode::arrival;
    }
    if (control(frame_.say("matrices.sectors"), scene_.show_sectors, "sectors", right)) {
      scene_.show_sectors = !scene_.show_sectors;
    }
    if (control(frame_.say("matrices.blocks"), scene_.show_blocks, "blocks", right)) {
      scene_.show_blocks = !scene_.show_blocks;
    }
    if (control(frame_.say("matrices.values"), scene_.show_values, "values", right)) {
      scene_.show_values = !scene_.show_values;
    }
    if (control(frame_.say("matrices.whole"), false, "whole", right)) wish_ = Wish::whole;
    if (control(frame_.say("matrices.traced"), scene_.looks.empty(), "traced", right)) scene_.looks.clear();
    if (control(frame_.say("matrices.access"), false, "access", right)) wish_ = Wish::access;
  }

  void draw_matrix(std::size_t image, Place place) {
    const MatrixImage& here = scene_.images()[image];
    const std::string name = buffer(image).name;
    place.top = draw_heading(image, place) + 0.25F * em_;
    const float line = ImGui::GetTextLineHeight();
    const float below = compact_ ? 0.15F * em_ : line;  // what the strip begins and ends with
    Place area{place.left, place.top, place.right, place.bottom - (strip_height + 0.25F) * em_ - below};
    if (here.grid.rows == 1) area.bottom = std::min(area.bottom, area.top + 3 * em_);
    if (area.bottom - area.top < 2 * em_ || area.right - area.left < 2 * em_) return;
    const double shape = static_cast<double>((area.bottom - area.top) / (area.right - area.left));
    MatrixLook look = look_of(image, shape);
    answer_mouse(image, area, shape, look);
    const Map map{area, part_of(look, shape)};
    draw_heat(image, false, map);
    list_.PushClipRect({area.left, area.top}, {area.right, area.bottom}, true);
    const ImVec2 corner = map.place(0, 0), end = map.place(here.grid.columns, here.grid.rows);
    list_.AddRect(corner, end, ink(frame_.theme.faint), 0, 0, stroke());
    if (scene_.show_sectors) draw_units(image, map);
    if (scene_.show_blocks) draw_blocks(image, map);
    if (scene_.show_sectors) draw_moved(image, map);
    if (scene_.show_values) draw_values(image, map);
    draw_access(image, map);
    draw_wrong(image, map);
    if (area.bottom - area.top >= 7 * em_) draw_overview(here.grid, map);
    list_.PopClipRect();
    list_.AddRect({area.left, area.top}, {area.right, area.bottom}, ink(frame_.theme.line), 0, 0, stroke());
    draw_strip(image, map, {place.left, area.bottom + 0.25F * em_, place.right, place.bottom});
    if (hovered_) explain(image, map);
    name_place(frame_, "matrices/image/" + name, {area.left, area.top}, {area.right, area.bottom});
  }

  [[nodiscard]] MatrixLook look_of(std::size_t image, double shape) {
    const model::ElementGrid& grid = scene_.images()[image].grid;
    const std::string& name = buffer(image).name;
    if (wish_ == Wish::whole) scene_.looks[name] = whole_look(grid, shape);
    const trace::Header& header = traced_.trace.headers[at_.record];
    if (wish_ == Wish::access) {
      if (header.buffer == scene_.images()[image].buffer) {
        scene_.looks[name] = access_look(traced_.trace, at_.record, grid, shape, value_columns);
      }
    }
    const auto chosen = scene_.looks.find(name);
    if (chosen != scene_.looks.end()) return chosen->second;
    return touched_look(grid, scene_.areas(image), shape);
  }

  float draw_heading(std::size_t image, const Place& place) {
    const MatrixImage& here = scene_.images()[image];
    const Theme& theme = frame_.theme;
    float left = place.left;
    list_.PushClipRect({place.left, place.top}, {place.right, place.bottom}, true);
    // The mark is that of its elements: inset where it is read, whole where it is written.
    const float side = 0.7F * em_;
    const auto mark = [&](ImVec4 colour, bool whole) {
      const ImVec2 from{left, place.top + 0.18F * em_}, to{left + side, place.top + 0.18F * em_ + side};
      const float inset = whole ? 0 : 0.2F * side;
      list_.AddRectFilled({from.x + inset, from.y + inset}, {to.x - inset, to.y - inset}, ink(colour));
      if (!whole) list_.AddRect(from, to, ink(colour, 0.5F), 0, 0, stroke());
      left = to.x + 0.3F * em_;
    };
    if (here.reads) mark(theme.accent, false);
    if (here.writes) mark(theme.warning, true);
    {
      const FontScope bold(frame_, frame_.fonts.bold, 1.1F);
      list_.AddText({left, place.top - 0.05F * em_}, ink(theme.text), buffer(image).name.c_str());
      left += size_of(buffer(image).name).x + 0.5F * em_;
    }
    std::string words = shape_text(buffer(image));
    words += here.reads && here.writes ? frame_.say("matrices.read_and_written")
             : here.reads              ? frame_.say("matrices.read")
             : here.writes             ? frame_.say("matrices.written")
                                       : frame_.say("matrices.left_alone");
    if (here.grid.folded) words += frame_.say("matrices.folded", grouped(here.grid.columns, 0));
    list_.AddText({left, place.top + 0.05F * em_}, ink(theme.quiet), words.c_str());
    const FontScope small(frame_, frame_.fonts.text, 0.85F);
    const model::TouchTotals totals = scene_.totals()[here.buffer];
    const trace::Trace& trace = traced_.trace;
    const bool whole =
        trace.blocks >= trace.grid_blocks && trace.dropped == 0 && happened(watch_) == watch_.timeline->records.size();
    const std::string counts = totals_text(frame_.state, here, totals, whole);
    const float second = place.top + 1.3F * em_;
    const bool warns = totals.rewritten > 0 || totals.beyond > 0;
    if (!compact_ || warns) {
      list_.AddText({place.left, second}, ink(warns ? theme.warning : theme.quiet), counts.c_str());
    }
    list_.PopClipRect();
    if (compact_ && !warns) return second;
    name_place(frame_, "matrices/heading/" + buffer(image).name, {place.left, place.top},
               {place.right, second + ImGui::GetTextLineHeight()});
    return second + ImGui::GetTextLineHeight();
  }

  [[nodiscard]] render::HeatStyle style(std::size_t image) const {
    const Theme& theme = frame_.theme;
    const ImVec4 ground = theme.ground;
    const auto cold = [&](ImVec4 base) { return colour(mixed(theme.panel, mixed(ground, base, 0.42F), opacity_)); };
    const auto hot = [&](ImVec4 base) { return colour(mixed(theme.panel, mixed(base, theme.text, 0.6F), opacity_)); };
    render::HeatStyle style;
    style.mode = scene_.mode;
    style.position = watch_.position;
    style.half_life = half_life(watch_);
    style.most = static_cast<double>(watch_.timeline->records.size());
    if (scene_.mode == render::HeatMode::touches) {
      const model::TouchTotals& totals = scene_.totals()[scene_.images()[image].buffer];
      const double mean = static_cast<double>(totals.loads + totals.stores) /
                          static_cast<double>(std::max<std::uint64_t>(1, totals.touched));
      style.most = std::max(2.0, 2 * mean);
    }
    style.ground = colour(ground);
    style.dot = colour(mixed(ground, theme.quiet, 0.45F));
    style.load_cold = cold(theme.accent);
    style.load_hot = hot(theme.accent);
    style.store_cold = cold(theme.warning);
    style.store_hot = hot(theme.warning);
    style.hatch = colour(theme.text);
    style.line = colour(ground);
    style.line[3] = 150;
    style.stripe_pixels = std::max(4.0F, 0.5F * em_);
    style.shapes_from_pixels = 0.5F * em_;
    return style;
  }

  void draw_heat(std::size_t image, bool strip, const Map& map) {
    const ImVec2 size{map.area.right - map.area.left, map.area.bottom - map.area.top};
    render::HeatStyle how = style(image);
    if (strip) how.shapes_from_pixels = 1e6F;
    const std::uint32_t texture = scene_.draw(image, strip, map.part, size, how);
    if (texture == 0) return;
    list_.AddImage(ImTextureRef(static_cast<ImTextureID>(texture)), {map.area.left, map.area.top},
                   {map.area.right, map.area.bottom}, {0, 1}, {1, 0});
  }

  /// Calls visit(first column, row, columns) for the rows that some neighbouring elements lie in.
  template <class Visit>
  static void for_rows(const model::ElementGrid& grid, std::uint64_t first, std::uint64_t count, Visit visit) {
    const std::uint64_t end = std::min<std::uint64_t>(first + count, grid.elements);
    while (first < end) {
      const std::uint64_t row = first / grid.columns, column = first % grid.columns;
      const std::uint64_t here = std::min<std::uint64_t>(end - first, grid.columns - column);
      visit(static_cast<double>(column), static_cast<double>(row), static_cast<double>(here));
      first += here;
    }
  }

  /// The borders of sectors, and thicker ones of lines, where they are large enough to be seen.
  void draw_units(std::size_t image, const Map& map) {
    const model::ElementGrid& grid = scene_.images()[image].grid;
    const std::uint32_t sector = std::max(1u, model::bytes_per_sector / grid.bytes_per_element);
    const std::uint32_t line = model::bytes_per_line / grid.bytes_per_element;
    const bool with_sectors = map.scale() * static_cast<float>(sector) >= unit_from * em_;
    const bool with_lines = map.scale() * static_cast<float>(line) >= unit_from * em_;
    if (!with_lines) return;
    const std::uint32_t step = with_sectors ? sector : line;
    const double left = std::max(0.0, std::floor(map.part.x)), top = std::max(0.0, std::floor(map.part.y));
    const double right = std::min<double>(grid.columns, std::ceil(map.part.x + map.part.width));
    const double bottom = std::min<double>(grid.rows, std::ceil(map.part.y + map.part.height));
    if (right <= left || bottom <= top) return;
    // Where every row begins with a line, the borders go through.
    const bool aligned = grid.columns % line == 0 || grid.rows == 1;
    const double rows = aligned ? 1 : bottom - top;
    if (rows * (right - left) / step > most_marks) return;
    for (double row = top; row < (aligned ? top + 1 : bottom); ++row) {
      const std::uint64_t begin = static_cast<std::uint64_t>(row) * grid.columns;
      std::uint64_t at = (begin + static_cast<std::uint64_t>(left) + step - 1) / step * step;
      for (; at < begin + static_cast<std::uint64_t>(right); at += step) {
        const bool thick = at % line == 0;
        const auto x = static_cast<double>(at - begin);
        const ImVec2 from = map.place(x, row), to = map.place(x, aligned ? bottom : row + 1);
        list_.AddLine(from, to, ink(frame_.theme.quiet, thick ? 0.75F : 0.4F), (thick ? 1.6F : 0.8F) * stroke());
      }
    }
  }

  /// Where the blocks were, numbered in the order in which they came.
  void draw_blocks(std::size_t image, const Map& map) {
    const auto areas = scene_.areas(image);
    if (areas.size() > most_marks) return;
    for (std::size_t n = 0; n < areas.size(); ++n) {
      const model::BlockArea& area = areas[n];
      const bool came = area.first < happened(watch_);
      const ImVec2 from = map.place(area.left, area.top), to = map.place(area.right, area.bottom);
      if (to.x < map.area.left || from.x > map.area.right || to.y < map.area.top || from.y > map.area.bottom) continue;
      const double share = areas.size() > 1 ? static_cast<double>(n) / static_cast<double>(areas.size() - 1) : 1;
      const render::Colour of_order = render::viridis(0.25 + 0.75 * share);
      const ImVec4 paint{static_cast<float>(of_order[0]) / 255, static_cast<float>(of_order[1]) / 255,
                         static_cast<float>(of_order[2]) / 255, 1};
      const float grow = stroke();
      list_.AddRect({from.x - grow, from.y - grow}, {to.x + grow, to.y + grow}, ink(paint, came ? 1.0F : 0.35F), 0, 0,
                    1.6F * stroke());
      const FontScope small(frame_, frame_.fonts.bold, 0.8F);
      const std::string number = frame_.say("matrices.block", n + 1, area.block);
      const ImVec2 extent = size_of(number);
      const ImVec2 at{std::max(from.x, map.area.left) + 0.25F * em_, std::max(from.y - grow - extent.y, map.area.top)};
      const bool room = areas.size() == 1 || (to.x - from.x >= extent.x + 0.5F * em_ && to.y - from.y >= 1.2F * em_);
      if (!room) continue;
      list_.AddRectFilled({at.x - 0.15F * em_, at.y}, {at.x + extent.x + 0.15F * em_, at.y + extent.y},
                          ink(frame_.theme.panel, 0.8F));
      list_.AddText(at, ink(came ? frame_.theme.text : frame_.theme.quiet), number.c_str());
    }
  }

  /// The sectors that the access of the moment moves: hatched where nobody asked for them.
  void draw_moved(std::size_t image, const Map& map) {
    const MatrixImage& here = scene_.images()[image];
    if (traced_.trace.headers[at_.record].buffer != here.buffer) return;
    const auto moved = model::sector_map(traced_.trace, at_.record, watch_.timeline->bytes_per_lane(at_.place));
    if (!moved) return;
    const std::uint32_t bytes = here.grid.bytes_per_element;
    if (map.scale() * static_cast<float>(model::bytes_per_sector / bytes) < unit_from * em_) return;
    for (const model::LineUse& line : moved->lines) {
      for (std::size_t sector = 0; sector < model::sectors_per_line; ++sector) {
        const model::SectorUse& use = line.sectors[sector];
        if (!use.moved()) continue;
        const std::uint64_t byte = line.line * model::bytes_per_line + sector * model::bytes_per_sector;
        for_rows(here.grid, byte / bytes, model::bytes_per_sector / bytes, [&](double x, double y, double count) {
          const ImVec2 from = map.place(x, y), to = map.place(x + count, y + 1);
          if (to.y - from.y < 0.5F * em_) {  // too low for strokes
            list_.AddRectFilled(from, to, ink(frame_.theme.warning, 0.4F));
            return;
          }
          if (use.used != 0xffffffffu) hatch(from, to);
          list_.AddRect(from, to, ink(frame_.theme.warning), 0, 0, 1.3F * stroke());
        });
      }
    }
  }

  void hatch(ImVec2 from, ImVec2 to) {
    list_.PushClipRect(from, to, true);
    const float height = to.y - from.y, step = 0.45F * em_;
    for (float x = std::floor((from.x - height) / step) * step; x < to.x; x += step) {
      list_.AddLine({x, to.y}, {x + height, from.y}, ink(frame_.theme.warning, 0.75F), stroke());
    }
    list_.PopClipRect();
  }

  /// What the elements were seen to hold, when they are large enough.
  void draw_values(std::size_t image, const Map& map) {
    const MatrixImage& here = scene_.images()[image];
    if (map.scale() < value_from * em_ || !traced_.trace.has_values()) return;
    const double left = std::max(0.0, std::floor(map.part.x)), top = std::max(0.0, std::floor(map.part.y));
    const double right = std::min<double>(here.grid.columns, std::ceil(map.part.x + map.part.width));
    const double bottom = std::min<double>(here.grid.rows, std::ceil(map.part.y + map.part.height));
    if ((right - left) * (bottom - top) > static_cast<double>(most_values)) return;
    const FontScope mono(frame_, frame_.fonts.mono, 0.75F);
    for (double row = top; row < bottom; ++row) {
      for (double column = left; column < right; ++column) {
        const auto x = static_cast<std::uint32_t>(column), y = static_cast<std::uint32_t>(row);
        const auto bin = scene_.bin_of(image, x, y);
        if (!bin || !bin->touched()) continue;
        const std::uint32_t record = watch_.timeline->records[bin->last_position()];
        const std::uint32_t element = y * here.grid.columns + x;
        const auto lane = lane_of(traced_.trace, record, element, here.grid);
        if (!lane) continue;
        const std::string words = value_of(traced_, record, *lane, element, here.grid);
        const ImVec2 extent = size_of(words);
        if (words.empty() || extent.x > 0.94F * map.scale()) continue;
        const ImVec2 centre = map.place(column + 0.5, row + 0.5);
        const ImVec2 at{centre.x - extent.x / 2, centre.y - extent.y / 2};
        list_.AddRectFilled({at.x - 0.1F * em_, at.y}, {at.x + extent.x + 0.1F * em_, at.y + extent.y},
                            ink(frame_.theme.ground, 0.8F), 0.2F * em_);
        list_.AddText(at, ink(frame_.theme.text), words.c_str());
      }
    }
  }

  /// The access of the moment: its elements one by one when they are large, else a frame around them; the chosen lane.
  void draw_access(std::size_t image, const Map& map) {
    const MatrixImage& here = scene_.images()[image];
    const trace::Header& header = traced_.trace.headers[at_.record];
    if (header.buffer != here.buffer) return;
    const bool one_by_one = map.scale() >= outline_from * em_;
    ImVec2 low{1e9F, 1e9F}, high{-1e9F, -1e9F};
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      const model::LaneElements elements = model::elements_of(traced_.trace, at_.record, lane, here.grid);
      for_rows(here.grid, elements.first, elements.count, [&](double x, double y, double count) {
        const ImVec2 from = map.place(x, y), to = map.place(x + count, y + 1);
        low = {std::min(low.x, from.x), std::min(low.y, from.y)};
        high = {std::max(high.x, to.x), std::max(high.y, to.y)};
        const bool chosen = watch_.lane == lane;
        if (one_by_one || chosen) {
          list_.AddRect(from, to, ink(chosen ? frame_.theme.peak : frame_.theme.text), 0, 0,
                        (chosen ? 3.0F : 1.5F) * stroke());
        }
        if (chosen)
          list_.AddCircle({(from.x + to.x) / 2, (from.y + to.y) / 2}, 0.7F * em_, ink(frame_.theme.peak), 0,
                          1.6F * stroke());
      });
    }
    if (high.x < low.x || one_by_one) return;
    const float pad = 0.2F * em_;
    list_.AddRect({low.x - pad, low.y - pad}, {high.x + pad, high.y + pad}, ink(frame_.theme.text), 0.2F * em_, 0,
                  1.5F * stroke());
  }

  void draw_wrong(std::size_t image, const Map& map) {
    const MatrixImage& here = scene_.images()[image];
    if (!wrong_ || wrong_->buffer != here.buffer || wrong_->element >= here.grid.elements) return;
    const double x = wrong_->element % here.grid.columns + 0.5, y = wrong_->element / here.grid.columns + 0.5;
    const ImVec2 at = map.place(x, y);
    const float size = std::max(1.6F * em_, 0.8F * map.scale());
    draw_shape(list_, Shape::cross, at, 1.25F * size, frame_.theme.panel);
    draw_shape(list_, Shape::cross, at, size, faded(frame_.theme.wrong, opacity_));
    const FontScope bold(frame_, frame_.fonts.bold, 0.9F);
    const std::string words = frame_.say(wrong_->unwritten ? "matrices.never_written_word" : "matrices.wrong_word");
    const ImVec2 extent = size_of(words);
    const ImVec2 from{std::min(at.x + 0.5F * size, map.area.right - extent.x - 0.3F * em_), at.y - extent.y / 2};
    list_.AddRectFilled({from.x - 0.15F * em_, from.y}, {from.x + extent.x + 0.15F * em_, from.y + extent.y},
                        ink(frame_.theme.panel, 0.9F));
    list_.AddText(from, ink(frame_.theme.wrong), words.c_str());
    name_place(frame_, "matrices/wrong", {at.x - size / 2, at.y - size / 2}, {at.x + size / 2, at.y + size / 2});
  }

  /// Which part of the whole is seen, in a corner.
  void draw_overview(const model::ElementGrid& grid, const Map& map) {
    const bool whole = map.part.x <= 0 && map.part.y <= 0 && map.part.x + map.part.width >= grid.columns &&
                       map.part.y + map.part.height >= grid.rows;
    if (whole || grid.rows == 1) return;
    const float longest = 3.2F * em_, ratio = static_cast<float>(grid.rows) / static_cast<float>(grid.columns);
    const float width = ratio > 1 ? std::max(0.5F * em_, longest / ratio) : longest;
    const float height = ratio > 1 ? longest : std::max(0.5F * em_, longest * ratio);
    const ImVec2 to{map.area.right - 0.4F * em_, map.area.bottom - 0.4F * em_}, from{to.x - width, to.y - height};
    list_.AddRectFilled(from, to, ink(frame_.theme.panel, 0.85F));
    list_.AddRect(from, to, ink(frame_.theme.quiet), 0, 0, stroke());
    const auto x = [&](double at) {
      return from.x + width * static_cast<float>(std::clamp(at / grid.columns, 0.0, 1.0));
    };
    const auto y = [&](double at) {
      return from.y + height * static_cast<float>(std::clamp(at / grid.rows, 0.0, 1.0));
    };
    const ImVec2 seen_from{x(map.part.x), y(map.part.y)};
    const float least = 0.3F * em_;
    const ImVec2 seen_to{std::max(x(map.part.x + map.part.width), seen_from.x + least),
                         std::max(y(map.part.y + map.part.height), seen_from.y + least)};
    list_.AddRectFilled(seen_from, seen_to, ink(frame_.theme.text, 0.35F));
    list_.AddRect(seen_from, seen_to, ink(frame_.theme.text), 0, 0, stroke());
  }

  /// The rows that are seen, one after the other: what they are in memory.
  void draw_strip(std::size_t image, const Map& map, const Place& place) {
    const model::ElementGrid& grid = scene_.images()[image].grid;
    const Place area{place.left, place.top, place.right, place.top + strip_height * em_};
    const Map strip{area, strip_part(grid, map.part)};
    draw_heat(image, true, strip);
    const trace::Header& header = traced_.trace.headers[at_.record];
    if (header.buffer == scene_.images()[image].buffer) {
      for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
        const model::LaneElements elements = model::elements_of(traced_.trace, at_.record, lane, grid);
        if (elements.count == 0) continue;
        const float from = strip.place(elements.first, 0).x, to = strip.place(elements.first + elements.count, 0).x;
        if (to < area.left || from > area.right) continue;
        const bool chosen = watch_.lane == lane;
        list_.AddRectFilled({from, area.top - 0.12F * em_}, {std::max(to, from + stroke()), area.bottom + 0.12F * em_},
                            ink(chosen ? frame_.theme.peak : frame_.theme.text, chosen ? 1.0F : 0.85F));
      }
    }
    list_.AddRect({area.left, area.top}, {area.right, area.bottom}, ink(frame_.theme.line), 0, 0, stroke());
    name_place(frame_, "matrices/strip/" + buffer(image).name, {area.left, area.top}, {area.right, area.bottom});
    if (compact_) return;
    const FontScope small(frame_, frame_.fonts.text, 0.75F);
    const auto first = static_cast<std::uint64_t>(strip.part.x);
    const auto last = static_cast<std::uint64_t>(strip.part.x + strip.part.width) - 1;
    const std::string from = element_name(buffer(image), first), to = element_name(buffer(image), last);
    const std::string words = frame_.say("matrices.in_memory");
    const float y = area.bottom + 0.12F * em_, width = area.right - area.left;
    list_.AddText({area.left, y}, ink(frame_.theme.quiet), from.c_str());
    list_.AddText({area.right - size_of(to).x, y}, ink(frame_.theme.quiet), to.c_str());
    if (width > size_of(from).x + size_of(to).x + size_of(words).x + 2 * em_) {
      list_.AddText({area.left + (width - size_of(words).x) / 2, y}, ink(frame_.theme.quiet), words.c_str());
    }
  }

  /// Wheel: zooms about the mouse. Drag: moves. Click: chooses the access of an element. Double click: all of it.
  void answer_mouse(std::size_t image, const Place& area, double shape, MatrixLook& look) {
    const model::ElementGrid& grid = scene_.images()[image].grid;
    const std::string& name = buffer(image).name;
    ImGui::SetCursorScreenPos({area.left, area.top});
    ImGui::InvisibleButton(("##matrix/" + name).c_str(), {area.right - area.left, area.bottom - area.top});
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    hovered_ = ImGui::IsItemHovered();
    const ImGuiIO& io = ImGui::GetIO();
    const double at_x = static_cast<double>((io.MousePos.x - area.left) / (area.right - area.left));
    const double at_y = static_cast<double>((io.MousePos.y - area.top) / (area.bottom - area.top));
    if (hovered_ && io.MouseWheel != 0) {
      const double factor = std::pow(wheel_factor, static_cast<double>(io.MouseWheel));
      look = scene_.looks[name] = zoomed(look, grid, shape, factor, at_x, at_y);
    }
    const bool dragged = ImGui::IsMouseDragPastThreshold(ImGuiMouseButton_Left, click_distance * em_);
    if (ImGui::IsItemActive() && dragged) {
      const double scale = look.across / static_cast<double>(area.right - area.left);
      MatrixLook moved = look;
      moved.x =
          std::clamp(look.x - static_cast<double>(io.MouseDelta.x) * scale, 0.0, static_cast<double>(grid.columns));
      moved.y = std::clamp(look.y - static_cast<double>(io.MouseDelta.y) * scale, 0.0, static_cast<double>(grid.rows));
      look = scene_.looks[name] = moved;
    }
    if (hovered_ && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      look = scene_.looks[name] = whole_look(grid, shape);
      return;
    }
    const float way = std::hypot(io.MousePos.x - io.MouseClickedPos[0].x, io.MousePos.y - io.MouseClickedPos[0].y);
    if (ImGui::IsItemDeactivated() && hovered_ && way < click_distance * em_) {
      choose_at(image, Map{area, part_of(look, shape)});
    }
  }

  struct Pointed {
    std::uint32_t column = 0, row = 0, element = 0;
  };
  [[nodiscard]] std::optional<Pointed> pointed_at(std::size_t image, const Map& map) const {
    const model::ElementGrid& grid = scene_.images()[image].grid;
    const ImVec2 mouse = ImGui::GetMousePos();
    const double x = map.x_at(mouse.x), y = map.y_at(mouse.y);
    if (x < 0 || y < 0 || x >= grid.columns || y >= grid.rows) return std::nullopt;
    const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
    const std::uint64_t element = std::uint64_t{row} * grid.columns + column;
    if (element >= grid.elements) return std::nullopt;
    return Pointed{column, row, static_cast<std::uint32_t>(element)};
  }

  void choose_at(std::size_t image, const Map& map) {
    const auto pointed = pointed_at(image, map);
    if (!pointed) return;
    const auto record = scene_.record_at(image, pointed->column, pointed->row);
    if (!record) return;
    frame_.emit({"choose_record", "", std::int64_t{*record}});
    const auto lane = lane_of(traced_.trace, *record, pointed->element, scene_.images()[image].grid);
    if (lane && watch_.lane != lane) frame_.emit({"choose_lane", "", std::int64_t{*lane}});
  }

  void explain(std::size_t image, const Map& map) {
    const auto pointed = pointed_at(image, map);
    if (!pointed || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    const auto bin = scene_.bin_of(image, pointed->column, pointed->row);
    const std::string name = element_name(buffer(image), pointed->element);
    tooltip(frame_, bin ? element_sentence(frame_.state, scene_.images()[image], pointed->element, *bin)
                        : frame_.say("matrices.too_small", name));
  }

  enum class Wish { none, whole, access };

  const Frame& frame_;
  const Watch& watch_;
  const lab::Traced& traced_;
  MatricesScene& scene_;
  WatchedAccess at_;
  float opacity_;
  ImDrawList& list_;
  float em_;
  bool started_ = false, hovered_ = false, compact_ = false;
  Wish wish_ = Wish::none;
  std::optional<WrongElement> wrong_;
};

}  // namespace

void draw_matrices_panel(const Frame& frame, ViewMemory& memory, MatricesScene& scene) {
  ViewPanel panel(frame, memory, WatchView::matrices);
  if (!panel.seen()) return;
  const std::optional<WatchedAccess> at = watched(frame.state.watch, WatchView::matrices);
  if (!at) return;
  scene.follow(frame.state.watch);
  Drawing(frame, scene, *at, panel.opacity()).draw(panel.canvas());
  panel.caption(matrices_caption(frame.state, at->record, scene.images(), scene.totals()));
}

}  // namespace warpscope::gui
