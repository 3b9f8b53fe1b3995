// Sectors: the lanes of a warp above the lines of global memory that their request touches. What is used is filled,
// what is moved with it is hatched; beside it what the same warp does in the other direction.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <string>

#include "gui/views/playback/view_panel.h"
#include "gui/views/sectors/sectors_view_model.h"

namespace warpscope::gui {

namespace {

using model::bytes_per_line;
using model::bytes_per_sector;
using model::sectors_per_line;

// In heights of text.
constexpr float beside_from = 44;                           // width of the canvas that leaves room for a picture beside
constexpr float below_from = 25;                            // or height, for one below
constexpr float beside_share = 0.30F, below_share = 0.30F;  // that it takes
constexpr float number_size = 2.3F, small_number_size = 1.5F;
constexpr float lane_height = 1.5F, min_links = 1.4F, max_links = 4;
constexpr float min_line = 0.85F, largest_line = 4.4F;  // height of a line with its gap
constexpr float labelled_line = 1.7F;                   // from which it says where it lies
constexpr float noted_line = 3.4F, noted_width = 24;    // from which it says how much of each sector is used
constexpr float label_size = 0.78F;

class Drawing {
 public:
  Drawing(const Frame& frame, const SectorsPicture& picture, float opacity)
      : frame_(frame), picture_(picture), opacity_(opacity), list_(*ImGui::GetWindowDrawList()), em_(frame.em) {}

  void draw(const Place& canvas) {
    Place large = canvas;
    if (picture_.partner) {
      Place small = canvas;
      if (canvas.right - canvas.left >= beside_from * em_) {
        large.right = canvas.right - beside_share * (canvas.right - canvas.left);
        small.left = large.right + 2 * em_;
        list_.AddLine({large.right + em_, canvas.top}, {large.right + em_, canvas.bottom}, ink(frame_.theme.line),
                      stroke());
        draw_access(*picture_.partner, picture_.partner->map, small, false);
      } else if (canvas.bottom - canvas.top >= below_from * em_) {
        large.bottom = canvas.bottom - below_share * (canvas.bottom - canvas.top);
        small.top = large.bottom + 0.8F * em_;
        draw_access(*picture_.partner, picture_.partner->map, small, false);
      } else {
        large.bottom = canvas.bottom - 1.4F * em_;
        draw_partner_line({canvas.left, large.bottom + 0.2F * em_, canvas.right, canvas.bottom});
      }
    }
    draw_access(picture_.chosen, picture_.so_far, large, true);
  }

 private:
  struct Layout {
    Place area;
    LineGrid grid;
    float row = 0, gap_x = 0, label = 0;  // height of a line with its gap, gap between columns, height of its label
    float note = 0;                       // and of the words below it
    [[nodiscard]] Place line(std::size_t index) const {
      const float width =
          (area.right - area.left - gap_x * static_cast<float>(grid.columns - 1)) / static_cast<float>(grid.columns);
      const float left = area.left + static_cast<float>(grid.column_of(index)) * (width + gap_x);
      const float top = area.top + static_cast<float>(grid.row_of(index)) * row;
      return {left, top + label, left + width, top + 0.86F * row - note};
    }
  };

  [[nodiscard]] ImU32 ink(ImVec4 colour, float share = 1) const { return packed(faded(colour, share * opacity_)); }
  [[nodiscard]] float stroke() const { return std::max(1.0F, 0.07F * em_ * frame_.theme.stroke); }
  [[nodiscard]] bool is_hovered(const Place& place) const {
    return ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect({place.left, place.top}, {place.right, place.bottom});
  }
  [[nodiscard]] static bool is_clicked() { return ImGui::IsMouseClicked(ImGuiMouseButton_Left); }

  void say(ImVec2 at, const std::string& words, ImVec4 colour, float right) const {
    list_.PushClipRect({at.x, at.y - em_}, {std::max(at.x, right), at.y + 4 * em_}, true);
    list_.AddText(at, ink(colour), words.c_str());
    list_.PopClipRect();
  }

  /// Of another request, where there is no room for its picture.
  void draw_partner_line(const Place& place) {
    const SectorAccess& partner = *picture_.partner;
    const std::string words = title_of(frame_.state, partner) + ": " + amplification_text(partner.map) + ", " +
                              bytes_text(frame_.state, partner.map);
    say({place.left, place.top}, words, frame_.theme.quiet, place.right);
    name_place(frame_, "sectors/partner", {place.left, place.top}, {place.right, place.bottom});
    choose_on_click(partner, place);
  }

  void choose_on_click(const SectorAccess& access, const Place& place) const {
    if (is_hovered(place) && is_clicked()) frame_.emit({"choose_record", "", std::int64_t{access.record}});
  }

