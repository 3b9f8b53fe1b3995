// A panel that is drawn alone, for a film, beside a window that goes on: with contexts of Dear ImGui and ImPlot of its
// own, so that it takes no key from the window, and the window none of its sizes.
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
  /// text is as large beside the panel as in the window. It fails without such a panel, or when OpenGL lacks memory.
  [[nodiscard]] static Expected<std::unique_ptr<PanelCanvas>> open(const Interface& interface, const State& state,
                                                                   std::string_view panel, std::uint32_t width,
                                                                   std::uint32_t height);
  ~PanelCanvas();
  PanelCanvas(const PanelCanvas&) = delete;
  PanelCanvas& operator=(const PanelCanvas&) = delete;

  /// Draws the state. Things that move by themselves advance by `seconds`.
  [[nodiscard]] render::Image take(const State& state, double seconds);

 private:
  PanelCanvas(const PanelEntry& entry, std::unique_ptr<Panel> panel, render::Framebuffer canvas, const Fonts& fonts,
              float em);
  void draw(const State& state, const Readout& readout, const Theme& theme);

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
