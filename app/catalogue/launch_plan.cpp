#include "catalogue/launch_plan.h"

#include <algorithm>
#include <cstring>

#include "catalogue/front_matter/front_matter.h"
#include "catalogue/messages.h"
#include "catalogue/reference/fill.h"

namespace lanescope::catalogue {

std::string_view name_of(ElementType type) {
  return enum_name(element_type_names, type);
}
std::string_view name_of(Role role) {
  return enum_name(role_names, role);
}
std::string_view name_of(Fill fill) {
  return enum_name(fill_names, fill);
}

std::size_t size_of(ElementType type) {
  return fill_traits.at(static_cast<std::size_t>(type)).bytes;
}

std::optional<ElementType> element_type(std::string_view name) {
  return enum_cast<ElementType>(element_type_names, name);
}

std::uint64_t Buffer::elements() const {
  std::uint64_t count = 1;
  for (const std::int64_t extent : shape) count *= static_cast<std::uint64_t>(extent);
  return count;
}

Message Check::reference_name() const {
  if (!file.empty()) return message<"method.file">(file);
  return reference_entry.empty() ? message<"method.output_of">(reference_kernel)
                                 : message<"method.output_of_entry">(reference_entry);
}

std::uint64_t LaunchPlan::buffer_bytes() const {
  std::uint64_t bytes = 0;
  for (const Buffer& buffer : buffers) bytes += buffer.bytes();
  return bytes;
}

std::vector<std::byte> Structure::with_addresses(
    const std::function<std::uint64_t(std::size_t)>& buffer_address) const {
  std::vector<std::byte> filled = bytes;
  for (const Address& each : addresses) {
    const std::uint64_t address = buffer_address(each.buffer) + static_cast<std::uint64_t>(each.value);
    std::memcpy(filled.data() + each.offset, &address, sizeof(address));
  }
  return filled;
}

bool Argument::points_to(std::size_t buffer) const {
  if (kind == Kind::buffer) return index == buffer;
  return structure &&
         std::ranges::find(structure->addresses, buffer, &Structure::Address::buffer) != structure->addresses.end();
}

const Symbol* LaunchPlan::symbol_of(std::size_t buffer) const {
  const auto found = std::ranges::find(symbols, std::optional(buffer), &Symbol::buffer);
  return found == symbols.end() ? nullptr : &*found;
}

const Symbol* LaunchPlan::buffer_symbol(std::string_view variable) const {
  const auto found = std::ranges::find_if(
      symbols, [&](const Symbol& symbol) { return symbol.buffer && symbol.name_in_ptx() == variable; });
  return found == symbols.end() ? nullptr : &*found;
}

bool LaunchPlan::has_guesses() const {
  return std::ranges::any_of(buffers, [](const Buffer& buffer) { return buffer.grows || buffer.guessed; }) ||
         std::ranges::any_of(launches, &Launch::shared_grows);
}

bool LaunchPlan::is_cooperative() const {
  return std::any_of(launches.begin(), launches.end(), [](const Launch& launch) { return launch.cooperative; });
}

Message place_of(const LaunchPlan& plan, const Launch& launch) {
  return message<"place.launch">(plan.kernel, launch.entry, launch.line);
}

Message place_of(const LaunchPlan& plan, const Symbol& variable) {
  return message<"place.variable">(plan.kernel, variable.name, variable.line);
}

}  // namespace lanescope::catalogue
