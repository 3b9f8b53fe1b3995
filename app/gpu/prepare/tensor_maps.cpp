#include "gpu/prepare/tensor_maps.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

namespace lanescope::gpu {
namespace {

constexpr std::size_t max_dimensions = 5;

Expected<TensorMapBytes> encode(const cuda::Functions& functions, const catalogue::TensorMap& map,
                                std::uint64_t address) {
  std::array<cuuint64_t, max_dimensions> sizes{}, strides{};
  std::array<cuuint32_t, max_dimensions> box{}, steps{};
  const std::size_t rank = map.sizes.size();
  for (std::size_t i = 0; i < rank; ++i) {
    sizes.at(i) = static_cast<cuuint64_t>(map.sizes[i]);
    box.at(i) = static_cast<cuuint32_t>(map.box[i]);
    steps.at(i) = static_cast<cuuint32_t>(map.element_strides[i]);
    if (i + 1 < rank) strides.at(i) = static_cast<cuuint64_t>(map.strides[i]);
  }
  alignas(64) TensorMapBytes encoded{};
  void* const start =
      reinterpret_cast<void*>(address + static_cast<std::uint64_t>(map.start));  // NOLINT: of the device
  constexpr unsigned no_interleave = 0;
  TRY_STATUS(functions.cuTensorMapEncodeTiled(
      encoded.data(), static_cast<unsigned>(map.type), static_cast<cuuint32_t>(rank), start, sizes.data(),
      strides.data(), box.data(), steps.data(), no_interleave, static_cast<unsigned>(map.swizzle),
      static_cast<unsigned>(map.promotion), static_cast<unsigned>(map.fill)));
  return encoded;
}

}  // namespace

Expected<std::vector<PlacedTensorMap>> encode_tensor_maps(const cuda::Functions& functions,
                                                          const catalogue::LaunchPlan& plan,
                                                          const catalogue::Launch& launch,
                                                          const std::vector<std::uint64_t>& buffers) {
  std::vector<PlacedTensorMap> maps;
  for (const catalogue::TensorMap& map : launch.tensor_maps) {
    const auto encoded = with_context<"doing.making_tensor_map">(encode(functions, map, buffers.at(map.buffer)),
                                                                 map.name, plan.buffers.at(map.buffer).name);
    if (!encoded) return failure(at_kernel_line(encoded.error(), launch.line));
    maps.push_back({*encoded, 0});
  }
  return maps;
}

Expected<cuda::DeviceMemory> place_tensor_maps(const cuda::Functions& functions, const cuda::Stream& stream,
                                               const catalogue::Launch& launch, std::vector<PlacedTensorMap>& maps) {
  const Message doing = message<"doing.sending_tensor_maps">(launch.entry);
  TRY(auto memory, with_context(doing, cuda::DeviceMemory::allocate(functions, maps.size() * sizeof(TensorMapBytes))));
  for (std::size_t i = 0; i < maps.size(); ++i) {
    maps[i].address = memory.address() + i * sizeof(TensorMapBytes);
    TRY_STATUS(with_context(
        doing, functions.cuMemcpyHtoDAsync(maps[i].address, maps[i].bytes.data(), maps[i].bytes.size(), stream.get())));
  }
  if (!maps.empty()) TRY_STATUS(with_context(doing, stream.synchronize()));
  return memory;
}

}  // namespace lanescope::gpu
