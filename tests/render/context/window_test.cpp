#include "render/context/window.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "images.h"
#include "render/gl/gl_objects.h"

namespace lanescope::render {
namespace {

bool has_display() {
  return !environment("DISPLAY").empty() || !environment("WAYLAND_DISPLAY").empty();
}

WindowOptions hidden() {
  WindowOptions options;
  options.width = 320;
  options.height = 200;
  options.visible = false;
  options.vertical_sync = false;
  return options;
}

/// GLFW closes the libraries of the desktop with the window. Kept open, what they leave behind carries their names, so
/// that the leak checker can tell it from ours.
class WindowOnTheScreen : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    for (const char* name : {"libX11.so.6", "libGLX.so.0", "libGL.so.1", "libwayland-client.so.0"}) {
      static_cast<void>(dlopen(name, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE));
    }
  }
};

TEST_F(WindowOnTheScreen, HasOpenGl45ASizeAndAScale) {
  if (!has_display()) GTEST_SKIP() << "there is no display (DISPLAY, WAYLAND_DISPLAY)";
  WindowOptions options = hidden();
  options.icons = {filled_image(16, 16, {0, 160, 120, 255}), filled_image(32, 32, {0, 160, 120, 255})};
  const auto window = Window::open(options);
  ASSERT_TRUE(window) << window.error().text();
  const ContextInfo& info = (*window)->info();
  EXPECT_GE(10 * info.major + info.minor, 45);
  EXPECT_NE(info.platform.find("window"), std::string::npos);
  EXPECT_NE((*window)->handle(), nullptr);
  EXPECT_FALSE((*window)->close_requested());
  EXPECT_GE((*window)->framebuffer_size().width, 320);
  EXPECT_GE((*window)->framebuffer_size().height, 200);
  EXPECT_GE((*window)->scale(), 0.5f);
}

TEST_F(WindowOnTheScreen, DrawsIntoPicturesLikeAnyContextAndSwaps) {
  if (!has_display()) GTEST_SKIP() << "there is no display (DISPLAY, WAYLAND_DISPLAY)";
  const auto window = Window::open(hidden());
  ASSERT_TRUE(window) << window.error().text();
  (*window)->make_current();
  {
    const auto target = Framebuffer::create(8, 8);
    ASSERT_TRUE(target) << target.error().text();
    target->clear({255, 128, 0, 255});
    EXPECT_EQ(target->read(), filled_image(8, 8, {255, 128, 0, 255}));
  }
  const PixelSize size = (*window)->framebuffer_size();
  bind_window(static_cast<std::uint32_t>(size.width), static_cast<std::uint32_t>(size.height));
  (*window)->swap();
}

TEST_F(WindowOnTheScreen, CanBeOpenedAgainAfterItWasClosed) {
  if (!has_display()) GTEST_SKIP() << "there is no display (DISPLAY, WAYLAND_DISPLAY)";
  for (int time = 0; time < 2; ++time) {
    const auto window = Window::open(hidden());
    ASSERT_TRUE(window) << window.error().text();
  }
}

TEST_F(WindowOnTheScreen, WithoutADisplayTheErrorSaysWhatToDo) {
  if (has_display()) GTEST_SKIP() << "there is a display";
  const auto window = Window::open(hidden());
  ASSERT_FALSE(window);
  EXPECT_NE(window.error().what.text().find("display"), std::string::npos) << window.error().text();
  EXPECT_NE(window.error().remedy.text().find("DISPLAY"), std::string::npos) << window.error().text();
}

}  // namespace
}  // namespace lanescope::render
