// Animated PNG: still pictures put together by the rules of "Portable Network Graphics, Third Edition" (W3C, 2025),
// chunks acTL, fcTL and fdAT. Viewers that do not know them show the first picture.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace warpscope::gui {

class AnimatedPng {
 public:
  /// Each picture is shown for 1 / fps seconds; all of them again and again.
  AnimatedPng(std::uint32_t frames, std::uint32_t fps) : frames_(frames), fps_(fps) {}

  /// A whole PNG file. Error: it is none, or its size or kind is not that of the first.
  [[nodiscard]] Status add(std::string_view png);
  [[nodiscard]] std::uint32_t added() const { return added_; }
  /// The whole file. Error: other than the announced number of pictures were added.
  [[nodiscard]] Expected<std::string> finish() const;

 private:
  void put_control(std::string_view header);

  std::uint32_t frames_, fps_;
  std::uint32_t added_ = 0, sequence_ = 0;
  std::string header_;  ///< the data of IHDR
  std::string bytes_;
};

}  // namespace warpscope::gui
