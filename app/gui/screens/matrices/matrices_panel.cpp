// The Matrices panel draws the buffers of a kernel as images that light up where they are touched, from the whole
// matrix to single elements. Below each image are the same elements in the order of memory.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <imgui.h>

#include "gui/screens/matrices/matrices_drawing.h"
#include "gui/screens/matrices/matrices_renderer.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/playback/show_view.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/view_panel.h"

namespace lanescope::gui {

/// Draws a small button that shows whether it is on. It goes to the next line when this one is full.
bool MatricesDrawing::control(const char* key, bool on, const char* id, float right) {
  const std::string words = frame.say(key);
  const float width = size_of(words).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (std::exchange(started_, true)) {
    ImGui::SameLine(0, 0.3F * em);
    if (ImGui::GetCursorScreenPos().x + width > right) ImGui::NewLine();
  }
  const bool pressed = toggle_button(frame, words, id, on);
  name_item(frame, std::string("matrices/") + id);
  if (on) underline_item(frame);
  return pressed;
}

float MatricesDrawing::draw_controls(const ImRect& canvas) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  ImGui::SetCursorScreenPos(canvas.Min);
  if (!compact_) {
    draw_choices(canvas.Max.x);
    return ImGui::GetItemRectMax().y;
  }
  constexpr const char* popup = "matrices_choices";
  if (control("matrices.show", false, "show", canvas.Max.x)) ImGui::OpenPopup(popup);
  const float bottom = ImGui::GetItemRectMax().y;
  if (ImGui::BeginPopup(popup)) {
    started_ = false;
    draw_choices(ImGui::GetCursorScreenPos().x + 26 * em);
    ImGui::EndPopup();
  }
  return bottom;
}

void MatricesDrawing::draw_choices(float right) {
  using render::HeatMode;
  const auto mode = [&](const char* key, HeatMode which, const char* id) {
    if (control(key, scene_.mode == which, id, right)) scene_.mode = which;
  };
  const auto toggled = [&](const char* key, bool& flag, const char* id) {
    if (control(key, flag, id, right)) flag = !flag;
  };
  mode("matrices.cooling", HeatMode::cooling, "cooling");
  mode("matrices.often", HeatMode::touches, "often");
  mode("matrices.order", HeatMode::arrival, "order");
  if (scene_.has_grid()) toggled("matrices.grid", scene_.show_whole_grid, "grid");
  toggled("matrices.sectors", scene_.show_sectors, "sectors");
  toggled("matrices.blocks", scene_.show_blocks, "blocks");
  toggled("matrices.values", scene_.show_values, "values");
  if (control("matrices.whole", false, "whole", right)) request_ = Request::whole;
  if (control("matrices.traced", scene_.viewports.empty(), "traced", right)) scene_.viewports.clear();
  if (control("matrices.access", false, "access", right)) request_ = Request::access;
}

/// The wheel zooms about the mouse, dragging moves, a click selects an element's access, and a double click shows all.
void MatricesDrawing::answer_mouse(std::size_t image, const ImRect& area, double shape, MatrixViewport& viewport) {
  const model::ElementGrid& grid = shown(image).grid;
  const PictureMouse mouse(("##matrix/" + buffer(image).name).c_str(), area, em);
  hovered_ = mouse.hovered;
  if (mouse.factor != 1) viewport = zoomed(viewport, grid, shape, mouse.factor, mouse.x, mouse.y);
  const bool moves = mouse.moved.x != 0 || mouse.moved.y != 0;
  if (moves) {
    const double scale = viewport.across / static_cast<double>(area.GetWidth());
    viewport.x =
        std::clamp(viewport.x - static_cast<double>(mouse.moved.x) * scale, 0.0, static_cast<double>(grid.columns));
    viewport.y =
        std::clamp(viewport.y - static_cast<double>(mouse.moved.y) * scale, 0.0, static_cast<double>(grid.rows));
  }
  if (mouse.show_all) viewport = whole_viewport(grid, shape);
  if (mouse.show_all || moves || mouse.factor != 1) scene_.viewports[buffer(image).name] = viewport;
  if (mouse.clicked && !mouse.show_all) choose_at(image, {area, part_of(viewport, shape)});
}

std::optional<PointedElement> MatricesDrawing::pointed_at(std::size_t image, const GridMap& map) const {
  const model::ElementGrid& grid = shown(image).grid;
  const ImVec2 mouse = ImGui::GetMousePos();
  const double x = map.part.x + static_cast<double>((mouse.x - map.area.Min.x) / map.area.GetWidth()) * map.part.width;
  const double y =
      map.part.y + static_cast<double>((mouse.y - map.area.Min.y) / map.area.GetHeight()) * map.part.height;
  if (x < 0 || y < 0 || x >= grid.columns || y >= grid.rows) return std::nullopt;
  const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
  const std::uint64_t element = std::uint64_t{row} * grid.columns + column;
  if (element >= grid.elements) return std::nullopt;
  return PointedElement{column, row, static_cast<std::uint32_t>(element)};
}

