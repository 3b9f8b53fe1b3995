// PTX and machine code beside the source.
#include <algorithm>

#include "gui/source_parts.h"

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
  list.AddText({at.x + size_of(std::string_view(words).substr(0, stop)).x, at.y}, packed(faded(frame.theme.text, opacity)),
               begin + stop, end);
}

void draw_missing(const Frame& frame, const Listing& listing) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  shape_item(frame, Shape::exclamation, frame.theme.warning);
  wrapped(listing.missing + (listing.remedy.empty() ? "" : ": " + listing.remedy), frame.theme.text);
}

}  // namespace

void draw_listing_beside(const Frame& frame, const std::string& name, const Listing& listing, ImVec2 size,
                         std::uint64_t& jumps, SourceScroll& scroll, SourceScroll& hovered) {
  const SourceState& source = frame.state.in_source;
  const float opacity = source.listings_stale ? 0.45F : 1.0F;
  ImGui::BeginChild((name + "/whole").c_str(), size);
  {
    const FontScope bold(frame, frame.fonts.bold, 0.85F);
    text(name == "ptx" ? "PTX" : "SASS", frame.theme.quiet);
  }
  name_item(frame, "source/" + name + "/title");
  if (!listing.missing.empty()) draw_missing(frame, listing);
  const FontScope mono(frame, frame.fonts.mono, 0.68F);
  ImGui::BeginChild(name.c_str(), {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float height = ImGui::GetTextLineHeight();
  const float left = ImGui::GetWindowPos().x, right = left + ImGui::GetWindowWidth();
  const float gutter = 4.5F * size_of("0").x;
  if (jumps != source.jumps) {
    jumps = source.jumps;
    if (const int at = listing.first_of(source.selected); at >= 0) {
      ImGui::SetScrollY(std::max(0.0F, (static_cast<float>(at) - 3) * height));
    }
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(listing.lines.size()), height);
  while (clipper.Step()) {
    for (int index = clipper.DisplayStart; index < clipper.DisplayEnd; ++index) {
      const ListingLine& line = listing.lines[static_cast<std::size_t>(index)];
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const ImVec2 from{left, at.y}, to{right, at.y + height};
      const bool linked = line.source > 0;
      draw_link(frame, from, to, linked && line.source == source.selected,
                (linked && line.source == scroll.hovered) || (line.ptx > 0 && line.ptx == scroll.hovered_ptx));
      if (linked) {
        const std::string number = std::to_string(line.source);
        ImGui::GetWindowDrawList()->AddText({at.x + gutter - size_of("0").x - size_of(number).x, at.y},
                                            packed(faded(frame.theme.faint, opacity)), number.c_str());
      }
      draw_words(frame, line.text, {at.x + gutter, at.y}, linked, opacity);
      ImGui::Dummy({gutter + size_of(line.text).x, height});
      name_place(frame, "source/" + name + "/" + std::to_string(index + 1), from, to);
      if (linked) name_place(frame, "source/" + name + "/of/" + std::to_string(line.source), from, to);
      if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(from, to) && linked) {
        hovered.hovered = line.source;
        hovered.hovered_ptx = line.ptx;
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
          frame.emit({"select_line", "", static_cast<std::int64_t>(line.source)});
        }
      }
    }
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
  ImGui::EndChild();
}

}  // namespace warpscope::gui
