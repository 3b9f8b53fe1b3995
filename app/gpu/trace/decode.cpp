#include "gpu/trace/decode.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string_view>
#include <tuple>
#include <utility>

#include "gpu/messages.h"
#include "gpu/timing/clock.h"
#include "trace/trace.h"

namespace lanescope::gpu {
namespace {

using trace::for_each_lane;
using Kind = ptx::RecordPoint::Kind;
using Addresses = std::array<std::uint64_t, trace::lanes_per_warp>;

template <class T>
T read_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

std::uint32_t low(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
std::uint32_t high(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}

class Decoder {
 public:
  Decoder(std::span<const std::byte> bytes, const DecodeRequest& request)
      : bytes_(bytes), request_(request), buffer_(request.buffer) {
    for (std::size_t site = 0; site < request.sites.size(); ++site) {
      // Of several sites of one instruction the first counts.
      sites_.emplace(std::pair<std::string_view, std::int32_t>(request.sites[site].entry, request.sites[site].ptx_line),
                     static_cast<std::uint32_t>(site));
    }
  }

  Expected<trace::Trace> run() {
    if (bytes_.size() < buffer_.bytes) return failure(wrong(message<"trace.too_short">()));
    const auto counters = read_at<ptx::RecordCounters>(bytes_, 0);
    const std::uint64_t records = std::min(counters.accesses, buffer_.max_records);
    const std::uint64_t barriers = std::min(counters.barriers, buffer_.max_barriers);
    trace_.source = trace::Trace::Source::instrumented;
    trace_.sites = request_.sites;
    trace_.buffers = request_.buffers;
    trace_.dropped = counters.accesses - records;
    // An arrival and a release make one barrier entry.
    trace_.dropped_barriers = (counters.barriers - barriers + 1) / 2;
    describe_blocks();
    TRY_STATUS(read_clocks(records, barriers));
    for (std::uint64_t record = 0; record < records; ++record) TRY_STATUS(access(record));
    for (std::uint64_t record = 0; record < barriers; ++record) barrier(head_of_barrier(record));
    set_times();
    return std::move(trace_);
  }

 private:
  static Error wrong(const Message& what) {
    return {message<"trace.not_of_kernel">(what), "", message<"trace.block_without_time_remedy">()};
  }

  [[nodiscard]] ptx::RecordHead head_of_access(std::uint64_t record) const {
    return read_at<ptx::RecordHead>(bytes_, buffer_.records + record * ptx::record_bytes(buffer_.values));
  }
  [[nodiscard]] ptx::RecordHead head_of_barrier(std::uint64_t record) const {
    return read_at<ptx::RecordHead>(bytes_, buffer_.barriers + record * sizeof(ptx::RecordHead));
  }

  /// Describes the blocks of the first kernel, as the emulator does.
  void describe_blocks() {
    const auto first = std::find_if(request_.grid_blocks.begin(), request_.grid_blocks.end(),
                                    [](std::uint64_t blocks) { return blocks > 0; });
    const std::uint64_t grid = first == request_.grid_blocks.end() ? 0 : *first;
    trace_.grid_blocks = low(grid);
    const std::uint64_t begin = std::min(buffer_.first_block, grid);
    trace_.blocks = low(std::min(buffer_.blocks, grid - begin));
    trace_.first_block = trace_.blocks == 0 ? 0 : low(begin);
  }

  Status check(const ptx::RecordHead& head) const {
    if (head.point >= request_.points.size()) return failure(wrong(message<"trace.unknown_point">(head.point)));
    if (head.launch >= request_.entries.size()) return failure(wrong(message<"trace.unknown_launch">(head.launch)));
    if (head.block < buffer_.first_block || head.block - buffer_.first_block >= buffer_.blocks) {
      return failure(wrong(message<"trace.unknown_block">(head.block)));
    }
    if (head.active_mask == 0) return failure(wrong(message<"trace.record_without_lanes">()));
    return {};
  }

  Status read_clocks(std::uint64_t records, std::uint64_t barriers) {
    std::vector<ClockSample> samples;
    for (std::uint64_t record = 0; record < records + barriers; ++record) {
      const ptx::RecordHead head = record < records ? head_of_access(record) : head_of_barrier(record - records);
      TRY_STATUS(check(head));
      samples.push_back({head.sm, head.cycles, head.nanoseconds});
    }
    megahertz_ = clock_of(samples).value_or(request_.sm_clock_mhz);
    return {};
  }

  /// Returns nanoseconds of the clock that all SMs share.
  [[nodiscard]] std::int64_t time_of(const ptx::RecordHead& head) const {
    const std::uint64_t place = std::uint64_t{head.launch} * buffer_.blocks + (head.block - buffer_.first_block);
    const auto anchor = read_at<ptx::BlockAnchor>(bytes_, buffer_.anchors + place * sizeof(ptx::BlockAnchor));
    if (anchor.written == 0 || anchor.sm != head.sm || megahertz_ <= 0) {
      return static_cast<std::int64_t>(head.nanoseconds);
    }
    const auto cycles = static_cast<double>(static_cast<std::int64_t>(head.cycles - anchor.cycles));
    return static_cast<std::int64_t>(anchor.nanoseconds) + std::llround(cycles * 1000 / megahertz_);
  }

  /// Finds the buffer that holds the whole access at an address, or none.
  [[nodiscard]] std::optional<BufferPlace> find(std::uint64_t address, std::uint64_t width) const {
    const auto after =
        std::upper_bound(request_.ranges.begin(), request_.ranges.end(), address,
                         [](std::uint64_t value, const AddressRange& range) { return value < range.base; });
    if (after == request_.ranges.begin()) return std::nullopt;
    const AddressRange& range = *std::prev(after);
    if (address - range.base >= range.bytes || width > range.bytes - (address - range.base)) return std::nullopt;
    return BufferPlace{range.buffer, address - range.base};
  }

  Status access(std::uint64_t record) {
    const std::uint64_t at = buffer_.records + record * ptx::record_bytes(buffer_.values);
    const ptx::RecordHead head = head_of_access(record);
    const ptx::RecordPoint& point = request_.points[head.point];
    const auto site =
        sites_.find(std::pair<std::string_view, std::int32_t>(request_.entries[head.launch], point.ptx_line));
    if (site == sites_.end()) {
      return failure(wrong(message<"trace.access_and_instruction">(point.ptx_line, request_.entries[head.launch])));
    }
    const auto addresses = read_at<Addresses>(bytes_, at + ptx::record_addresses);
    values_ = buffer_.values ? read_at<trace::Lanes>(bytes_, at + ptx::record_values) : trace::Lanes{};
    switch (point.kind) {
      case Kind::access:
        split(head, addresses, site->second, point.space == ptx::Space::generic);
        break;
      case Kind::copy_source:
        memory(head, addresses, head.active_mask, site->second, true);
        note_sources(head);
        break;
      case Kind::copy_destination:
        inside(head, addresses, head.active_mask, site->second + 1);
        trace_.headers.back().source_degrees = degrees_of(head);
        break;
      case Kind::fetch:
        fetch(head, addresses, site->second);
        break;
      default:
        return failure(wrong(message<"trace.barrier_among_accesses">()));
    }
    return {};
  }

  /// Keeps what the destination of a copy has to know of its source, which its warp recorded just before.
  void note_sources(const ptx::RecordHead& head) {
    const trace::Header& header = trace_.headers.back();
    const trace::Offsets& offsets = trace_.offsets.back();
    std::array<std::uint64_t, trace::lanes_per_warp> bytes{};
    std::uint32_t found = 0;
    for_each_lane(header.active_mask, [&](std::uint32_t lane) {
      if (offsets[lane] == trace::no_offset) return;
      bytes[lane] = std::uint64_t{offsets[lane]} * trace_.granule_of(header);
      found |= 1u << lane;
    });
    const std::uint32_t width = request_.sites[header.site].bytes_per_lane;
    const bool whole = found == header.active_mask && width >= 4;
    sources_[std::tuple(head.launch, head.block, head.warp)] = {found,
                                                                whole ? trace::source_degrees(bytes, found, width) : 0};
  }
  [[nodiscard]] std::uint32_t degrees_of(const ptx::RecordHead& head) const {
    const auto source = sources_.find(std::tuple(head.launch, head.block, head.warp));
    return source != sources_.end() && source->second.lanes == head.active_mask ? source->second.degrees : 0;
  }

  /// Splits an access by the tags of its addresses, in the order of the emulator.
  void split(const ptx::RecordHead& head, const Addresses& addresses, std::uint32_t site, bool generic) {
    std::array<std::uint32_t, 8> masks{};
    for_each_lane(head.active_mask,
                  [&](std::uint32_t lane) { masks.at(addresses[lane] >> ptx::tag_bit & 7) |= 1u << lane; });
    if (masks[0] != 0) memory(head, addresses, masks[0], site, false);
    if (masks[1] != 0) inside(head, addresses, masks[1], site + (generic ? 1 : 0));
    if (masks[2] != 0) inside(head, addresses, masks[2], site + (generic ? 2 : 0));
    if (masks[4] != 0) in_cluster(head, addresses, masks[4], site + (generic ? 3 : 0));
  }

  /// Handles shared memory of a cluster, one block after the other.
  void in_cluster(const ptx::RecordHead& head, const Addresses& addresses, std::uint32_t mask, std::uint32_t site) {
    if (site >= request_.sites.size() || request_.sites[site].space != trace::Space::distributed) return;
    constexpr std::uint64_t ranks = 0xff;
    while (mask != 0) {
      const std::uint64_t rank = addresses[static_cast<std::size_t>(std::countr_zero(mask))] >> ptx::rank_bit & ranks;
      std::uint32_t together = 0;
      Addresses within{};
      for_each_lane(mask, [&](std::uint32_t lane) {
        if ((addresses[lane] >> ptx::rank_bit & ranks) != rank) return;
        together |= 1u << lane;
        within[lane] = addresses[lane] & ((std::uint64_t{1} << ptx::rank_bit) - 1);
      });
      inside(head, within, together, site);
      trace_.headers.back().buffer = low(rank);
      mask &= ~together;
    }
  }

  /// Handles shared or local memory. Shared memory has the block's size; the hardware allows slightly more.
  void inside(const ptx::RecordHead& head, const Addresses& addresses, std::uint32_t mask, std::uint32_t site) {
    const trace::Site& what = request_.sites[site];
    const std::uint64_t bytes = what.space == trace::Space::shared || what.space == trace::Space::distributed
                                    ? request_.shared_bytes.at(head.launch)
                                    : std::uint64_t{1} << 32;
    trace::Offsets offsets;
    offsets.fill(trace::no_offset);
    for_each_lane(mask, [&](std::uint32_t lane) {
      const std::uint64_t offset = addresses[lane] & ~ptx::tag_mask;
      if (offset + what.bytes_per_lane <= bytes) offsets[lane] = low(offset);
    });
    append(head, site, mask, 0, offsets);
  }

  /// Makes one record for each buffer that lanes access, the lowest lane's last, as the emulator does. That record
  /// includes lanes that met no buffer. A copy always makes one record.
  void memory(const ptx::RecordHead& head, const Addresses& addresses, std::uint32_t mask, std::uint32_t site,
              bool together) {
    struct Part {
      std::uint32_t buffer, mask;
    };
    const std::uint64_t width = together ? 1 : request_.sites[site].bytes_per_lane;
    std::vector<Part> parts;
    std::uint32_t nowhere = 0;
    trace::Offsets offsets;
    offsets.fill(trace::no_offset);
    for_each_lane(mask, [&](std::uint32_t lane) {
      const auto place = find(addresses[lane], width);
      if (!place) {
        nowhere |= 1u << lane;
        return;
      }
      offsets[lane] = low(place->offset / request_.buffers[place->buffer].granule);
      const auto known =
          std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.buffer == place->buffer; });
      if (known == parts.end()) {
        parts.push_back({place->buffer, 1u << lane});
      } else {
        known->mask |= 1u << lane;
      }
    });
    if (parts.empty()) parts.push_back({request_.unmapped_buffer, 0});
    parts.front().mask |= nowhere;
    if (together) {
      append(head, site, mask, parts.back().buffer, offsets);
      return;
    }
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      trace::Offsets own;
      own.fill(trace::no_offset);
      for_each_lane(part->mask, [&](std::uint32_t lane) { own[lane] = offsets[lane]; });
      append(head, site, part->mask, part->buffer, own);
    }
  }

