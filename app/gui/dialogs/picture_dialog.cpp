#include "gui/dialogs/dialogs.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gui/panels/panels.h"

namespace warpscope::gui {

namespace {

constexpr std::array<std::pair<int, int>, 4> sizes{{{1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}}};

void choose_what(const Frame& frame, PictureForm& form) {
  const PanelEntry* chosen = find_panel(form.panel);
  if (chosen == nullptr || seen_window(*chosen) == nullptr) form.panel.clear();
  const std::string now = form.panel.empty() ? frame.say("export.window") : title_of(frame, *chosen);
  ImGui::SetNextItemWidth(14 * frame.em);
  if (ImGui::BeginCombo(frame.say("export.what").c_str(), now.c_str())) {
    if (ImGui::Selectable(frame.say("export.window").c_str(), form.panel.empty())) form.panel.clear();
    for (const PanelEntry& panel : panel_table()) {
      if (seen_window(panel) == nullptr) continue;
      if (ImGui::Selectable(title_of(frame, panel).c_str(), panel.name() == form.panel)) form.panel = panel.name();
    }
    ImGui::EndCombo();
  }
  name_item(frame, "export/what");
}

void choose_size(const Frame& frame, PictureForm& form) {
  const auto text_of = [](int width, int height) { return fmt::format("{} × {}", width, height); };
  const std::string now = form.as_it_is ? frame.say("export.as_it_is") : text_of(form.width, form.height);
  ImGui::SetNextItemWidth(14 * frame.em);
  if (ImGui::BeginCombo(frame.say("export.size").c_str(), now.c_str())) {
    if (ImGui::Selectable(frame.say("export.as_it_is").c_str(), form.as_it_is)) form.as_it_is = true;
    for (const auto& [width, height] : sizes) {
      const bool chosen = !form.as_it_is && form.width == width && form.height == height;
      if (ImGui::Selectable(text_of(width, height).c_str(), chosen)) {
        form.width = width;
        form.height = height;
        form.as_it_is = false;
      }
    }
    ImGui::EndCombo();
  }
  name_item(frame, "export/size");
  ImGui::BeginDisabled(form.as_it_is);
  std::array<int, 2> own{form.width, form.height};
  ImGui::SetNextItemWidth(14 * frame.em);
  const auto side = [](int pixels) {
    return std::clamp(pixels, static_cast<int>(smallest_picture), static_cast<int>(largest_picture));
  };
  if (ImGui::InputInt2(frame.say("export.pixels").c_str(), own.data())) {
    form.width = side(own[0]);
    form.height = side(own[1]);
  }
  ImGui::EndDisabled();
}

}  // namespace

void draw_picture_dialog(const Frame& frame, PictureForm& form) {
  if (!frame.state.ui.show_picture_dialog) return;
  const ImVec2 size = ImGui::GetMainViewport()->Size;
  ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, ImGuiCond_Appearing, {0.5F, 0.5F});
  ImGui::PushStyleColor(ImGuiCol_Border, frame.theme.quiet);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0F, 0.08F * frame.em));
  bool open = true;
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoDocking |
                                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings;
  if (ImGui::Begin((frame.say("export.picture") + "###picture_dialog").c_str(), &open, flags)) {
    choose_what(frame, form);
    choose_size(frame, form);
    ImGui::Dummy({0, 0.3F * frame.em});
    if (ImGui::Button(frame.say("export.save").c_str())) {
      ExportPicture picture{form.panel};
      if (!form.as_it_is) {
        picture.width = static_cast<std::uint32_t>(form.width);
        picture.height = static_cast<std::uint32_t>(form.height);
      }
      frame.emit(SavePicture{picture});
    }
    name_item(frame, "export/save");
    ImGui::SameLine();
    text(frame.say("export.where"), frame.theme.quiet);
  }
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  if (!open) frame.emit("toggle_picture_dialog");
}

}  // namespace warpscope::gui
