#include "gui/screens/notices/notices_window.h"
#include "gui/screens/notices/notices_commands.h"
#include "gui/store/selection_commands.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>

namespace lanescope::gui {
namespace {

constexpr float width_in_text_heights = 28, max_share_of_window = 0.6F;  // of the window's width

/// Shape and colour of each Notice::Kind.
constexpr std::array<Marker, 3> notice_markers{
    {{Shape::tick, &Theme::good}, {Shape::exclamation, &Theme::warning}, {Shape::cross, &Theme::wrong}}};

void small_button(const Frame& frame, const std::string& words, const std::string& name, const Command& command) {
  if (ImGui::SmallButton(fmt::format("{}##{}", words, name).c_str())) frame.emit(command);
  name_item(frame, name);
  ImGui::SameLine();
}

void draw_buttons(const Frame& frame, const Notice& notice, std::size_t index) {
  const std::string name = fmt::format("notice/{}/", index);
  if (!notice.file.empty() && frame.state.ui.opens_folders) {
    small_button(frame, frame.say("notice.show"), name + "show", ShowFolder{notice.file});
  } else if (!notice.file.empty()) {
    small_button(frame, frame.say("notice.copy_path"), name + "copy_path", Copy{notice.file});
  }
  if (const Action* action = find_action(notice.action); action != nullptr) {
    small_button(frame, title_of(frame.state, *action), name + std::string(action->name), Invoke(action->name));
  }
  small_button(frame, frame.say("notice.close"), name + "close", CloseNotice{index});
  ImGui::NewLine();
}

/// Draws a card: a bar of the colour at the left of what `content` draws.
template <class Content>
void draw_card(const Frame& frame, ImVec4 colour, Content content) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::Indent(0.6F * frame.em);
  ImGui::BeginGroup();
  content();
  ImGui::EndGroup();
  ImGui::Unindent(0.6F * frame.em);
  ImGui::GetWindowDrawList()->AddRectFilled(from, {from.x + 0.22F * frame.em, ImGui::GetItemRectMax().y},
                                            packed(colour), 0.1F * frame.em);
}

void draw_notice(const Frame& frame, const Notice& notice, std::size_t index) {
  const Marker& marker = notice_markers.at(static_cast<std::size_t>(notice.kind));
  draw_card(frame, frame.theme.*marker.colour, [&] {
    shape_item(frame, marker.shape, frame.theme.*marker.colour);
    draw_wrapped(notice.text, frame.theme.text);
    name_item(frame, fmt::format("notice/{}", index));
    if (!notice.file.empty()) {
      const FontScope mono(frame, frame.fonts.mono, 0.85F);
      draw_wrapped(notice.file, frame.theme.quiet);
    }
    draw_buttons(frame, notice, index);
  });
}

}  // namespace

void draw_notices(const Frame& frame) {
  const Ui& ui = frame.state.ui;
  if (ui.hide_private_words || ui.notices.empty()) return;
  const ImGuiViewport& whole = *ImGui::GetMainViewport();
  const float em = frame.em, gap = 0.8F * em;
  const float width = std::min(width_in_text_heights * em, max_share_of_window * whole.WorkSize.x);
  ImGui::SetNextWindowPos({whole.WorkPos.x + whole.WorkSize.x - gap, whole.WorkPos.y + whole.WorkSize.y - gap},
                          ImGuiCond_Always, {1, 1});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, std::max(4 * em, whole.WorkSize.y - 2 * gap)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.theme.raised);
  ImGui::PushStyleColor(ImGuiCol_Button, frame.theme.hovered);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, frame.theme.pressed);
  ImGui::PushStyleColor(ImGuiCol_Border, frame.theme.quiet);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0F, 0.08F * em));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.25F * em);
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                     ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoFocusOnAppearing;
  ImGui::Begin("###notices", nullptr, flags);
  // A click on a panel brings it to the front; the notices stay over it, but below an open menu.
  const bool menu = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  if (!menu) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  for (std::size_t index = 0; index < ui.notices.size(); ++index) {
    if (index > 0) ImGui::Separator();
    ImGui::PushID(static_cast<int>(index));
    draw_notice(frame, ui.notices[index], index);
    ImGui::PopID();
  }
  // Who reads them with the mouse is not hurried.
  if (ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows) && next_expiry(ui.notices) < Notice::forever) {
    frame.emit(HoldNotices{});
    frame.needs_redraw = true;
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor(4);
}

}  // namespace lanescope::gui
