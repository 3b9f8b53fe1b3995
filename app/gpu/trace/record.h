// Runs a plan once with instrumented kernels, and reads what they wrote.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gpu/session.h"
#include "gpu/trace/decode.h"
#include "gpu/trace/recording_plan.h"
#include "trace/trace.h"

namespace warpscope::gpu {

/// Text and code of the instrumented module.
struct InstrumentedProgram {
  std::string ptx;
  std::vector<std::uint8_t> cubin;
};

/// The first texel that a fetch reads, by step of the plan, number of its texture and coordinates (raw 32 bits). Empty:
/// it reads none.
using FindTexelOfTexture = std::function<std::optional<BufferPlace>(std::uint32_t launch, std::size_t texture,
                                                                    std::uint32_t x, std::uint32_t y)>;

/// Where the buffers of `request` lie, of an execution of a RecordingPlan: fills in its ranges, and which buffer shows
/// what lies in none.
void fill_in_places(const Execution& execution, const RecordingPlan& recording, DecodeRequest& request);

/// How an execution of a RecordingPlan that has run is read: fills in what only the device knows (addresses, clock, the
/// objects of textures). `request` with everything else.
[[nodiscard]] Expected<trace::Trace> read_trace(Execution& execution, const DeviceSession& session,
                                                const RecordingPlan& recording, DecodeRequest request,
                                                const FindTexelOfTexture& texel);

/// Fresh buffers, one run, and its trace. Errors: as DeviceSession::prepare and Execution::run; resolve for a trace
/// buffer that holds something else. As with every plan, the one prepared before must not be used any more.
[[nodiscard]] Expected<trace::Trace> record_trace(DeviceSession& session, const RecordingPlan& recording,
                                                  const InstrumentedProgram& program,
                                                  const std::map<std::string, std::vector<std::byte>>& inputs,
                                                  DecodeRequest request, const FindTexelOfTexture& texel);

}  // namespace warpscope::gpu
