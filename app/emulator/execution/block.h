// One running block of a kernel. The object is used again for other blocks.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "emulator/checks/shared_memory.h"
#include "emulator/execution/launch.h"
#include "emulator/execution/warp.h"

namespace warpscope::emulator {

/// The memory of a fault.
struct FaultAddress {
  std::optional<std::uint64_t> address{};
  std::string buffer{};
  std::optional<std::int64_t> offset{};  ///< in the buffer
};
[[nodiscard]] inline FaultAddress in_shared_memory(std::uint64_t byte) {
  return {byte, "shared memory", static_cast<std::int64_t>(byte)};
}

class Block {
 public:
  /// `worker` is the number of the CPU thread that runs it. Executed operations are counted in `counts`.
  Block(Launch& launch, Counts& counts, unsigned worker);
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  /// Begins block `index` of the grid with fresh registers and shared memory.
  void start(std::uint64_t index, std::uint64_t seed);
  /// Runs about `steps` warp instructions, or until all its warps wait for other blocks. Returns true when the block
  /// has ended (or was stopped).
  [[nodiscard]] bool run(std::uint64_t steps);

  [[nodiscard]] std::uint64_t index() const { return index_; }
  [[nodiscard]] BlockOutput& output() { return output_; }

 private:
  enum class SplitState : std::uint8_t { running, suspended };  ///< suspended: the split ended, waits, or yields

  // warps and paths (run_warp.cpp)
  void run_warp(Warp& warp, std::uint64_t steps);
  [[nodiscard]] bool choose_split(Warp& warp);
  void run_split(Warp& warp, std::uint64_t& steps);
  void diverge(Warp& warp, std::uint32_t taken, std::uint32_t target, std::uint32_t reconvergence_pc);
  void separate(Warp& warp, std::uint32_t active);
  /// Does what separate() does, but with a reconvergence point after the instruction even when no other lanes are left.
  void go_on_alone(Warp& warp, std::uint32_t active);
  [[nodiscard]] SplitState reconverge(Warp& warp);
  [[nodiscard]] SplitState branch_table(Warp& warp, const Op& op, std::uint32_t active);
  [[nodiscard]] SplitState leave_function(Warp& warp, std::uint32_t lanes);
  [[nodiscard]] SplitState end_lanes(Warp& warp, std::uint32_t lanes);
  void remove_lanes(Warp& warp, std::int32_t reconvergence, std::uint32_t lanes, std::uint32_t min_depth);
  [[nodiscard]] std::int32_t add_reconvergence_point(Warp& warp, std::uint32_t pc, const WarpSplit& split,
                                                     std::uint32_t expected);
  void drop_current(Warp& warp);

  // calls (call.cpp)
  [[nodiscard]] SplitState call(Warp& warp, const Op& op, std::uint32_t active);
  void enter(Warp& warp, std::uint32_t function, const Call& call);
  void print(Warp& warp, const Call& call, std::uint32_t active);
  void fail_assertion(Warp& warp, const Call& call, std::uint32_t active);
  [[nodiscard]] std::uint64_t frame_value(const Warp& warp, const CallFrame& frame, const ByteRange& piece,
                                          std::uint32_t lane) const;
  [[nodiscard]] std::string text_at(std::uint64_t address) const;

  // lanes that work together (collective.cpp)
  [[nodiscard]] SplitState collective(Warp& warp, const Op& op, std::uint32_t active);
  void release_waiting_lanes(Warp& warp);
  void perform(Warp& warp, const Op& op, const CallFrame& frame, std::uint32_t active);
  void shuffle(const Bases& bases, const Op& op, const Collective& how, std::uint32_t active);
  void vote(const Bases& bases, const Op& op, const Collective& how, std::uint32_t active);
  void match(const Bases& bases, const Op& op, const Collective& how, std::uint32_t active);
  void redux(const Bases& bases, const Op& op, const Collective& how, std::uint32_t active);

  // barriers (barrier.cpp)
  [[nodiscard]] SplitState barrier(Warp& warp, const Op& op, std::uint32_t active);
  void release_complete_barriers();
  void release(std::uint32_t number);
  void report_deadlock();
  [[nodiscard]] std::size_t record_arrival(const Warp& warp, std::uint32_t number, std::uint32_t active);
  void record_release(std::size_t record);