  void fetch(const ptx::RecordHead& head, const Addresses& coordinates, std::uint32_t site) {
    trace::Offsets offsets;
    offsets.fill(trace::no_offset);
    std::uint32_t buffer = 0;
    for_each_lane(head.active_mask, [&](std::uint32_t lane) {
      if (!request_.texel) return;
      const auto place = request_.texel(head.launch, head.detail, low(coordinates[lane]), high(coordinates[lane]));
      if (!place || place->buffer >= request_.buffers.size()) return;
      buffer = place->buffer;
      offsets[lane] = low(place->offset / request_.buffers[buffer].granule);
    });
    append(head, site, head.active_mask, buffer, offsets);
  }

  void append(const ptx::RecordHead& head, std::uint32_t site, std::uint32_t mask, std::uint32_t buffer,
              const trace::Offsets& offsets) {
    trace::Header header;
    header.site = site;
    header.launch = head.launch;
    header.block = head.block;
    header.warp = head.warp;
    header.active_mask = mask;
    header.buffer = buffer;
    header.order_low = low(trace_.headers.size());
    header.order_high = high(trace_.headers.size());
    header.sm = head.sm;
    trace_.headers.push_back(header);
    trace_.offsets.push_back(offsets);
    times_.push_back(time_of(head));
    if (!buffer_.values) return;
    trace::Lanes values{};
    for_each_lane(mask, [&](std::uint32_t lane) { values[lane] = values_[lane]; });
    trace_.values.push_back(values);
  }

