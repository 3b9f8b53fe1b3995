// A tensor map: how the Tensor Memory Accelerator (TMA) sees a buffer. Its members are those of cuTensorMapEncodeTiled
// in CUDA's driver API, whose documentation has the rules that resolve() checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::catalogue {

struct TensorMap {
  // The values are those of the driver's enumerations.
  enum class Type { u8, u16, u32, i32, u64, i64, f16, f32, f64, bf16, f32_ftz, tf32, tf32_ftz };
  enum class Swizzle { none, b32, b64, b128 };  ///< chunks of 16 bytes change places within so many bytes
  enum class Fill { zero, nan };                ///< what stands for elements outside of the tensor
  enum class Promotion { none, b64, b128, b256 };

  std::string name;
  std::size_t buffer = 0;  ///< The index into LaunchPlan::buffers.
  std::int64_t start = 0;  ///< bytes from the start of the buffer
  Type type = Type::f32;
  // By dimension, the innermost one first.
  std::vector<std::int64_t> sizes;    ///< elements; 1 to 5 dimensions
  std::vector<std::int64_t> strides;  ///< bytes from one element to the next; of all dimensions but the innermost one
  std::vector<std::int64_t> box;      ///< elements of a tile, with those that element strides leave out
  /// From one element of a tile to the next; that of the innermost dimension is ignored.
  std::vector<std::int64_t> element_strides;
  Swizzle swizzle = Swizzle::none;
  Fill fill = Fill::zero;
  Promotion promotion = Promotion::none;

  /// Returns the elements of a tile along a dimension.
  [[nodiscard]] std::int64_t tile(std::size_t dimension) const {
    return dimension == 0 ? box[0] : (box[dimension] + element_strides[dimension] - 1) / element_strides[dimension];
  }
};

[[nodiscard]] std::size_t size_of(TensorMap::Type type);  ///< in bytes
[[nodiscard]] constexpr bool is_floating(TensorMap::Type type) {
  return type >= TensorMap::Type::f16;
}
/// Returns the bytes within which chunks change places; 0 without swizzling.
[[nodiscard]] constexpr std::int64_t swizzle_bytes(TensorMap::Swizzle swizzle) {
  return swizzle == TensorMap::Swizzle::none ? 0 : std::int64_t{16} << static_cast<int>(swizzle);
}

}  // namespace lanescope::catalogue
