// Matrices: the buffers of a kernel as images that light up where they are touched, from the whole matrix down to
// single elements, and below each the same elements as the row that they are in memory.
#include <optional>
#include <string>

#include "gui/views/matrices/matrices_drawing.h"
#include "gui/views/matrices/matrices_renderer.h"
#include "gui/views/playback/view_panel.h"

namespace warpscope::gui {

namespace {

class MatricesPanel : public ViewPanel {
 public:
  explicit MatricesPanel(const std::filesystem::path& shaders)
      : ViewPanel(AnimatedView::matrices), renderer_(shaders) {}

  Expected<std::optional<TakenAttachment>> take(const State& state) override {
    if (!state.playback.sees(AnimatedView::matrices)) return std::nullopt;
    return renderer_.take(state.playback, state.known.result ? state.known.result->machine.uuid : std::string());
  }

 private:
  std::string draw_view(const Frame& frame, const ImRect& canvas, float opacity) override {
    const std::optional<ShownAccess> at = shown_access(frame.state.playback, AnimatedView::matrices);
    if (!at) return {};
    renderer_.follow(frame.state);
    MatricesDrawing({frame, opacity}, renderer_, *at).draw(canvas);
    std::string caption =
        matrices_caption(frame.state, at->record, renderer_.images(), renderer_.totals(), renderer_.wrong());
    if (renderer_.shows_grid())
      caption = grid_caption(frame.state, *renderer_.grid(), renderer_.grid_end()) + " " + caption;
    if (renderer_.has_other_grid()) caption += " " + frame.say("matrices.grid_elsewhere");
    return caption;
  }

  MatricesRenderer renderer_;
};

}  // namespace

Expected<std::unique_ptr<Panel>> make_matrices_panel(const PanelOptions& options) {
  return std::make_unique<MatricesPanel>(options.shaders);
}

}  // namespace warpscope::gui
