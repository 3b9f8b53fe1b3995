// Lays the Grid view out (grid_view_model.h says what it shows), keeps its picture, and handles the mouse.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "gui/screens/grid/grid_drawing.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/playback/show_view.h"
#include "gui/widgets/panels.h"
#include "render/gl/gl_objects.h"

namespace lanescope::gui {
namespace {

constexpr double steady_mouse = 4;  // in pixels
// Sizes are in text heights.
constexpr float sm_label_width = 8.2F;
constexpr float min_grid_height = 5;  // the strips below the rows give way to these

render::Colour opaque(ImVec4 colour) {
  const auto channel = [](float value) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0F, 1.0F)));
  };
  return {channel(colour.x), channel(colour.y), channel(colour.z), 255};
}

}  // namespace

/// The wheel zooms the time about the mouse, with Shift the multiprocessors; dragging moves, a double click shows all.
void GridDrawing::move_with_mouse(const PictureMouse& mouse) const {
  const GridChoice& choice = frame.state.grid;
  const double time = choice.to - choice.from, sms = choice.last - choice.first;
  ViewGrid seen{choice.from, choice.to, choice.first, choice.last};
  if (mouse.factor != 1 && ImGui::GetIO().KeyShift) {
    const double about = choice.first + sms * mouse.y;
    seen.first = about - (about - choice.first) * mouse.factor;
    seen.last = about + (choice.last - about) * mouse.factor;
  } else if (mouse.factor != 1) {
    const double about = choice.from + time * mouse.x;
    seen.from = about - (about - choice.from) * mouse.factor;
    seen.to = about + (choice.to - about) * mouse.factor;
  }
  if (mouse.moved.x != 0 || mouse.moved.y != 0) {
    seen.from = std::clamp(choice.from - mouse.moved.x / rows.GetWidth() * time, 0.0, 1 - time);
    seen.to = seen.from + time;
    seen.first = std::clamp(choice.first - mouse.moved.y / rows.GetHeight() * sms, 0.0, 1 - sms);
    seen.last = seen.first + sms;
  }
  const bool moved =
      seen.from != choice.from || seen.to != choice.to || seen.first != choice.first || seen.last != choice.last;
  if (moved) frame.emit(seen);
  if (mouse.show_all) frame.emit("fit_grid");
}

/// A click selects a block. A sentence describes what is under the mouse.
void GridDrawing::answer_mouse(const PictureMouse& mouse) const {
  if (!mouse.hovered) return;
  const analysis::GridTimes& times = *shown.times;
  const double row = first + mouse.y * (last - first), tick = tick_at(ImGui::GetMousePos().x);
  if (row < 0 || row >= times.sm_count) return;
  const auto sm = static_cast<std::uint32_t>(row);
  const double lane = (row - sm) * lanes.row / lanes.lane;
  const auto slot = static_cast<std::uint32_t>(std::clamp(lane, 0.0, times.max_slots_per_sm - 1.0));
  auto block = block_at(times, sm, slot, tick);
  // Where places are thinner than the mouse is steady, any block of the SM will do.
  for (std::uint32_t other = 0; !block && lanes.lane < steady_mouse && other < times.max_slots_per_sm; ++other) {
    block = block_at(times, sm, other, tick);
  }
  if (mouse.clicked && block) {
    if (playback.front != AnimatedView::grid) frame.emit(ChooseView{AnimatedView::grid});
    frame.emit(ChooseBlock{block->launch, block->block});
  }
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  tooltip(frame,
          block ? sentence_of_block(frame.state, times, *block) : sentence_of_idle(frame.state, times, sm, tick));
}

namespace {

class GridPanel : public ViewPanel {
 public:
  GridPanel() : ViewPanel(AnimatedView::grid) {}

 private:
  std::string draw_view(const Frame& frame, const ImRect& canvas, float opacity) override {
    renew(view_model_, frame.state);
    draw_all(frame, canvas, opacity);
    return grid_caption(frame.state, view_model_);
  }

