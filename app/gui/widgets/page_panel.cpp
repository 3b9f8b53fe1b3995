#include "gui/widgets/page_panel.h"
#include "gui/readings/subjects.h"
#include "gui/store/pages/pages_commands.h"
#include "gui/store/selection_commands.h"

#include <algorithm>
#include <utility>

#include "gui/widgets/plot_parts.h"

namespace lanescope::gui {
namespace {

constexpr int frames_until_reported = 3;

/// Draws the sentence and a button that copies the remedy, where it is a command or a text to keep.
void draw_absent(const Frame& frame, const PageHeading& heading) {
  if (heading.absent.empty()) return;
  shape_item(frame, Shape::exclamation, frame.theme.warning);
  draw_wrapped(heading.absent + (heading.remedy.empty() ? "" : " " + heading.remedy), frame.theme.text);
  name_item(frame, "page/absent");
  if (heading.remedy.empty()) return;
  ImGui::SetCursorScreenPos(ImGui::GetItemRectMin());
  if (blank_button("absent", ImGui::GetItemRectSize())) frame.emit(Copy{heading.remedy});
  name_item(frame, "page/absent");
  if (ImGui::IsItemHovered()) tooltip(frame, frame.say("pages.copy"));
}

void draw_heading(const Frame& frame, const PageHeading& heading) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const float right = right_edge();
  if (heading.main_origin) {
    const float opacity = opacity_of(heading.stale);
    shape_item(frame, shape_of(*heading.main_origin), faded(colour_of(frame.theme, *heading.main_origin), opacity));
    std::string words = heading.origin;
    if (!heading.other.empty()) words += " · " + heading.other;
    if (heading.stale) words = frame.say("connection.word_earlier") + " · " + words;
    if (!heading.activity.empty()) words = heading.activity + " … · " + words;
    draw_elided(words, faded(frame.theme.quiet, opacity), right);
    name_item(frame, "page/origin");
  } else if (!heading.activity.empty()) {
    text(heading.activity + " …", frame.theme.quiet);
    name_item(frame, "page/activity");
  }
  draw_absent(frame, heading);
}

}  // namespace

void PagePanel::report_visibility(const Frame& frame, bool is_visible) {
  // Tabs of Dear ImGui need a few frames until the right one is in front, so shorter changes are ignored.
  frames_since_change_ = is_visible == frame.state.pages.is_visible(page_) ? 0 : frames_since_change_ + 1;
  if (frames_since_change_ > frames_until_reported) return frame.emit(SetPageVisible{page_, is_visible});
  if (frames_since_change_ > 0) frame.needs_redraw = true;
}

void PagePanel::draw_hidden(const Frame& frame) {
  report_visibility(frame, false);
}

void PagePanel::draw_out_of_sight(const Frame& frame) {
  report_visibility(frame, true);
}

void PagePanel::draw(const Frame& frame) {
  report_visibility(frame, true);
  const ImVec2 from = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  name_place(frame, std::string(name_of(page_)) + "/panel", {from.x, from.y, from.x + room.x, from.y + room.y});
  const PageHeading heading = page_heading(frame.state, page_);
  if (!heading.missing.empty()) {
    const FontScope larger(frame, frame.fonts.text, 1.1F);
    draw_wrapped(heading.missing, frame.theme.quiet);
    name_item(frame, std::string(name_of(page_)) + "/missing");
    draw_absent(frame, heading);
    return;
  }
  draw_heading(frame, heading);
  draw_page(frame, heading, opacity_of(heading.stale));
}

void add_layout_item(const ImRect& place) {
  ImGui::SetCursorScreenPos(place.Min);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::Dummy(place.GetSize());
  ImGui::PopStyleVar();
}

void draw_reading(const Frame& frame, const QuantityReading& reading, float opacity) {
  if (!reading.known()) return text("—", faded(frame.theme.quiet, opacity));
  const experiments::Origin origin = reading.shown->origin;
  shape_item(frame, shape_of(origin), faded(colour_of(frame.theme, origin), opacity));
  number(reading.text(), faded(frame.theme.text, opacity));
  if (!reading.other) return;
  ImGui::SameLine(0, 0.5F * frame.em);
  const FontScope small(frame, frame.fonts.text, 0.8F);
  const experiments::Origin other = reading.other->origin;
  shape_item(frame, shape_of(other), faded(colour_of(frame.theme, other), opacity));
  text(reading.difference, faded(frame.theme.quiet, opacity));
}

float reading_width(const Frame& frame, const QuantityReading& reading) {
  if (!reading.known()) return size_of("—").x;
  float width = size_of(reading.text()).x + ImGui::GetTextLineHeight();
  if (!reading.other) return width;
  const FontScope small(frame, frame.fonts.text, 0.8F);
  return width + size_of(reading.difference).x + ImGui::GetTextLineHeight() + 0.5F * frame.em;
}

void draw_share_bar(const Frame& frame, const ImRect& place, double part, std::optional<double> other, float opacity) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Theme& theme = frame.theme;
  const auto x = [&](double at) {
    return place.Min.x + static_cast<float>(std::clamp(at, 0.0, 1.0)) * place.GetWidth();
  };
  list.AddRectFilled(place.Min, place.Max, packed(theme.raised));
  list.AddRectFilled(place.Min, {x(part), place.Max.y}, packed(faded(colour_of_share(theme, part), opacity)));
  if (theme.outlined) list.AddRect(place.Min, place.Max, packed(faded(theme.line, opacity)));
  if (!other) return;
  const float half = 0.5F * frame.stroke(0.1F), over = 0.12F * frame.em;
  const ImVec4 colour = faded(colour_of(theme, experiments::Origin::predicted), opacity);
  list.AddRectFilled({x(*other) - half, place.Min.y - over}, {x(*other) + half, place.Max.y + over}, packed(colour));
  draw_ring(list, {x(*other), place.Min.y - over}, 0.2F * frame.em, colour, frame.stroke(0.08F), theme.panel);
}

void draw_facts(const Frame& frame, const PageFacts& facts, float opacity) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  bool first = true;
  for (const auto& [name, reading] : facts) {
    const float width = size_of(name).x + reading_width(frame, reading) + 2 * frame.em;
    if (!std::exchange(first, false)) {
      ImGui::SameLine(0, 1.2F * frame.em);
      if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    }
    const ImVec2 from = ImGui::GetCursorScreenPos();
    text(name, faded(frame.theme.quiet, opacity));
    ImGui::SameLine(0, 0.4F * frame.em);
    draw_reading(frame, reading, opacity);
    if (!reading.known()) continue;
    subject_place(frame, "number/" + name, subject_of(frame.language(), name, reading),
                  {from, ImGui::GetItemRectMax()});
  }
}

ImVec4 colour_of_share(const Theme& theme, double part) {
  constexpr double calm = 0.4, busy = 0.8;
  if (part < calm) return mixed(theme.faint, theme.accent, static_cast<float>(part / calm));
  return mixed(theme.accent, theme.warning, static_cast<float>(std::clamp((part - calm) / (busy - calm), 0.0, 1.0)));
}

}  // namespace lanescope::gui
