#include "model/heat/heat_records.h"

#include <fmt/format.h>

namespace warpscope::model {

std::vector<HeatRecord> heat_records(const trace::Trace& trace, const Touches& touches) {
  std::vector<HeatRecord> records(touches.order.size());
  for (std::size_t position = 0; position < records.size(); ++position) {
    const std::uint32_t index = touches.order[position];
    const trace::Header& header = trace.headers[index];
    HeatRecord& record = records[position];
    record.offsets.fill(trace::no_offset);
    if (header.site >= max_numbered || header.buffer >= max_numbered || header.launch >= max_numbered) continue;
    record.site = static_cast<std::uint16_t>(header.site);
    record.buffer = static_cast<std::uint16_t>(header.buffer);
    record.rewriting = touches.rewriting[index];
    record.block = header.block;
    record.warp = static_cast<std::uint16_t>(header.warp);  // a block has 32 at most
    record.launch = static_cast<std::uint16_t>(header.launch);
    record.offsets = trace.offsets[index];
  }
  return records;
}

std::string defect(std::span<const HeatRecord> records, std::size_t sites, std::size_t buffers) {
  for (std::size_t position = 0; position < records.size(); ++position) {
    const HeatRecord& record = records[position];
    if (record.site >= sites) return fmt::format("record {} names site {} of {}", position, record.site, sites);
    if (record.buffer >= buffers) {
      return fmt::format("record {} names buffer {} of {}", position, record.buffer, buffers);
    }
  }
  return {};
}

}  // namespace warpscope::model
