// What the tests of pictures share: an OpenGL context and fields of numbers in its buffers.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "render/context/offscreen.h"
#include "render/gl/gl_objects.h"

namespace lanescope::render {

inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float infinity = std::numeric_limits<float>::infinity();

inline std::filesystem::path shaders_folder() {
  return std::filesystem::path(LANESCOPE_SOURCES) / "shaders";
}

/// An offscreen context for each test.
class Drawing : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = Offscreen::open();
    ASSERT_TRUE(opened) << opened.error().text();
    context_ = std::move(*opened);
  }

  std::unique_ptr<Offscreen> context_;
};

inline Buffer buffer_with(const std::vector<float>& values) {
  Buffer buffer = Buffer::create(values.size() * sizeof(float)).value();
  buffer.write(std::as_bytes(std::span(values)));
  return buffer;
}

inline int distance(const Colour& left, const Colour& right) {
  int greatest = 0;
  for (std::size_t channel = 0; channel < 4; ++channel) {
    greatest = std::max(greatest, std::abs(left[channel] - right[channel]));
  }
  return greatest;
}

}  // namespace lanescope::render
