// Changes to texts of kernels, for tests with and without a GPU.
#pragma once

#include <string>

namespace lanescope::gui::test {

/// A transpose for 100 x 100 elements, which no block shape divides, and without what keeps threads inside.
inline std::string unguarded(std::string text) {
  for (std::size_t at = text.find("= 4096"); at != std::string::npos; at = text.find("= 4096")) {
    text.replace(at, 6, "= 100");
  }
  const std::string guard = "if (x < nx && y < ny)";
  return text.replace(text.find(guard), guard.size(), "");
}

}  // namespace lanescope::gui::test
