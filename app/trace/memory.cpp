#include "trace/memory.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace lanescope::trace {
namespace {

/// No buffer has such a name, because those of buffers are identifiers.
constexpr std::array<std::pair<Space, std::string_view>, 2> spaces_without_buffers{
    {{Space::shared, "shared memory"}, {Space::local, "local memory"}}};

}  // namespace

std::string Memory::name() const {
  const auto found = std::ranges::find(spaces_without_buffers, space, [](const auto& entry) { return entry.first; });
  return found == spaces_without_buffers.end() ? buffer : std::string(found->second);
}

Memory Memory::named(std::string name) {
  const auto found = std::ranges::find(spaces_without_buffers, name, [](const auto& entry) { return entry.second; });
  return found == spaces_without_buffers.end() ? Memory{Space::global, std::move(name)} : Memory{found->first};
}

}  // namespace lanescope::trace
