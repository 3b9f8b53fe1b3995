#include "render/context/offscreen.h"

#include <gtest/gtest.h>

#include "images.h"
#include "render/context/context.h"
#include "render/gl/gl_objects.h"

namespace lanescope::render {
namespace {

TEST(Offscreen, GivesOpenGl45AndSaysWhoDraws) {
  const auto context = Offscreen::open();
  ASSERT_TRUE(context) << context.error().text();
  const ContextInfo& info = (*context)->info();
  EXPECT_GE(10 * info.major + info.minor, 45);
  EXPECT_FALSE(info.vendor.empty());
  EXPECT_FALSE(info.renderer.empty());
  EXPECT_FALSE(info.version.empty());
  EXPECT_FALSE(info.shading_language.empty());
  EXPECT_FALSE(info.platform.empty());
  EXPECT_EQ(info.is_software, is_software_renderer(info.renderer));
  if ((*context)->cuda_device()) {
    EXPECT_FALSE(info.is_software) << info.renderer;
  }
}

TEST(Offscreen, SoftwareOnlyGivesSoftwareOrEveryReason) {
  OffscreenOptions options;
  options.software = true;
  const auto context = Offscreen::open(options);
  if (context) {
    EXPECT_TRUE((*context)->info().is_software) << (*context)->info().renderer;
    EXPECT_FALSE((*context)->cuda_device());
  } else {
    EXPECT_FALSE(context.error().what.empty());
    EXPECT_FALSE(context.error().remedy.empty());
  }
}

TEST(Offscreen, ADeviceThatDoesNotExistIsNamed) {
  OffscreenOptions options;
  options.cuda_device = 4711;
  const auto context = Offscreen::open(options);
  ASSERT_FALSE(context);
  EXPECT_NE(context.error().what.text().find("4711"), std::string::npos) << context.error().text();
  EXPECT_FALSE(context.error().remedy.empty());
}

TEST(Offscreen, AnUnknownUuidIsAnErrorAndNotAnotherDevice) {
  OffscreenOptions options;
  options.device_uuid = "GPU-00000000-0000-0000-0000-000000000000";
  const auto context = Offscreen::open(options);
  ASSERT_FALSE(context);
  EXPECT_FALSE(context.error().text().empty());
}

TEST(Offscreen, TwoContextsLiveSideBySideAndTheSecondSurvivesTheFirst) {
  auto first = Offscreen::open();
  ASSERT_TRUE(first) << first.error().text();
  const auto second = Offscreen::open();
  ASSERT_TRUE(second) << second.error().text();

  (*first)->make_current();
  (*second)->make_current();
  first->reset();
  const auto target = Framebuffer::create(4, 4);
  ASSERT_TRUE(target) << target.error().text();
  target->clear({10, 20, 30, 255});
  EXPECT_EQ(target->read(), filled_image(4, 4, {10, 20, 30, 255}));
}

TEST(Renderer, TheSoftwareRenderersAreKnownByName) {
  EXPECT_TRUE(is_software_renderer("llvmpipe (LLVM 15.0.6, 256 bits)"));
  EXPECT_TRUE(is_software_renderer("softpipe"));
  EXPECT_TRUE(is_software_renderer("Software Rasterizer"));
  EXPECT_FALSE(is_software_renderer("NVIDIA H200/PCIe/SSE2"));
  EXPECT_FALSE(is_software_renderer("Mesa Intel(R) UHD Graphics 620 (KBL GT2)"));
}

}  // namespace
}  // namespace lanescope::render