  void draw_access(const SectorAccess& access, const model::SectorMap& so_far, Place place, bool large) {
    const float heading = draw_heading(access, place, large);
    if (!large) {
      name_place(frame_, "sectors/partner", {place.left, place.top}, {place.right, place.bottom});
      choose_on_click(access, {place.left, place.top, place.right, place.top + heading});
    }
    place.top += heading + (large ? 0.2F : 0.5F) * em_;
    if (large) {
      const Place lanes{place.left, place.top, place.right, place.top + lane_height * em_};
      const Layout layout = lay_out(access, {place.left, lanes.bottom + min_links * em_, place.right, place.bottom});
      draw_links(access, so_far, lanes, layout);
      draw_lanes(access, lanes);
      draw_lines(access, so_far, layout, true);
    } else {
      draw_lines(access, so_far, lay_out(access, place), false);
    }
  }

  /// What it is, and how much more is moved than used. Returns its height.
  float draw_heading(const SectorAccess& access, const Place& place, bool large) {
    const Theme& theme = frame_.theme;
    const ImVec4 verdict = access.fewest() ? theme.good : theme.warning;
    const std::string number = amplification_text(access.map);
    float left = place.left;
    const float size = large ? number_size : small_number_size;
    {
      const FontScope bold(frame_, frame_.fonts.bold, size);
      list_.AddText({left, place.top - 0.12F * size * em_}, ink(verdict), number.c_str());
      left += size_of(number).x + 0.35F * em_;
    }
    draw_shape(list_, access.fewest() ? Shape::tick : Shape::exclamation,
               {left + 0.5F * em_, place.top + 0.5F * size * em_}, (large ? 1.3F : 1.0F) * em_,
               faded(verdict, opacity_));
    left += 1.5F * em_;
    const float line = ImGui::GetTextLineHeight();
    {
      const FontScope bold(frame_, frame_.fonts.bold, 1);
      say({left, place.top}, title_of(frame_.state, access), theme.text, place.right);
    }
    say({left, place.top + 1.1F * line}, bytes_text(frame_.state, access.map), theme.quiet, place.right);
    const float height = std::max(size * em_, 2.2F * line);
    const std::string name = large ? "sectors/amplification" : "sectors/partner/amplification";
    name_place(frame_, name, {place.left, place.top}, {left, place.top + height});
    return height;
  }

  [[nodiscard]] Layout lay_out(const SectorAccess& access, const Place& area) const {
    Layout layout;
    layout.area = area;
    const float height = area.bottom - area.top;
    const std::size_t lines = std::max<std::size_t>(access.map.lines.size(), 1);
    layout.grid = line_grid(lines, height, labelled_line * em_);
    // Rather a second column without words than a fourth with them.
    if (layout.grid.columns > 4) layout.grid = line_grid(lines, height, min_line * em_);
    layout.row = std::min(largest_line * em_, height / static_cast<float>(layout.grid.rows));
    layout.gap_x = layout.grid.columns > 1 ? 1.1F * em_ : 0;
    layout.label = layout.row >= labelled_line * em_ ? 0.95F * em_ : 0;
    const float width = (area.right - area.left) / static_cast<float>(layout.grid.columns);
    layout.note = layout.row >= noted_line * em_ && width >= noted_width * em_ ? 1.1F * em_ : 0;
    // What is left is for the links.
    const float rest = height - layout.row * static_cast<float>(layout.grid.rows);
    layout.area.top += std::clamp(rest, 0.0F, (max_links - min_links) * em_);
    return layout;
  }

  [[nodiscard]] static Place lane_place(const Place& lanes, std::uint32_t lane) {
    const float width = (lanes.right - lanes.left) / trace::lanes_per_warp;
    const float left = lanes.left + width * static_cast<float>(lane);
    return {left + 0.06F * width, lanes.top, left + 0.94F * width, lanes.bottom};
  }

