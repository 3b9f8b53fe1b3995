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

namespace lanescope::gpu {

/// The text and the code of the instrumented module.
struct InstrumentedProgram {
  std::string ptx;
  std::vector<std::uint8_t> cubin;
};

/// Finds the first texel of a fetch by step of the plan, number of its texture and coordinates (raw 32 bits); empty
/// when it reads none.
using FindTexelOfTexture = std::function<std::optional<BufferPlace>(std::uint32_t launch, std::size_t texture,
                                                                    std::uint32_t x, std::uint32_t y)>;

/// Fills in the ranges of `request`, which are the buffers' places in an execution of a RecordingPlan, and the buffer
/// that shows accesses to none of them.
void set_address_ranges(const Execution& execution, const RecordingPlan& recording, DecodeRequest& request);

/// Reads the trace of an execution of a RecordingPlan that has run. It fills in what only the device knows (addresses,
/// clock, objects of textures); `request` has everything else.
[[nodiscard]] Expected<trace::Trace> read_trace(Execution& execution, const DeviceSession& session,
                                                const RecordingPlan& recording, DecodeRequest request,
                                                const FindTexelOfTexture& texel);

/// Prepares fresh buffers, runs once and returns the trace. It fails as DeviceSession::prepare() and Execution::run()
/// do, and with resolve for a wrong trace buffer. The plan prepared before must not be used any more.
[[nodiscard]] Expected<trace::Trace> record_trace(DeviceSession& session, const RecordingPlan& recording,
                                                  const InstrumentedProgram& program,
                                                  const std::map<std::string, std::vector<std::byte>>& inputs,
                                                  DecodeRequest request, const FindTexelOfTexture& texel);

}  // namespace lanescope::gpu
