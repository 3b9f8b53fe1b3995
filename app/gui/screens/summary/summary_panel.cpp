#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "gui/screens/summary/summary_view_model.h"
#include "gui/store/pages/pages_commands.h"
#include "gui/store/pages/show_page.h"
#include "gui/widgets/page_panel.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

constexpr float gain_width = 9;  // in text heights

/// Draws the links of a finding behind each other, as small buttons.
void draw_links(const Frame& frame, const SummaryItem& item, std::size_t index, float opacity) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.45F * frame.em, 0.12F * frame.em});
  const FontScope small(frame, frame.fonts.text, 0.85F);
  bool first = true;
  for (const SummaryLink& link : item.links) {
    const float width = size_of(link.words).x + 2 * ImGui::GetStyle().FramePadding.x;
    if (!first) {
      ImGui::SameLine(0, 0.4F * frame.em);
      if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    }
    first = false;
    const std::string target(name_of(link.target));
    ImGui::PushStyleColor(ImGuiCol_Text, faded(frame.theme.text, opacity));
    if (ImGui::Button((link.words + "###" + std::to_string(index) + target).c_str())) {
      frame.emit(FollowFinding{index, link.target});
    }
    ImGui::PopStyleColor();
    name_item(frame, fmt::format("summary/{}/{}", index, target));
  }
  ImGui::PopStyleVar();
}

/// Draws what removing the cause would gain at most, as a number over a bar of the time.
void draw_gain(const Frame& frame, const SummaryItem& item, ImVec2 at, float width, float opacity) {
  if (item.gain.empty()) return;
  const Theme& theme = frame.theme;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::string share = frame.say("summary.less", 100 * item.gain_share);
  {
    const FontScope bold(frame, frame.fonts.bold, 1.25F);
    draw_text_at(list, {at.x + width - size_of(share).x, at.y}, faded(theme.good, opacity), share);
  }
  const FontScope small(frame, frame.fonts.text, 0.75F);
  const std::string words = frame.say("summary.at_most");
  draw_text_at(list, {at.x + width - size_of(words).x, at.y + 1.5F * frame.em}, faded(theme.quiet, opacity), words);
  const float top = at.y + 2.5F * frame.em, height = 0.4F * frame.em;
  const float saved = width * static_cast<float>(std::clamp(item.gain_share, 0.0, 1.0));
  list.AddRectFilled({at.x, top}, {at.x + width, top + height}, packed(theme.raised));
  list.AddRectFilled({at.x, top}, {at.x + width - saved, top + height}, packed(faded(theme.faint, opacity)));
  hatch(list, {at.x + width - saved, top}, {at.x + width, top + height}, 0.35F * frame.em,
        packed(faded(theme.good, opacity)), frame.stroke(0.08F));
  const ImRect place{at.x, at.y, at.x + width, top + height};
  if (ImGui::IsWindowHovered() && place.Contains(ImGui::GetMousePos()))
    tooltip(frame, item.gain + "\n" + item.gain_help);
}

/// Draws a line of the source in its frame. A click goes there.
void draw_code(const Frame& frame, const SummaryItem& item, std::size_t index, float opacity) {
  if (item.line <= 0) return;
  const FontScope mono(frame, frame.fonts.mono, 0.82F);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float right = right_edge(), height = ImGui::GetTextLineHeight() + 0.35F * frame.em;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushID(static_cast<int>(index));
  if (blank_button("##code", {std::max(1.0F, right - from.x), height})) {
    frame.emit(FollowFinding{index, FindingTarget::line});
  }
  ImGui::PopID();
  name_item(frame, fmt::format("summary/{}/code", index));
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  list.AddRectFilled(from, {right, from.y + height}, packed(hovered ? frame.theme.hovered : frame.theme.ground),
                     0.2F * frame.em);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({from.x + 0.5F * frame.em, from.y + 0.18F * frame.em});
  text(std::to_string(item.line), faded(frame.theme.quiet, opacity));
  ImGui::SameLine(0, 0.8F * frame.em);
  draw_elided(item.code, faded(frame.theme.text, opacity), right - 0.4F * frame.em);
  ImGui::SetCursorScreenPos(after);
}

