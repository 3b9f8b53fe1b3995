// Traces made by hand of a warp that adds 32 values: by a tree in shared memory whose steps double the distance, or by
// shuffles whose steps halve it. Lane n begins with n + 1, so that the sum is 528.
#pragma once

#include <array>
#include <bit>
#include <functional>
#include <memory>

#include "gui/support/playback_fixture.h"

namespace lanescope::gui::test {

inline constexpr std::uint32_t shuffle_site = 4;
inline constexpr float sum_of_lanes = 528;

/// Writes the records of one warp, and keeps what its lanes have.
class AddingWarp {
 public:
  explicit AddingWarp(const State& state) : traced_(std::make_shared<analysis::Traced>(*tile_trace(state, 0))) {
    trace::Trace& trace = traced_->trace;
    trace.headers.clear();
    trace.offsets.clear();
    trace.values.clear();
    trace.barriers.clear();
    trace::Site shuffle = trace.sites[tile_load];
    shuffle.space = trace::Space::registers;
    trace.sites.push_back(shuffle);
    traced_->vectorization.push_back({1, shuffle_site, true, ""});
    traced_->launches = {{"reduce", {4, 1, 1}, {32, 1, 1}, 128}};
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) sums_.at(lane) = static_cast<float>(lane + 1);
  }

  using Address = std::function<std::uint32_t(std::uint32_t lane)>;
  using Value = std::function<float(std::uint32_t lane)>;
  void access(std::uint32_t site, std::uint32_t mask, const Address& word, const Value& value) {
    trace::Trace& trace = traced_->trace;
    trace::Header header;
    header.site = site;
    header.block = 5;
    header.active_mask = mask;
    header.buffer = site == global_store ? 1 : 0;
    header.order_low = static_cast<std::uint32_t>(trace.headers.size());
    trace::Offsets offsets;
    offsets.fill(trace::no_offset);
    trace::Lanes values{};
    trace::for_each_lane(mask, [&](std::uint32_t lane) {
      offsets.at(lane) = 4 * word(lane);
      values.at(lane) = std::bit_cast<std::uint32_t>(value(lane));
    });
    trace.headers.push_back(header);
    trace.offsets.push_back(offsets);
    trace.values.push_back(values);
  }

  [[nodiscard]] float& sum(std::uint32_t lane) { return sums_.at(lane); }
  [[nodiscard]] std::shared_ptr<const analysis::Traced> traced() const { return traced_; }

 private:
  std::shared_ptr<analysis::Traced> traced_;
  std::array<float, trace::lanes_per_warp> sums_{};
};

inline constexpr std::uint32_t whole_warp = 0xffffffffu;

/// As tree[t] += tree[t + distance] in every second, every fourth ... lane.
inline std::shared_ptr<const analysis::Traced> shared_tree(const State& state) {
  AddingWarp warp(state);
  const auto own = [](std::uint32_t lane) { return lane; };
  const auto sum = [&](std::uint32_t lane) { return warp.sum(lane); };
  warp.access(global_load, whole_warp, own, sum);
  warp.access(tile_store, whole_warp, own, sum);
  for (std::uint32_t distance = 1; distance < 32; distance *= 2) {
    std::uint32_t mask = 0;
    for (std::uint32_t lane = 0; lane < 32; lane += 2 * distance) mask |= 1u << lane;
    warp.access(
        tile_load, mask, [&](std::uint32_t lane) { return lane + distance; },
        [&](std::uint32_t lane) { return warp.sum(lane + distance); });
    warp.access(tile_load, mask, own, sum);
    trace::for_each_lane(mask, [&](std::uint32_t lane) { warp.sum(lane) += warp.sum(lane + distance); });
    warp.access(tile_store, mask, own, sum);
  }
  warp.access(
      tile_load, whole_warp, [](std::uint32_t) { return 0u; }, [&](std::uint32_t) { return warp.sum(0); });
  warp.access(global_store, 1, own, sum);
  return warp.traced();
}

/// As __shfl_down_sync: a lane at the end takes its own value. The last sums of the lanes but 0 are seen by nobody.
inline std::shared_ptr<const analysis::Traced> shuffled_tree(const State& state) {
  AddingWarp warp(state);
  const auto own = [](std::uint32_t lane) { return lane; };
  const auto sum = [&](std::uint32_t lane) { return warp.sum(lane); };
  warp.access(global_load, whole_warp, own, sum);
  for (std::uint32_t distance = 16; distance > 0; distance /= 2) {
    const auto from = [&](std::uint32_t lane) { return lane + distance < 32 ? lane + distance : lane; };
    warp.access(shuffle_site, whole_warp, from, sum);
    std::array<float, 32> taken{};
    for (std::uint32_t lane = 0; lane < 32; ++lane) taken.at(lane) = warp.sum(from(lane));
    for (std::uint32_t lane = 0; lane < 32; ++lane) warp.sum(lane) += taken.at(lane);
  }
  warp.access(global_store, 1, own, sum);
  return warp.traced();
}

inline experiments::Result with_tree(const State& state, std::shared_ptr<const analysis::Traced> traced) {
  experiments::Result result = emulated(state);
  result.traced = std::move(traced);
  return result;
}

}  // namespace lanescope::gui::test
