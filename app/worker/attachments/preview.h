// The picture of the checked output, drawn by the GPU or from bytes on the CPU, on its way to the window.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "catalogue/launch_plan.h"
#include "gpu/session.h"
#include "lab/result.h"
#include "worker/attachments/slot_memory.h"

namespace warpscope::worker {

/// With interop, and while the window has left a slot free: in GPU memory, by CUDA IPC, at most 512 × 512. Else as
/// values, at most 256 × 256. Failure: no memory, or a launch that failed.
[[nodiscard]] Expected<lab::Preview> make_preview(gpu::Execution& execution, const cuda::Functions& functions,
                                                  SlotMemory& memory, SlotLedger& ledger, bool interop);

/// As values, the same element for each pixel as on the device (gpu/device/preview.cu). buffers: as
/// LaunchPlan::buffers. Empty: the buffer has no elements, or was not kept.
[[nodiscard]] std::optional<lab::Preview> host_preview(const catalogue::LaunchPlan& plan,
                                                       const std::vector<std::vector<std::byte>>& buffers);

}  // namespace warpscope::worker
