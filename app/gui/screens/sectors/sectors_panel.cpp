// Draws the Sectors view (sectors_view_model.h says what it shows), with layout and mouse.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <utility>

#include "gui/screens/sectors/sectors_view_model.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/playback/show_view.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/view_panel.h"

namespace lanescope::gui {
namespace {

using model::bytes_per_line;
using model::bytes_per_sector;
using model::sectors_per_line;

// Sizes are in text heights.
constexpr float beside_from = 44;                           // width of the canvas that has space for two pictures
constexpr float below_from = 25;                            // height that has space for the second one below
constexpr float beside_share = 0.30F, below_share = 0.30F;  // fraction that the second one takes
constexpr float number_size = 2.3F, small_number_size = 1.5F;
constexpr float lane_height = 1.5F, min_links = 1.4F, max_links = 4;
constexpr float min_line = 0.85F, max_line_height = 4.4F;  // height of a line with its gap
constexpr float labelled_line = 1.7F;                      // height from which a line shows its position
constexpr float noted_line = 3.4F, noted_width = 24;       // size from which it shows how much of each sector is used
constexpr float label_size = 0.78F;

class SectorsDrawing : ViewCanvas {
 public:
  /// `pointed` is the lane that the mouse points at in the other half of the stage.
  SectorsDrawing(const ViewCanvas& canvas, const SectorsViewModel& view_model, std::optional<std::uint32_t> pointed)
      : ViewCanvas(canvas), shown_(view_model), pointed_(pointed) {}

  void draw(const ImRect& canvas) {
    ImRect large = canvas;
    if (shown_.opposite) {
      ImRect small = canvas;
      if (canvas.GetWidth() >= beside_from * em) {
        large.Max.x = canvas.Max.x - beside_share * canvas.GetWidth();
        small.Min.x = large.Max.x + 2 * em;
        line({large.Max.x + em, canvas.Min.y}, {large.Max.x + em, canvas.Max.y}, theme.line, stroke());
        draw_access(*shown_.opposite, shown_.opposite->map, small, false);
      } else if (canvas.GetHeight() >= below_from * em) {
        large.Max.y = canvas.Max.y - below_share * canvas.GetHeight();
        small.Min.y = large.Max.y + 0.8F * em;
        draw_access(*shown_.opposite, shown_.opposite->map, small, false);
      } else {
        large.Max.y = canvas.Max.y - 1.4F * em;
        draw_opposite_line({canvas.Min.x, large.Max.y + 0.2F * em, canvas.Max.x, canvas.Max.y});
      }
    }
    draw_access(shown_.chosen, shown_.so_far, large, true);
  }
  [[nodiscard]] std::optional<std::uint32_t> lane_under_mouse() const { return under_mouse_; }

 private:
  struct Layout {
    ImRect area;
    LineGrid grid;
    float row = 0, gap_x = 0, label = 0;  // height of a line with its gap, gap between columns, height of its label
    float note = 0;                       // height of the words below it
    [[nodiscard]] ImRect line(std::size_t index) const {
      const float width =
          (area.GetWidth() - gap_x * static_cast<float>(grid.columns - 1)) / static_cast<float>(grid.columns);
      const float left = area.Min.x + static_cast<float>(grid.column_of(index)) * (width + gap_x);
      const float top = area.Min.y + static_cast<float>(grid.row_of(index)) * row;
      return {left, top + label, left + width, top + 0.86F * row - note};
    }
  };

  [[nodiscard]] float stroke() const { return std::max(1.0F, 0.07F * em * theme.stroke); }
  [[nodiscard]] bool is_hovered(const ImRect& place) const {
    return ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(place.Min, place.Max);
  }
  [[nodiscard]] static bool is_clicked() { return ImGui::IsMouseClicked(ImGuiMouseButton_Left); }

  void say(ImVec2 at, const std::string& words, ImVec4 colour, float right) const {
    list.PushClipRect({at.x, at.y - em}, {std::max(at.x, right), at.y + 4 * em}, true);
    text(at, words, colour);
    list.PopClipRect();
  }

  /// Draws the opposite access as one line of text, when there is no space for its picture.
  void draw_opposite_line(const ImRect& place) {
    const SectorAccess& opposite = *shown_.opposite;
    const std::string words = title_of(frame.state, opposite) + ": " + amplification_text(opposite.map) + ", " +
                              bytes_text(frame.state, opposite.map);
    say(place.Min, words, theme.quiet, place.Max.x);
    name("sectors/partner", place);
    choose_on_click(opposite, place);
  }

  void choose_on_click(const SectorAccess& access, const ImRect& place) const {
    if (is_hovered(place) && is_clicked()) frame.emit(ChooseRecord{access.record});
  }

