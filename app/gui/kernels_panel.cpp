#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "gui/fault_text.h"
#include "gui/panels.h"

namespace warpscope::gui {

namespace {

/// "naive_row" of "transpose/naive_row".
std::string_view short_name(const catalogue::Kernel& kernel) {
  std::string_view id = kernel.source.id;
  if (!kernel.family.empty() && id.starts_with(kernel.family + "/")) id.remove_prefix(kernel.family.size() + 1);
  return id;
}

void draw_errors(const Frame& frame, const std::string& path, const std::vector<Error>& errors) {
  shape_item(frame, Shape::cross, frame.theme.wrong);
  text(std::filesystem::path(path).filename().string());
  name_item(frame, "kernel_error/" + path);
  ImGui::Indent();
  for (const Error& error : errors) {
    wrapped(error.where.empty() ? error.what : error.where + ": " + error.what, frame.theme.text);
    if (!error.remedy.empty()) wrapped(error.remedy, frame.theme.quiet);
  }
  ImGui::Unindent();
  ImGui::Spacing();
}

void draw_kernel(const Frame& frame, const catalogue::Kernel& kernel, bool has_errors) {
  const float em = frame.em;
  const bool selected = kernel.source.id == frame.state.kernel;
  const bool museum = kernel.expect != catalogue::ExpectedFault::none;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, 2.6F * em};
  if (ImGui::InvisibleButton(kernel.source.id.c_str(), size)) frame.emit({"select_kernel", kernel.source.id});
  name_item(frame, "kernel/" + kernel.source.id);
  const bool hovered = ImGui::IsItemHovered();

  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to{from.x + size.x, from.y + size.y};
  if (selected || hovered) {
    list.AddRectFilled(from, to, packed(selected ? frame.theme.raised : faded(frame.theme.raised, 0.6F)), 0.25F * em);
  }
  if (selected) list.AddRectFilled(from, {from.x + 0.25F * em, to.y}, packed(frame.theme.accent), 0.12F * em);
  ImGui::SetCursorScreenPos({from.x + 0.7F * em, from.y + 0.18F * em});
  {
    const FontScope mono(frame, frame.fonts.mono, 1);
    shortened(short_name(kernel), selected ? frame.theme.text : faded(frame.theme.text, 0.9F),
              to.x - (has_errors ? 1.8F : 0.4F) * em);
  }
  if (has_errors) {
    ImGui::SameLine(0, 0.4F * em);
    shape_item(frame, Shape::exclamation, frame.theme.warning);
  }
  ImGui::SetCursorScreenPos({from.x + 0.7F * em, from.y + 1.32F * em});
  {
    const FontScope small(frame, frame.fonts.text, 0.85F);
    if (museum) {
      shape_item(frame, Shape::exhibit, frame.theme.lesson);
      text("museum", frame.theme.lesson);
      name_item(frame, "museum/" + kernel.source.id);
      ImGui::SameLine(0, 0.5F * em);
    }
    shortened(kernel.title, frame.theme.quiet, to.x - 0.4F * em);
  }
  // The next one follows without a gap.
  ImGui::SetCursorScreenPos({from.x, to.y - ImGui::GetStyle().ItemSpacing.y});
  ImGui::Dummy({0, 0});
  if (!hovered) return;
  std::string help = kernel.summary;
  if (museum) {
    if (!help.empty()) help += "\n";
    help += "A museum kernel: it promises " + fault_noun(catalogue::name_of(kernel.expect)) + ".";
  }
  if (!help.empty()) tooltip(frame, help);
}

}  // namespace

void draw_kernels_panel(const Frame& frame) {
  begin_panel(panel::kernels);
  if (frame.state.catalogue) {
    const catalogue::Snapshot& snapshot = *frame.state.catalogue;
    if (snapshot.kernels.empty() && snapshot.errors.empty()) {
      wrapped("No kernel files were found. The Log says where they were looked for.", frame.theme.quiet);
    }
    // A kernel that was selected by key, or given on the command line, may be out of sight.
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID shown = ImGui::GetID("shown"), selected = ImGui::GetID(frame.state.kernel.c_str());
    const bool moved = memory.GetInt(shown) != static_cast<int>(selected);
    // Nothing is laid out in a panel's first frame.
    if (!ImGui::GetCurrentWindow()->SkipItems) memory.SetInt(shown, static_cast<int>(selected));
    std::string family;
    bool first = true;
    for (const auto& [id, kernel] : snapshot.kernels) {
      if (first || kernel->family != family) {
        if (!first) ImGui::Spacing();
        family = kernel->family;
        first = false;
        const FontScope heading(frame, frame.fonts.bold, 0.85F);
        text(family.empty() ? "FILES" : upper(family), frame.theme.quiet);
      }
      draw_kernel(frame, *kernel, snapshot.errors.contains(kernel->source.path));
      if (moved && id == frame.state.kernel) ImGui::SetScrollHereY(0.5F);
    }
    if (!snapshot.errors.empty()) {
      ImGui::Spacing();
      {
        const FontScope heading(frame, frame.fonts.bold, 0.85F);
        text("FILES WITH ERRORS", frame.theme.quiet);
      }
      for (const auto& [path, errors] : snapshot.errors) draw_errors(frame, path, errors);
    }
  }
  ImGui::End();
}

}  // namespace warpscope::gui
