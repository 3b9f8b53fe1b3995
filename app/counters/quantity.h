// The quantities that are known of a kernel: one name for a number, whatever its origin. A stopwatch, a hardware
// counter, the compiler, the addresses of executed blocks and the model of times all fill the same quantities. A new
// one needs a line in this table and a line where it is filled (experiments/sheet/sheet.cpp, predict/metrics,
// counters/metric_names.cpp); conditions, lessons, sweeps, JSON and CSV, the Readout and comparisons then have it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

namespace lanescope::counters {

/// The pages, the cheapest to count last within each subject; a page is counted as a whole.
enum class Page : std::uint8_t {
  speed_of_light,
  memory_chart,
  shared_table,
  l1_table,
  l2_table,
  device_table,
  warp_states,
  scheduler
};
inline constexpr std::size_t page_count = 8;
[[nodiscard]] std::string_view name_of(Page page);  ///< "speed_of_light", ...
[[nodiscard]] std::optional<Page> page_named(std::string_view name);

/// percent: 0 to 100. ratio: a number without a unit, such as sectors a request. warps: a mean number of warps.
/// gb_per_s and gflop_per_s are 10^9 per second, and are always written so: rates of kernels are compared, and 900
/// beside 3,350 is easier to compare than beside 3.35 of another unit.
enum class Unit : std::uint8_t {
  count,
  bytes,
  percent,
  ratio,
  clocks,
  ms,
  bytes_per_s,
  hertz,
  warps,
  gb_per_s,
  gflop_per_s,
  per_sm  ///< for each multiprocessor
};
inline constexpr std::size_t unit_count = 12;
[[nodiscard]] std::string_view name_of(Unit unit);  ///< "count", ...

/// A set of pages.
class Pages {
 public:
  constexpr Pages(std::initializer_list<Page> list) {
    for (const Page page : list) bits_ |= bit(page);
  }
  [[nodiscard]] constexpr bool has(Page page) const { return (bits_ & bit(page)) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }

 private:
  static constexpr unsigned bit(Page page) { return 1u << static_cast<unsigned>(page); }
  unsigned bits_ = 0;
};

struct Quantity {
  std::string_view id;  ///< "shared.load.wavefronts": what is named, from the large to the small
  Unit unit = Unit::count;
  Pages pages = {};
  /// It follows from executed addresses and instructions without a model, so a hardware counter must give the same
  /// number.
  bool exact = false;
  /// What people call it; empty for most quantities of a page, whose rows and columns have the words of that page.
  std::string_view label = {};
  /// Readout, comparison and terminal list it in a row of its own, under its label; they have words of their own for
  /// the others.
  bool listed = false;