  void draw_all(const Frame& frame, const ImRect& canvas, float opacity) {
    GridDrawing drawing{{frame, opacity}, view_model_};
    const float em = frame.em, top = drawing.draw_legend(canvas, drawing.draw_heading(canvas));
    lay_out(drawing, canvas, top);
    const ImRect& rows = drawing.rows;
    if (rows.GetWidth() < 6 * em || rows.GetHeight() < 2 * em) return;
    const analysis::GridTimes& times = *view_model_.times;
    const GridChoice& choice = frame.state.grid;
    drawing.from = choice.from * times.length;
    drawing.to = std::max(choice.to * times.length, drawing.from + 1e-3);
    drawing.first = choice.first * times.sm_count;
    drawing.last = choice.last * times.sm_count;
    drawing.lanes = GridLanes::of(rows.GetHeight(), drawing.last - drawing.first, times.max_slots_per_sm);

    const PictureMouse mouse("##grid", rows, em);
    name_item(frame, "grid/rows");
    paint(drawing);
    if (picture_) {
      drawing.list.AddImage(ImTextureRef(static_cast<ImTextureID>(picture_->name())), rows.Min, rows.Max, {0, 0},
                            {1, 1}, drawing.ink({1, 1, 1, 1}));
    }
    drawing.draw_numbers();
    drawing.draw_row_labels();
    drawing.draw_scale();
    if (drawing.strip.GetHeight() > 0) drawing.draw_strip(resident_);
    drawing.draw_moment();
    drawing.draw_waves();
    drawing.draw_memory();
    drawing.answer_mouse(mouse);
    drawing.move_with_mouse(mouse);
  }

  /// The rows get what the strips below them leave; where that is little, the strips are left out, memory first.
  void lay_out(GridDrawing& drawing, const ImRect& canvas, float top) const {
    const float em = drawing.em;
    const std::size_t buffers = std::min(view_model_.memory.buffers.size(), max_visible_buffers);
    float memory = grid_memory_heading * em + grid_buffer_height * em * static_cast<float>(buffers);
    float strip = (grid_strip_height + 0.6F) * em;
    const float begin = top + grid_wave_height * em, room = canvas.Max.y - begin - grid_scale_height * em;
    if (room - memory - strip < min_grid_height * em) memory = 0;
    if (room - strip < min_grid_height * em) strip = 0;
    drawing.label_left = canvas.Min.x;
    const float left = std::round(canvas.Min.x + sm_label_width * em), right = std::round(canvas.Max.x);
    drawing.rows = {left, std::round(begin), right, std::round(begin + room - memory - strip)};
    const float below = drawing.rows.Max.y + grid_scale_height * em;
    drawing.strip = {left, below + 0.3F * em, right, std::max(below + 0.3F * em, below + strip - 0.3F * em)};
    drawing.memory = {canvas.Min.x, below + strip, canvas.Max.x, below + strip + memory};
  }

  /// Makes the picture anew when the times, the part that is seen, its size or the colours have changed.
  void paint(const GridDrawing& drawing) {
    GridPictureRequest request;
    request.width = static_cast<std::uint32_t>(std::max(1.0F, drawing.rows.GetWidth()));
    request.height = static_cast<std::uint32_t>(std::max(1.0F, drawing.rows.GetHeight()));
    request.from = drawing.from;
    request.to = drawing.to;
    request.first = drawing.first;
    request.last = drawing.last;
    request.ground = opaque(drawing.theme.panel);
    request.row = opaque(mixed(drawing.theme.panel, drawing.theme.ground, 0.75F));
    request.idle = opaque(drawing.theme.faint);
    for (std::size_t wave = 0; wave < grid_colours; ++wave) request.waves.at(wave) = opaque(drawing.wave_colour(wave));
    request.hatch = static_cast<std::uint32_t>(std::max(4.0F, std::round(0.45F * drawing.em)));
    if (picture_ && painted_ == view_model_.times && request == request_) return;
    painted_ = view_model_.times;
    request_ = request;
    GridPicture picture = grid_picture(*view_model_.times, request);
    resident_ = std::move(picture.resident);
    auto made = render::Texture::from_image(picture.image, render::Filter::nearest);
    if (made) {
      picture_ = std::move(*made);
    } else {
      picture_.reset();
    }
  }

  GridViewModel view_model_;
  std::optional<render::Texture> picture_;  ///< empty before the first one, and where OpenGL has no room for it
  std::shared_ptr<const analysis::GridTimes> painted_;
  GridPictureRequest request_;
  std::vector<float> resident_;  ///< by column of the picture
};

}  // namespace

std::span<const Action> grid_actions();

PanelEntry grid_panel() {
  return {.window = "###grid",
          .place = PanelPlace::view,
          .make = make_view<GridPanel>,
          .show = Action{"show_grid", "Grid", "7", "Views",
                         "Shows the blocks on the SMs over time, in waves and with the tail.",
                         shows_view<AnimatedView::grid>},
          .actions = grid_actions};
}

}  // namespace lanescope::gui
