// The palette's window, which has the typed text above and the entries that fit below, with the chosen one marked.
#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "gui/screens/dialogs/dialogs.h"
#include "gui/screens/dialogs/palette.h"

namespace lanescope::gui {
namespace {

constexpr float palette_width_in_lines = 38;
constexpr std::size_t shown_rows = 12;

/// Draws the title with the typed letters in the accent colour, and behind it the synonym by which it was found.
void draw_title(const Frame& frame, ImDrawList& list, ImVec2 at, const PaletteEntry& entry, ImVec4 ink) {
  std::size_t from = 0;
  while (from < entry.title.size()) {
    const auto typed = [&](std::size_t place) {
      return std::find(entry.places.begin(), entry.places.end(), place) != entry.places.end();
    };
    std::size_t to = from + 1;
    while (to < entry.title.size() && typed(to) == typed(from)) ++to;
    const std::string_view part = std::string_view(entry.title).substr(from, to - from);
    list.AddText(at, packed(typed(from) ? frame.theme.accent : ink), part.data(), part.data() + part.size());
    at.x += size_of(part).x;
    from = to;
  }
  if (!entry.synonym.empty()) draw_text_at(list, {at.x + 0.8F * frame.em, at.y}, frame.theme.quiet, entry.synonym);
}

/// Returns true when the entry was clicked.
bool draw_entry(const Frame& frame, const PaletteEntry& entry, bool chosen) {
  const float em = frame.em;
  const ImVec2 from = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, 2.5F * em};
  const std::string name = "palette/" + entry.name;
  const bool clicked = ImGui::InvisibleButton(name.c_str(), size);
  name_item(frame, name);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to{from.x + size.x, from.y + size.y};
  if (chosen || ImGui::IsItemHovered()) {
    list.AddRectFilled(from, to, packed(chosen ? frame.theme.pressed : frame.theme.hovered), 0.25F * em);
  }
  if (chosen) list.AddRectFilled(from, {from.x + 0.25F * em, to.y}, packed(frame.theme.accent), 0.12F * em);
  const bool possible = entry.why_not.empty();
  float right = to.x - 0.6F * em;
  {
    const FontScope mono(frame, frame.fonts.mono, 0.9F);
    right -= size_of(entry.keys).x;
    list.AddText({right, from.y + 0.2F * em}, packed(frame.theme.accent), entry.keys.c_str());
  }
  draw_title(frame, list, {from.x + 0.8F * em, from.y + 0.1F * em}, entry,
             possible ? frame.theme.text : frame.theme.quiet);
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const std::string detail = possible ? entry.detail : not_now(frame, entry.why_not);
  const ImVec2 at{from.x + 0.8F * em, from.y + 1.28F * em};
  const ImVec2 extent = size_of(detail);
  const ColourScope quiet(frame.theme.quiet);
  ImGui::RenderTextEllipsis(&list, at, {to.x - 0.6F * em, to.y}, to.x - 0.6F * em, detail.c_str(),
                            detail.c_str() + detail.size(), &extent);
  return clicked;
}

void choose(const Frame& frame, const PaletteEntry& entry) {
  if (!entry.why_not.empty()) return;  // the entry shows the reason
  frame.emit("toggle_palette");
  frame.emit(entry.command);
}

void move(PaletteForm& form, std::size_t count) {
  if (count == 0) return;
  const auto by = [&](ImGuiKey key, std::size_t steps) {
    if (ImGui::IsKeyPressed(key)) form.chosen = (form.chosen + steps) % count;
  };
  by(ImGuiKey_DownArrow, 1);
  by(ImGuiKey_UpArrow, count - 1);
  if (ImGui::IsKeyPressed(ImGuiKey_PageDown)) form.chosen = std::min(form.chosen + shown_rows, count - 1);
  if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) form.chosen -= std::min(form.chosen, shown_rows);
}

void draw_content(const Frame& frame, PaletteForm& form, bool opens) {
  // Enter ends the typing. The field takes the focus again when Enter had no effect.
  if (opens || std::exchange(form.refocus_field, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##letters", frame.say("palette.hint").c_str(), form.query.data(),
                                                form.query.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemEdited()) form.chosen = 0;
  name_item(frame, "palette/letters");
  const std::vector<PaletteEntry> entries = palette_entries(frame.state, form.query.data());
  form.chosen = std::min(form.chosen, entries.empty() ? 0 : entries.size() - 1);
  move(form, entries.size());
  if (entries.empty()) text(frame.say("palette.nothing"), frame.theme.quiet);
  // Only as many rows as fit are drawn, and the chosen one is among them.
  const std::size_t first = form.chosen < shown_rows ? 0 : form.chosen - shown_rows + 1;
  const std::size_t end = std::min(first + shown_rows, entries.size());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (std::size_t i = first; i < end; ++i) {
    if (draw_entry(frame, entries[i], i == form.chosen)) choose(frame, entries[i]);
  }
  ImGui::PopStyleVar();
  if (entered && !entries.empty()) choose(frame, entries[form.chosen]);
  form.refocus_field = entered;
}

}  // namespace

void draw_palette(const Frame& frame, PaletteForm& form) {
  const bool opens = frame.state.ui.show_palette && !form.shown;
  if (opens) form = {};
  form.shown = frame.state.ui.show_palette;
  if (!frame.state.ui.show_palette) return;
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({viewport.GetCenter().x, viewport.WorkPos.y + 2 * frame.em}, ImGuiCond_Always, {0.5F, 0});
  if (opens) ImGui::SetNextWindowFocus();
  ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.theme.raised);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, frame.theme.panel);
  {
    const float width = std::min(palette_width_in_lines * frame.em, 0.9F * viewport.WorkSize.x);
    const DialogScope window(frame, "##palette", nullptr, width, 0,
                             ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove);
    draw_content(frame, form, opens);
    // A click outside the palette closes it.
    if (!opens && ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
        !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) {
      frame.emit("toggle_palette");
    }
  }
  ImGui::PopStyleColor(2);
}

}  // namespace lanescope::gui