  /// An arrival opens an entry. Releases of all its lanes, which may come one after the other, close it.
  void barrier(const ptx::RecordHead& head) {
    const ptx::RecordPoint& point = request_.points[head.point];
    const std::int64_t time = time_of(head);
    if (point.kind == Kind::arrival) {
      trace::Barrier entry;
      entry.launch = head.launch;
      entry.block = head.block;
      entry.warp = head.warp;
      entry.active_mask = head.active_mask;
      entry.number = low(head.detail);
      const auto line = request_.barrier_lines.find(point.ptx_line);
      entry.line = line == request_.barrier_lines.end() ? 0 : static_cast<std::uint32_t>(line->second);
      entry.ptx_line = static_cast<std::uint32_t>(point.ptx_line);
      entry.sm = head.sm;
      trace_.barriers.push_back(entry);
      arrivals_.push_back(time);
      releases_.push_back(point.waits ? -1 : time);
      if (point.waits) waiting_of(head).push_back({trace_.barriers.size() - 1, head.active_mask});
      return;
    }
    std::uint32_t lanes = head.active_mask;
    std::vector<Waiting>& of_warp = waiting_of(head);
    for (Waiting& waiting : of_warp) {
      const std::uint32_t here = waiting.lanes & lanes;
      if (here == 0 || trace_.barriers[waiting.entry].ptx_line != static_cast<std::uint32_t>(point.ptx_line)) continue;
      releases_[waiting.entry] = std::max(releases_[waiting.entry], time);
      waiting.lanes &= ~here;
      lanes &= ~here;
    }
    std::erase_if(of_warp, [](const Waiting& waiting) { return waiting.lanes == 0; });
  }

