#include "gui/application/panel_canvas.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <implot.h>

#include <algorithm>
#include <utility>

#include "gui/application/context_scope.h"
#include "gui/messages.h"
#include "gui/widgets/fonts.h"

namespace lanescope::gui {
namespace {

constexpr int frames_until_settled = 4;
constexpr double settling_seconds = 1.0 / 60;
constexpr float min_text_size = 13, max_text_lines = 40, usual_lines = 28;  // of text, from top to bottom
constexpr float usual_width = 46;                                           // in text heights

/// Returns how many lines of text the panel is high in the window, so that the film has as many.
float lines_of(const PanelEntry& entry, float em) {
  const ImGuiWindow* const window = visible_window(entry);
  const float lines = window != nullptr && em > 0 ? window->InnerRect.GetHeight() / em : usual_lines;
  return std::clamp(lines, 10.0F, max_text_lines);
}

}  // namespace

Expected<std::unique_ptr<PanelCanvas>> PanelCanvas::open(const Interface& interface, const State& state,
                                                         std::string_view panel, std::uint32_t width,
                                                         std::uint32_t height, float text_height) {
  const PanelEntry* const entry = find_panel(panel);
  const Panel* const shown = entry == nullptr ? nullptr : interface.panel(panel);
  if (shown == nullptr) return failure(message<"panel.unknown">(panel));
  TRY(auto canvas, render::Framebuffer::create(width, height));
  TRY(auto made, entry->make({interface.shaders()}));
  made->copy_settings_from(*shown);
  // What the window has taken is shared; a state of somebody else brings its own.
  static_cast<void>(made->take(state));
  const float in_window = static_cast<float>(height) / lines_of(*entry, interface.height_of_text());
  const float em = text_height > 0 ? text_height : std::max(min_text_size, in_window);
  std::unique_ptr<PanelCanvas> opened(
      new PanelCanvas(*entry, std::move(made), std::move(canvas), interface.fonts(), em));
  for (int frame = 0; frame < frames_until_settled; ++frame) static_cast<void>(opened->take(state, settling_seconds));
  opened->scrolls_ = false;
  return opened;
}

float PanelCanvas::text_height_in(std::uint32_t width, std::uint32_t height) {
  return std::max(min_text_size,
                  std::min(static_cast<float>(height) / usual_lines, static_cast<float>(width) / usual_width));
}

void PanelCanvas::make_reproducible(const State& state) {
  static_cast<void>(take(state, settling_seconds));
  {
    const ContextScope mine(context_, plots_);
    repack_glyphs();
  }
  static_cast<void>(take(state, settling_seconds));
}

PanelCanvas::PanelCanvas(const PanelEntry& entry, std::unique_ptr<Panel> panel, render::Framebuffer canvas,
                         const Fonts& fonts, float em)
    : entry_(entry), panel_(std::move(panel)), canvas_(std::move(canvas)), fonts_(fonts), em_(em) {
  const ContextScope before(ImGui::GetCurrentContext(), ImPlot::GetCurrentContext());
  context_ = ImGui::CreateContext(ImGui::GetIO().Fonts);
  plots_ = ImPlot::CreateContext();
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.FontDefault = fonts.text;
  io.DisplaySize = {static_cast<float>(canvas_.width()), static_cast<float>(canvas_.height())};
  ImGui_ImplOpenGL3_Init("#version 450 core");
}

PanelCanvas::~PanelCanvas() {
  {
    const ContextScope mine(context_, plots_);
    ImGui_ImplOpenGL3_Shutdown();
  }
  ImPlot::DestroyContext(plots_);
  ImGui::DestroyContext(context_);
}

void PanelCanvas::draw(const State& state, const Readout& readout, const Theme& theme) {
  std::vector<WindowEffect> effects;
  if (scrolls_) effects.emplace_back(ScrollSource{});
  std::vector<Command> commands;  // they are ignored: the state is that of the film
  needs_redraw_ = false;
  widgets_.clear();
  const Frame frame{state, readout, theme, fonts_, em_, widgets_, effects, commands, needs_redraw_};
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  constexpr ImGuiWindowFlags flags =
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
  ImGui::Begin(entry_.window, nullptr, flags);
  draw_content(frame, entry_, *panel_);
  ImGui::End();
}

render::Image PanelCanvas::take(const State& state, double seconds) {
  const ContextScope mine(context_, plots_);
  ImGui::GetIO().DeltaTime = static_cast<float>(seconds);
  const Theme theme = theme_of(state.ui.shown_theme());
  apply(theme, em_);
  const Readout readout = read(state);
  ImGui_ImplOpenGL3_NewFrame();
  in_new_frame([&] { draw(state, readout, theme); });
  ImGui::Render();
  painter_.to_framebuffer(*ImGui::GetDrawData(), theme.ground, canvas_, false);
  return canvas_.read();
}

}  // namespace lanescope::gui
