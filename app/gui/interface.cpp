#include "gui/interface.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_impl_opengl3_loader.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/layout.h"

namespace warpscope::gui {

namespace {

constexpr float lines_of_text = 48;  // the height of a window, in heights of its text
constexpr float smallest_text = 13;  // pixels on a display of scale 1
constexpr const char* glsl_version = "#version 450 core";

/// The back end would open libGL by itself, which a machine with EGL alone does not have.
bool load_opengl(OpenGlLoader loader) {
  return loader != nullptr && imgl3wInit2(loader) == GL3W_OK;
}

}  // namespace

float text_height(float window_height, float scale, float zoom) {
  return std::round(std::max(window_height / lines_of_text, smallest_text * scale) * zoom);
}

Expected<std::unique_ptr<Interface>> Interface::create(const InterfaceOptions& options) {
  if (!load_opengl(options.loader)) {
    return failure("Dear ImGui did not find the OpenGL functions it draws with", "",
                   "install a driver with OpenGL 4.5, or Mesa");
  }
  auto output = OutputPicture::create(options.shaders);
  if (!output) return failure(std::move(output.error()));

  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImPlot::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // nothing is left in the folder the program was started in
  io.LogFilename = nullptr;
  io.ConfigFlags |= ImGuiConfigFlags_DockingEnable;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.ConfigInputTextCursorBlink = false;  // a still window draws nothing
  std::unique_ptr<Interface> interface(new Interface(std::move(*output)));
  if (!ImGui_ImplOpenGL3_Init(glsl_version)) {
    return failure("Dear ImGui cannot draw with this OpenGL", "", "install a driver with OpenGL 4.5, or Mesa");
  }
  interface->theme_ = dark_theme();
  interface->fonts_ = load_fonts(options.fonts.empty() ? font_folders() : options.fonts);
  io.FontDefault = interface->fonts_.text;
  interface->notes_ = interface->fonts_.missing;
  return interface;
}

Interface::Interface(OutputPicture output) : output_(std::move(output)) {}

Interface::~Interface() {
  if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
  ImPlot::DestroyContext();
  ImGui::DestroyContext();
}

std::vector<std::string> Interface::notes() {
  return std::exchange(notes_, {});
}

void Interface::take_picture(const State& state) {
  taken_.reset();
  if (pictured_kernel_ != state.kernel) {
    output_.clear();
    pictured_kernel_ = state.kernel;
  }
  if (state.stale() || !state.result) return;
  auto taken = output_.update(*state.result);
  if (taken) {
    taken_ = std::move(*taken);
  } else {
    notes_.push_back(taken.error().text());
  }
}

std::vector<Command> Interface::draw(const State& state, const Canvas& canvas) {
  take_picture(state);
  const float em = text_height(ImGui::GetIO().DisplaySize.y, canvas.scale, state.zoom);
  if (em != applied_height_) apply(theme_, em);
  applied_height_ = em;

  std::vector<Command> commands;
  keys_.read(commands);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  widgets_.clear();
  const Readout readout = read(state);
  const Frame frame{state, readout, theme_, fonts_, output_.view(), em, widgets_, commands};
  draw_menu_bar(frame);
  draw_status_bar(frame);

  const ImGuiID dock_space = ImGui::GetID("panels");
  if (arranged_ != state.layout_resets) {
    arrange_panels(dock_space, ImGui::GetMainViewport()->WorkSize, state.wide, front_);
    arranged_ = state.layout_resets;
  }
  ImGui::DockSpaceOverViewport(dock_space, ImGui::GetMainViewport());

  draw_kernels_panel(frame);
  draw_knobs_panel(frame);
  draw_readout_panel(frame);
  draw_scope_panel(frame);
  draw_output_panel(frame);
  if (std::exchange(source_fronted_, state.in_source.fronts_wanted) != state.in_source.fronts_wanted) {
    ImGui::SetNextWindowFocus();
  }
  draw_source_panel(frame, source_scroll_);
  if (std::exchange(occupancy_fronted_, state.in_source.occupancy_fronts_wanted) !=
      state.in_source.occupancy_fronts_wanted) {
    ImGui::SetNextWindowFocus();
  }
  draw_occupancy_panel(frame);
  if (std::exchange(fronted_, state.sweep.fronts_wanted) != state.sweep.fronts_wanted) ImGui::SetNextWindowFocus();
  draw_sweep_panel(frame);
  draw_log_panel(frame);
  front_ = panel_in_front(front_);
  draw_help_window(frame);
  draw_connect_dialog(frame, connect_form_);
  ImGui::Render();

  if (canvas.framebuffer != nullptr) {
    canvas.framebuffer->bind();
  } else {
    render::bind_window(canvas.width, canvas.height);
  }
  glClearColor(theme_.ground.x, theme_.ground.y, theme_.ground.z, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return commands;
}

}  // namespace warpscope::gui
