// What the mouse does to a picture of the Matrices panel.
#include "gui/views/matrices/matrices_drawing.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace warpscope::gui {

namespace {

constexpr float click_distance = 0.4F;  // heights of text; a mouse that moves further drags
constexpr double wheel_factor = 0.8;

}  // namespace

/// Wheel: zooms about the mouse. Drag: moves. Click: chooses the access of an element. Double click: all of it.
void MatricesDrawing::answer_mouse(std::size_t image, const ImRect& area, double shape, MatrixLook& look) {
  const model::ElementGrid& grid = scene_.images()[image].grid;
  const std::string& name = buffer(image).name;
  ImGui::SetCursorScreenPos(area.Min);
  ImGui::InvisibleButton(("##matrix/" + name).c_str(), {area.GetWidth(), area.GetHeight()});
  ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
  hovered_ = ImGui::IsItemHovered();
  const ImGuiIO& io = ImGui::GetIO();
  const double at_x = static_cast<double>((io.MousePos.x - area.Min.x) / area.GetWidth());
  const double at_y = static_cast<double>((io.MousePos.y - area.Min.y) / area.GetHeight());
  if (hovered_ && io.MouseWheel != 0) {
    const double factor = std::pow(wheel_factor, static_cast<double>(io.MouseWheel));
    look = scene_.looks[name] = zoomed(look, grid, shape, factor, at_x, at_y);
  }
  const bool dragged = ImGui::IsMouseDragPastThreshold(ImGuiMouseButton_Left, click_distance * em_);
  if (ImGui::IsItemActive() && dragged) {
    const double scale = look.across / static_cast<double>(area.GetWidth());
    MatrixLook moved = look;
    moved.x = std::clamp(look.x - static_cast<double>(io.MouseDelta.x) * scale, 0.0, static_cast<double>(grid.columns));
    moved.y = std::clamp(look.y - static_cast<double>(io.MouseDelta.y) * scale, 0.0, static_cast<double>(grid.rows));
    look = scene_.looks[name] = moved;
  }
  if (hovered_ && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    look = scene_.looks[name] = whole_look(grid, shape);
    return;
  }
  const float way = std::hypot(io.MousePos.x - io.MouseClickedPos[0].x, io.MousePos.y - io.MouseClickedPos[0].y);
  if (ImGui::IsItemDeactivated() && hovered_ && way < click_distance * em_) {
    choose_at(image, Map{area, part_of(look, shape)});
  }
}

std::optional<Pointed> MatricesDrawing::pointed_at(std::size_t image, const Map& map) const {
  const model::ElementGrid& grid = scene_.images()[image].grid;
  const ImVec2 mouse = ImGui::GetMousePos();
  const double x = map.x_at(mouse.x), y = map.y_at(mouse.y);
  if (x < 0 || y < 0 || x >= grid.columns || y >= grid.rows) return std::nullopt;
  const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
  const std::uint64_t element = std::uint64_t{row} * grid.columns + column;
  if (element >= grid.elements) return std::nullopt;
  return Pointed{column, row, static_cast<std::uint32_t>(element)};
}

void MatricesDrawing::choose_at(std::size_t image, const Map& map) {
  const auto pointed = pointed_at(image, map);
  if (!pointed) return;
  const auto record = scene_.record_at(image, pointed->column, pointed->row);
  if (!record) return;
  frame.emit(ChooseRecord{*record});
  const auto lane = lane_of(traced_.trace, *record, pointed->element, scene_.images()[image].grid);
  if (lane && playback_.lane != lane) frame.emit(ChooseLane{*lane});
}

void MatricesDrawing::explain(std::size_t image, const Map& map) {
  const auto pointed = pointed_at(image, map);
  if (!pointed || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  const std::string name = element_name(buffer(image), pointed->element);
  if (scene_.shows_grid()) {
    const auto bin = scene_.grid_bin_of(image, pointed->column, pointed->row);
    if (bin && bin->touched()) {
      const model::HeatRecord last = scene_.grid_record(bin->last_position());
      return tooltip(frame, grid_sentence(frame.state, *scene_.grid(), name, *bin, last));
    }
    return tooltip(frame, frame.say(bin ? "matrices.untouched_yet" : "matrices.too_small", name));
  }
  const auto bin = scene_.bin_of(image, pointed->column, pointed->row);
  tooltip(frame, bin ? element_sentence(frame.state, scene_.images()[image], pointed->element, *bin)
                     : frame.say("matrices.too_small", name));
}

}  // namespace warpscope::gui
