// PTX and machine code beside the source.
#include <algorithm>
#include <utility>

#include "gui/panels/readout/readout_parts.h"
#include "gui/panels/source/source_parts.h"

namespace warpscope::gui {

namespace {

/// The first word of an instruction, so that it stands out from its operands.
void draw_words(const Frame& frame, const std::string& words, ImVec2 at, bool instruction, float opacity) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const char* const begin = words.data();
  const char* const end = begin + words.size();
  const std::size_t comment = words.find("//");
  const bool directive = words.find_first_not_of(' ') != std::string::npos &&
                         (words[words.find_first_not_of(' ')] == '.' || comment == words.find_first_not_of(' '));
  if (!instruction || directive) {
    list.AddText(at, packed(faded(frame.theme.comment, opacity)), begin, end);
    return;
  }
  const std::size_t first = words.find_first_not_of(' ');
  const std::size_t stop = std::min(words.find(' ', first), words.size());
  list.AddText(at, packed(faded(frame.theme.type, opacity)), begin, begin + stop);
  list.AddText({at.x + size_of(std::string_view(words).substr(0, stop)).x, at.y},
               packed(faded(frame.theme.text, opacity)), begin + stop, end);
}

void draw_missing(const Frame& frame, const Listing& listing) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  shape_item(frame, Shape::exclamation, frame.theme.warning);
  wrapped(listing.missing + (listing.remedy.empty() ? "" : ": " + listing.remedy), frame.theme.text);
}

/// One line: the number of its source line, and its words. True while the mouse is on it.
bool draw_line(const Frame& frame, const std::string& name, const ListingLine& line, int number, float opacity,
               const SourceScroll& scroll) {
  const SourceState& source = frame.state.source;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight(), letter = size_of("0").x, gutter = 4.5F * letter;
  const float left = ImGui::GetWindowPos().x;
  const ImVec2 from{left, at.y}, to{left + ImGui::GetWindowWidth(), at.y + height};
  const bool linked = line.source > 0;
  draw_link(frame, from, to, linked && line.source == source.selected,
            (linked && line.source == scroll.hovered) || (line.ptx > 0 && line.ptx == scroll.hovered_ptx));
  if (linked) {
    const std::string origin = std::to_string(line.source);
    ImGui::GetWindowDrawList()->AddText({at.x + gutter - letter - size_of(origin).x, at.y},
                                        packed(faded(frame.theme.faint, opacity)), origin.c_str());
    name_place(frame, "source/" + name + "/of/" + origin, from, to);
  }
  draw_words(frame, line.text, {at.x + gutter, at.y}, linked, opacity);
  ImGui::Dummy({gutter + size_of(line.text).x, height});
  name_place(frame, "source/" + name + "/" + std::to_string(number), from, to);
  return linked && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(from, to);
}

void draw_lines(const Frame& frame, const std::string& name, const Listing& listing, bool& to_line,
                const SourceScroll& scroll, SourceScroll& hovered) {
  const SourceState& source = frame.state.source;
  const float opacity = opacity_of(source.listings_stale);
  const FontScope mono(frame, frame.fonts.mono, 0.7F);
  ImGui::BeginChild(name.c_str(), {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float height = ImGui::GetTextLineHeight();
  if (!listing.lines.empty() && std::exchange(to_line, false)) {
    if (const int at = listing.first_of(source.selected); at >= 0) {
      ImGui::SetScrollY(std::max(0.0F, (static_cast<float>(at) - 3) * height));
    }
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(listing.lines.size()), height);
  while (clipper.Step()) {
    for (int index = clipper.DisplayStart; index < clipper.DisplayEnd; ++index) {
      const ListingLine& line = listing.lines[static_cast<std::size_t>(index)];
      if (!draw_line(frame, name, line, index + 1, opacity, scroll)) continue;
      hovered.hovered = line.source;
      hovered.hovered_ptx = line.ptx;
      if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        frame.emit(SelectLine{line.source});
      }
    }
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace

void draw_listing_beside(const Frame& frame, const std::string& name, const Listing& listing, ImVec2 size,
                         bool& to_line, const SourceScroll& scroll, SourceScroll& hovered) {
  ImGui::BeginChild((name + "/whole").c_str(), size);
  {
    const FontScope bold(frame, frame.fonts.bold, 0.8F);
    text(name == "ptx" ? "PTX" : "SASS", frame.theme.quiet);
  }
  name_item(frame, "source/" + name + "/title");
  if (!listing.missing.empty()) draw_missing(frame, listing);
  draw_lines(frame, name, listing, to_line, scroll, hovered);
  ImGui::EndChild();
}

}  // namespace warpscope::gui
