// What a GPU is like, in numbers: the constants of the model, each with its range and with where it comes from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace lanescope::predict {

/// The constants as the model reads them. A clock is one of the SMs. Whatever is called "of an SM" is shared by all its
/// warps; costs of the L2 are what one SM sees of it while all others ask for as much.
struct Constants {
  // size
  double sm_count = 0;
  double clock_mhz = 0;
  double schedulers = 0;  ///< of an SM; each issues one instruction a clock
  double l1_bytes = 0;    ///< of an SM, L1 and shared memory together
  double l2_bytes = 0;
  double l2_partitions = 0;   ///< each keeps a copy of what its half of the SMs reads of the others
  double l2_dirty_share = 0;  ///< the part of the L2 that may hold written data when a kernel ends

  // launch
  double launch_cold_us = 0, launch_hot_us = 0;  ///< an empty kernel, with cold and with hot caches
  double further_launch_us = 0;                  ///< each launch of a plan behind the first
  double start_clocks = 0;                       ///< what the first access to memory takes longer with cold caches
  double block_start_clocks = 0;                 ///< of the whole GPU: from the start of one block to that of the next
  double block_turn_clocks = 0;                  ///< from the end of a block to the start of the one in its place
  double warp_start_clocks = 0;                  ///< from the start of one warp of a block to that of the next

  // pipes of an SM, in clocks
  double alu_clocks = 0;               ///< of a scheduler: one warp instruction of integer logic
  double fma_clocks = 0;               ///< one of FP32
  double integer_multiply_clocks = 0;  ///< one IMAD
  double half_clocks = 0, double_clocks = 0, special_clocks = 0;
  /// One product of matrices by a warp (mma): with 8 registers of operands, as m16n8k16 of half precision, with 4, as
  /// m16n8k8, and of double precision.
  double matrix_clocks = 0, matrix_half_clocks = 0, matrix_double_clocks = 0;
  double special_latency = 0;  ///< of results that ptxas waits for with a scoreboard and that are no memory's
  double line_clocks = 0;      ///< of the load/store pipe: one line of 128 bytes
  double pipe_bytes = 0;       ///< the most that this pipe moves in a clock
  double shared_clocks = 0;    ///< one wavefront of shared memory, or one shuffle
  double barrier_clocks = 0;   ///< one warp at a barrier
  double barrier_latency = 0;

  // caches and memory
  double shared_latency = 0, l1_latency = 0, l2_latency = 0, dram_latency = 0;  ///< clocks, without waiting
  /// Clocks: the mean of what a request waits beyond that when the memory is busy with as many writes as reads, and
  /// with reads alone.
  double dram_tail = 0, dram_read_tail = 0;
  double l2_request_clocks = 0;                ///< a line of which sectors are read, besides these
  double l2_read_clocks = 0;                   ///< a sector
  double l2_line_clocks = 0;                   ///< a line that is written, whatever of it
  double l2_whole_clocks = 0;                  ///< a sector that is written in whole groups of 8 bytes
  double l2_partial_clocks = 0;                ///< a sector of which some 8 bytes are written in part
  double l2_port_bytes = 0;                    ///< the most that one SM gets in a clock when the others are idle
  double store_clocks = 0;                     ///< stores run ahead of the L2 by so many clocks
  double stored_lines = 0, stored_clocks = 0;  ///< of an SM: lines in which stores of a warp meet, and for how long
  double dram_read_gb = 0;                     ///< 10^9 bytes a second that reads reach
  double dram_write_gb = 0;                    ///< the same of writes
  double lone_sector_bytes =
      0;                     ///< that the memory could move while it reads a sector with nothing of its line beside it
  double atomic_clocks = 0;  ///< of a slice of the L2: the atomics of a warp at one line
  double atomic_pass_clocks = 0;    ///< the same, for each time that lanes of one warp meet at an address
  double atomic_float_clocks = 0;   ///< the same where a floating-point number is added
  double atomic_slices = 0;         ///< by how much 32 lines are faster than one
  double atomic_sector_clocks = 0;  ///< of an SM: a sector that atomics change, while all SMs ask for as much
  double atomic_latency = 0;        ///< of an atomic whose result is used, beyond that of a load
  double fence_latency = 0;         ///< of __threadfence()
  double fence_clocks = 0;          ///< of an SM: from one fence to the next
  friend bool operator==(const Constants&, const Constants&) = default;
};

/// What a constant was taken from. An estimate goes from one GPU to another; a fit is what makes recorded times of
/// other kernels than probes come out.
enum class ConstantSource : std::uint8_t { data_sheet, literature, probe, fit, estimate, guess };
inline constexpr std::size_t constant_sources = 6;
[[nodiscard]] std::string_view name_of(ConstantSource source);

/// One constant as the file has it, for people.
struct ConstantText {
  std::string key, unit, origin;
  ConstantSource source = ConstantSource::guess;
  double value = 0, low = 0, high = 0;
};

struct GpuProfile {
  std::string name;                ///< "H200"
  std::string compute_capability;  ///< "9.0"
  Constants value;
  /// The ends of all ranges that make kernels faster, and those that make them slower.
  Constants fast, slow;
  std::vector<ConstantText> constants;  ///< in the order of the struct
};

/// Puts another value of one constant in, as its only one. It fails when the model has no such constant.
[[nodiscard]] Status set_constant(GpuProfile& profile, std::string_view key, double value);

/// Gives the profile of a GPU by its name, for what another profile estimates from it.
using ProfileOf = std::function<Expected<GpuProfile>(const std::string& name)>;

/// Reads a profile. It fails, naming the key, when a constant is missing, unknown, no number, outside of its own range,
/// or has no unit, source (`from`) or origin. `file` names the place of errors. With estimated_from = "H200" in the
/// file, constants that it does not have are those of that GPU in a wider range, and their origin says so; but never
/// sizes and clocks.
[[nodiscard]] Expected<GpuProfile> read_profile(std::string_view text, const std::string& file,
                                                const ProfileOf& profile_of = {});

/// Reads a profile from its file. Those that it is estimated from are beside it.
[[nodiscard]] Expected<GpuProfile> read_profile_file(const std::filesystem::path& file);

/// Reads the profile of a GPU from a folder with a file for each: "RTX 4090" is in rtx-4090.toml. It fails when there
/// is none.
[[nodiscard]] Expected<GpuProfile> read_profile_of(const std::string& name, const std::filesystem::path& folder);

}  // namespace lanescope::predict
