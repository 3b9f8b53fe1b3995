// The elements of which the pages of Nsight Compute are made: one name for a number, whatever its origin. A hardware
// counter, the addresses of executed blocks and the model of times all fill the same elements.
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
enum class Unit : std::uint8_t { count, bytes, percent, ratio, clocks, ms, bytes_per_s, hertz, warps };
inline constexpr std::size_t unit_count = 9;
[[nodiscard]] std::string_view name_of(Unit unit);  ///< "count", ...

/// A set of pages.
class Pages {
 public:
  constexpr Pages(std::initializer_list<Page> list) {
    for (const Page page : list) bits_ |= bit(page);
  }
  [[nodiscard]] constexpr bool has(Page page) const { return (bits_ & bit(page)) != 0; }

 private:
  static constexpr unsigned bit(Page page) { return 1u << static_cast<unsigned>(page); }
  unsigned bits_ = 0;
};

struct Element {
  std::string_view id;  ///< "shared.load.wavefronts": what is named, from the large to the small
  Unit unit = Unit::count;
  Pages pages = {};
  /// It follows from executed addresses and instructions without a model, so a hardware counter must give the same
  /// number.
  bool exact = false;
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

/// All elements, in the order in which pages show them. "Bytes" and counts are of all launches of the plan together.
/// Each "share" is of the unit's sustained peak over the elapsed time.
inline constexpr std::array element_table = {
    // Speed of light. The throughputs are each the greatest of a list, of which sol.compute.* and sol.memory.* show
    // parts.
    Element{"sol.compute", Unit::percent, detail::sol},
    Element{"sol.memory", Unit::percent, detail::sol},
    Element{"sol.l1", Unit::percent, detail::sol},
    Element{"sol.l2", Unit::percent, detail::sol},
    Element{"sol.dram", Unit::percent, detail::sol},
    Element{"sol.compute.issue_slots", Unit::percent, detail::sol},
    Element{"sol.compute.alu", Unit::percent, detail::sol},
    Element{"sol.compute.fma", Unit::percent, detail::sol},
    Element{"sol.compute.fp16", Unit::percent, detail::sol},
    Element{"sol.compute.fp64", Unit::percent, detail::sol},
    Element{"sol.compute.xu", Unit::percent, detail::sol},
    Element{"sol.compute.lsu", Unit::percent, detail::sol},
    Element{"sol.compute.tensor", Unit::percent, detail::sol},
    Element{"sol.memory.lsu_requests", Unit::percent, detail::sol},
    Element{"sol.memory.lsu_wavefronts", Unit::percent, detail::sol},
    Element{"sol.memory.l1_tags", Unit::percent, detail::sol},
    Element{"sol.memory.l1_data", Unit::percent, detail::sol},
    Element{"sol.memory.l1_from_l2", Unit::percent, detail::sol},
    Element{"sol.memory.l2_sectors", Unit::percent, detail::sol},
    Element{"sol.memory.l2_tags", Unit::percent, detail::sol},
    Element{"sol.memory.l2_to_crossbar", Unit::percent, detail::sol},
    Element{"sol.memory.dram", Unit::percent, detail::sol},
    Element{"time.duration", Unit::ms, detail::sol},
    Element{"time.elapsed", Unit::clocks, detail::sol},
    Element{"time.sm_active", Unit::clocks, detail::sol},
    Element{"clock.sm", Unit::hertz, detail::sol},
    Element{"clock.dram", Unit::hertz, detail::sol},

    // Memory chart: instructions of the kernel. Asynchronous copies to shared memory are global loads here.
    Element{"global.load.instructions", Unit::count, detail::chart_and_l1, detail::exact},
    Element{"global.store.instructions", Unit::count, detail::chart_and_l1, detail::exact},
    Element{"global.reduce.instructions", Unit::count, detail::chart_and_l1, detail::exact},
    Element{"global.atomic.instructions", Unit::count, detail::chart_and_l1, detail::exact},
    Element{"local.load.instructions", Unit::count, detail::chart_and_l1, detail::exact},
    Element{"local.store.instructions", Unit::count, detail::chart_and_l1, detail::exact},
    Element{"texture.load.instructions", Unit::count, detail::chart_and_l1, detail::exact},
    Element{"shared.load.instructions", Unit::count, detail::chart_and_shared, detail::exact},
    Element{"shared.store.instructions", Unit::count, detail::chart_and_shared, detail::exact},
    Element{"shared.atomic.instructions", Unit::count, detail::chart_and_shared, detail::exact},

    // Requests to the L1, with what each kind of them costs.
    Element{"global.load.requests", Unit::count, detail::chart_and_l1, detail::exact},
    Element{"global.load.tag_wavefronts", Unit::count, detail::l1},
    Element{"global.load.sectors", Unit::count, detail::l1, detail::exact},
    Element{"global.load.sectors_ideal", Unit::count, detail::l1, detail::exact},
    Element{"global.load.sectors_per_request", Unit::ratio, detail::l1, detail::exact},
    Element{"global.load.sectors_hit", Unit::count, detail::l1},
    Element{"global.load.sectors_miss", Unit::count, detail::l1},
    Element{"global.load.hit_rate", Unit::percent, detail::l1},
    Element{"global.load.share", Unit::percent, detail::l1},
    Element{"global.store.requests", Unit::count, detail::chart_and_l1, detail::exact},
    Element{"global.store.tag_wavefronts", Unit::count, detail::l1},
    Element{"global.store.sectors", Unit::count, detail::l1, detail::exact},
    Element{"global.store.sectors_ideal", Unit::count, detail::l1, detail::exact},
    Element{"global.store.sectors_per_request", Unit::ratio, detail::l1, detail::exact},
    Element{"global.store.sectors_hit", Unit::count, detail::l1},
    Element{"global.store.sectors_miss", Unit::count, detail::l1},
    Element{"global.store.hit_rate", Unit::percent, detail::l1},
    Element{"global.store.share", Unit::percent, detail::l1},
    Element{"global.reduce.requests", Unit::count, detail::chart_and_l1, detail::exact},
    Element{"global.reduce.sectors", Unit::count, detail::l1, detail::exact},
    Element{"global.atomic.requests", Unit::count, detail::chart_and_l1, detail::exact},
    Element{"global.atomic.sectors", Unit::count, detail::l1, detail::exact},
    Element{"local.load.requests", Unit::count, detail::chart_and_l1, detail::exact},
    Element{"local.load.sectors", Unit::count, detail::l1, detail::exact},
    Element{"local.load.sectors_hit", Unit::count, detail::l1},
    Element{"local.load.sectors_miss", Unit::count, detail::l1},
    Element{"local.load.hit_rate", Unit::percent, detail::l1},
    Element{"local.store.requests", Unit::count, detail::chart_and_l1, detail::exact},
    Element{"local.store.sectors", Unit::count, detail::l1, detail::exact},
    Element{"texture.load.requests", Unit::count, detail::chart_and_l1, detail::exact},
    Element{"texture.load.sectors", Unit::count, detail::l1},
    Element{"l1.hit_rate", Unit::percent, detail::chart_and_l1},

    // Shared memory.
    Element{"shared.read.wavefronts", Unit::count, detail::chart_and_shared},
    Element{"shared.write.wavefronts", Unit::count, detail::chart_and_shared},
    Element{"shared.read.share", Unit::percent, detail::chart},
    Element{"shared.write.share", Unit::percent, detail::chart},
    Element{"shared.load.wavefronts", Unit::count, detail::shared, detail::exact},
    Element{"shared.load.wavefronts_ideal", Unit::count, detail::shared, detail::exact},
    Element{"shared.load.conflicts", Unit::count, detail::shared, detail::exact},
    Element{"shared.load.share", Unit::percent, detail::shared},
    Element{"shared.store.wavefronts", Unit::count, detail::shared, detail::exact},
    Element{"shared.store.wavefronts_ideal", Unit::count, detail::shared, detail::exact},
    Element{"shared.store.conflicts", Unit::count, detail::shared, detail::exact},
    Element{"shared.store.share", Unit::percent, detail::shared},
    Element{"shared.atomic.wavefronts", Unit::count, detail::shared, detail::exact},
    Element{"shared.atomic.share", Unit::percent, detail::shared},
    /// What accesses lose to each other and to other traffic of the unit: no fault of their addresses.
    Element{"shared.arbitration", Unit::count, detail::shared},

    // Between L1 and L2.
    Element{"l2_to_l1.bytes", Unit::bytes, detail::chart},
    Element{"l2_to_l1.share", Unit::percent, detail::chart},
    Element{"l1_to_l2.bytes", Unit::bytes, detail::chart},
    Element{"l1_to_l2.share", Unit::percent, detail::chart},

    // L2: what the multiprocessors ask for.
    Element{"l2.hit_rate", Unit::percent, detail::chart_and_l2},
    Element{"l2.read.requests", Unit::count, detail::l2},
    Element{"l2.read.sectors", Unit::count, detail::l2},
    Element{"l2.read.sectors_hit", Unit::count, detail::l2},
    Element{"l2.read.sectors_miss", Unit::count, detail::l2},
    Element{"l2.read.hit_rate", Unit::percent, detail::l2},
    Element{"l2.write.requests", Unit::count, detail::l2},
    Element{"l2.write.sectors", Unit::count, detail::l2},
    Element{"l2.write.sectors_hit", Unit::count, detail::l2},
    Element{"l2.write.sectors_miss", Unit::count, detail::l2},
    Element{"l2.write.hit_rate", Unit::percent, detail::l2},
    Element{"l2.atomic.requests", Unit::count, detail::l2},
    Element{"l2.atomic.sectors", Unit::count, detail::l2},
    Element{"l2.reduce.requests", Unit::count, detail::l2},
    Element{"l2.reduce.sectors", Unit::count, detail::l2},
    /// Sectors that one half of the L2 asks the other half for; only chips with a divided L2 have it.
    Element{"l2.fabric.sectors", Unit::count, detail::l2},

    // Device memory and the host's.
    Element{"memory.read.bytes", Unit::bytes, detail::chart_and_device},
    Element{"memory.read.share", Unit::percent, detail::chart_and_device},
    Element{"memory.read.sectors", Unit::count, detail::device},
    Element{"memory.read.rate", Unit::bytes_per_s, detail::device},
    Element{"memory.write.bytes", Unit::bytes, detail::chart_and_device},
    Element{"memory.write.share", Unit::percent, detail::chart_and_device},
    Element{"memory.write.sectors", Unit::count, detail::device},
    Element{"memory.write.rate", Unit::bytes_per_s, detail::device},
    Element{"host.read.bytes", Unit::bytes, detail::chart},
    Element{"host.write.bytes", Unit::bytes, detail::chart},

    // Scheduler. Warps are those of one of the schedulers of a multiprocessor.
    Element{"warps.maximum", Unit::warps, detail::scheduler},
    Element{"warps.theoretical", Unit::warps, detail::scheduler},
    Element{"warps.active", Unit::warps, detail::scheduler},
    Element{"warps.eligible", Unit::warps, detail::scheduler},
    Element{"warps.issued", Unit::warps, detail::scheduler},
    Element{"issue.no_eligible", Unit::percent, detail::scheduler},
    Element{"issue.one_or_more", Unit::percent, detail::scheduler},
    Element{"occupancy.theoretical", Unit::percent, detail::scheduler},
    Element{"occupancy.achieved", Unit::percent, detail::scheduler},
    Element{"instructions.executed", Unit::count, detail::scheduler},
    Element{"instructions.per_cycle", Unit::ratio, detail::scheduler},
    Element{"instructions.threads", Unit::ratio, detail::states},
    Element{"instructions.threads_predicated_on", Unit::ratio, detail::states},

    // Warp states: clocks between two instructions of a warp, and how many of them it waits for what.
    Element{"warp.cycles_per_instruction", Unit::clocks, detail::states},
    Element{"stall.barrier", Unit::clocks, detail::states},
    Element{"stall.branch_resolving", Unit::clocks, detail::states},
    Element{"stall.dispatch_stall", Unit::clocks, detail::states},
    Element{"stall.drain", Unit::clocks, detail::states},
    Element{"stall.gmma", Unit::clocks, detail::states},
    Element{"stall.imc_miss", Unit::clocks, detail::states},
    Element{"stall.lg_throttle", Unit::clocks, detail::states},
    Element{"stall.long_scoreboard", Unit::clocks, detail::states},
    Element{"stall.math_pipe_throttle", Unit::clocks, detail::states},
    Element{"stall.membar", Unit::clocks, detail::states},
    Element{"stall.mio_throttle", Unit::clocks, detail::states},
    Element{"stall.misc", Unit::clocks, detail::states},
    Element{"stall.no_instruction", Unit::clocks, detail::states},
    Element{"stall.not_selected", Unit::clocks, detail::states},
    Element{"stall.selected", Unit::clocks, detail::states},
    Element{"stall.short_scoreboard", Unit::clocks, detail::states},
    Element{"stall.sleeping", Unit::clocks, detail::states},
    Element{"stall.tex_throttle", Unit::clocks, detail::states},
    Element{"stall.wait", Unit::clocks, detail::states},
};

[[nodiscard]] constexpr std::span<const Element> elements() {
  return element_table;
}
/// Returns null when there is no such element.
[[nodiscard]] const Element* element(std::string_view id);

/// The name of an element that exists, which the compiler checks: values.get("l1.hit_rate").
class ElementId {
 public:
  consteval ElementId(const char* id) : id_(id) {
    bool known = false;
    for (const Element& each : element_table) known |= each.id == id_;
    if (!known) throw "there is no such element";
  }
  /// Of one of the table's elements.
  explicit constexpr ElementId(const Element& element) : id_(element.id) {}
  [[nodiscard]] constexpr std::string_view text() const { return id_; }

 private:
  std::string_view id_;
};

}  // namespace lanescope::counters
