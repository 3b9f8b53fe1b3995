#include <array>
#include <string>

#include "gui/panels/panels.h"
#include "gui/panels/sweep/sweep_plot.h"

namespace warpscope::gui {

namespace {

constexpr std::array axis_names = {"first", "second"};
constexpr const char* no_axis = "none";
constexpr float small_gap = 0.3F;  // in heights of text

/// All knobs and sizes, and for the second axis none of them.
void draw_axis_choice(const Frame& frame, std::size_t axis, float width) {
  const SweepGrid& grid = frame.state.sweep.grid;
  const std::string& chosen = grid.names[axis];
  const std::string name = std::string("sweep/axis/") + axis_names[axis];
  ImGui::PushID(name.c_str());
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo("##axis", chosen.empty() ? no_axis : chosen.c_str());
  name_item(frame, name);
  if (!open && ImGui::IsItemHovered()) {
    tooltip(frame, frame.say(axis == 0 ? "sweep.axis_help" : "sweep.second_help"));
  }
  if (open) {
    const auto choice = [&](const std::string& label, const std::string& value) {
      if (ImGui::Selectable(label.c_str(), value == chosen))
        frame.emit(SetSweepAxis{static_cast<SweepAxis>(axis), value});
      name_item(frame, name + "/" + label);
    };
    if (axis == 1) choice(no_axis, "");
    for (const Knob& knob : frame.state.selection.knobs) choice(knob.name, knob.name);
    for (const SizeField& size : frame.state.selection.sizes) choice(size.name, size.name);
    ImGui::EndCombo();
  }
  if (!chosen.empty()) {
    ImGui::SameLine(0, small_gap * frame.em);
    ImGui::SetNextItemWidth(width);
    std::array<char, 256> text{};
    grid.typed[axis].copy(text.data(), text.size() - 1);
    ImGui::InputText("##values", text.data(), text.size(), ImGuiInputTextFlags_AutoSelectAll);
    if (ImGui::IsItemDeactivatedAfterEdit() && grid.typed[axis] != text.data()) {
      frame.emit(SetSweepValues{static_cast<SweepAxis>(axis), text.data()});
    }
    name_item(frame, name + "/values");
    if (ImGui::IsItemHovered()) {
      tooltip(frame, frame.say("sweep.values_help"));
    }
  }
  ImGui::PopID();
}

void draw_quantity_choice(const Frame& frame, SweepQuantity shown) {
  const std::string title = title_of(*frame.state.ui.language, shown);
  ImGui::SetNextItemWidth(8.2F * frame.em);
  const bool open = ImGui::BeginCombo("##quantity", title.c_str());
  name_item(frame, "sweep/quantity");
  if (!open) return;
  for (const SweepQuantity quantity : all_sweep_quantities) {
    const std::string label =
        title_of(*frame.state.ui.language, quantity) + ", " + unit_of(*frame.state.ui.language, quantity);
    if (ImGui::Selectable(label.c_str(), quantity == shown)) {
      frame.emit(SetSweepQuantity{quantity});
    }
    name_item(frame, "sweep/quantity/" + std::string(name_of(quantity)));
  }
  ImGui::EndCombo();
}

/// Two lines, which fit into the column beside the readout: the axes; what is drawn, and what is done.
void draw_controls(const Frame& frame, const SweepViewModel& view_model) {
  const float gap = 0.6F * frame.em;
  const float width = (ImGui::GetContentRegionAvail().x - gap - 2 * small_gap * frame.em) / 4;
  draw_axis_choice(frame, 0, width);
  ImGui::SameLine(0, gap);
  draw_axis_choice(frame, 1, width);
  draw_quantity_choice(frame, view_model.quantity);
  ImGui::SameLine(0, gap);
  action_button(frame, frame.state.sweep.run ? "stop_sweep" : "start_sweep");
  ImGui::SameLine(0, gap);
  action_button(frame, "export_sweep");
}

void draw_lines_below(const Frame& frame, const SweepViewModel& view_model) {
  const SweepGrid& grid = frame.state.sweep.grid;
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const float right = right_edge();
  if (!view_model.progress.empty()) {
    ImGui::ProgressBar(static_cast<float>(view_model.share), {7 * frame.em, 0.9F * frame.em}, "");
    name_item(frame, "sweep/progress");
    ImGui::SameLine(0, 0.5F * frame.em);
    const std::string& swept = frame.state.sweep.run->plan.kernels.front()->source.id;
    shortened(swept == grid.kernel ? view_model.progress : frame.say("sweep.of", view_model.progress, swept),
              frame.theme.quiet, right);
  }
  std::string line = view_model.caption.empty() ? frame.say("sweep.nothing") : view_model.caption;
  if (!grid.others.empty()) line = frame.say("sweep.at", line, grid.others);
  shortened(line, frame.theme.quiet, right);
  if (view_model.article) {
    shape_item(frame, Shape::diamond, frame.theme.warning);
    shortened(view_model.article->caption, frame.theme.quiet, right);
    name_item(frame, "sweep/article");
  }
  for (const PinnedCurve& curve : view_model.pinned) {
    text(curve.letter, frame.theme.lesson);
    ImGui::SameLine(0, 0.5F * frame.em);
    shortened(curve.caption, frame.theme.quiet, right);
    name_item(frame, "sweep/pinned/" + curve.letter);
  }
}

}  // namespace

void draw_sweep_panel(const Frame& frame) {
  const SweepGrid& grid = frame.state.sweep.grid;
  if (grid.names[0].empty()) {
    wrapped(grid.wrong, frame.theme.quiet);
    return;
  }
  const SweepViewModel view_model = sweep_view_model(frame.state);
  draw_controls(frame, view_model);
  if (!grid.wrong.empty()) {
    wrapped(grid.wrong, frame.theme.wrong);
  } else {
    draw_lines_below(frame, view_model);
    if (grid.is_map()) {
      draw_sweep_map(frame, view_model);
    } else {
      draw_sweep_curve(frame, view_model);
    }
  }
}

}  // namespace warpscope::gui