  void draw_access(const SectorAccess& access, const model::SectorMap& so_far, ImRect place, bool large) {
    const float heading = draw_heading(access, place, large);
    if (!large) {
      name("sectors/partner", place);
      choose_on_click(access, {place.Min, {place.Max.x, place.Min.y + heading}});
    }
    place.Min.y += heading + (large ? 0.2F : 0.5F) * em;
    if (!large) return draw_lines(access, so_far, lay_out(access, place), false);
    const ImRect lanes{place.Min.x, place.Min.y, place.Max.x, place.Min.y + lane_height * em};
    const Layout layout = lay_out(access, {place.Min.x, lanes.Max.y + min_links * em, place.Max.x, place.Max.y});
    draw_links(access, so_far, lanes, layout);
    draw_lanes(access, lanes);
    draw_lines(access, so_far, layout, true);
  }

  /// Draws what the access is, and how much more is moved than used. It returns its height.
  float draw_heading(const SectorAccess& access, const ImRect& place, bool large) {
    const ImVec4 verdict = access.is_ideal() ? theme.good : theme.warning;
    const std::string number = amplification_text(access.map);
    float left = place.Min.x;
    const float size = large ? number_size : small_number_size;
    {
      const FontScope bold(frame, frame.fonts.bold, size);
      text({left, place.Min.y - 0.12F * size * em}, number, verdict);
      left += size_of(number).x + 0.35F * em;
    }
    draw_shape(list, access.is_ideal() ? Shape::tick : Shape::exclamation,
               {left + 0.5F * em, place.Min.y + 0.5F * size * em}, (large ? 1.3F : 1.0F) * em, faded(verdict, opacity));
    left += 1.5F * em;
    const float line = ImGui::GetTextLineHeight();
    {
      const FontScope bold(frame, frame.fonts.bold, 1);
      say({left, place.Min.y}, title_of(frame.state, access), theme.text, place.Max.x);
    }
    say({left, place.Min.y + 1.1F * line}, bytes_text(frame.state, access.map), theme.quiet, place.Max.x);
    const float height = std::max(size * em, 2.2F * line);
    name(large ? "sectors/amplification" : "sectors/partner/amplification", {place.Min, {left, place.Min.y + height}});
    return height;
  }

  [[nodiscard]] Layout lay_out(const SectorAccess& access, const ImRect& area) const {
    Layout layout;
    layout.area = area;
    const float height = area.GetHeight();
    const std::size_t lines = std::max<std::size_t>(access.map.lines.size(), 1);
    layout.grid = line_grid(lines, height, labelled_line * em);
    // A second column without words is better than more than four with them.
    if (layout.grid.columns > 4) layout.grid = line_grid(lines, height, min_line * em);
    layout.row = std::min(max_line_height * em, height / static_cast<float>(layout.grid.rows));
    layout.gap_x = layout.grid.columns > 1 ? 1.1F * em : 0;
    layout.label = layout.row >= labelled_line * em ? 0.95F * em : 0;
    const float width = area.GetWidth() / static_cast<float>(layout.grid.columns);
    layout.note = layout.row >= noted_line * em && width >= noted_width * em ? 1.1F * em : 0;
    // The links take the space that is left.
    const float rest = height - layout.row * static_cast<float>(layout.grid.rows);
    layout.area.Min.y += std::clamp(rest, 0.0F, (max_links - min_links) * em);
    return layout;
  }

  [[nodiscard]] static ImRect lane_place(const ImRect& lanes, std::uint32_t lane) {
    const float width = lanes.GetWidth() / trace::lanes_per_warp;
    const float left = lanes.Min.x + width * static_cast<float>(lane);
    return {left + 0.06F * width, lanes.Min.y, left + 0.94F * width, lanes.Max.y};
  }

  void draw_lanes(const SectorAccess& access, const ImRect& lanes) {
    const FontScope small(frame, frame.fonts.text, 0.85F);
    const float width = lanes.GetWidth() / trace::lanes_per_warp;
    const std::uint32_t step = width >= size_of("30").x + 0.25F * em ? 1 : width >= 0.55F * em ? 4 : 8;
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      const ImRect place = lane_place(lanes, lane);
      const bool active = (access.map.lanes >> lane & 1u) != 0, beyond = (access.beyond >> lane & 1u) != 0;
      const bool done = (shown_.done >> lane & 1u) != 0;
      if (active) fill(place, theme.accent, done ? 1.0F : 0.3F, 0.2F * em);
      if (!active) outline(place, theme.faint, stroke(), 1, 0.2F * em);
      if (beyond) draw_shape(list, Shape::cross, place.GetCenter(), 0.9F * em, faded(theme.wrong, opacity));
      const bool chosen = playback.focus.lane == lane;
      if (chosen || pointed_ == lane) outline(place, theme.text, (chosen ? 2.5F : 1.5F) * stroke(), 1, 0.2F * em);
      if (!beyond && (lane % step == 0 || chosen)) {
        centred_text(place.GetCenter(), std::to_string(lane), active && done ? theme.ground : theme.quiet);
      }
      name("sectors/lane/" + std::to_string(lane), place);
      if (!is_hovered(place)) continue;
      under_mouse_ = lane;
      tooltip(frame, lane_sentence(frame.state, access, lane));
      if (is_clicked()) frame.emit(ChooseLane{lane});
    }
  }

