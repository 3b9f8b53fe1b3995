// Prepares everything before the first launch of a plan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/session.h"

namespace lanescope::gpu {

using GivenInputs = std::vector<std::optional<std::vector<std::byte>>>;

/// Returns the given inputs by buffer. It fails (resolve) on an unknown name or another number of bytes. It is pure.
[[nodiscard]] Expected<GivenInputs> place_inputs(const catalogue::LaunchPlan& plan,
                                                 const std::map<std::string, std::vector<std::byte>>& inputs);

/// Fails (resolve) unless a copy has two buffers and the source fits into the destination. It is pure.
[[nodiscard]] Status check_copy(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch);

/// Fails (resolve) unless a library call is cublas_sgemm of three buffers and three sizes. It is pure.
[[nodiscard]] Status check_product(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch);

/// Does the work of DeviceSession::prepare().
[[nodiscard]] Expected<std::unique_ptr<Execution::State>> prepare_plan(
    DeviceSession::State& session, const catalogue::LaunchPlan& plan, std::string_view ptx,
    const std::vector<std::uint8_t>& cubin, const std::map<std::string, std::vector<std::byte>>& inputs);

}  // namespace lanescope::gpu