  // memory (access.cpp, global_access.cpp, shared_access.cpp, local_access.cpp, atomic.cpp)
  void access(Warp& warp, const Op& op, std::uint32_t active);
  void global_access(Warp& warp, const Op& op, const Access& how, std::uint32_t active, const std::uint64_t* address,
                     std::uint32_t site, trace::Space space);
  void shared_access(Warp& warp, const Op& op, const Access& how, std::uint32_t active, const std::uint64_t* address,
                     std::uint32_t site);
  void local_access(Warp& warp, const Op& op, const Access& how, std::uint32_t active, const std::uint64_t* address,
                    std::uint32_t site);
  void load_uniform(Warp& warp, const Op& op, std::uint32_t active);
  void atomic(Warp& warp, const Op& op, const Access& how, std::uint32_t active, std::byte* const* places);
  void copy_async(Warp& warp, const Op& op, std::uint32_t active);
  void wait_copies(Warp& warp, std::uint32_t active, std::uint32_t may_stay);
  void access_memory(Warp& warp, const Op& op, std::uint32_t active);
  /// Prepares an access of lanes to a region: fills its pages, and notes the access where blocks may conflict. Returns
  /// false when blocks conflict, and this block stops.
  [[nodiscard]] bool begin_access(Region& region, std::uint32_t lanes, const std::uint64_t* offsets,
                                  std::uint64_t bytes, bool write);
  /// Notes that the lanes have read what another block may have written. Returns false when all blocks run.
  [[nodiscard]] bool note_unknown(Warp& warp, std::uint32_t lanes);
  /// Makes a warp's accesses before a release visible to the acquires of other warps at the address.
  void release_at(const Warp& warp, std::uint64_t address) { published_[address] = clocks_.publish(warp.index); }
  void acquire_at(const Warp& warp, std::uint64_t address);
  void fetch_texture(Warp& warp, const Op& op, std::uint32_t active);
  [[nodiscard]] std::uint32_t check_global(Warp& warp, const Access& how, std::uint32_t active,
                                           const std::uint64_t* address, Region*& region, std::uint64_t* offsets);
  void note_block_access(Region& region, std::uint32_t lanes, const std::uint64_t* offsets, std::uint64_t bytes,
                         bool write);
  void record(Warp& warp, std::uint32_t site, std::uint32_t active, std::uint32_t buffer, const trace::Offsets& offsets,
              const Op* op, std::uint32_t register_bytes);
  /// Does the same with `lanes`, which have an offset; offsets are counted in granules.
  void record(Warp& warp, std::uint32_t site, std::uint32_t active, std::uint32_t buffer, std::uint32_t lanes,
              const std::uint64_t* offsets, std::uint32_t granule, const Op& op, std::uint32_t register_bytes);
  void make_local(Warp& warp, std::uint32_t bytes) const;

  // faults (fault.cpp)
  void fault(FaultKind kind, const Warp& warp, std::uint32_t lane, std::string message, const FaultAddress& where = {});
  void fault_at(FaultKind kind, const Warp& warp, const Code& code, std::uint32_t pc, std::uint32_t lane,
                std::string message, const FaultAddress& where = {});
  void memory_fault(FaultKind kind, const Warp& warp, std::uint32_t lane, const Access& how, std::uint64_t address);
  [[nodiscard]] std::string line_of(const Code& code, std::uint32_t pc) const;
  [[nodiscard]] std::string line_of_site(std::uint32_t site) const;

  /// Returns the number of the next access.
  [[nodiscard]] std::uint64_t& order() { return launch_.order != nullptr ? *launch_.order : output_.accesses; }
  [[nodiscard]] static WarpSplit& current(Warp& warp) { return warp.splits[warp.current]; }
  [[nodiscard]] static ReconvergencePoint& point(Warp& warp, std::int32_t index) {
    return warp.reconvergence_points[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] static Bases bases_of(const Warp& warp, const CallFrame& frame) {
    return {warp.registers.data() + frame.registers, frame.code->constants.data(), warp.specials.data()};
  }
  [[nodiscard]] std::uint64_t random();

  Launch& launch_;
  Counts& counts_;
  unsigned worker_;
  std::uint64_t index_ = 0;
  std::uint64_t random_ = 0;
  bool shuffled_ = false;
  bool stopped_ = false;
  bool released_ = false;    ///< a barrier was released, so the warps take turns from the first one on
  std::uint64_t steps_ = 0;  ///< of this block
  std::vector<Warp> warps_;
  std::vector<std::uint32_t> order_;  ///< of the warps
  std::size_t next_warp_ = 0;
  SharedMemory shared_;
  Clocks clocks_;
  std::uint32_t threads_ = 0, live_ = 0;

  struct NamedBarrier {
    std::uint32_t threads = 0;  ///< expected; 0: the whole block
    std::uint32_t arrived = 0;
    std::uint32_t warps = 0;  ///< that took part
    bool aligned = false;     ///< all arrivals were of aligned forms
    bool in_use = false;
    const Code* code = nullptr;  ///< of the first arrival
    std::uint32_t pc = 0;
    std::uint32_t warp = 0, lane = 0;
    bool other_place = false;  ///< somebody arrived from another instruction
    std::uint32_t other_pc = 0, other_warp = 0, other_lane = 0;
    std::uint32_t count = 0;  ///< bar.red: threads whose predicate held
  };
  std::array<NamedBarrier, 16> barriers_{};
  std::uint32_t first_ended_ = 0;  ///< a thread that has ended, for messages
  bool some_ended_ = false;

  /// What an atomic or a release published at an address, for acquires that read it.
  std::map<std::uint64_t, std::array<std::uint32_t, max_warps>> published_;
  std::map<std::tuple<FaultKind, const Code*, std::uint32_t>, std::size_t> known_faults_;
  /// The region of the last execution of each access, by the number of the access.
  std::array<Region*, 64> hints_{};
  BlockOutput output_;
};

}  // namespace warpscope::emulator