  struct Waiting {
    std::size_t entry;
    std::uint32_t lanes;
  };
  std::vector<Waiting>& waiting_of(const ptx::RecordHead& head) {
    return waiting_[std::tuple(head.launch, head.block, head.warp)];
  }

  void set_times() {
    std::int64_t first = INT64_MAX;
    for (const std::int64_t time : times_) first = std::min(first, time);
    for (const std::int64_t time : arrivals_) first = std::min(first, time);
    for (std::size_t record = 0; record < times_.size(); ++record) {
      const auto time = static_cast<std::uint64_t>(times_[record] - first);
      trace_.headers[record].time_low = low(time);
      trace_.headers[record].time_high = high(time);
    }
    for (std::size_t entry = 0; entry < arrivals_.size(); ++entry) {
      trace::Barrier& barrier = trace_.barriers[entry];
      const auto arrived = static_cast<std::uint64_t>(arrivals_[entry] - first);
      const std::uint64_t released = releases_[entry] < 0
                                         ? trace::never_released
                                         : std::max(arrived, static_cast<std::uint64_t>(releases_[entry] - first));
      barrier.arrived_time_low = low(arrived);
      barrier.arrived_time_high = high(arrived);
      barrier.released_time_low = low(released);
      barrier.released_time_high = high(released);
    }
    order_barriers();
  }

  /// Sorts each block's barriers by arrival.
  void order_barriers() {
    std::stable_sort(
        trace_.barriers.begin(), trace_.barriers.end(), [](const trace::Barrier& a, const trace::Barrier& b) {
          return std::tuple(a.launch, a.block, a.arrived_time()) < std::tuple(b.launch, b.block, b.arrived_time());
        });
  }

  std::span<const std::byte> bytes_;
  const DecodeRequest& request_;
  const TraceBuffer& buffer_;
  std::map<std::pair<std::string_view, std::int32_t>, std::uint32_t> sites_;  ///< by entry and PTX line
  struct Sources {
    std::uint32_t lanes, degrees;
  };
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, Sources> sources_;  ///< by warp
  double megahertz_ = 0;
  trace::Trace trace_;
  trace::Lanes values_{};
  std::vector<std::int64_t> times_;                ///< by record
  std::vector<std::int64_t> arrivals_, releases_;  ///< by barrier entry; a release of -1 means none yet
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::vector<Waiting>> waiting_;  ///< by warp
};

}  // namespace

DecodeRequest decode_request(trace::TraceTables tables, std::vector<ptx::RecordPoint> points,
                             const catalogue::LaunchPlan& plan) {
  DecodeRequest request;
  request.points = std::move(points);
  request.sites = std::move(tables.sites);
  request.buffers = std::move(tables.buffers);
  request.barrier_lines = std::move(tables.barrier_lines);
  request.shared_bytes = std::move(tables.shared_bytes);
  for (const catalogue::Launch& launch : plan.launches) {
    const bool kernel = launch.call == catalogue::Launch::Call::kernel;
    request.entries.push_back(kernel ? launch.entry : "");
    request.grid_blocks.push_back(kernel ? launch.grid.count() : 0);
  }
  return request;
}

Expected<trace::Trace> decode_trace(std::span<const std::byte> bytes, const DecodeRequest& request) {
  return Decoder(bytes, request).run();
}

}  // namespace lanescope::gpu
