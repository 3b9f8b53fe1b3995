#include "gui/offscreen/offscreen_window.h"

#include <imgui.h>

#include <utility>

namespace warpscope::gui {

Expected<std::unique_ptr<OffscreenWindow>> OffscreenWindow::open(const OffscreenWindowOptions& options) {
  TRY(auto context, render::Offscreen::open(options.context));
  TRY(auto egl, SharedLibrary::open({"libEGL.so.1", "libEGL.so"}));
  InterfaceOptions interface_options = options.interface;
  if (!egl.load(interface_options.loader, "eglGetProcAddress")) {
    return failure("EGL has no eglGetProcAddress", egl.file(), "install the package libegl1");
  }
  TRY(auto canvas, render::Framebuffer::create(options.width, options.height));
  TRY(auto interface, Interface::create(interface_options));
  return std::unique_ptr<OffscreenWindow>(
      new OffscreenWindow(std::move(egl), std::move(context), std::move(canvas), std::move(interface)));
}

OffscreenWindow::OffscreenWindow(SharedLibrary egl, std::unique_ptr<render::Offscreen> context,
                                 render::Framebuffer canvas, std::unique_ptr<Interface> interface)
    : egl_(std::move(egl)),
      context_(std::move(context)),
      canvas_(std::move(canvas)),
      interface_(std::move(interface)) {}

std::vector<Command> OffscreenWindow::draw(const State& state) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(canvas_.width()), static_cast<float>(canvas_.height())};
  io.DeltaTime = 1.0F / 60.0F;
  return interface_->draw(state, Canvas{canvas_.width(), canvas_.height(), 1.0F, &canvas_, true});
}

}  // namespace warpscope::gui
