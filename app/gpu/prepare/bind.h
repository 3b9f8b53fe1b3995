// The arguments of a launch laid down as the parameters that the PTX declares. Pure: addresses are given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "catalogue/launch_plan.h"
#include "gpu/failure.h"
#include "ptx/signature.h"

namespace warpscope::gpu {

/// The bytes of each parameter, little-endian, in order.
using ArgumentBytes = std::vector<std::vector<std::byte>>;

/// Error (resolve): the source has no such entry; names those it has.
[[nodiscard]] Expected<const ptx::Signature*> find_entry(const std::vector<ptx::Signature>& signatures,
                                                         const catalogue::LaunchPlan& plan,
                                                         const catalogue::Launch& launch);

/// buffers: device address of each of LaunchPlan::buffers. textures: object of each of Launch::textures. Error
/// (resolve): another number of arguments than parameters, or one that does not fit its parameter; names both.
[[nodiscard]] Expected<ArgumentBytes> bind_arguments(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch,
                                                     const ptx::Signature& signature,
                                                     const std::vector<std::uint64_t>& buffers,
                                                     const std::vector<std::uint64_t>& textures);

/// "transpose/naive_row, launch of transpose_naive_row (line 31)": where a failure of a launch lies.
[[nodiscard]] std::string place_of(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch);

/// The error of a launch, with its line.
[[nodiscard]] tl::unexpected<Error> launch_failure(FaultKind kind, const catalogue::LaunchPlan& plan,
                                                   const catalogue::Launch& launch, const std::string& what,
                                                   std::string remedy);

}  // namespace warpscope::gpu
