#include "predict/instruction_stream/addresses.h"

#include <algorithm>

#include "base/rounding.h"

namespace lanescope::predict {
namespace {

constexpr std::uint64_t buffer_alignment = std::uint64_t{2} << 20;  ///< of cudaMalloc's large allocations

}  // namespace

std::vector<std::uint64_t> buffer_bases(const trace::Trace& trace) {
  std::vector<std::uint64_t> bases;
  std::uint64_t next = buffer_alignment;
  for (const trace::Trace::Buffer& buffer : trace.buffers) {
    bases.push_back(next);
    next += round_up(std::max<std::uint64_t>(buffer.bytes, 1), buffer_alignment);
  }
  return bases;
}

std::uint64_t address_of(const trace::Trace& trace, const std::vector<std::uint64_t>& bases, std::uint32_t record,
                         std::uint32_t lane) {
  const trace::Header& header = trace.headers[record];
  const std::uint64_t base =
      trace::lies_in_buffers(trace.sites[header.site].space) && header.buffer < bases.size() ? bases[header.buffer] : 0;
  return base + std::uint64_t{trace.offsets[record][lane]} * trace.granule_of(header);
}

}  // namespace lanescope::predict
