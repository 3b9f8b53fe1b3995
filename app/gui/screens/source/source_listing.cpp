// Draws PTX and machine code beside the source, linked to it line by line.
#include <algorithm>
#include <utility>

#include "gui/screens/source/listings.h"
#include "gui/screens/source/source_costs.h"
#include "gui/screens/source/source_parts.h"
#include "gui/store/selection_commands.h"
#include "gui/widgets/plot_parts.h"

namespace lanescope::gui {

void draw_link(const Frame& frame, ImVec2 from, ImVec2 to, bool selected, bool hovered) {
  if (!selected && !hovered) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, to, packed(faded(frame.theme.accent, selected ? 0.24F : 0.14F)));
  const float edge = (selected ? 0.22F : 0.12F) * frame.em;
  list.AddRectFilled(from, {from.x + edge, to.y}, packed(frame.theme.accent));
}

namespace {

/// Highlights the first word of an instruction, which distinguishes it from the operands.
void draw_words(const Frame& frame, std::string_view words, ImVec2 at, bool instruction, float opacity) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::size_t first = std::min(words.find_first_not_of(' '), words.size());
  const bool directive = words.substr(first).starts_with('.') || words.substr(first).starts_with("//");
  if (!instruction || directive) return draw_text_at(list, at, faded(frame.theme.comment, opacity), words);
  const std::size_t stop = std::min(words.find(' ', first), words.size());
  draw_text_at(list, at, faded(frame.theme.type, opacity), words.substr(0, stop));
  draw_text_at(list, {at.x + size_of(words.substr(0, stop)).x, at.y}, faded(frame.theme.text, opacity),
               words.substr(stop));
}

void draw_missing(const Frame& frame, const Listing& listing) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  shape_item(frame, Shape::exclamation, frame.theme.warning);
  draw_wrapped(listing.missing + (listing.remedy.empty() ? "" : ": " + listing.remedy), frame.theme.text);
}

/// Draws one line, with the number of its source line, and its words. It returns true while the mouse is on it.
bool draw_listed(const Frame& frame, const std::string& name, const ListingLine& line, int number, float opacity,
                 const SourceScroll& scroll) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight(), letter = size_of("0").x, gutter = 4.5F * letter;
  const float left = ImGui::GetWindowPos().x;
  const ImVec2 from{left, at.y}, to{left + ImGui::GetWindowWidth(), at.y + height};
  const bool linked = line.source > 0;
  draw_link(frame, from, to, linked && line.source == frame.state.playback.focus.line,
            (linked && line.source == scroll.hovered) || (line.ptx > 0 && line.ptx == scroll.hovered_ptx));
  if (linked) {
    const std::string origin = std::to_string(line.source);
    draw_text_at(*ImGui::GetWindowDrawList(), {at.x + gutter - letter - size_of(origin).x, at.y},
                 faded(frame.theme.faint, opacity), origin);
    name_place(frame, "source/" + name + "/of/" + origin, from, to);
  }
  draw_words(frame, line.text, {at.x + gutter, at.y}, linked, opacity);
  ImGui::Dummy({gutter + size_of(line.text).x, height});
  if (!line.counted.empty()) {
    const float edge = to.x - ImGui::GetStyle().ScrollbarSize - letter;
    const ImVec2 words{edge - size_of(line.counted).x, at.y};
    draw_label(*ImGui::GetWindowDrawList(), words, line.counted,
               faded(colour_of(frame.theme, experiments::Origin::counted), opacity), frame.theme.panel, 0.4F * letter);
  }
  name_place(frame, "source/" + name + "/" + std::to_string(number), from, to);
  return linked && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(from, to);
}

void draw_lines(const Frame& frame, const std::string& name, const Listing& listing, bool& to_line,
                const SourceScroll& scroll, SourceScroll& hovered) {
  const float opacity = opacity_of(frame.state.stale());
  const FontScope mono(frame, frame.fonts.mono, 0.7F);
  ImGui::BeginChild(name.c_str(), {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float height = ImGui::GetTextLineHeight();
  if (!listing.lines.empty() && std::exchange(to_line, false)) {
    if (const int at = listing.first_of(frame.state.playback.focus.line); at >= 0) {
      ImGui::SetScrollY(std::max(0.0F, (static_cast<float>(at) - 3) * height));
    }
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(listing.lines.size()), height);
  while (clipper.Step()) {
    for (int index = clipper.DisplayStart; index < clipper.DisplayEnd; ++index) {
      const ListingLine& line = listing.lines[static_cast<std::size_t>(index)];
      if (!draw_listed(frame, name, line, index + 1, opacity, scroll)) continue;
      hovered.hovered = line.source;
      hovered.hovered_ptx = line.ptx;
      if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) frame.emit(SelectLine{line.source});
    }
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace

void draw_listing_beside(const Frame& frame, const std::string& name, const Listing& listing, ImVec2 size,
                         bool& to_line, const SourceScroll& scroll, SourceScroll& hovered) {
  ImGui::BeginChild((name + "/whole").c_str(), size);
  text(frame, frame.fonts.bold, 0.8F, name == "ptx" ? "PTX" : "SASS", frame.theme.quiet);
  name_item(frame, "source/" + name + "/title");
  if (std::ranges::any_of(listing.lines, [](const ListingLine& line) { return !line.counted.empty(); })) {
    ImGui::SameLine(0, 0.8F * frame.em);
    const FontScope small(frame, frame.fonts.text, 0.75F);
    shape_item(frame, shape_of(experiments::Origin::counted), colour_of(frame.theme, experiments::Origin::counted));
    draw_elided(frame.say("source.sass_counted"), frame.theme.quiet, right_edge());
  }
  if (!listing.missing.empty()) draw_missing(frame, listing);
  draw_lines(frame, name, listing, to_line, scroll, hovered);
  ImGui::EndChild();
}

}  // namespace lanescope::gui
