// The tensor maps of a launch. What a map's 128 bytes hold is known to the driver and to the hardware only; here they
// hold the number of the map, so that a kernel may copy them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "catalogue/tensor_map.h"
#include "emulator/memory/memory.h"

namespace lanescope::emulator {

inline constexpr std::uint64_t tensor_map_alignment = 64;
using TensorMapBytes = std::array<std::byte, 128>;

struct BoundTensorMap {
  catalogue::TensorMap map;
  const Region* region = nullptr;
};

inline constexpr std::uint64_t tensor_map_mark = 0x70614d726f736e65;
[[nodiscard]] inline TensorMapBytes tensor_map_bytes(std::uint64_t number) {
  TensorMapBytes bytes{};
  std::memcpy(bytes.data(), &tensor_map_mark, sizeof(tensor_map_mark));
  std::memcpy(bytes.data() + sizeof(tensor_map_mark), &number, sizeof(number));
  return bytes;
}
/// Returns the number of the map in the bytes; more than any launch has when they are none.
[[nodiscard]] inline std::size_t number_of(const TensorMapBytes& bytes) {
  if (std::memcmp(bytes.data(), &tensor_map_mark, sizeof(tensor_map_mark)) != 0) return ~std::size_t{0};
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data() + sizeof(tensor_map_mark), sizeof(number));
  return number;
}

}  // namespace lanescope::emulator
