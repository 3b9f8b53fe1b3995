// Drawing with contexts of Dear ImGui and ImPlot other than those of the window.
#pragma once

#include <imgui.h>
#include <implot.h>

namespace lanescope::gui {

/// Makes contexts current until the scope ends.
class ContextScope {
 public:
  ContextScope(ImGuiContext* context, ImPlotContext* plots)
      : context_(ImGui::GetCurrentContext()), plots_(ImPlot::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
    ImPlot::SetCurrentContext(plots);
  }
  ~ContextScope() {
    ImGui::SetCurrentContext(context_);
    ImPlot::SetCurrentContext(plots_);
  }
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

 private:
  ImGuiContext* context_;
  ImPlotContext* plots_;
};

}  // namespace lanescope::gui