  /// Whether it is a time or follows from one.
  [[nodiscard]] constexpr bool is_timed() const {
    return id == "time" || id.starts_with("time.") || id.starts_with("rate.") || id.starts_with("clock.");
  }
  /// Whether it is a sum over blocks: of some of a grid's blocks it is no number of the plan.
  [[nodiscard]] constexpr bool is_sum_over_blocks() const {
    const bool is_of_plan = id.starts_with("check.") || id.starts_with("grid.") || id.starts_with("launch.");
    return (unit == Unit::count || unit == Unit::bytes) && !is_of_plan;
  }
};

namespace detail {

inline constexpr bool exact = true;
inline constexpr Pages sol{Page::speed_of_light};
inline constexpr Pages chart{Page::memory_chart};
inline constexpr Pages shared{Page::shared_table};
inline constexpr Pages l1{Page::l1_table};
inline constexpr Pages l2{Page::l2_table};
inline constexpr Pages device{Page::device_table};
inline constexpr Pages states{Page::warp_states};
inline constexpr Pages scheduler{Page::scheduler};
inline constexpr Pages chart_and_l1{Page::memory_chart, Page::l1_table};
inline constexpr Pages chart_and_shared{Page::memory_chart, Page::shared_table};
inline constexpr Pages chart_and_l2{Page::memory_chart, Page::l2_table};
inline constexpr Pages chart_and_device{Page::memory_chart, Page::device_table};

}  // namespace detail

/// All quantities, in the order in which pages show them. "Bytes" and counts are of all launches of the plan together.
/// Each "share" is of the unit's sustained peak over the elapsed time.
inline constexpr std::array quantity_table = {
    // Speed of light. The throughputs are each the greatest of a list, of which sol.compute.* and sol.memory.* show
    // parts.
    Quantity{"sol.compute", Unit::percent, detail::sol},
    Quantity{"sol.memory", Unit::percent, detail::sol},
    Quantity{"sol.l1", Unit::percent, detail::sol},
    Quantity{"sol.l2", Unit::percent, detail::sol},
    Quantity{"sol.dram", Unit::percent, detail::sol},
    Quantity{"sol.compute.issue_slots", Unit::percent, detail::sol},
    Quantity{"sol.compute.alu", Unit::percent, detail::sol},
    Quantity{"sol.compute.fma", Unit::percent, detail::sol},
    Quantity{"sol.compute.fp16", Unit::percent, detail::sol},
    Quantity{"sol.compute.fp64", Unit::percent, detail::sol},
    Quantity{"sol.compute.xu", Unit::percent, detail::sol},
    Quantity{"sol.compute.lsu", Unit::percent, detail::sol},
    Quantity{"sol.compute.tensor", Unit::percent, detail::sol},
    Quantity{"sol.memory.lsu_requests", Unit::percent, detail::sol},
    Quantity{"sol.memory.lsu_wavefronts", Unit::percent, detail::sol},
    Quantity{"sol.memory.l1_tags", Unit::percent, detail::sol},
    Quantity{"sol.memory.l1_data", Unit::percent, detail::sol},
    Quantity{"sol.memory.l1_from_l2", Unit::percent, detail::sol},
    Quantity{"sol.memory.l2_sectors", Unit::percent, detail::sol},
    Quantity{"sol.memory.l2_tags", Unit::percent, detail::sol},
    Quantity{"sol.memory.l2_to_crossbar", Unit::percent, detail::sol},
    Quantity{"sol.memory.dram", Unit::percent, detail::sol},
    Quantity{"time.duration", Unit::ms, detail::sol},
    Quantity{"time.elapsed", Unit::clocks, detail::sol},
    Quantity{"time.sm_active", Unit::clocks, detail::sol},
    Quantity{"clock.sm", Unit::hertz, detail::sol},
    Quantity{"clock.dram", Unit::hertz, detail::sol},

    // Memory chart: instructions of the kernel. Asynchronous copies to shared memory are global loads here.
    Quantity{"global.load.instructions", Unit::count, detail::chart_and_l1, detail::exact},
    Quantity{"global.store.instructions", Unit::count, detail::chart_and_l1, detail::exact},
    Quantity{"global.reduce.instructions", Unit::count, detail::chart_and_l1, detail::exact},
    Quantity{"global.atomic.instructions", Unit::count, detail::chart_and_l1, detail::exact},
    Quantity{"local.load.instructions", Unit::count, detail::chart_and_l1, detail::exact},
    Quantity{"local.store.instructions", Unit::count, detail::chart_and_l1, detail::exact},
    Quantity{"texture.load.instructions", Unit::count, detail::chart_and_l1, detail::exact},
    Quantity{"shared.load.instructions", Unit::count, detail::chart_and_shared, detail::exact},
    Quantity{"shared.store.instructions", Unit::count, detail::chart_and_shared, detail::exact},
    Quantity{"shared.atomic.instructions", Unit::count, detail::chart_and_shared, detail::exact},

    // Requests to the L1, with what each kind of them costs.
    Quantity{"global.load.requests", Unit::count, detail::chart_and_l1, detail::exact},
    Quantity{"global.load.tag_wavefronts", Unit::count, detail::l1},
    Quantity{"global.load.sectors", Unit::count, detail::l1, detail::exact},
    Quantity{"global.load.sectors_ideal", Unit::count, detail::l1},
    Quantity{"global.load.sectors_per_request", Unit::ratio, detail::l1, detail::exact},
    Quantity{"global.load.sectors_hit", Unit::count, detail::l1},
    Quantity{"global.load.sectors_miss", Unit::count, detail::l1},
    Quantity{"global.load.hit_rate", Unit::percent, detail::l1},
    Quantity{"global.load.share", Unit::percent, detail::l1},
    Quantity{"global.store.requests", Unit::count, detail::chart_and_l1, detail::exact},
    Quantity{"global.store.tag_wavefronts", Unit::count, detail::l1},
    Quantity{"global.store.sectors", Unit::count, detail::l1, detail::exact},
    Quantity{"global.store.sectors_ideal", Unit::count, detail::l1},
    Quantity{"global.store.sectors_per_request", Unit::ratio, detail::l1, detail::exact},
    Quantity{"global.store.sectors_hit", Unit::count, detail::l1},
    Quantity{"global.store.sectors_miss", Unit::count, detail::l1},
    Quantity{"global.store.hit_rate", Unit::percent, detail::l1},
    Quantity{"global.store.share", Unit::percent, detail::l1},
    Quantity{"global.reduce.requests", Unit::count, detail::chart_and_l1, detail::exact},
    Quantity{"global.reduce.sectors", Unit::count, detail::l1, detail::exact},
    Quantity{"global.atomic.requests", Unit::count, detail::chart_and_l1, detail::exact},
    Quantity{"global.atomic.sectors", Unit::count, detail::l1, detail::exact},
    Quantity{"local.load.requests", Unit::count, detail::chart_and_l1, detail::exact},
    Quantity{"local.load.sectors", Unit::count, detail::l1, detail::exact},
    Quantity{"local.load.sectors_hit", Unit::count, detail::l1},
    Quantity{"local.load.sectors_miss", Unit::count, detail::l1},
    Quantity{"local.load.hit_rate", Unit::percent, detail::l1},
    Quantity{"local.store.requests", Unit::count, detail::chart_and_l1, detail::exact},
    Quantity{"local.store.sectors", Unit::count, detail::l1, detail::exact},
    Quantity{"texture.load.requests", Unit::count, detail::chart_and_l1, detail::exact},
    Quantity{"texture.load.sectors", Unit::count, detail::l1},
    Quantity{"l1.hit_rate", Unit::percent, detail::chart_and_l1},

    // Shared memory.
    Quantity{"shared.read.wavefronts", Unit::count, detail::chart_and_shared},
    Quantity{"shared.write.wavefronts", Unit::count, detail::chart_and_shared},
    Quantity{"shared.read.share", Unit::percent, detail::chart},
    Quantity{"shared.write.share", Unit::percent, detail::chart},
    Quantity{"shared.load.wavefronts", Unit::count, detail::shared, detail::exact},
    Quantity{"shared.load.wavefronts_ideal", Unit::count, detail::shared},
    Quantity{"shared.load.conflicts", Unit::count, detail::shared},
    Quantity{"shared.load.share", Unit::percent, detail::shared},
    Quantity{"shared.store.wavefronts", Unit::count, detail::shared, detail::exact},
    Quantity{"shared.store.wavefronts_ideal", Unit::count, detail::shared},
    Quantity{"shared.store.conflicts", Unit::count, detail::shared},
    Quantity{"shared.store.share", Unit::percent, detail::shared},
    Quantity{"shared.atomic.wavefronts", Unit::count, detail::shared},
    Quantity{"shared.atomic.share", Unit::percent, detail::shared},
    /// What accesses lose to each other and to other traffic of the unit: no fault of their addresses.
    Quantity{"shared.arbitration", Unit::count, detail::shared},

    // Between L1 and L2.
    Quantity{"l2_to_l1.bytes", Unit::bytes, detail::chart},
    Quantity{"l2_to_l1.share", Unit::percent, detail::chart},
    Quantity{"l1_to_l2.bytes", Unit::bytes, detail::chart},
    Quantity{"l1_to_l2.share", Unit::percent, detail::chart},

    // L2: what the multiprocessors ask for.
    Quantity{"l2.hit_rate", Unit::percent, detail::chart_and_l2},
    Quantity{"l2.read.requests", Unit::count, detail::l2},
    Quantity{"l2.read.sectors", Unit::count, detail::l2},
    Quantity{"l2.read.sectors_hit", Unit::count, detail::l2},
    Quantity{"l2.read.sectors_miss", Unit::count, detail::l2},
    Quantity{"l2.read.hit_rate", Unit::percent, detail::l2},
    Quantity{"l2.write.requests", Unit::count, detail::l2},
    Quantity{"l2.write.sectors", Unit::count, detail::l2},
    Quantity{"l2.write.sectors_hit", Unit::count, detail::l2},
    Quantity{"l2.write.sectors_miss", Unit::count, detail::l2},
    Quantity{"l2.write.hit_rate", Unit::percent, detail::l2},
    Quantity{"l2.atomic.requests", Unit::count, detail::l2},
    Quantity{"l2.atomic.sectors", Unit::count, detail::l2},
    Quantity{"l2.reduce.requests", Unit::count, detail::l2},
    Quantity{"l2.reduce.sectors", Unit::count, detail::l2},
    /// Sectors that one half of the L2 asks the other half for; only chips with a divided L2 have it.
    Quantity{"l2.fabric.sectors", Unit::count, detail::l2},

    // Device memory and the host's.
    Quantity{"memory.read.bytes", Unit::bytes, detail::chart_and_device},
    Quantity{"memory.read.share", Unit::percent, detail::chart_and_device},
    Quantity{"memory.read.sectors", Unit::count, detail::device},
    Quantity{"memory.read.rate", Unit::bytes_per_s, detail::device},
    Quantity{"memory.write.bytes", Unit::bytes, detail::chart_and_device},
    Quantity{"memory.write.share", Unit::percent, detail::chart_and_device},
    Quantity{"memory.write.sectors", Unit::count, detail::device},
    Quantity{"memory.write.rate", Unit::bytes_per_s, detail::device},
    Quantity{"host.read.bytes", Unit::bytes, detail::chart},
    Quantity{"host.write.bytes", Unit::bytes, detail::chart},

    // Scheduler. Warps are those of one of the schedulers of a multiprocessor.
    Quantity{"warps.maximum", Unit::warps, detail::scheduler},
    Quantity{"warps.theoretical", Unit::warps, detail::scheduler},
    Quantity{"warps.active", Unit::warps, detail::scheduler},
    Quantity{"warps.eligible", Unit::warps, detail::scheduler},
    Quantity{"warps.issued", Unit::warps, detail::scheduler},
    Quantity{"issue.no_eligible", Unit::percent, detail::scheduler},
    Quantity{"issue.one_or_more", Unit::percent, detail::scheduler},
    Quantity{"occupancy.theoretical", Unit::percent, detail::scheduler, false, "occupancy"},
    Quantity{"occupancy.achieved", Unit::percent, detail::scheduler},
    Quantity{"instructions.executed", Unit::count, detail::scheduler},
    Quantity{"instructions.per_cycle", Unit::ratio, detail::scheduler},
    Quantity{"instructions.threads", Unit::ratio, detail::states},
    Quantity{"instructions.threads_predicated_on", Unit::ratio, detail::states},

    // Warp states: clocks between two instructions of a warp, and how many of them it waits for what.
    Quantity{"warp.cycles_per_instruction", Unit::clocks, detail::states},
    Quantity{"stall.barrier", Unit::clocks, detail::states},
    Quantity{"stall.branch_resolving", Unit::clocks, detail::states},
    Quantity{"stall.dispatch_stall", Unit::clocks, detail::states},
    Quantity{"stall.drain", Unit::clocks, detail::states},
    Quantity{"stall.gmma", Unit::clocks, detail::states},
    Quantity{"stall.imc_miss", Unit::clocks, detail::states},
    Quantity{"stall.lg_throttle", Unit::clocks, detail::states},
    Quantity{"stall.long_scoreboard", Unit::clocks, detail::states},
    Quantity{"stall.math_pipe_throttle", Unit::clocks, detail::states},
    Quantity{"stall.membar", Unit::clocks, detail::states},
    Quantity{"stall.mio_throttle", Unit::clocks, detail::states},
    Quantity{"stall.misc", Unit::clocks, detail::states},
    Quantity{"stall.no_instruction", Unit::clocks, detail::states},
    Quantity{"stall.not_selected", Unit::clocks, detail::states},
    Quantity{"stall.selected", Unit::clocks, detail::states},
    Quantity{"stall.short_scoreboard", Unit::clocks, detail::states},
    Quantity{"stall.sleeping", Unit::clocks, detail::states},
    Quantity{"stall.tex_throttle", Unit::clocks, detail::states},
    Quantity{"stall.wait", Unit::clocks, detail::states},

    // The whole plan, on no page of Nsight Compute. Rates are of the work that the kernel's file states, in the time
    // with cold caches, or with hot ones where that is all there is.
    Quantity{"time", Unit::ms, {}, false, "time"},
    Quantity{"time.cold", Unit::ms, {}, false, "time, cold"},
    Quantity{"time.hot", Unit::ms, {}, false, "time, hot"},
    Quantity{"rate.memory", Unit::gb_per_s, {}, false, "bandwidth"},
    Quantity{"rate.memory.of_peak", Unit::percent, {}, false, "bandwidth, of peak"},
    Quantity{"rate.memory.of_copy", Unit::percent, {}, false, "bandwidth, of best copy"},
    Quantity{"rate.memory.peak", Unit::gb_per_s, {}, false, "peak bandwidth"},
    Quantity{"rate.memory.copy", Unit::gb_per_s, {}, false, "best copy"},
    Quantity{"rate.arithmetic", Unit::gflop_per_s, {}, false, "arithmetic"},
    Quantity{"rate.arithmetic.of_peak", Unit::percent, {}, false, "arithmetic, of peak"},
    Quantity{"rate.arithmetic.peak", Unit::gflop_per_s, {}, false, "peak arithmetic"},
    Quantity{"clock.timed", Unit::hertz, {}, false, "SM clock"},
    Quantity{"time.empty_interval", Unit::ms, {}, false, "empty interval"},
    Quantity{"time.compile", Unit::ms, {}, false, "compile time"},

    // The launch that needs most registers, as it was compiled.
    Quantity{"launch.registers", Unit::count, {}, false, "registers"},
    Quantity{"launch.shared_bytes", Unit::bytes, {}, false, "shared memory"},
    Quantity{"launch.local_bytes", Unit::bytes, {}, false, "local memory"},
    Quantity{"launch.blocks_per_sm", Unit::per_sm, {}, false, "resident blocks"},
    Quantity{"launch.waves_per_sm", Unit::per_sm, {}, false, "waves", true},

    // All accesses of the executed blocks, and those to one memory. Requests to a memory are those of known cost.
    Quantity{"grid.blocks", Unit::count, {}, false, "blocks"},
    Quantity{"grid.blocks_executed", Unit::count, {}, false, "executed blocks"},
    Quantity{"instructions.ptx", Unit::count, {}, false, "PTX warp instructions"},
    Quantity{"requests", Unit::count, {}, false, "memory requests"},
    Quantity{"requests.threads", Unit::count, {}, false, "active threads of memory requests"},
    Quantity{"requests.threads_outside", Unit::count, {}, false, "active threads outside all buffers"},
    Quantity{"requests.uncounted", Unit::count, {}, false, "memory requests of unknown cost"},
    Quantity{"global.requests", Unit::count, {}, false, "requests to global memory"},
    Quantity{"global.sectors", Unit::count, {}, false, "sectors"},
    Quantity{"global.sectors_ideal", Unit::count, {}, false, "ideal sectors"},
    Quantity{"global.sectors_excess", Unit::count, {}, false, "excess sectors"},
    Quantity{"global.sectors_per_request", Unit::ratio, {}, false, "sectors per request"},
    Quantity{"local.requests", Unit::count, {}, false, "requests to local memory"},
    Quantity{"local.sectors", Unit::count, {}, false, "sectors of local memory"},
    Quantity{"local.sectors_ideal", Unit::count, {}, false, "ideal sectors of local memory"},
    Quantity{"shared.requests", Unit::count, {}, false, "requests to shared memory"},
    Quantity{"shared.wavefronts", Unit::count, {}, false, "wavefronts"},
    Quantity{"shared.wavefronts_ideal", Unit::count, {}, false, "ideal wavefronts"},
    Quantity{"shared.wavefronts_per_request", Unit::ratio, {}, false, "wavefronts per request"},
    Quantity{"shared.conflicts", Unit::count, {}, false, "bank conflicts"},
    Quantity{"distributed.requests", Unit::count, {}, false, "requests to distributed shared memory"},
    Quantity{"distributed.wavefronts", Unit::count, {}, false, "wavefronts of distributed shared memory"},
    Quantity{"distributed.wavefronts_ideal", Unit::count, {}, false, "ideal wavefronts of distributed shared memory"},

    // Of lines and instructions alone.
    Quantity{"samples", Unit::count, {}, false, "stall samples"},

    // The output, and what went wrong.
    Quantity{"check.elements", Unit::count, {}, false, "compared elements"},
    Quantity{"check.mismatches", Unit::count, {}, false, "wrong elements"},
    Quantity{"check.unwritten", Unit::count, {}, false, "unwritten elements"},
    Quantity{"check.max_error", Unit::ratio, {}, false, "largest error"},
    Quantity{"check.faults", Unit::count, {}, false, "faults"},
    Quantity{"check.faulty_threads", Unit::count, {}, false, "threads with a fault"},
};

[[nodiscard]] constexpr std::span<const Quantity> quantities() {
  return quantity_table;
}
/// Returns null when there is no such quantity.
[[nodiscard]] const Quantity* quantity(std::string_view id);

/// The name of a quantity that exists, which the compiler checks: values.get("l1.hit_rate").
class QuantityId {
 public:
  consteval QuantityId(const char* id) : quantity_(&quantity_table[index_of(id)]) {}
  /// Of one of the table's quantities.
  explicit constexpr QuantityId(const Quantity& quantity) : quantity_(&quantity) {}
  [[nodiscard]] constexpr std::string_view text() const { return quantity_->id; }
  [[nodiscard]] constexpr const Quantity& operator*() const { return *quantity_; }
  [[nodiscard]] constexpr const Quantity* operator->() const { return quantity_; }
  friend constexpr bool operator==(const QuantityId& one, const QuantityId& other) {
    return one.text() == other.text();
  }

 private:
  static consteval std::size_t index_of(std::string_view id) {
    for (std::size_t i = 0; i < quantity_table.size(); ++i) {
      if (quantity_table[i].id == id) return i;
    }
    throw "there is no such quantity";
  }

  const Quantity* quantity_;
};

}  // namespace lanescope::counters
