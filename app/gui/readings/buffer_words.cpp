#include "gui/readings/buffer_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "gui/store/words/numbers.h"

namespace lanescope::gui {

std::string shape_text(const analysis::TracedBuffer& buffer) {
  std::string text;
  for (const std::int64_t extent : buffer.shape) {
    text += (text.empty() ? "" : " × ") + grouped(extent);
  }
  return text + " " + std::string(catalogue::name_of(buffer.type));
}

std::string element_name(const analysis::TracedBuffer& buffer, std::uint64_t element) {
  std::string indices;
  for (std::size_t n = buffer.shape.size(); n-- > 1;) {
    const auto extent = static_cast<std::uint64_t>(std::max<std::int64_t>(1, buffer.shape[n]));
    indices = fmt::format("[{}]", element % extent) + indices;
    element /= extent;
  }
  return fmt::format("{}[{}]{}", buffer.name, element, indices);
}

}  // namespace lanescope::gui