  void draw_lanes(const SectorAccess& access, const Place& lanes) {
    const Theme& theme = frame_.theme;
    const FontScope small(frame_, frame_.fonts.text, 0.85F);
    const float width = (lanes.right - lanes.left) / trace::lanes_per_warp;
    const std::uint32_t step = width >= size_of("30").x + 0.25F * em_ ? 1 : width >= 0.55F * em_ ? 4 : 8;
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      const Place place = lane_place(lanes, lane);
      const ImVec2 from{place.left, place.top}, to{place.right, place.bottom};
      const bool active = (access.map.lanes >> lane & 1u) != 0, beyond = (access.beyond >> lane & 1u) != 0;
      const bool done = (picture_.done >> lane & 1u) != 0;
      if (active) list_.AddRectFilled(from, to, ink(theme.accent, done ? 1.0F : 0.3F), 0.2F * em_);
      if (!active) list_.AddRect(from, to, ink(theme.faint), 0.2F * em_, 0, stroke());
      if (beyond) draw_shape(list_, Shape::cross, place.centre(), 0.9F * em_, faded(theme.wrong, opacity_));
      const bool chosen = frame_.state.watch.lane == lane;
      if (chosen) list_.AddRect(from, to, ink(theme.text), 0.2F * em_, 0, 2.5F * stroke());
      if (!beyond && (lane % step == 0 || chosen)) {
        const std::string number = std::to_string(lane);
        const ImVec2 extent = size_of(number);
        const ImVec2 centre = place.centre();
        list_.AddText({centre.x - extent.x / 2, centre.y - extent.y / 2},
                      active && done ? ink(theme.ground) : ink(theme.quiet), number.c_str());
      }
      name_place(frame_, "sectors/lane/" + std::to_string(lane), from, to);
      if (!is_hovered(place)) continue;
      tooltip(frame_, lane_sentence(frame_.state, access, lane));
      if (is_clicked()) frame_.emit({"choose_lane", "", std::int64_t{lane}});
    }
  }

  /// Where the first byte of a lane is drawn, on the upper edge of its line.
  [[nodiscard]] ImVec2 word_place(const SectorAccess& access, const Layout& layout, std::uint32_t lane) const {
    const std::uint64_t byte = access.map.first_bytes[lane];
    const auto found = std::find_if(access.map.lines.begin(), access.map.lines.end(),
                                    [&](const model::LineUse& line) { return line.line == byte / bytes_per_line; });
    const Place line = layout.line(static_cast<std::size_t>(found - access.map.lines.begin()));
    const float middle = static_cast<float>(byte % bytes_per_line) +
                         0.5F * static_cast<float>(std::min(access.bytes_per_lane, bytes_per_sector));
    return {line.left + (line.right - line.left) * middle / bytes_per_line, line.top};
  }

  void draw_links(const SectorAccess& access, const model::SectorMap& so_far, const Place& lanes,
                  const Layout& layout) {
    const std::optional<std::uint32_t> chosen = frame_.state.watch.lane;
    const bool many = access.map.lines.size() > 4;
    for (const bool front : {false, true}) {
      for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
        if ((so_far.lanes >> lane & 1u) == 0) continue;
        const Place from_place = lane_place(lanes, lane);
        const bool loud = chosen == lane || is_hovered(from_place);
        if (loud != front) continue;
        const ImVec2 from{from_place.centre().x, from_place.bottom}, to = word_place(access, layout, lane);
        const float bend = 0.5F * (layout.area.top - lanes.bottom);
        const ImVec4 colour = loud ? frame_.theme.text : frame_.theme.accent;
        const float share = loud ? 1.0F : chosen ? 0.18F : many ? 0.38F : 0.75F;
        list_.AddBezierCubic(from, {from.x, from.y + bend},
                             {to.x, std::min(to.y, layout.area.top + layout.label) - bend},
                             {to.x, std::min(to.y, layout.area.top + layout.label)}, ink(colour, share),
                             (loud ? 2.2F : 1.0F) * stroke());
        // Lines further down hang on a plumb line.
        if (to.y > layout.area.top + layout.label) {
          list_.AddLine({to.x, layout.area.top + layout.label}, to, ink(colour, share),
                        (loud ? 2.2F : 1.0F) * stroke());
        }
      }
    }
  }

  void draw_lines(const SectorAccess& access, const model::SectorMap& so_far, const Layout& layout, bool large) {
    for (std::size_t index = 0; index < access.map.lines.size(); ++index) {
      const model::LineUse& line = access.map.lines[index];
      const Place place = layout.line(index);
      if (large && layout.label > 0) {
        const FontScope small(frame_, frame_.fonts.text, label_size);
        const std::string words = line_text(frame_.state, access, line.line);
        const ImVec2 at{place.left, place.top - layout.label};
        const ImVec2 extent = size_of(words);
        const float right = std::min(place.right, at.x + extent.x);
        // Links pass behind the words.
        list_.AddRectFilled({at.x, at.y + 0.1F * em_}, {right, at.y + extent.y}, ink(frame_.theme.panel));
        say(at, words, frame_.theme.quiet, place.right);
      }
      const auto now = std::find_if(so_far.lines.begin(), so_far.lines.end(),
                                    [&](const model::LineUse& other) { return other.line == line.line; });
      for (std::size_t sector = 0; sector < sectors_per_line; ++sector) {
        const float width = (place.right - place.left) / sectors_per_line;
        const float left = place.left + width * static_cast<float>(sector);
        const model::SectorUse use = now == so_far.lines.end() ? model::SectorUse{} : now->sectors[sector];
        draw_sector(use, {left, place.top, left + width, place.bottom}, access.bytes_per_lane);
        if (layout.note > 0 && use.moved()) {
          const FontScope small(frame_, frame_.fonts.text, 0.85F);
          const std::string words = frame_.say("sectors.of_32", std::popcount(use.used));
          list_.AddText({left + (width - size_of(words).x) / 2, place.bottom + 0.1F * em_}, ink(frame_.theme.quiet),
                        words.c_str());
        }
        if (large) serve_sector(access, index, sector, {left, place.top, left + width, place.bottom});
      }
      list_.AddRect({place.left, place.top}, {place.right, place.bottom}, ink(frame_.theme.quiet), 0, 0, stroke());
    }
  }

