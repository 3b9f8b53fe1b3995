// Everything up to the first launch of a plan.
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

namespace warpscope::gpu {

using GivenInputs = std::vector<std::optional<std::vector<std::byte>>>;

/// The given inputs by buffer. Error (resolve): a name that the plan lacks, or another number of bytes. Pure.
[[nodiscard]] Expected<GivenInputs> place_inputs(const catalogue::LaunchPlan& plan,
                                                 const std::map<std::string, std::vector<std::byte>>& inputs);

/// A copy takes two buffers, and the destination holds the source. Error (resolve) otherwise. Pure.
[[nodiscard]] Status check_copy(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch);

/// A library call is cublas_sgemm of three buffers and three sizes. Error (resolve) otherwise. Pure.
[[nodiscard]] Status check_product(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch);

/// See DeviceSession::prepare.
[[nodiscard]] Expected<std::unique_ptr<Execution::State>> prepare_plan(
    DeviceSession::State& session, const catalogue::LaunchPlan& plan, std::string_view ptx,
    const std::vector<std::uint8_t>& cubin, const std::map<std::string, std::vector<std::byte>>& inputs);

}  // namespace warpscope::gpu
