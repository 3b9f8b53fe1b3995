#include "gpu/trace/recording_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/messages.h"
#include "ptx/instrument/instrument.h"

namespace lanescope::gpu {
namespace {

using catalogue::Argument;
using catalogue::Launch;

/// Records, barriers or blocks: an instrumented kernel numbers them with 32 bits.
constexpr std::uint64_t max_entries = std::uint64_t{1} << 31;

}  // namespace

Expected<RecordingPlan> with_trace_buffer(const catalogue::LaunchPlan& plan, const RecordingChoice& choice) {
  std::uint64_t largest_grid = 0;
  for (const Launch& launch : plan.launches) {
    if (launch.call == Launch::Call::kernel) largest_grid = std::max(largest_grid, launch.grid.count());
  }
  TraceBuffer buffer;
  buffer.values = choice.values;
  buffer.first_block = std::min(choice.first_block, largest_grid);
  buffer.blocks = std::min(choice.blocks, largest_grid - buffer.first_block);
  buffer.max_records = choice.max_records;
  buffer.max_barriers = choice.barriers ? 2 * choice.max_records : 0;
  if (largest_grid > max_entries || 2 * choice.max_records > max_entries) {
    return failure(message<"trace.too_many_records">(choice.max_records, largest_grid), plan.kernel,
                   message<"trace.too_many_records_remedy">());
  }
  buffer.index = plan.buffers.size();
  buffer.anchors = sizeof(ptx::RecordCounters);
  // Records of 64 bytes and their multiples begin at multiples of 64.
  const std::uint64_t anchors = plan.launches.size() * buffer.blocks * sizeof(ptx::BlockAnchor);
  buffer.records = buffer.anchors + (anchors + 63) / 64 * 64;
  buffer.barriers = buffer.records + buffer.max_records * ptx::record_bytes(choice.values);
  buffer.bytes = buffer.barriers + buffer.max_barriers * sizeof(ptx::RecordHead);

  RecordingPlan recording{plan, buffer};
  catalogue::Buffer added;
  added.name = trace_buffer_name;
  added.role = catalogue::Role::scratch;
  added.type = catalogue::ElementType::u64;
  added.shape = {static_cast<std::int64_t>(buffer.bytes / 8)};
  added.fill = catalogue::Fill::zero;
  recording.plan.buffers.push_back(std::move(added));
  for (std::size_t number = 0; number < recording.plan.launches.size(); ++number) {
    Launch& launch = recording.plan.launches[number];
    if (launch.call != Launch::Call::kernel) continue;
    const std::uint64_t anchors_of_launch = buffer.anchors + number * buffer.blocks * sizeof(ptx::BlockAnchor);
    const std::array<std::uint64_t, ptx::record_parameters.size()> values = {0,
                                                                             anchors_of_launch,
                                                                             buffer.records,
                                                                             buffer.barriers,
                                                                             number,
                                                                             buffer.first_block,
                                                                             buffer.blocks,
                                                                             buffer.max_records,
                                                                             buffer.max_barriers};
    for (std::size_t index = 0; index < values.size(); ++index) {
      Argument argument;
      argument.kind = index == 0 ? Argument::Kind::buffer : Argument::Kind::scalar;
      argument.name = ptx::record_parameters.at(index).name;
      argument.index = buffer.index;
      argument.value = static_cast<std::int64_t>(values.at(index));
      launch.arguments.push_back(std::move(argument));
    }
  }
  return recording;
}

}  // namespace lanescope::gpu