  void draw_sector(const model::SectorUse& use, const Place& place, std::uint32_t bytes_per_lane) const {
    const Theme& theme = frame_.theme;
    const ImVec2 from{place.left, place.top}, to{place.right, place.bottom};
    list_.AddRectFilled(from, to, ink(theme.ground));
    if (use.moved()) {
      list_.AddRectFilled(from, to, ink(mixed(theme.ground, theme.warning, 0.28F)));
      hatch(list_, from, to, 0.5F * em_, ink(theme.warning), 1.3F * stroke());  // moved, and not used
    }
    const float byte = (place.right - place.left) / bytes_per_sector;
    for (std::uint32_t left = use.used; left != 0;) {
      const int first = std::countr_zero(left), count = std::countr_one(left >> first);
      const float x = place.left + byte * static_cast<float>(first);
      // However small the picture: what is used is seen.
      const float end = std::min(std::max(x + byte * static_cast<float>(count), x + 2 * stroke()), place.right);
      list_.AddRectFilled({x, place.top}, {end, place.bottom}, ink(theme.accent));
      left &= count == 32 ? 0u : ~(((1u << count) - 1) << first);
    }
    // One lane's word from the next.
    const std::uint32_t unit = std::max(bytes_per_lane, 1u);
    if (byte * static_cast<float>(unit) >= 0.5F * em_ && use.used != 0) {
      for (std::uint32_t at = unit; at < bytes_per_sector; at += unit) {
        const float x = place.left + byte * static_cast<float>(at);
        list_.AddLine({x, place.top}, {x, place.bottom}, ink(theme.ground, 0.7F), stroke());
      }
    }
    list_.AddLine({place.left, place.top}, {place.left, place.bottom}, ink(theme.quiet), 1.6F * stroke());
  }

  void serve_sector(const SectorAccess& access, std::size_t line, std::size_t sector, const Place& place) {
    const Watch& watch = frame_.state.watch;
    const trace::Trace& trace = watch.timeline->traced->trace;
    const model::SectorUse& use = access.map.lines[line].sectors[sector];
    const std::uint64_t byte = access.map.lines[line].line * bytes_per_line + sector * bytes_per_sector;
    const bool global = trace.sites[access.site].space == trace::Space::global;
    const std::uint32_t buffer = trace.headers[access.record].buffer;
    const bool of_lane = watch.lane && (use.lanes >> *watch.lane & 1u) != 0;
    const bool of_byte = global && watch.byte && watch.byte->space == trace::Space::global &&
                         watch.byte->buffer == buffer &&
                         watch.byte->offset / bytes_per_sector == byte / bytes_per_sector;
    if (of_lane || of_byte) {
      list_.AddRect({place.left, place.top}, {place.right, place.bottom}, ink(frame_.theme.text), 0, 0,
                    2.5F * stroke());
    }
    name_place(frame_, "sectors/line/" + std::to_string(line) + "/" + std::to_string(sector), {place.left, place.top},
               {place.right, place.bottom});
    if (!is_hovered(place)) return;
    tooltip(frame_, sector_sentence(frame_.state, access, line, sector));
    if (!is_clicked()) return;
    if (global) frame_.emit({"choose_byte", trace.buffers[buffer].name, static_cast<std::int64_t>(byte)});
    if (std::popcount(use.lanes) == 1) frame_.emit({"choose_lane", "", std::int64_t{std::countr_zero(use.lanes)}});
  }

  const Frame& frame_;
  const SectorsPicture& picture_;
  float opacity_;
  ImDrawList& list_;
  float em_;
};

}  // namespace

void draw_sectors_panel(const Frame& frame, ViewMemory& memory) {
  ViewPanel panel(frame, memory, WatchView::sectors);
  if (!panel.seen()) return;
  const std::optional<SectorsPicture> picture = sectors_picture(frame.state.watch);
  if (!picture) return;
  Drawing(frame, *picture, panel.opacity()).draw(panel.canvas());
  panel.caption(sectors_caption(frame.state, *picture));
}

}  // namespace warpscope::gui
