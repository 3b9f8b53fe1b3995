#include "gui/shell/interface.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_impl_opengl3_loader.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "gui/shell/layout.h"

namespace warpscope::gui {

namespace {

constexpr float lines_of_text = 48;  // the height of a window, in heights of its text
constexpr float smallest_text = 13;  // pixels on a display of scale 1
constexpr float lecture_zoom = 1.3F;
constexpr float longest_frame = 0.1F;  // seconds; what plays does not jump after a pause
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
  std::unique_ptr<Interface> interface(new Interface(std::move(*output), MatricesScene(options.shaders)));
  if (!ImGui_ImplOpenGL3_Init(glsl_version)) {
    return failure("Dear ImGui cannot draw with this OpenGL", "", "install a driver with OpenGL 4.5, or Mesa");
  }
  interface->fonts_ = load_fonts(options.fonts.empty() ? font_folders() : options.fonts);
  io.FontDefault = interface->fonts_.text;
  interface->notes_ = interface->fonts_.missing;
  if (!options.layout.empty()) {
    load_arrangement(options.layout);
    interface->loaded_ = true;
  }
  return interface;
}

Interface::Interface(OutputPicture output, MatricesScene matrices)
    : output_(std::move(output)), matrices_(std::move(matrices)) {}

Interface::~Interface() {
  if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
  ImPlot::DestroyContext();
  ImGui::DestroyContext();
}

std::vector<std::string> Interface::notes() {
  return std::exchange(notes_, {});
}

void Interface::take_attachments(const State& state) {
  taken_.clear();
  const auto keep = [this](Expected<std::optional<TakenAttachment>> taken) {
    if (!taken) return notes_.push_back(taken.error().text());
    if (*taken) taken_.push_back(std::move(**taken));
  };
  if (pictured_kernel_ != state.selection.kernel) {
    output_.clear();
    pictured_kernel_ = state.selection.kernel;
  }
  if (!state.stale() && state.known.result) keep(output_.update(*state.known.result));
  if (!state.playback.visible[index_of(AnimatedView::matrices)]) return;
  keep(matrices_.take(state.playback, state.known.result ? state.known.result->machine.uuid : std::string()));
}

void Interface::follow_appearance(const State& state, const Canvas& canvas) {
  const float zoom = state.ui.zoom * (state.ui.layouts.lecture ? lecture_zoom : 1.0F);
  const float em = text_height(ImGui::GetIO().DisplaySize.y, canvas.scale, zoom);
  if (em == applied_height_ && applied_theme_ == state.ui.theme) return;
  theme_ = theme_of(state.ui.theme);
  apply(theme_, em);
  applied_height_ = em;
  applied_theme_ = state.ui.theme;
}

void Interface::follow_layouts(const State& state, std::vector<Command>& commands) {
  const Layouts& layouts = state.ui.layouts;
  if (std::exchange(kept_, layouts.keeps_wanted) != layouts.keeps_wanted) {
    commands.push_back({"store_layout", layouts.wanted_name, arrangement()});
  }
  if (layouts.lecture && !lecture_ && arranged_) before_lecture_ = arrangement();
  const bool back = !layouts.lecture && lecture_ && arranged_ == state.layout_resets;
  if (back && !before_lecture_.empty()) {
    load_arrangement(before_lecture_);
    lecture_ = false;
  }
  const auto own = layouts.own.find(layouts.chosen);
  if (arranged_ != state.layout_resets && !layouts.lecture && own != layouts.own.end()) {
    load_arrangement(own->second);
    arranged_ = state.layout_resets;
    lecture_ = false;
  }
}

void Interface::arrange(const State& state, ImGuiID dock_space) {
  const bool lecture = state.ui.layouts.lecture;
  if (arranged_ == state.layout_resets && lecture == lecture_) return;
  const ImVec2 size = ImGui::GetMainViewport()->WorkSize;
  // The layout of the last session was loaded before the first frame.
  const bool stands = std::exchange(loaded_, false) && !lecture;
  if (lecture) {
    arrange_lecture(dock_space, size);
  } else if (!stands) {
    arrange_panels(dock_space, size, state.ui.wide, front_);
  }
  lecture_ = lecture;
  arranged_ = state.layout_resets;
}

/// While something is asked the keys belong to the answer.
void Interface::read_keys(const State& state, std::vector<Command>& commands) {
  std::vector<Command> pressed;
  keys_.read(pressed);
  const bool asks = state.ui.show_palette || state.ui.layouts.naming;
  for (Command& command : pressed) {
    if (!asks || command.action == "toggle_palette") commands.push_back(std::move(command));
  }
}

std::string Interface::layout() const {
  return lecture_ ? before_lecture_ : arrangement();
}

void Interface::draw_views(const Frame& frame) {
  const Playback& playback = frame.state.playback;
  views_.moving = false;
  const auto is_shown = [&](AnimatedView view) {
    if (!lecture_ || front_ == std::string_view(panel_of(view))) return true;
    if (playback.visible[index_of(view)]) frame.emit({"see_view", std::string(name_of(view)), std::int64_t{0}});
    return false;
  };
  if (is_shown(AnimatedView::banks)) draw_banks_panel(frame, views_, banks_);
  if (is_shown(AnimatedView::sectors)) draw_sectors_panel(frame, views_);
  if (is_shown(AnimatedView::matrices)) draw_matrices_panel(frame, views_, matrices_);
  if (is_shown(AnimatedView::warps)) draw_warps_panel(frame, views_, warps_);
  if (!playback.playing || !playback.any_visible()) return;
  views_.moving = true;
  const float seconds = std::min(ImGui::GetIO().DeltaTime, longest_frame);
  frame.emit({"pass_time", "", static_cast<std::int64_t>(std::lround(1e6F * seconds))});
}

std::vector<Command> Interface::draw(const State& state, const Canvas& canvas) {
  take_attachments(state);
  follow_appearance(state, canvas);
  const float em = applied_height_;

  std::vector<Command> commands;
  follow_layouts(state, commands);
  read_keys(state, commands);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  widgets_.clear();
  const Readout readout = read(state);
  const Frame frame{state, readout, theme_, fonts_, output_.view(), em, widgets_, commands};
  if (!lecture_) {
    draw_menu_bar(frame);
    draw_status_bar(frame);
  }

  for (const AnimatedView view : all_animated_views) {
    if (views_.fronted[index_of(view)] != state.playback.fronts_wanted[index_of(view)]) front_ = panel_of(view);
  }
  if (ladder_fronted_ != state.ladder.fronts_wanted) front_ = panel::ladder;
  if (roofline_fronted_ != state.ladder.roofline_fronts_wanted) front_ = panel::roofline;
  const ImGuiID dock_space = ImGui::GetID("panels");
  arrange(state, dock_space);
  ImGui::DockSpaceOverViewport(dock_space, ImGui::GetMainViewport());

  // A lecture shows the readout, the knobs and the view in front; everything else stays hidden.
  const auto is_shown = [this](const char* view) { return !lecture_ || front_ == std::string_view(view); };
  if (!lecture_) draw_kernels_panel(frame);
  draw_knobs_panel(frame);
  draw_readout_panel(frame);
  if (!lecture_) {
    draw_scope_panel(frame);
    draw_output_panel(frame);
  }
  if (std::exchange(source_fronted_, state.source.fronts_wanted) != state.source.fronts_wanted) {
    front_ = panel::source;
    ImGui::SetNextWindowFocus();
  }
  if (is_shown(panel::source)) draw_source_panel(frame, source_scroll_);
  if (std::exchange(occupancy_fronted_, state.source.occupancy_fronts_wanted) != state.source.occupancy_fronts_wanted) {
    front_ = panel::occupancy;
    ImGui::SetNextWindowFocus();
  }
  if (is_shown(panel::occupancy)) draw_occupancy_panel(frame);
  if (std::exchange(fronted_, state.sweep.fronts_wanted) != state.sweep.fronts_wanted) {
    front_ = panel::sweep;
    ImGui::SetNextWindowFocus();
  }
  if (is_shown(panel::sweep)) draw_sweep_panel(frame);
  if (std::exchange(ladder_fronted_, state.ladder.fronts_wanted) != state.ladder.fronts_wanted) {
    front_ = panel::ladder;
    ImGui::SetNextWindowFocus();
  }
  if (is_shown(panel::ladder)) draw_ladder_panel(frame);
  if (std::exchange(roofline_fronted_, state.ladder.roofline_fronts_wanted) != state.ladder.roofline_fronts_wanted) {
    front_ = panel::roofline;
    ImGui::SetNextWindowFocus();
  }
  if (is_shown(panel::roofline)) draw_roofline_panel(frame);
  draw_views(frame);
  if (!lecture_) {
    draw_log_panel(frame);
    if (std::exchange(doctor_fronted_, state.doctor.fronts_wanted) != state.doctor.fronts_wanted) {
      ImGui::SetNextWindowFocus();
    }
    draw_doctor_panel(frame);
    front_ = panel_in_front(front_);
  }
  draw_help_window(frame);
  draw_connect_dialog(frame, connect_form_);
  draw_picture_dialog(frame, picture_form_);
  if (std::exchange(copied_, state.exports.copies_wanted) != state.exports.copies_wanted) {
    ImGui::SetClipboardText(state.exports.clipboard.c_str());
  }
  draw_layout_dialog(frame, layout_form_);
  draw_palette(frame, palette_form_);
  ImGui::Render();

  if (canvas.framebuffer != nullptr) {
    painter_.to_framebuffer(*ImGui::GetDrawData(), theme_.ground, *canvas.framebuffer, canvas.kept);
  } else {
    painter_.to_window(*ImGui::GetDrawData(), theme_.ground, canvas.width, canvas.height);
  }
  return commands;
}

}  // namespace warpscope::gui
