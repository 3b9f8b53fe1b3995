#include "analysis/access_sequence.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "model/metrics/metrics.h"

namespace lanescope::analysis {
namespace {

using trace::Space;

std::uint32_t steps_of(const Traced& traced, std::uint32_t record, std::uint32_t bytes_per_lane, bool executed) {
  const std::uint32_t site = traced.trace.headers[record].site;
  if (executed && model::is_merged_into_leader(traced.vectorization, site)) return 0;
  if (traced.trace.sites[site].space != Space::shared) return 1;
  const model::AccessCounts counts = model::count_record(traced.trace, record, bytes_per_lane);
  return std::max(1u, counts.wavefronts);
}

/// Returns the records in the order of the program, also when there is a clock.
std::vector<std::uint32_t> by_order(const trace::Trace& trace) {
  std::vector<std::uint32_t> records(trace.headers.size());
  std::iota(records.begin(), records.end(), 0u);
  std::ranges::stable_sort(records, {}, [&](std::uint32_t record) { return trace.headers[record].order(); });
  return records;
}

/// Barriers carry the order in the emulator, and the time on the GPU.
std::vector<std::uint32_t> barriers_of(const AccessSequence& sequence) {
  const trace::Trace& trace = sequence.traced->trace;
  if (sequence.order == AccessOrder::logical && trace.has_clock()) return {};
  std::vector<std::uint32_t> indices;
  for (const trace::Barrier& barrier : trace.barriers) {
    const std::uint64_t released = trace.release_of(barrier);
    if (released == trace::never_released) continue;
    const auto after =
        std::partition_point(sequence.records.begin(), sequence.records.end(),
                             [&](std::uint32_t record) { return trace.moment_of(trace.headers[record]) < released; });
    if (after == sequence.records.end()) continue;
    indices.push_back(static_cast<std::uint32_t>(after - sequence.records.begin()));
  }
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  return indices;
}

}  // namespace

std::uint32_t AccessSequence::bytes_per_lane(std::uint32_t index) const {
  return bytes_per_lane_of(header(index).site);
}

std::uint32_t AccessSequence::bytes_per_lane_of(std::uint32_t site) const {
  const bool known = executed && site < traced->vectorization.size();
  return traced->trace.sites[site].bytes_per_lane * (known ? traced->vectorization[site].merged : 1);
}

std::shared_ptr<const AccessSequence> sequence_of(std::shared_ptr<const Traced> traced, AccessOrder order,
                                                  bool executed) {
  auto sequence = std::make_shared<AccessSequence>();
  sequence->traced = std::move(traced);
  const trace::Trace& trace = sequence->traced->trace;
  sequence->order = trace.has_clock() ? order : AccessOrder::logical;
  sequence->executed = executed;
  sequence->records = sequence->order == AccessOrder::instrumented ? trace::in_order(trace) : by_order(trace);
  const auto count = static_cast<std::uint32_t>(sequence->records.size());
  sequence->index_of_record.resize(count);
  sequence->steps.resize(count);
  sequence->warps.reserve(count);
  for (std::uint32_t index = 0; index < count; ++index) {
    const std::uint32_t record = sequence->records[index];
    sequence->index_of_record[record] = index;
    sequence->steps[index] = steps_of(*sequence->traced, record, sequence->bytes_per_lane(index), executed);
    sequence->warps.push_back(warp_of(trace.headers[record]));
  }
  std::sort(sequence->warps.begin(), sequence->warps.end());
  sequence->warps.erase(std::unique(sequence->warps.begin(), sequence->warps.end()), sequence->warps.end());
  sequence->barriers = barriers_of(*sequence);
  return sequence;
}

std::size_t Track::at(std::uint32_t index) const {
  const auto after = std::upper_bound(indices.begin(), indices.end(), index);
  return after == indices.begin() ? 0 : static_cast<std::size_t>(after - indices.begin()) - 1;
}

Track track_of(const AccessSequence& sequence, const TrackChoice& choice) {
  Track track;
  std::uint64_t steps = 0;
  for (std::uint32_t index = 0; index < sequence.records.size(); ++index) {
    const trace::Header& header = sequence.header(index);
    const auto space = static_cast<std::uint32_t>(sequence.site(index).space);
    if (sequence.steps[index] == 0 || (choice.spaces >> space & 1u) == 0) continue;
    if ((choice.site && header.site != *choice.site) || (choice.warp && warp_of(header) != *choice.warp)) continue;
    track.indices.push_back(index);
    track.starts.push_back(steps);
    steps += sequence.steps[index];
  }
  track.starts.push_back(steps);
  return track;
}

}  // namespace lanescope::analysis
