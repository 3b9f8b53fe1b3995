// Small plans for the tests of this room.
#pragma once

#include <array>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "catalogue/launch_plan.h"

namespace lanescope::gpu {

using catalogue::ElementType;
using catalogue::Fill;
using catalogue::Role;

inline constexpr std::array all_types = {ElementType::i8,  ElementType::u8,   ElementType::i16, ElementType::u16,
                                         ElementType::i32, ElementType::u32,  ElementType::i64, ElementType::u64,
                                         ElementType::f16, ElementType::bf16, ElementType::f32, ElementType::f64};

[[nodiscard]] inline catalogue::Buffer buffer(std::string name, Role role, std::vector<std::int64_t> shape, Fill fill,
                                              ElementType type = ElementType::f32) {
  catalogue::Buffer made;
  made.name = std::move(name);
  made.role = role;
  made.type = type;
  made.shape = std::move(shape);
  made.fill = fill;
  return made;
}

[[nodiscard]] inline catalogue::Argument buffer_argument(std::string name, std::size_t index) {
  return {catalogue::Argument::Kind::buffer, std::move(name), index, 0};
}
[[nodiscard]] inline catalogue::Argument scalar_argument(std::string name, std::int64_t value) {
  return {catalogue::Argument::Kind::scalar, std::move(name), 0, value};
}

[[nodiscard]] inline catalogue::Launch kernel_launch(std::string entry, catalogue::Dim3 grid, catalogue::Dim3 block,
                                                     std::vector<catalogue::Argument> arguments) {
  catalogue::Launch launch;
  launch.entry = std::move(entry);
  launch.grid = grid;
  launch.block = block;
  launch.arguments = std::move(arguments);
  launch.line = 21;
  return launch;
}

/// Buffers in [ny, nx] and out [nx, ny], one launch of `entry` with 32 × 8 threads a block on (out, in, nx, ny).
[[nodiscard]] inline catalogue::LaunchPlan transpose_plan(const std::string& entry, std::int64_t nx, std::int64_t ny,
                                                          ElementType type = ElementType::f32) {
  catalogue::LaunchPlan plan;
  plan.kernel = "test/" + entry;
  plan.seed = 7;
  plan.buffers = {buffer("in", Role::in, {ny, nx}, Fill::random, type),
                  buffer("out", Role::out, {nx, ny}, Fill::poison, type)};
  const auto blocks = [](std::int64_t extent, std::int64_t threads) {
    return static_cast<std::uint32_t>((extent + threads - 1) / threads);
  };
  plan.launches = {kernel_launch(
      entry, {blocks(nx, 32), blocks(ny, 8), 1}, {32, 8, 1},
      {buffer_argument("out", 1), buffer_argument("in", 0), scalar_argument("nx", nx), scalar_argument("ny", ny)})};
  plan.check.reference = "transpose";
  plan.check.inputs = {0};
  plan.check.output = 1;
  return plan;
}

/// One buffer `in` and one `out` of n elements, one launch of `entry` with 256 threads a block on (out, in, n).
[[nodiscard]] inline catalogue::LaunchPlan copy_plan(const std::string& entry, std::int64_t n) {
  catalogue::LaunchPlan plan;
  plan.kernel = "test/" + entry;
  plan.seed = 11;
  plan.buffers = {buffer("in", Role::in, {n}, Fill::random), buffer("out", Role::out, {n}, Fill::poison)};
  plan.launches = {kernel_launch(entry, {static_cast<std::uint32_t>((n + 255) / 256), 1, 1}, {256, 1, 1},
                                 {buffer_argument("out", 1), buffer_argument("in", 0), scalar_argument("n", n)})};
  plan.check.reference = "copy";
  plan.check.inputs = {0};
  plan.check.output = 1;
  return plan;
}

template <class T>
[[nodiscard]] std::vector<std::byte> as_bytes(const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

template <class T>
[[nodiscard]] std::vector<T> values_of(std::span<const std::byte> bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

}  // namespace lanescope::gpu
