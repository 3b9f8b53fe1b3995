// A running launch of a plan, with the data that all blocks share.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "catalogue/launch_plan.h"
#include "emulator/checks/grid_order.h"
#include "emulator/decode/program.h"
#include "emulator/emulator.h"
#include "emulator/further_instructions/memory/tensor_map.h"
#include "emulator/memory/memory.h"
#include "emulator/memory/texture.h"

namespace lanescope::emulator {

/// A texture or a surface of a launch.
struct BoundTexture {
  TextureShape shape;
  bool surface = false;
  Region* region = nullptr;
};

struct Launch {
  const Program* program = nullptr;
  const Code* entry = nullptr;
  const Memory* memory = nullptr;
  const Options* options = nullptr;
  std::vector<std::byte> parameters;
  std::vector<BoundTensorMap> tensor_maps;
  std::vector<BoundTexture> textures;  ///< handle n + 1 is texture n
  catalogue::Dim3 grid, block, cluster;
  bool explicit_cluster = false;   ///< the launch or the kernel says how large a cluster is
  std::uint32_t number = 0;        ///< step of the plan
  std::uint32_t shared_bytes = 0;  ///< static and dynamic
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint64_t workspace = 0;  ///< of a cooperative launch: the counter of grid barriers; 0 for none
  bool sampled = false;         ///< not all blocks run, and what the others would write is unknown
  bool concurrent = false;      ///< blocks run on several threads at once
  unsigned threads = 1;
  std::uint64_t max_resident_blocks = 1;  ///< blocks that may be resident at once
  /// Counts accesses in the order in which they happen; with null, each block counts its own.
  std::uint64_t* order = nullptr;
  std::atomic<bool> stop{false};  ///< cancelled, or enough faults
  /// Blocks must run in order: two that ran concurrently accessed one word, and one of them wrote; or one has a fault
  /// that ends the run.
  std::atomic<bool> conflict{false};

  /// Blocks run one after the other and synchronise beyond themselves: what they know of each other. Else null.
  std::unique_ptr<GridOrder> grid_order;
  std::vector<EpochSet> sets;  ///< of words that several threads read, where blocks do not run concurrently
  bool checks_races = false;   ///< regions that the launch writes have an AccessShadow
  std::atomic<bool> unwatched_write{false};  ///< with conflict: a region without one was written

  /// For Options::listener, which hears of the accesses of one worker after the other.
  std::mutex listener_mutex;
  [[nodiscard]] bool records() const { return options->trace.has_value() || options->listener != nullptr; }
  [[nodiscard]] bool is_listened_to(std::uint64_t block_index) const {
    return options->listener != nullptr && block_index >= options->first_listened_block &&
           block_index - options->first_listened_block < options->listened_blocks;
  }
  /// All the records, or barriers, that the trace may have are there already: what blocks record now will be dropped.
  std::atomic<bool> trace_is_full{false}, barriers_are_full{false};
};

/// Returns what the local memory of a block of so many threads takes at most, in bytes.
[[nodiscard]] std::uint64_t max_local_bytes_per_block(const Program& program, const Code& entry, std::uint64_t threads);

/// The bytes of device printf that are kept, as many as the buffer of a GPU has unless the program asks for more.
/// Source: CUDA programming guide, cudaLimitPrintfFifoSize.
inline constexpr std::size_t max_printed_bytes = std::size_t{1} << 20;

/// The output of one block besides memory.
struct BlockOutput {
  std::vector<trace::Header> headers;
  std::vector<trace::Offsets> offsets;
  std::vector<trace::Lanes> values;
  std::vector<std::uint64_t> float_operations;
  std::vector<trace::Barrier> barriers;
  std::vector<trace::Unrecorded> unrecorded;
  std::uint64_t accesses = 0;  ///< all accesses, recorded or not; counted here when there is no order of all blocks
  std::uint64_t dropped = 0, dropped_barriers = 0;
  std::vector<Fault> faults;
  std::string printed;                ///< the first max_printed_bytes
  std::uint64_t unprinted_bytes = 0;  ///< what followed them
  std::vector<Message> notes;
  std::uint64_t unknown_reads = 0;
  /// As Outcome has them, by Region::trace_buffer and by launch.
  std::map<std::uint32_t, std::uint64_t> reach, shared_reach;
  std::uint64_t strays = 0;
  std::map<std::uint64_t, std::uint64_t> instructions;  ///< as Outcome::block_instructions
  bool cancelled = false;
  std::optional<Fault> open_at;  ///< as Outcome has it
};

/// Adds what printf wrote, as far as there is room.
void append_printed(BlockOutput& output, std::string_view text);

/// How often an operation ran; Counts is indexed by code and op.
struct Count {
  std::uint64_t instructions = 0, lanes = 0;
  bool parted = false;  ///< of a branch: lanes of a warp went different ways
};
using Counts = std::vector<std::vector<Count>>;

/// The blocks of a launch that run, in their order: linear indices in the grid. All blocks of a grid take no memory.
class BlockNumbers {
 public:
  /// All blocks of a grid of so many.
  explicit BlockNumbers(std::uint64_t grid) : count_(grid) {}
  explicit BlockNumbers(std::vector<std::uint64_t> chosen) : count_(chosen.size()), chosen_(std::move(chosen)) {}

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::uint64_t operator[](std::size_t index) const { return chosen_.empty() ? index : chosen_[index]; }

 private:
  std::uint64_t count_;
  std::vector<std::uint64_t> chosen_;  ///< empty for all
};

/// Runs the blocks of a launch, on several threads when launch.concurrent. Their output is appended to
/// `output` in the order of `blocks`. When accesses are counted by block (launch.order is null), `order` is the number
/// of the first access and becomes the number after the last one. Afterwards Launch::conflict says whether two blocks
/// accessed the same word, so that the result is invalid. Returns how often each operation ran.
[[nodiscard]] Counts run_grid(Launch& launch, BlockNumbers blocks, BlockOutput& output, std::uint64_t& order);

}  // namespace lanescope::emulator
