// The picture of the checked output, on its way to the window.
#pragma once

#include <optional>

#include "gpu/session.h"
#include "lab/result.h"
#include "worker/attachments/preview_slots.h"

namespace warpscope::worker {

/// With interop, and while the window has left a slot free: in GPU memory, by CUDA IPC, at most 512 × 512. Else as
/// values, at most 256 × 256.
[[nodiscard]] gpu::Outcome<lab::Preview> make_preview(gpu::Execution& execution, PreviewMemory& memory,
                                                      SlotLedger& ledger, bool interop);

}  // namespace warpscope::worker
