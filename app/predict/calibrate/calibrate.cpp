#include "predict/calibrate/calibrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "base/text.h"
#include "predict/messages.h"

namespace lanescope::predict {
namespace {

// The settings by what they are for. Clocks are those of the SMs throughout.
constexpr std::string_view empty = "probe/launch block=256 blocks=132";
constexpr std::string_view blocks_of_32 = "probe/sync barriers=0 block=32 n=1048576";
constexpr std::string_view blocks_of_64 = "probe/sync barriers=0 block=64 n=1048576";
constexpr std::string_view barriers_64 = "probe/sync barriers=64 block=256 n=1048576";
constexpr std::string_view barriers_256 = "probe/sync barriers=256 block=256 n=1048576";
constexpr std::string_view banks_16 = "probe/bank block=256 lanes=in_order repeats=16 stride=16 width=1 blocks=132";
constexpr std::string_view banks_32 = "probe/bank block=256 lanes=in_order repeats=16 stride=32 width=1 blocks=132";
constexpr std::string_view chain = "probe/latency load_op=cg steps=4096 stride=32 n=1048576";
constexpr std::string_view warps_add = "probe/atomic block=256 each=warp words=1 n=1048576";
constexpr std::string_view lanes_add = "probe/atomic block=256 each=thread words=8 n=1048576";
constexpr std::string_view lanes_find = "probe/atomic_result block=256 each=thread operation=add words=8 blocks=4096";
constexpr std::string_view spread_find =
    "probe/atomic_result block=256 each=thread operation=add words=1024 blocks=4096";
constexpr std::string_view large_blocks_find =
    "probe/atomic_result block=1024 each=block operation=add words=1 blocks=16384";
constexpr std::string_view large_blocks = "probe/launch block=1024 blocks=65536";
constexpr std::string_view read_l2 = "probe/read block=256 lines=1 load_op=cg steps=512 blocks=1056 n=4194304";
constexpr std::string_view read_memory = "probe/read block=256 lines=1 load_op=cg steps=512 blocks=1056 n=268435456";
constexpr std::string_view read_lines = "probe/read block=256 lines=32 load_op=ca steps=512 blocks=1056 n=8192";
constexpr std::string_view write_memory = "probe/mix block=256 reads=0 writes=4 blocks=65536";
constexpr std::string_view fences_4 = "probe/fence block=32 fences=4 stores=off who=thread blocks=132";
constexpr std::string_view fences_16 = "probe/fence block=32 fences=16 stores=off who=thread blocks=132";
constexpr std::string_view many_fences_0 = "probe/fence block=256 fences=0 stores=off who=warp blocks=16384";
constexpr std::string_view many_fences_16 = "probe/fence block=256 fences=16 stores=off who=warp blocks=16384";
constexpr std::string_view fma_16 = "probe/rates block=1024 chains=4 straight=256 trips=16 what=fma blocks=264";
constexpr std::string_view fma_64 = "probe/rates block=1024 chains=4 straight=256 trips=64 what=fma blocks=264";
constexpr std::string_view multiply_16 =
    "probe/rates block=1024 chains=4 straight=256 trips=16 what=multiply blocks=264";
constexpr std::string_view multiply_64 =
    "probe/rates block=1024 chains=4 straight=256 trips=64 what=multiply blocks=264";
constexpr std::string_view minimum_16 = "probe/rates block=1024 chains=4 straight=256 trips=16 what=minimum blocks=264";
constexpr std::string_view minimum_64 = "probe/rates block=1024 chains=4 straight=256 trips=64 what=minimum blocks=264";

constexpr std::array settings{
    empty,       blocks_of_32, blocks_of_64, barriers_64,  barriers_256, banks_16,   banks_32,
    chain,       warps_add,    lanes_add,    lanes_find,   spread_find,  read_l2,    large_blocks_find,
    read_memory, read_lines,   large_blocks, write_memory, fences_4,     fences_16,  many_fences_0,
    fma_16,      fma_64,       multiply_16,  multiply_64,  minimum_16,   minimum_64, many_fences_16};

constexpr double warps_of_256 = 8, lanes = 32;
/// Index arithmetic between two loads of probe/latency: an addition, a comparison and a selection, 24 clocks in all.
constexpr double clocks_between_loads = 24;

class Fit {
 public:
  Fit(const ProbeTimes& times, const CalibratedGpu& gpu) : times_(times), gpu_(gpu) {}