  /// Returns where the first byte of a lane is drawn, on the upper edge of its line.
  [[nodiscard]] ImVec2 word_place(const SectorAccess& access, const Layout& layout, std::uint32_t lane) const {
    const std::uint64_t byte = access.map.first_bytes[lane];
    const auto found = std::ranges::find(access.map.lines, byte / bytes_per_line, &model::LineUse::line);
    const ImRect line = layout.line(static_cast<std::size_t>(found - access.map.lines.begin()));
    const float middle = static_cast<float>(byte % bytes_per_line) +
                         0.5F * static_cast<float>(std::min(access.bytes_per_lane, bytes_per_sector));
    return {line.Min.x + line.GetWidth() * middle / bytes_per_line, line.Min.y};
  }

  void draw_links(const SectorAccess& access, const model::SectorMap& so_far, const ImRect& lanes,
                  const Layout& layout) {
    const std::optional<std::uint32_t> chosen = playback.focus.lane;
    const bool many = access.map.lines.size() > 4;
    for (const bool front : {false, true}) {
      for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
        if ((so_far.lanes >> lane & 1u) == 0) continue;
        const ImRect from_place = lane_place(lanes, lane);
        const bool loud = chosen == lane || pointed_ == lane || is_hovered(from_place);
        if (loud != front) continue;
        const ImVec2 from{from_place.GetCenter().x, from_place.Max.y}, to = word_place(access, layout, lane);
        const float bend = 0.5F * (layout.area.Min.y - lanes.Max.y);
        const ImVec4 colour = loud ? theme.text : theme.accent;
        const float share = loud ? 1.0F : chosen ? 0.18F : many ? 0.38F : 0.75F;
        const float width = (loud ? 2.2F : 1.0F) * stroke(), first_line = layout.area.Min.y + layout.label;
        const ImVec2 end{to.x, std::min(to.y, first_line)};
        list.AddBezierCubic(from, {from.x, from.y + bend}, {end.x, end.y - bend}, end, ink(colour, share), width);
        // Lines further down are reached by a vertical line.
        if (to.y > first_line) line(end, to, colour, width, share);
      }
    }
  }

  void draw_lines(const SectorAccess& access, const model::SectorMap& so_far, const Layout& layout, bool large) {
    for (std::size_t index = 0; index < access.map.lines.size(); ++index) {
      const model::LineUse& line = access.map.lines[index];
      const ImRect place = layout.line(index);
      if (large && layout.label > 0) {
        const FontScope small(frame, frame.fonts.text, label_size);
        const std::string words = line_text(frame.state, access, line.line);
        const ImVec2 at{place.Min.x, place.Min.y - layout.label}, extent = size_of(words);
        // The links pass behind the words.
        fill({at.x, at.y + 0.1F * em, std::min(place.Max.x, at.x + extent.x), at.y + extent.y}, theme.panel);
        say(at, words, theme.quiet, place.Max.x);
      }
      const auto now = std::ranges::find(so_far.lines, line.line, &model::LineUse::line);
      for (std::size_t sector = 0; sector < sectors_per_line; ++sector) {
        const float width = place.GetWidth() / sectors_per_line;
        const float left = place.Min.x + width * static_cast<float>(sector);
        const ImRect room{left, place.Min.y, left + width, place.Max.y};
        const model::SectorUse use = now == so_far.lines.end() ? model::SectorUse{} : now->sectors[sector];
        draw_sector(use, room, access);
        if (layout.note > 0 && use.moved()) {
          const FontScope small(frame, frame.fonts.text, 0.85F);
          const std::string words = frame.say("sectors.of_32", std::popcount(use.used));
          text({left + (width - size_of(words).x) / 2, place.Max.y + 0.1F * em}, words, theme.quiet);
        }
        if (large) serve_sector(access, index, sector, room);
      }
      outline(place, theme.quiet, stroke());
    }
  }

