// Matrices: the buffers of a kernel as images that light up where they are touched, from the whole matrix down to
// single elements, and below each the same elements as the row that they are in memory.
#include <optional>
#include <string>

#include "gui/views/matrices/matrices_drawing.h"
#include "gui/views/matrices/matrices_renderer.h"
#include "gui/views/playback/view_panel.h"

namespace warpscope::gui {

void draw_matrices_panel(const Frame& frame, ViewMemory& memory, MatricesScene& scene) {
  ViewPanel panel(frame, memory, AnimatedView::matrices);
  if (!panel.seen()) return;
  const std::optional<ShownAccess> at = shown_access(frame.state.playback, AnimatedView::matrices);
  if (!at) return;
  scene.follow(frame.state);
  MatricesDrawing(frame, scene, *at, scene.wrong(), panel.opacity()).draw(panel.canvas());
  std::string caption = matrices_caption(frame.state, at->record, scene.images(), scene.totals(), scene.wrong());
  if (scene.shows_grid()) caption = grid_caption(frame.state, *scene.grid(), scene.grid_end()) + " " + caption;
  if (scene.has_other_grid()) caption += " " + frame.say("matrices.grid_elsewhere");
  panel.caption(std::move(caption));
}

}  // namespace warpscope::gui
