// Kernels of the catalogue at small sizes, and traces of them laid beside each other.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "catalogue/catalogue.h"
#include "catalogue/every_setting.h"
#include "compiler/compiler.h"
#include "compiler/messages/messages.h"
#include "emulator/emulator.h"
#include "emulator/memory/texture.h"
#include "gpu/trace/decode.h"
#include "gpu/trace/recording_plan.h"
#include "ptx/instrument/instrument.h"
#include "ptx/module.h"

namespace lanescope::gpu {

/// Throws what a test cannot go on with.
template <class T>
T value_or_throw(Expected<T> expected) {
  if (!expected) throw MachineError(expected.error());
  return *std::move(expected);
}

/// A kernel at small sizes: a few blocks, not all of them full.
struct SmallKernel {
  std::string id;
  catalogue::KernelSource source;
  catalogue::LaunchPlan plan;
};

/// `fixed`: knobs that stay as they are.
inline std::optional<SmallKernel> small_kernel(const catalogue::Kernel& kernel, const catalogue::Values& fixed = {}) {
  for (const std::int64_t factor : {1, 2, 4, 0}) {
    catalogue::Values values = fixed;
    for (const catalogue::Size& each : kernel.sizes) {
      // The first of them is no multiple of anything; kernels that ask for one get it then. 0: the defaults.
      const std::int64_t size = factor == 1 ? (each.name == "n" && kernel.sizes.size() == 1 ? 3001 : 41) : 32 * factor;
      if (factor != 0) values[each.name] = std::clamp(size, each.minimum, each.maximum);
    }
    auto plan = catalogue::resolve(kernel, values, 1);
    if (plan) return SmallKernel{kernel.source.id, kernel.source, *std::move(plan)};
  }
  return std::nullopt;
}

/// Every kernel of the catalogue that has PTX to execute.
inline std::vector<SmallKernel> small_kernels() {
  catalogue::Catalogue kernels(LANESCOPE_SOURCES "/kernels");
  kernels.refresh();
  std::vector<SmallKernel> found;
  const auto snapshot = kernels.snapshot();
  const auto is_a = [](catalogue::Launch::Call call) {
    return [call](const catalogue::Launch& launch) { return launch.call == call; };
  };
  for (const auto& entry : snapshot->kernels) {
    for (const auto& [id, values] : catalogue::every_id(*entry.second)) {
      auto small = small_kernel(*entry.second, values);
      EXPECT_TRUE(small) << id << " has no small sizes";
      if (!small) continue;
      small->id = id;
      const auto& launches = small->plan.launches;
      if (std::none_of(launches.begin(), launches.end(), is_a(catalogue::Launch::Call::library)) &&
          std::any_of(launches.begin(), launches.end(), is_a(catalogue::Launch::Call::kernel))) {
        found.push_back(*std::move(small));
      }
    }
  }
  return found;
}

/// Kernels of tests/data/kernels that use what the catalogue's do not: device functions that are called, constants,
/// local memory, cp.async, dynamic shared memory, barriers with names, jump tables, printf. At their default sizes.
inline std::vector<SmallKernel> wide_kernels() {
  std::vector<SmallKernel> found;
  for (const std::string name :
       {"async_copy",     "bitonic_sort",     "cache_operators", "cluster_shared", "convolution",      "device_calls",
        "dynamic_shared", "groups_sum",       "histogram",       "lane_handshake", "matmul_registers", "matrix_rows",
        "named_barriers", "operations",       "print",           "scan_blelloch",  "switch_table",     "texture_lookup",
        "vote_match",     "warp_shuffle_sum", "wide_arithmetic"}) {
    const std::string path = std::string(LANESCOPE_TEST_DATA) + "/kernels/" + name + ".cu";
    const auto kernel = catalogue::read_kernel({name, path, value_or_throw(read_file(path)), {}});
    if (!kernel) throw MachineError(kernel.error().front());
    found.push_back({name, kernel->source, value_or_throw(catalogue::resolve(*kernel, {}, 1))});
  }
  return found;
}

inline compiler::Request request_of(const SmallKernel& kernel, compiler::ComputeCapability target) {
  return {kernel.id + ".cu", kernel.source.text, kernel.source.headers, kernel.plan.defines, target};
}

inline emulator::Options emulator_options() {
  emulator::Options options;
  options.source_root = compiler::source_root;
  options.step_budget = 200'000'000;
  options.continue_after_fault = true;
  options.threads = 1;
  return options;
}

inline constexpr std::uint64_t many_records = 1u << 19;

/// Shared variables where the emulator has them.
inline ptx::InstrumentOptions instrument_options(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                                 bool values) {
  return {values, value_or_throw(emulator::trace_tables(module, plan, "")).shared_variables};
}

/// What a decoder needs to know, but for where the plan's buffers lie.
inline DecodeRequest decode_request(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                    const ptx::Instrumented& instrumented, const TraceBuffer& buffer) {
  auto tables = value_or_throw(emulator::trace_tables(module, plan, std::string(compiler::source_root)));
  DecodeRequest request = decode_request(std::move(tables), instrumented.points, plan);
  request.buffer = buffer;
  return request;
}

/// Texels by the number of a launch's texture.
inline std::optional<BufferPlace> texel_of(const catalogue::LaunchPlan& plan, std::uint32_t launch, std::size_t texture,
                                           std::uint32_t x, std::uint32_t y) {
  const catalogue::Texture& bound = plan.launches.at(launch).textures.at(texture);
  const auto offset = emulator::first_texel(emulator::shape_of(bound, plan.buffers.at(bound.buffer)), x, y);
  if (!offset) return std::nullopt;
  return BufferPlace{static_cast<std::uint32_t>(bound.buffer), *offset};
}

/// One access of one lane.
struct LaneAccess {
  std::uint32_t site = 0, buffer = 0, offset = 0, value = 0;
  friend auto operator<=>(const LaneAccess&, const LaneAccess&) = default;
};
/// Thread: launch, block, warp, lane. What it did, in the order in which it did it. This is the form in which two
/// traces are compared: it stays the same when the hardware runs the lanes of one warp instruction in pieces.
using Thread = std::array<std::uint32_t, 4>;
using Threads = std::map<Thread, std::vector<LaneAccess>>;

/// with_value: whether what was moved there counts, by site.
inline Threads by_thread(const trace::Trace& trace, const std::vector<bool>& with_value) {
  Threads threads;
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const trace::Header& header = trace.headers[record];
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      if ((header.active_mask >> lane & 1u) == 0) continue;
      const bool counts = with_value[header.site] && trace.has_values();
      threads[{header.launch, header.block, header.warp, lane}].push_back(
          {header.site, header.buffer, trace.offsets[record][lane], counts ? trace.values[record][lane] : 0});
    }
  }
  return threads;
}

