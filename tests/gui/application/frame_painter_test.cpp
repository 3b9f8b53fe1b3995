// What the painter fills and copies without the shader of Dear ImGui is what the shader would have drawn.
#include "gui/shell/frame_painter.h"

#include <glad/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "render/context/offscreen.h"
#include "render/image/image.h"

namespace lanescope::gui::test {
namespace {

constexpr std::uint32_t frame_width = 400, frame_height = 300;
constexpr render::Colour frame_ground{20, 30, 40, 255};

class APainter : public testing::Test {
 protected:
  void SetUp() override {
    auto context = render::Offscreen::open({.cuda_device = {}, .device_uuid = {}, .software = true});
    if (!context) GTEST_SKIP() << context.error().text();
    context_ = std::move(*context);
    imgui_ = ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = {frame_width, frame_height};
    ASSERT_TRUE(ImGui_ImplOpenGL3_Init("#version 330"));
  }
  void TearDown() override {
    if (imgui_ == nullptr) return;
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(imgui_);
  }

  /// A picture of random opaque pixels.
  render::Framebuffer picture(std::uint32_t width, std::uint32_t height) {
    render::Framebuffer made = render::Framebuffer::create(width, height).value();
    std::vector<std::uint32_t> pixels(std::size_t{width} * height);
    for (std::uint32_t& pixel : pixels) pixel = static_cast<std::uint32_t>(random_()) | 0xff000000u;
    made.write(std::as_bytes(std::span(pixels)));
    return made;
  }

  /// Draws one frame with the painter and without it.
  template <class Draw>
  std::pair<render::Image, render::Image> both(const Draw& draw) {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    draw(*ImGui::GetBackgroundDrawList());
    ImGui::Render();
    ImDrawData& data = *ImGui::GetDrawData();
    const render::Framebuffer painted = render::Framebuffer::create(frame_width, frame_height).value();
    const render::Framebuffer drawn = render::Framebuffer::create(frame_width, frame_height).value();
    const std::array<float, 4> ground = render::fractions(frame_ground);
    painter_.to_framebuffer(data, {ground[0], ground[1], ground[2], 1}, painted, false);
    drawn.clear(frame_ground);
    drawn.bind();
    ImGui_ImplOpenGL3_RenderDrawData(&data);
    return {painted.read(), drawn.read()};
  }

  std::unique_ptr<render::Offscreen> context_;
  ImGuiContext* imgui_ = nullptr;
  FramePainter painter_;
  std::mt19937 random_{7};
};

TEST_F(APainter, FillsTheVeryPixelsOfARectangleWhereverItsEdgesLie) {
  for (int round = 0; round < 60; ++round) {
    const auto [painted, drawn] = both([&](ImDrawList& list) {
      for (int rectangle = 0; rectangle < 6; ++rectangle) {
        const auto place = [&](std::uint32_t extent) {
          const auto number = static_cast<float>(random_() % (extent * 16)) / 16;
          return round % 3 == 0 ? std::floor(number) : round % 3 == 1 ? std::floor(number) + 0.5F : number;
        };
        const ImVec2 one{place(frame_width), place(frame_height)}, other{place(frame_width), place(frame_height)};
        const ImU32 colour = static_cast<ImU32>(random_()) | (random_() % 4 == 0 ? 0 : IM_COL32_A_MASK);
        list.AddRectFilled({std::min(one.x, other.x), std::min(one.y, other.y)},
                           {std::max(one.x, other.x), std::max(one.y, other.y)}, colour);
      }
    });
    ASSERT_TRUE(painted == drawn) << round;
    ASSERT_FALSE(render::is_uniform(drawn));
  }
}

TEST_F(APainter, CopiesPicturesThatLieOnWholePixels) {
  render::Framebuffer opaque = picture(200, 100);
  opaque.make_opaque();
  const render::Framebuffer other = picture(200, 100);
  for (int round = 0; round < 40; ++round) {
    const auto [painted, drawn] = both([&](ImDrawList& list) {
      list.AddRectFilled({3.3F, 4.7F}, {380.2F, 290.9F}, IM_COL32(50, 60, 70, 255));
      for (const render::Framebuffer* const from :
           std::array<const render::Framebuffer*, 3>{&opaque, &other, &opaque}) {
        const float fraction = round % 2 == 0 ? 0 : static_cast<float>(random_() % 16) / 16;
        // Some of them reach beyond the frame.
        const ImVec2 at{static_cast<float>(random_() % 400) - 100 + fraction, static_cast<float>(random_() % 300) - 50};
        const float width = round % 5 == 4 ? 150 : round % 5 == 3 ? 200.25F : 200;
        list.AddImage(ImTextureRef(static_cast<ImTextureID>(from->texture())), at, {at.x + width, at.y + 100}, {0, 1},
                      {1, 0}, round % 7 == 6 ? IM_COL32(255, 255, 255, 128) : IM_COL32_WHITE);
        list.AddRectFilled({at.x + 20.4F, at.y + 10}, {at.x + 120, at.y + 60}, IM_COL32(90, 0, 0, 200));
      }
    });
    ASSERT_TRUE(painted == drawn) << round;
  }
}

}  // namespace
}  // namespace lanescope::gui::test
