#include "gpu/trace/record.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "ptx/instrument/instrument.h"

namespace lanescope::gpu {
namespace {

using Bytes = std::vector<std::byte>;

/// Reads the part of the trace buffer that was written, which is often small.
Expected<Bytes> read_written(Execution& execution, TraceBuffer& buffer) {
  Bytes all(buffer.records);  // the counters and anchors
  TRY_STATUS(execution.read(buffer.index, 0, all));
  ptx::RecordCounters counters;
  std::memcpy(&counters, all.data(), sizeof(counters));
  const std::uint64_t records = std::min(counters.accesses, buffer.max_records);
  const std::uint64_t barriers = std::min(counters.barriers, buffer.max_barriers);
  const std::uint64_t behind = buffer.records + records * ptx::record_bytes(buffer.values);
  all.resize(behind + barriers * sizeof(ptx::RecordHead));
  const std::span<std::byte> bytes(all);
  TRY_STATUS(execution.read(buffer.index, buffer.records, bytes.subspan(buffer.records, behind - buffer.records)));
  TRY_STATUS(execution.read(buffer.index, buffer.barriers, bytes.subspan(behind)));
  buffer.max_records = records;
  buffer.max_barriers = barriers;
  buffer.barriers = behind;
  buffer.bytes = all.size();
  return all;
}

/// Returns the ranges of the plan's own buffers, and of those variables of the module that can be found.
std::vector<AddressRange> ranges_of(const Execution& execution, const TraceBuffer& added,
                                    const std::vector<trace::Trace::Buffer>& buffers) {
  std::vector<AddressRange> ranges;
  for (std::size_t index = 0; index < buffers.size(); ++index) {
    const bool own = index < added.index;
    const auto address = own ? execution.address(index) : execution.variable(buffers[index].name);
    if (address) ranges.push_back({*address, buffers[index].bytes, static_cast<std::uint32_t>(index)});
  }
  std::sort(ranges.begin(), ranges.end(), [](const auto& a, const auto& b) { return a.base < b.base; });
  return ranges;
}

}  // namespace

void set_address_ranges(const Execution& execution, const RecordingPlan& recording, DecodeRequest& request) {
  request.ranges = ranges_of(execution, recording.buffer, request.buffers);
  // A grid barrier counts in memory of the driver, whose place is not known.
  if (recording.plan.is_cooperative() && !request.buffers.empty()) {
    request.unmapped_buffer = static_cast<std::uint32_t>(request.buffers.size() - 1);
  }
}

Expected<trace::Trace> read_trace(Execution& execution, const DeviceSession& session, const RecordingPlan& recording,
                                  DecodeRequest request, const FindTexelOfTexture& texel) {
  request.buffer = recording.buffer;
  TRY(auto bytes, read_written(execution, request.buffer));
  set_address_ranges(execution, recording, request);
  request.texel = [&](std::uint32_t launch, std::uint64_t handle, std::uint32_t x,
                      std::uint32_t y) -> std::optional<BufferPlace> {
    const std::vector<std::uint64_t>& objects = execution.textures(launch);
    const auto found = std::find(objects.begin(), objects.end(), handle);
    if (found == objects.end() || !texel) return std::nullopt;
    return texel(launch, static_cast<std::size_t>(found - objects.begin()), x, y);
  };
  request.sm_clock_mhz = session.device().sm_clock_khz / 1000;
  return decode_trace(bytes, request);
}

Expected<trace::Trace> record_trace(DeviceSession& session, const RecordingPlan& recording,
                                    const InstrumentedProgram& program,
                                    const std::map<std::string, std::vector<std::byte>>& inputs, DecodeRequest request,
                                    const FindTexelOfTexture& texel) {
  TRY(auto execution, session.prepare(recording.plan, program.ptx, program.cubin, inputs));
  TRY_STATUS(execution->run());
  return read_trace(*execution, session, recording, std::move(request), texel);
}

}  // namespace lanescope::gpu