void MatricesDrawing::choose_at(std::size_t image, const GridMap& map) {
  const auto pointed = pointed_at(image, map);
  const auto record = pointed ? scene_.record_at(image, pointed->column, pointed->row) : std::nullopt;
  if (!record) return;
  frame.emit(ChooseRecord{*record});
  const auto lane = lane_of(traced_.trace, *record, pointed->element, shown(image).grid);
  if (lane && playback.focus.lane != lane) frame.emit(ChooseLane{*lane});
}

void MatricesDrawing::explain(std::size_t image, const GridMap& map) {
  const auto pointed = pointed_at(image, map);
  if (!pointed || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  const std::string name = element_name(buffer(image), pointed->element);
  const bool grid = scene_.shows_grid();
  const auto bin = grid ? scene_.grid_bin_of(image, pointed->column, pointed->row)
                        : scene_.bin_of(image, pointed->column, pointed->row);
  if (!bin) return tooltip(frame, frame.say("matrices.too_small", name));
  if (!grid) return tooltip(frame, element_sentence(frame.state, shown(image), pointed->element, *bin));
  if (!bin->touched()) return tooltip(frame, frame.say("matrices.untouched_yet", name));
  const model::HeatRecord last = scene_.grid_record(bin->last_position());
  tooltip(frame, grid_sentence(frame.state, *scene_.grid(), name, *bin, last));
}

namespace {

class MatricesPanel : public ViewPanel {
 public:
  explicit MatricesPanel(const PanelOptions& options) : ViewPanel(AnimatedView::matrices), renderer_(options.shaders) {}

  Expected<std::optional<AttachmentReceipt>> take(const State& state) override {
    if (!state.playback.is_visible(AnimatedView::matrices)) return std::nullopt;
    return renderer_.take(state.playback, state.known.result ? state.known.result->machine.uuid : std::string());
  }

  void copy_settings_from(const Panel& other) override {
    if (const auto* const matrices = dynamic_cast<const MatricesPanel*>(&other)) {
      renderer_.copy_settings_from(matrices->renderer_);
    }
  }

 private:
  std::string draw_view(const Frame& frame, const ImRect& canvas, float opacity) override {
    const std::optional<ShownAccess> at = shown_access(frame.state.playback, AnimatedView::matrices);
    if (!at) return {};
    renderer_.follow(frame.state);
    follow_camera(frame.state.playback);
    MatricesDrawing({frame, opacity}, renderer_, *at).draw(canvas);
    report_camera(frame);
    std::string caption =
        matrices_caption(frame.state, at->record, renderer_.images(), renderer_.totals(), renderer_.wrong());
    caption += levels_caption(frame.state, at->index);
    if (renderer_.shows_grid())
      caption = grid_caption(frame.state, *renderer_.grid(), renderer_.grid_end()) + " " + caption;
    if (renderer_.has_other_grid()) caption += " " + frame.say("matrices.grid_elsewhere");
    return caption;
  }

  /// Takes the camera of the state when another than this panel has placed it.
  void follow_camera(const Playback& playback) {
    const auto placed = playback.cameras.find(AnimatedView::matrices);
    const lessons::ViewCamera camera = placed == playback.cameras.end() ? lessons::ViewCamera() : placed->second;
    if (camera == camera_) return;
    camera_ = camera;
    renderer_.viewports.clear();
    for (const auto& [buffer, numbers] : camera) {
      if (numbers.size() == 3 && numbers[2] > 0) renderer_.viewports[buffer] = {numbers[0], numbers[1], numbers[2]};
    }
  }

  /// Reports to the state which parts are shown, for a step of a lesson.
  void report_camera(const Frame& frame) {
    lessons::ViewCamera camera;
    for (const auto& [buffer, viewport] : renderer_.viewports)
      camera[buffer] = {viewport.x, viewport.y, viewport.across};
    if (camera == camera_) return;
    camera_ = camera;
    frame.emit(PlaceCamera{AnimatedView::matrices, std::move(camera)});
  }

  MatricesRenderer renderer_;
  lessons::ViewCamera camera_;  ///< as the state has it, or will have it with the next command
};

}  // namespace

PanelEntry matrices_panel() {
  return {.window = "###matrices",
          .place = PanelPlace::view,
          .make = make_view<MatricesPanel>,
          .show = Action{"show_matrices", "Matrices", "3", "Views", "Shows the buffers and highlights each access.",
                         shows_view<AnimatedView::matrices>}};
}

}  // namespace lanescope::gui
