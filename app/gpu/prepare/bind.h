// Lays out the arguments of a launch as the parameters that the PTX declares. It is pure; addresses are given.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/launch_plan.h"
#include "gpu/failure.h"
#include "ptx/signature.h"

namespace lanescope::gpu {

/// The bytes of each parameter, little-endian, in order.
using ArgumentBytes = std::vector<std::vector<std::byte>>;
/// A tensor map (CUtensorMap), and where it lies on the device for kernels that take its address.
using TensorMapBytes = std::array<std::byte, 128>;
struct PlacedTensorMap {
  TensorMapBytes bytes{};
  std::uint64_t address = 0;
};

/// Fails (resolve) when the source has no such entry; the error names those it has.
[[nodiscard]] Expected<const ptx::Signature*> find_entry(const std::vector<ptx::Signature>& signatures,
                                                         const catalogue::LaunchPlan& plan,
                                                         const catalogue::Launch& launch);

/// `buffers` are the device addresses of LaunchPlan::buffers, `textures` the objects of Launch::textures,
/// `tensor_maps` Launch::tensor_maps as the driver encodes them. It fails
/// (resolve) when there are not as many arguments as parameters, or when one does not fit; the error names both.
[[nodiscard]] Expected<ArgumentBytes> bind_arguments(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch,
                                                     const ptx::Signature& signature,
                                                     const std::vector<std::uint64_t>& buffers,
                                                     const std::vector<std::uint64_t>& textures,
                                                     const std::vector<PlacedTensorMap>& tensor_maps = {});

/// The value of a variable and its address on the device.
struct SymbolBytes {
  std::uint64_t address = 0;
  std::vector<std::byte> bytes;
};
/// Returns what is written into the variables of the plan before each run. `buffers` are as above; `address` gives the
/// place of a variable of the loaded module. It fails (resolve) when there is no such variable, and when a value does
/// not fit.
[[nodiscard]] Expected<std::vector<SymbolBytes>> bind_symbols(
    const catalogue::LaunchPlan& plan, std::string_view ptx, const std::vector<std::uint64_t>& buffers,
    const std::function<std::optional<std::uint64_t>(const std::string&)>& address);

/// Returns the error of a launch, with its line.
[[nodiscard]] tl::unexpected<Error> launch_failure(FaultKind kind, const catalogue::LaunchPlan& plan,
                                                   const catalogue::Launch& launch, const Message& what,
                                                   Message remedy);

}  // namespace lanescope::gpu
