// The picture of the checked output, drawn by the GPU or from bytes on the CPU, on its way to the window.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "catalogue/launch_plan.h"
#include "experiments/result.h"
#include "gpu/session.h"
#include "worker/attachments/slot_memory.h"

namespace lanescope::worker {

/// Returns the picture in a slot of GPU memory, handed over by CUDA IPC, at most 512 × 512, with interop and a free
/// slot; else as values, at most 256 × 256. It fails when there is no memory or a launch fails.
[[nodiscard]] Expected<experiments::Preview> make_preview(gpu::Execution& execution, const cuda::Functions& functions,
                                                          SlotMemory& memory, SlotLedger& ledger, bool interop);

/// Returns the picture as values; each pixel shows the same element as on the device (gpu/device/preview.cu). `buffers`
/// is ordered as LaunchPlan::buffers. Returns nothing when the buffer has no elements or was not kept.
[[nodiscard]] std::optional<experiments::Preview> host_preview(const catalogue::LaunchPlan& plan,
                                                               const std::vector<std::span<const std::byte>>& buffers);

}  // namespace lanescope::worker