  std::vector<ConstantText> run() {
    const auto launch_cold = ms(empty, &ProbeTime::cold_ms), launch_hot = ms(empty, &ProbeTime::hot_ms);
    if (launch_cold) add("launch_cold_us", *launch_cold * 1e3, 0.1, "us", "probe/launch, cold");
    if (launch_hot) add("launch_hot_us", *launch_hot * 1e3, 0.1, "us", "probe/launch, hot");
    // 32,768 blocks of one warp against 16,384 of two.
    between(blocks_of_64, blocks_of_32, 16384, "block_start_clocks", 0.03, "clocks a block, whole GPU",
            "probe/sync, the copies in blocks of 32 and of 64 threads");
    const double blocks_of_sm = 4096 / gpu_.sm_count;
    between(barriers_64, barriers_256, 192 * blocks_of_sm * warps_of_256, "barrier_clocks", 0.3, "clocks a warp",
            "probe/sync, 256 and 64 barriers in blocks of 256 threads");
    between(banks_16, banks_32, 16.0 * warps_of_256 * 16, "shared_clocks", 0.1, "clocks a wavefront",
            "probe/bank, loads of 32 and of 16 wavefronts");
    if (const auto cold = clocks(chain, &ProbeTime::cold_ms, 0)) {
      add("dram_latency", *cold / 4096 - clocks_between_loads, 0.1, "clocks", "probe/latency, cold, cg");
    }
    if (const auto hot = clocks(chain, &ProbeTime::hot_ms, 0)) {
      add("l2_latency", *hot / 4096 - clocks_between_loads, 0.08, "clocks", "probe/latency, hot, cg");
    }
    if (launch_cold) {
      const double launch = *launch_cold;
      one(warps_add, launch, 32768, "atomic_clocks", 0.3, "clocks, at one line", "probe/atomic, a warp each, one word");
      // 8 words are one sector, where four lanes of a warp meet at each.
      one(lanes_add, launch, 32768 * 4, "atomic_pass_clocks", 0.2, "clocks, at one line",
          "probe/atomic, a thread each, 8 words");
      const auto pass = clocks(lanes_find, &ProbeTime::cold_ms, launch),
                 spread = clocks(spread_find, &ProbeTime::cold_ms, launch);
      // 1,024 words are 4 KiB.
      if (pass && spread && *spread > 0) {
        add("atomic_slices", *pass / *spread, 0.4, "slices",
            "probe/atomic_result, a thread each, 1024 words against 8");
      }
      rate(read_memory, launch, 1056.0 * 256 * 512 * 4, "dram_read_gb", "probe/read of 1 GiB");
      rate(write_memory, launch, 4.0 * 65536 * 256 * 16, "dram_write_gb", "probe/mix of 1 GiB, writes alone");
    }
    if (launch_hot) atomic_latency(*launch_hot);
    const double warps_of_sm = 1056 * warps_of_256 / gpu_.sm_count;
    if (launch_hot) {
      if (const auto hot = clocks(read_l2, &ProbeTime::hot_ms, *launch_hot))
        add("l2_read_clocks", (*hot / (warps_of_sm * 512) - gpu_.l2_request_clocks) / 4, 0.05, "clocks a sector",
            "probe/read of 16 MiB, hot, four sectors of each line");
      if (const auto hot = clocks(read_lines, &ProbeTime::hot_ms, *launch_hot))
        add("line_clocks", *hot / (warps_of_sm * 512 * lanes), 0.1, "clocks a line", "probe/read of 32 KiB, 32 lines");
    }
    between(fences_4, fences_16, 12, "fence_latency", 0.2, "clocks", "probe/fence, 16 and 4 fences without stores");
    between(many_fences_0, many_fences_16, 16.0 * warps_of_256 * 16384 / gpu_.sm_count, "fence_clocks", 0.15,
            "clocks, of an SM", "probe/fence, 16 and 0 fences of each warp without stores");
    // So many warps a scheduler of an SM, which has four.
    const double warps_of_scheduler = 264 * lanes / gpu_.sm_count / 4;
    for (const auto& [few, many, key] : {std::tuple(fma_16, fma_64, "fma_clocks"),
                                         {minimum_16, minimum_64, "alu_clocks"},
                                         {multiply_16, multiply_64, "integer_multiply_clocks"}}) {
      between(few, many, 48 * 256 * warps_of_scheduler, key, 0.05, "clocks a warp instruction",
              "probe/rates, 64 and 16 trips of 256 instructions");
    }
    return std::move(found_);
  }

