// The texture and surface objects of a plan.
#pragma once

#include <cstdint>
#include <vector>

#include "catalogue/launch_plan.h"
#include "cuda/context.h"
#include "cuda/device.h"
#include "cuda/memory.h"
#include "gpu/failure.h"

namespace lanescope::gpu {

/// Returns the bytes of the arrays that the plan's textures and surfaces need besides its buffers.
[[nodiscard]] std::uint64_t texture_bytes(const catalogue::LaunchPlan& plan);

/// Returns the format of one texel, or fails (resolve) for a type that the texture unit does not read.
[[nodiscard]] Expected<CUarray_format> texture_format(catalogue::ElementType type);

class Textures {
 public:
  Textures() = default;
  /// `buffers` are the device addresses of LaunchPlan::buffers. Errors name texture and buffer.
  [[nodiscard]] static Expected<Textures> create(const cuda::Functions& functions, const cuda::DeviceInfo& device,
                                                 const catalogue::LaunchPlan& plan,
                                                 const std::vector<std::uint64_t>& buffers);
  /// Queues the copies of the buffers into the arrays of a launch. Textures on linear memory need none.
  [[nodiscard]] Status update(std::size_t launch, const cuda::Stream& stream) const;
  /// Queues the copies of what a launch's surfaces hold into their buffers.
  [[nodiscard]] Status store(std::size_t launch, const cuda::Stream& stream) const;
  /// The objects of a launch's textures and surfaces, in their order.
  [[nodiscard]] const std::vector<std::uint64_t>& objects(std::size_t launch) const { return objects_.at(launch); }

 private:
  struct Filled {
    cuda::Array array;
    std::uint64_t source = 0, row_bytes = 0, rows = 0;
    std::size_t launch = 0;
    bool surface = false;
  };
  [[nodiscard]] Expected<std::uint64_t> add(const cuda::Functions& functions, const cuda::DeviceInfo& device,
                                            const catalogue::Texture& texture, const catalogue::Buffer& buffer,
                                            std::uint64_t address);

  std::vector<Filled> arrays_;  // they end after the objects that read them
  std::vector<cuda::TextureObject> textures_;
  std::vector<cuda::SurfaceObject> surfaces_;
  std::vector<std::vector<std::uint64_t>> objects_;
};

}  // namespace lanescope::gpu
