#include "catalogue/launch_plan.h"

#include <algorithm>

#include "catalogue/front_matter/front_matter.h"
#include "catalogue/reference/fill.h"

namespace warpscope::catalogue {

std::string_view name_of(ElementType type) {
  return name_in(element_type_names, type);
}
std::string_view name_of(Role role) {
  return name_in(role_names, role);
}
std::string_view name_of(Fill fill) {
  return name_in(fill_names, fill);
}

std::size_t size_of(ElementType type) {
  return fill_facts.at(static_cast<std::size_t>(type)).bytes;
}

std::optional<ElementType> element_type(std::string_view name) {
  return named_in<ElementType>(element_type_names, name);
}

std::uint64_t Buffer::elements() const {
  std::uint64_t count = 1;
  for (const std::int64_t extent : shape) count *= static_cast<std::uint64_t>(extent);
  return count;
}

std::string Check::other() const {
  if (!file.empty()) return "file " + file;
  return "output of " + (same_entry.empty() ? same_as : "the entry " + same_entry);
}

std::uint64_t LaunchPlan::buffer_bytes() const {
  std::uint64_t bytes = 0;
  for (const Buffer& buffer : buffers) bytes += buffer.bytes();
  return bytes;
}

bool LaunchPlan::is_cooperative() const {
  return std::any_of(launches.begin(), launches.end(), [](const Launch& launch) { return launch.cooperative; });
}

}  // namespace warpscope::catalogue