 private:
  /// A block that fills its place on the SM begins, finds what its atomic operation returns, then loads, stores and
  /// ends. Empty blocks only begin and end. All that they touch is in the L2.
  void atomic_latency(double launch) {
    const auto found = clocks(large_blocks_find, &ProbeTime::hot_ms, launch),
               empty_blocks = clocks(large_blocks, &ProbeTime::hot_ms, launch),
               chain_of_loads = clocks(chain, &ProbeTime::hot_ms, 0);
    const double l2 = chain_of_loads ? *chain_of_loads / 4096 - clocks_between_loads : gpu_.l2_latency;
    if (!found || !empty_blocks || l2 <= 0) return;
    const double at_once = gpu_.sm_count * std::max(1.0, std::floor(gpu_.threads_of_sm / 1024));
    const double round = *found / (16384 / at_once) - *empty_blocks / (65536 / at_once);
    add("atomic_latency", round - 2 * l2, 0.5, "clocks",
        "probe/atomic_result, a block each of 1024 threads, hot, against probe/launch and two loads");
  }

  [[nodiscard]] std::optional<double> ms(std::string_view setting, double ProbeTime::*which) const {
    const auto at = times_.find(setting);
    if (at == times_.end() || at->second.*which <= 0) return std::nullopt;
    return at->second.*which;
  }

  /// Clocks of the SMs, without the milliseconds of the launch.
  [[nodiscard]] std::optional<double> clocks(std::string_view setting, double ProbeTime::*which, double launch) const {
    const auto whole = ms(setting, which);
    return whole ? std::optional((*whole - launch) * gpu_.clock_mhz * 1e3) : std::nullopt;
  }

  void add(const char* key, double value, double part, const char* unit, const std::string& origin) {
    if (value <= 0) return;
    found_.push_back({key, unit, "measured on this GPU: " + origin, ConstantSource::probe, value, value * (1 - part),
                      value * (1 + part)});
  }

  void one(std::string_view setting, double launch, double count, const char* key, double part, const char* unit,
           const std::string& origin) {
    if (const auto whole = clocks(setting, &ProbeTime::cold_ms, launch)) add(key, *whole / count, part, unit, origin);
  }

  /// What `count` more of something add.
  void between(std::string_view few, std::string_view many, double count, const char* key, double part,
               const char* unit, const std::string& origin) {
    const auto from = clocks(few, &ProbeTime::cold_ms, 0), to = clocks(many, &ProbeTime::cold_ms, 0);
    if (from && to) add(key, (*to - *from) / count, part, unit, origin);
  }

  void rate(std::string_view setting, double launch, double bytes, const char* key, const std::string& origin) {
    if (const auto whole = ms(setting, &ProbeTime::cold_ms))
      add(key, bytes / ((*whole - launch) * 1e-3) * 1e-9, 0.03, "GB/s", origin);
  }

  const ProbeTimes& times_;
  const CalibratedGpu& gpu_;
  std::vector<ConstantText> found_;
};

std::string quoted(const std::string& text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') safe += '\\';
    safe += letter;
  }
  return '"' + safe + '"';
}

}  // namespace

std::span<const std::string_view> calibration_settings() {
  return settings;
}

std::vector<ConstantText> fit_constants(const ProbeTimes& times, const CalibratedGpu& gpu) {
  return Fit(times, gpu).run();
}

Expected<GpuProfile> with_constants(GpuProfile profile, std::span<const ConstantText> constants) {
  for (const ConstantText& constant : constants) {
    const auto own = std::ranges::find(profile.constants, constant.key, &ConstantText::key);
    if (own == profile.constants.end()) return failure(message<"profile.no_such_constant">(), constant.key);
    *own = constant;
  }
  return read_profile(profile_text(profile), profile.name);
}

namespace {

/// Sizes and numbers of units are written exactly, what was measured with five digits.
std::string digits(double value) {
  return value == std::round(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.5g}", value);
}

}  // namespace

std::string profile_text(const GpuProfile& profile) {
  std::string text =
      fmt::format("name = {}\ncompute_capability = {}\n", quoted(profile.name), quoted(profile.compute_capability));
  for (const ConstantText& constant : profile.constants) {
    text += fmt::format("\n[constants.{}]\nvalue = {}\nlow = {}\nhigh = {}\nunit = {}\nfrom = {}\norigin = {}\n",
                        constant.key, digits(constant.value), digits(constant.low), digits(constant.high),
                        quoted(constant.unit), quoted(std::string(name_of(constant.source))), quoted(constant.origin));
  }
  return text;
}

}  // namespace lanescope::predict