void draw_cause(const Frame& frame, const SummaryItem& item, std::size_t index, float opacity) {
  const Theme& theme = frame.theme;
  const float em = frame.em;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  const float gain = item.gain.empty() ? 0 : std::min(gain_width * em, 0.3F * room);
  // The number stands in a disc, with the words to its right.
  const float radius = 0.75F * em;
  list.AddCircleFilled({from.x + radius, from.y + radius}, radius, packed(faded(theme.raised, opacity)));
  {
    const FontScope bold(frame, frame.fonts.bold, 0.95F);
    const std::string number = std::to_string(index);
    const ImVec2 extent = size_of(number);
    draw_text_at(list, {from.x + radius - extent.x / 2, from.y + radius - extent.y / 2}, faded(theme.text, opacity),
                 number);
  }
  const float indent = 2.1F * em;
  ImGui::SetCursorScreenPos({from.x + indent, from.y});
  ImGui::BeginGroup();
  const float end = ImGui::GetCursorPosX() + room - indent - (gain > 0 ? gain + em : 0);
  ImGui::PushTextWrapPos(end);
  {
    const FontScope bold(frame, frame.fonts.bold, 1.05F);
    shape_item(frame, shape_of(item.origin), faded(colour_of(theme, item.origin), opacity));
    text(item.title, faded(theme.text, opacity));
    name_item(frame, fmt::format("summary/{}", index));
  }
  {
    const FontScope small(frame, frame.fonts.text, 0.9F);
    if (!item.detail.empty()) text(item.detail, faded(theme.quiet, opacity));
    if (!item.remedy.empty()) {
      shape_item(frame, Shape::play, faded(theme.good, opacity));
      text(item.remedy, faded(theme.text, opacity));
    }
  }
  ImGui::PopTextWrapPos();
  const float below = from.y + (gain > 0 ? 3.1F * em : 0);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (at.y < below) add_layout_item({at.x, at.y, at.x + 1, below});
  draw_code(frame, item, index, opacity);
  draw_links(frame, item, index, opacity);
  ImGui::EndGroup();
  if (gain > 0) draw_gain(frame, item, {from.x + room - gain, from.y}, gain, opacity);
  ImGui::Dummy({0, 0.5F * em});
}

void draw_verdict(const Frame& frame, const SummaryViewModel& view_model, float opacity) {
  const SummaryItem& verdict = view_model.verdict;
  {
    const FontScope bold(frame, frame.fonts.bold, 1.35F);
    draw_wrapped(verdict.title, faded(frame.theme.text, opacity));
    name_item(frame, "summary/0");
  }
  if (!view_model.time.empty()) {
    shape_item(frame, shape_of(view_model.time_origin), faded(colour_of(frame.theme, view_model.time_origin), opacity));
    text(frame, frame.fonts.bold, 1, view_model.time, faded(frame.theme.text, opacity));
    name_item(frame, "summary/time");
    if (!verdict.detail.empty()) ImGui::SameLine(0, 0.8F * frame.em);
  }
  if (!verdict.detail.empty()) {
    shape_item(frame, shape_of(verdict.origin), faded(colour_of(frame.theme, verdict.origin), opacity));
    draw_wrapped(verdict.detail, faded(frame.theme.quiet, opacity));
  }
  draw_code(frame, verdict, 0, opacity);
  draw_links(frame, verdict, 0, opacity);
}

class SummaryPanel : public PagePanel {
 public:
  SummaryPanel() : PagePanel(CounterPage::summary) {}

 private:
  void draw_page(const Frame& frame, const PageHeading&, float opacity) override {
    const SummaryViewModel view_model = summary_view_model(frame.state);
    draw_verdict(frame, view_model, opacity);
    ImGui::Dummy({0, 0.3F * frame.em});
    ImGui::Separator();
    ImGui::Dummy({0, 0.3F * frame.em});
    if (!view_model.nothing.empty()) draw_wrapped(view_model.nothing, faded(frame.theme.quiet, opacity));
    for (std::size_t i = 0; i < view_model.causes.size(); ++i) draw_cause(frame, view_model.causes[i], i + 1, opacity);
    const auto saves = [](const SummaryItem& cause) { return !cause.gain.empty(); };
    if (std::ranges::count_if(view_model.causes, saves) > 1)
      draw_wrapped(frame.say("summary.no_sum"), faded(frame.theme.quiet, opacity));
  }
};

/// Returns what limits the kernel, and the causes.
std::string summary_words(const State& state) {
  const SummaryViewModel view_model = summary_view_model(state);
  std::string words = view_model.verdict.title;
  for (const SummaryItem& cause : view_model.causes) words += (words.ends_with('.') ? " " : ". ") + cause.title;
  return words;
}

}  // namespace

PanelEntry summary_panel() {
  return {.window = "###summary",
          .place = PanelPlace::section,
          .make = make_panel<SummaryPanel>,
          .show = Action{"show_summary", "Summary", "", "Views/Why",
                         "Shows what limits the kernel, with numbers and line.", shows_page<CounterPage::summary>},
          .reveals_answers = true,
          .caption = summary_words};
}

}  // namespace lanescope::gui