  void draw_sector(const model::SectorUse& use, const ImRect& place, const SectorAccess& access) const {
    const Level level = playback.levels ? level_of_lanes(*playback.traced(), access.record, use.lanes) : Level::l2;
    fill(place, theme.ground);
    if (use.moved()) {
      fill(place, mixed(theme.ground, theme.warning, 0.28F));
      hatch(list, place.Min, place.Max, 0.5F * em, ink(theme.warning), 1.3F * stroke());  // moved, but not used
    }
    const float byte = place.GetWidth() / bytes_per_sector;
    for (std::uint32_t left = use.used; left != 0;) {
      const int first = std::countr_zero(left), count = std::countr_one(left >> first);
      const float x = place.Min.x + byte * static_cast<float>(first);
      // Used bytes stay visible in the smallest picture.
      const float end = std::min(std::max(x + byte * static_cast<float>(count), x + 2 * stroke()), place.Max.x);
      fill({x, place.Min.y, end, place.Max.y}, playback.levels ? level_colour(level) : theme.accent);
      left &= count == 32 ? 0u : ~(((1u << count) - 1) << first);
    }
    // These lines separate the words of the lanes.
    const std::uint32_t unit = std::max(access.bytes_per_lane, 1u);
    if (byte * static_cast<float>(unit) >= 0.5F * em && use.used != 0) {
      for (std::uint32_t at = unit; at < bytes_per_sector; at += unit) {
        const float x = place.Min.x + byte * static_cast<float>(at);
        line({x, place.Min.y}, {x, place.Max.y}, theme.ground, stroke(), 0.7F);
      }
    }
    line(place.Min, {place.Min.x, place.Max.y}, theme.quiet, 1.6F * stroke());
    if (playback.levels && use.used != 0) mark_level(place, level);
  }

  void serve_sector(const SectorAccess& access, std::size_t line, std::size_t sector, const ImRect& place) {
    const trace::Trace& trace = playback.sequence->traced->trace;
    const model::SectorUse& use = access.map.lines[line].sectors[sector];
    const std::uint64_t byte = access.map.lines[line].line * bytes_per_line + sector * bytes_per_sector;
    const bool global = trace.sites[access.site].space == trace::Space::global;
    const std::uint32_t buffer = trace.headers[access.record].buffer;
    const bool of_lane = playback.focus.lane && (use.lanes >> *playback.focus.lane & 1u) != 0;
    const bool of_byte = global && playback.focus.byte && playback.focus.byte->space == trace::Space::global &&
                         playback.focus.byte->buffer == buffer &&
                         playback.focus.byte->offset / bytes_per_sector == byte / bytes_per_sector;
    if (of_lane || of_byte) outline(place, theme.text, 2.5F * stroke());
    name("sectors/line/" + std::to_string(line) + "/" + std::to_string(sector), place);
    if (!is_hovered(place)) return;
    tooltip(frame, sector_sentence(frame.state, access, line, sector));
    const std::string where = global ? trace.buffers[buffer].name + " + " : std::string();
    note_subject(frame,
                 {.kind = Subject::Kind::access,
                  .text = fmt::format("{}0x{:x}", where, byte),
                  .line = playback.sequence->traced->trace.sites[access.site].line},
                 square_around(ImGui::GetMousePos(), 1));
    if (!is_clicked()) return;
    if (global) frame.emit(ChooseByte{byte, trace.buffers[buffer].name});
    if (std::popcount(use.lanes) == 1) frame.emit(ChooseLane{std::countr_zero(use.lanes)});
  }

  const SectorsViewModel& shown_;
  std::optional<std::uint32_t> pointed_, under_mouse_;
};

class SectorsPanel : public ViewPanel {
 public:
  SectorsPanel() : ViewPanel(AnimatedView::sectors) {}
  void copy_settings_from(const Panel& other) override {
    if (const auto* const sectors = dynamic_cast<const SectorsPanel*>(&other)) pointed_ = sectors->under_mouse_;
  }

 private:
  std::string draw_view(const Frame& frame, const ImRect& canvas, float opacity) override {
    const std::optional<SectorsViewModel> view_model = sectors_view_model(frame.state.playback);
    if (!view_model) return {};
    SectorsDrawing drawing({frame, opacity}, *view_model, std::exchange(pointed_, std::nullopt));
    drawing.draw(canvas);
    under_mouse_ = drawing.lane_under_mouse();
    return sectors_caption(frame.state, *view_model) + levels_caption(frame.state, view_model->chosen.index);
  }

  std::optional<std::uint32_t> pointed_, under_mouse_;  ///< lanes: of the other half of the stage, and of this one
};

}  // namespace

PanelEntry sectors_panel() {
  return {.window = "###sectors",
          .place = PanelPlace::view,
          .make = make_view<SectorsPanel>,
          .show = Action{"show_sectors", "Sectors", "2", "Views",
                         "Shows the sectors and cache lines that a request of a warp accesses.",
                         shows_view<AnimatedView::sectors>}};
}

}  // namespace lanescope::gui
