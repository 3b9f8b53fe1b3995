#include "catalogue/launch_plan.h"

#include <algorithm>

namespace warpscope::catalogue {
namespace {

struct TypeFacts {
  ElementType type;
  std::string_view name;
  std::size_t bytes;
};
constexpr std::array<TypeFacts, 12> types = {{{ElementType::i8, "i8", 1},
                                              {ElementType::u8, "u8", 1},
                                              {ElementType::i16, "i16", 2},
                                              {ElementType::u16, "u16", 2},
                                              {ElementType::i32, "i32", 4},
                                              {ElementType::u32, "u32", 4},
                                              {ElementType::i64, "i64", 8},
                                              {ElementType::u64, "u64", 8},
                                              {ElementType::f16, "f16", 2},
                                              {ElementType::bf16, "bf16", 2},
                                              {ElementType::f32, "f32", 4},
                                              {ElementType::f64, "f64", 8}}};

const TypeFacts& facts(ElementType type) {
  return types.at(static_cast<std::size_t>(type));
}

}  // namespace

std::string_view name_of(ElementType type) {
  return facts(type).name;
}

bool is_integer(ElementType type) {
  return type <= ElementType::u64;
}

std::size_t size_of(ElementType type) {
  return facts(type).bytes;
}

std::optional<ElementType> element_type(std::string_view name) {
  const auto found = std::find_if(types.begin(), types.end(), [&](const TypeFacts& one) { return one.name == name; });
  if (found == types.end()) return std::nullopt;
  return found->type;
}

std::string_view name_of(Role role) {
  switch (role) {
    case Role::in:
      return "in";
    case Role::out:
      return "out";
    case Role::inout:
      return "inout";
    case Role::scratch:
      return "scratch";
  }
  return "unknown";
}

std::string_view name_of(Fill fill) {
  switch (fill) {
    case Fill::random:
      return "random";
    case Fill::poison:
      return "poison";
    case Fill::zero:
      return "zero";
    case Fill::index:
      return "index";
    case Fill::value:
      return "value";
  }
  return "unknown";
}

std::string_view name_of(ExpectedFault fault) {
  switch (fault) {
    case ExpectedFault::none:
      return "none";
    case ExpectedFault::out_of_bounds:
      return "out_of_bounds";
    case ExpectedFault::race:
      return "race";
    case ExpectedFault::uninitialised:
      return "uninitialised";
    case ExpectedFault::divergent_barrier:
      return "divergent_barrier";
    case ExpectedFault::unwritten:
      return "unwritten";
    case ExpectedFault::mismatch:
      return "mismatch";
    case ExpectedFault::endless:
      return "endless";
  }
  return "unknown";
}

std::uint64_t Buffer::elements() const {
  std::uint64_t count = 1;
  for (const std::int64_t extent : shape) count *= static_cast<std::uint64_t>(extent);
  return count;
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