/// Where the first thread differs, in words; empty: nowhere.
inline std::string difference(const Threads& expected, const Threads& actual) {
  const auto text = [](const LaneAccess& access) {
    return fmt::format("site {} buffer {} offset {} value {:#x}", access.site, access.buffer, access.offset,
                       access.value);
  };
  for (const auto& [thread, accesses] : expected) {
    const auto other = actual.find(thread);
    const std::string who =
        fmt::format("launch {} block {} warp {} lane {}", thread[0], thread[1], thread[2], thread[3]);
    if (other == actual.end()) return fmt::format("{} has no access, expected {}", who, accesses.size());
    const std::size_t common = std::min(accesses.size(), other->second.size());
    for (std::size_t at = 0; at < common; ++at) {
      if (accesses[at] == other->second[at]) continue;
      return fmt::format("{}, access {}: {}, expected {}", who, at, text(other->second[at]), text(accesses[at]));
    }
    if (accesses.size() != other->second.size()) {
      return fmt::format("{} has {} accesses, expected {}", who, other->second.size(), accesses.size());
    }
  }
  if (expected.size() != actual.size()) return fmt::format("{} threads, expected {}", actual.size(), expected.size());
  return {};
}

/// Without the local memory of device functions: a trace of the emulator counts it from the start of the kernel's, one
/// of the GPU from that of the function's, because the assembler decides where functions keep theirs.
inline trace::Trace without_called_frames(trace::Trace trace, const ptx::Module& module) {
  std::set<std::int32_t> lines;
  for (const ptx::Function& function : module.functions) {
    if (function.entry) continue;
    for (const ptx::Instruction& instruction : function.instructions) lines.insert(instruction.ptx_line);
  }
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const trace::Site& site = trace.sites[trace.headers[record].site];
    if (site.space != trace::Space::local || !lines.contains(site.ptx_line)) continue;
    trace.offsets[record].fill(0);
  }
  return trace;
}

/// What a warp did as a whole: site, mask, offsets.
using WarpAccess = std::tuple<std::uint32_t, std::uint32_t, trace::Offsets>;
using Warps = std::map<std::array<std::uint32_t, 3>, std::vector<WarpAccess>>;

inline Warps by_warp(const trace::Trace& trace) {
  Warps warps;
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const trace::Header& header = trace.headers[record];
    warps[{header.launch, header.block, header.warp}].push_back(
        {header.site, header.active_mask, trace.offsets[record]});
  }
  return warps;
}

/// Barriers without their times: launch, block, warp, PTX line, number, mask.
inline std::vector<std::array<std::uint32_t, 7>> barriers_of(const trace::Trace& trace) {
  std::vector<std::array<std::uint32_t, 7>> barriers;
  for (const trace::Barrier& barrier : trace.barriers) {
    barriers.push_back({barrier.launch, barrier.block, barrier.warp, barrier.ptx_line, barrier.line, barrier.number,
                        barrier.active_mask});
  }
  std::sort(barriers.begin(), barriers.end());
  return barriers;
}

}  // namespace lanescope::gpu
