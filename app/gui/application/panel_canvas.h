// A panel that is drawn alone, for a picture or a film, beside a window that goes on: with contexts of Dear ImGui and
// ImPlot of its own, so that it takes no key from the window, and the window none of its sizes.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "gui/shell/frame_painter.h"
#include "gui/shell/interface.h"
#include "gui/store/state.h"
#include "render/gl/gl_objects.h"
#include "render/image/image.h"

struct ImGuiContext;
struct ImPlotContext;

namespace lanescope::gui {

class PanelCanvas {
 public:
  /// The panel is a new one, set as that of the interface is, whose typefaces it shares and which must outlive it. Its
  /// text is as large beside the panel as in the window, or as high as said, in pixels. It fails without such a panel,
  /// or when OpenGL lacks memory.
  [[nodiscard]] static Expected<std::unique_ptr<PanelCanvas>> open(const Interface& interface, const State& state,
                                                                   std::string_view panel, std::uint32_t width,
                                                                   std::uint32_t height, float text_height = 0);
  ~PanelCanvas();
  PanelCanvas(const PanelCanvas&) = delete;
  PanelCanvas& operator=(const PanelCanvas&) = delete;

  /// Makes pictures that are the same to the last bit, whatever was on the screen before. It packs all characters
  /// again, so it is not for a window that stays open.
  void make_reproducible(const State& state);
  /// Returns the height of text with which a panel of that size is well read.
  [[nodiscard]] static float text_height_in(std::uint32_t width, std::uint32_t height);
  /// Draws the state. Things that move by themselves advance by `seconds`.
  [[nodiscard]] render::Image take(const State& state, double seconds);
  /// Returns what the last picture says in words; empty for a panel that has none.
  [[nodiscard]] std::string caption(const State& state) const {
    return entry_.caption != nullptr ? entry_.caption(state) : panel_->caption();
  }
  /// Returns whether something in the last picture moves by itself.
  [[nodiscard]] bool needs_redraw() const { return needs_redraw_; }

 private:
  PanelCanvas(const PanelEntry& entry, std::unique_ptr<Panel> panel, render::Framebuffer canvas, const Fonts& fonts,
              float em);
  void draw(const State& state, const Readout& readout, const Theme& theme);

  bool needs_redraw_ = false;
  bool scrolls_ = true;  ///< whether the source still scrolls to the selected line

  const PanelEntry& entry_;
  std::unique_ptr<Panel> panel_;
  render::Framebuffer canvas_;
  const Fonts& fonts_;
  float em_;
  ImGuiContext* context_ = nullptr;
  ImPlotContext* plots_ = nullptr;
  FramePainter painter_;
  WidgetMap widgets_;
};

}  // namespace lanescope::gui
