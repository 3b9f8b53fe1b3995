#include "analysis/tiles/tile_flow.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

namespace lanescope::analysis {
namespace {

using model::SiteRegisters;
using model::StoredCopy;
using trace::Operation;
using trace::Space;

constexpr std::uint32_t piece_bytes = 16;  // of a bulk copy, and a row of ldmatrix
constexpr std::uint32_t value_bytes = 4;   // the recorded part of a value
constexpr std::uint32_t kept_bytes = 8;    // what is kept of a register
constexpr std::uint32_t no_slot = 0xffffffffu;

bool is_bulk_copy(Operation operation) {
  return operation == Operation::bulk_load || operation == Operation::bulk_store;
}

/// Returns the bytes that each lane of an access moves, as far as the site says.
std::uint32_t lane_bytes(const trace::Site& site) {
  const bool pieces = is_bulk_copy(site.operation) || site.operation == Operation::matrix_operand ||
                      site.operation == Operation::matrix_load;
  return pieces ? piece_bytes : site.bytes_per_lane;
}

class TileFinder {
 public:
  TileFinder(const AccessSequence& sequence, std::uint32_t launch, std::uint32_t block)
      : sequence_(sequence), traced_(*sequence.traced), trace_(traced_.trace), grids_(grids_of(traced_)) {
    flow_.launch = launch;
    flow_.block = block;
    flow_.knows_registers = !traced_.registers.empty();
    flow_.counts_operations = !trace_.float_operations.empty();
  }

  TileFlow run() {
    for (std::uint32_t index = 0; index < sequence_.records.size(); ++index) {
      const trace::Header& header = sequence_.header(index);
      if (header.launch != flow_.launch || header.block != flow_.block) continue;
      flow_.threads = std::max(flow_.threads, (header.warp + 1) * trace::lanes_per_warp);
      indices_.push_back(index);
    }
    if (flow_.launch < traced_.launches.size()) {
      const TracedLaunch& launch = traced_.launches[flow_.launch];
      flow_.shared_bytes = static_cast<std::uint32_t>(launch.shared_bytes);
      flow_.threads = static_cast<std::uint32_t>(launch.block.count());
    }
    find_unit();
    number_registers();
    flow_.moved.reserve(indices_.size() * trace::lanes_per_warp);
    flow_.steps.reserve(indices_.size());
    flow_.totals.reserve(indices_.size());
    for (const std::uint32_t index : indices_) take(index);
    for (const std::uint32_t uses : uses_) flow_.max_uses = std::max(flow_.max_uses, uses);
    for (TileBuffer& buffer : flow_.buffers) place(buffer);
    return std::move(flow_);
  }

 private:
  /// A register of a thread, as its last load filled it.
  struct Held {
    std::uint32_t step = no_slot;  ///< of the load
    std::uint32_t value = 0;
    bool has_value = false;
  };

  /// The unit is the smallest that an element or a store to shared memory has.
  void find_unit() {
    flow_.unit = value_bytes;
    for (const std::uint32_t index : indices_) {
      const trace::Header& header = sequence_.header(index);
      const trace::Site& site = sequence_.site(index);
      if (site.space == Space::shared && site.bytes_per_lane > 0) {
        flow_.unit = std::min(flow_.unit, site.bytes_per_lane);
        for (const StoredCopy& copy : registers_of(header.site).copies) {
          if (copy.bytes > 0) flow_.unit = std::min(flow_.unit, copy.bytes);
        }
      } else if (trace::lies_in_buffers(site.space) && grids_[header.buffer]) {
        flow_.unit = std::min(flow_.unit, grids_[header.buffer]->bytes_per_element);
      }
    }
    flow_.unit = std::max(flow_.unit, 1u);
    a_register_ = kept_bytes / flow_.unit;
  }

  [[nodiscard]] const SiteRegisters& registers_of(std::uint32_t site) const {
    static const SiteRegisters none;
    return site < traced_.registers.size() ? traced_.registers[site] : none;
  }

  /// Gives each register that loads fill a slot, and finds those of each site.
  void number_registers() {
    std::unordered_map<std::uint32_t, std::uint32_t> slots;
    for (const SiteRegisters& site : traced_.registers) {
      std::vector<std::uint32_t>& filled = filled_slots_.emplace_back();
      for (const std::uint32_t reg : site.filled) {
        filled.push_back(slots.try_emplace(reg, static_cast<std::uint32_t>(slots.size())).first->second);
      }
    }
    for (const SiteRegisters& site : traced_.registers) {
      std::vector<std::uint32_t>& copied = copied_slots_.emplace_back();
      for (const StoredCopy& copy : site.copies) {
        const auto found = slots.find(copy.loaded_register);
        copied.push_back(found == slots.end() ? no_slot : found->second);
      }
    }
    a_thread_ = slots.size();
    const std::size_t all = std::size_t{flow_.threads + trace::lanes_per_warp} * a_thread_;
    held_.resize(all);
    contents_.resize(all * a_register_);
  }

  std::uint32_t number_of(std::uint32_t buffer, std::uint32_t element) {
    const auto [found, is_new] =
        flow_.numbers.try_emplace(TileFlow::key_of(buffer, element), static_cast<std::uint32_t>(flow_.elements.size()));
    if (!is_new) return found->second;
    flow_.elements.push_back({buffer, element});
    uses_.push_back(0);
    fetched_in_.push_back(no_slot);
    auto known = std::ranges::find(flow_.buffers, buffer, &TileBuffer::buffer);
    if (known == flow_.buffers.end()) {
      flow_.buffers.push_back({buffer, *grids_[buffer], 0, 0, 0, 0, element, element, 0});
      known = flow_.buffers.end() - 1;
    }
    known->first = std::min(known->first, element);
    known->last = std::max(known->last, element);
    ++known->elements;
    return found->second;
  }

  /// Finds the area of a buffer that is fetched. One of one dimension is folded.
  void place(TileBuffer& buffer) {
    model::ElementGrid& grid = buffer.grid;
    if (grid.rows == 1 || grid.folded) {
      constexpr std::uint32_t narrowest = 16, widest = 256;
      const auto side = static_cast<std::uint32_t>(std::sqrt(2.0 * buffer.elements));
      grid.columns = std::min(std::clamp(std::bit_ceil(side), narrowest, widest), std::bit_ceil(grid.elements));
      grid.rows = (grid.elements + grid.columns - 1) / grid.columns;
      grid.folded = true;
    }
    buffer.left = buffer.top = no_slot;
    for (const FetchedElement& element : flow_.elements) {
      if (element.buffer != buffer.buffer) continue;
      const std::uint32_t x = element.element % grid.columns, y = element.element / grid.columns;
      buffer.left = std::min(buffer.left, x);
      buffer.top = std::min(buffer.top, y);
      buffer.right = std::max(buffer.right, x + 1);
      buffer.bottom = std::max(buffer.bottom, y + 1);
    }
  }

  void take(std::uint32_t index) {
    const trace::Site& site = sequence_.site(index);
    TileStep step;
    step.index = index;
    step.first = static_cast<std::uint32_t>(flow_.moved.size());
    TileTotals totals = flow_.totals.empty() ? TileTotals{} : flow_.totals.back();
    const std::uint32_t record = sequence_.records[index];
    if (flow_.counts_operations) totals.computed = trace_.float_operations[record];
    if (trace::lies_in_buffers(site.space)) {
      take_global(record, site, step, totals);
    } else if (site.space == Space::shared) {
      take_shared(record, site, step, totals);
    } else if (site.operation == Operation::load && site.space != Space::registers) {
      forget(record);
    }
    flow_.steps.push_back(step);
    flow_.totals.push_back(totals);
  }

  /// The lanes load something that is no element.
  void forget(std::uint32_t record) {
    const trace::Header& header = trace_.headers[record];
    const std::vector<std::uint32_t> nothing(piece_bytes, no_element);
    trace::for_each_lane(header.active_mask, [&](std::uint32_t lane) {
      fill(header.warp * trace::lanes_per_warp + lane, header.site, nothing.data(), piece_bytes / flow_.unit, record,
           lane);
    });
  }

  void take_global(std::uint32_t record, const trace::Site& site, TileStep& step, TileTotals& totals) {
    const trace::Header& header = trace_.headers[record];
    const auto& grid = grids_[header.buffer];
    const bool fetches = site.operation == Operation::load || trace::is_asynchronous_copy(site.operation) ||
                         site.operation == Operation::bulk_load || site.operation == Operation::matrix_load;
    if (!grid) return forget_if_load(record, site);
    if (!fetches) return store(record, site, step, totals);
    const std::uint32_t bytes = site.bytes_per_lane == 0 ? grid->bytes_per_element : lane_bytes(site);
    step.units = std::max(1u, bytes / flow_.unit);
    const bool is_copy = trace::is_asynchronous_copy(site.operation) || site.operation == Operation::bulk_load;
    const SiteRegisters& registers = registers_of(header.site);
    step.action = is_copy || registers.only_stored ? TileAction::fetch : TileAction::fetch_use;
    trace::for_each_lane(header.active_mask, [&](std::uint32_t lane) {
      const std::size_t begin = flow_.moved.size();
      add_elements(header.buffer, *grid, trace_.offsets[record].at(lane), step.units);
      for (std::size_t n = begin; n < flow_.moved.size(); ++n) {
        const std::uint32_t number = flow_.moved[n];
        if (number == no_element) continue;
        if (step.action == TileAction::fetch_use) use(number, totals);
        // A warp fetches once what several of its lanes name, and every byte of it.
        const auto stamp = static_cast<std::uint32_t>(flow_.steps.size());
        if (fetched_in_[number] == stamp) continue;
        fetched_in_[number] = stamp;
        totals.fetched += grid->bytes_per_element;
      }
      if (!is_copy) {
        fill(header.warp * trace::lanes_per_warp + lane, header.site, flow_.moved.data() + begin, step.units, record,
             lane);
      }
    });
    if (is_copy) carry(record, step, site.operation == Operation::bulk_load);
  }

  /// A store, or an atomic: each element counts once.
  void store(std::uint32_t record, const trace::Site& site, TileStep& step, TileTotals& totals) {
    const trace::Header& header = trace_.headers[record];
    const model::ElementGrid& grid = *grids_[header.buffer];
    step.action = TileAction::store;
    const std::uint32_t bytes = site.bytes_per_lane == 0 ? grid.bytes_per_element : lane_bytes(site);
    std::vector<std::uint32_t> elements;
    trace::for_each_lane(header.active_mask, [&](std::uint32_t lane) {
      const std::uint32_t offset = trace_.offsets[record].at(lane);
      if (offset == trace::no_offset) return;
      for (std::uint32_t at = 0; at < std::max(1u, bytes / grid.bytes_per_element); ++at) {
        elements.push_back(grid.element_at(offset) + at);
      }
    });
    std::ranges::sort(elements);
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    totals.stored += elements.size() * grid.bytes_per_element;
    if (site.operation == Operation::atomic) forget(record);
  }

  void forget_if_load(std::uint32_t record, const trace::Site& site) {
    if (site.operation == Operation::load) forget(record);
  }

  void add_elements(std::uint32_t buffer, const model::ElementGrid& grid, std::uint32_t offset, std::uint32_t units) {
    for (std::uint32_t unit = 0; unit < units; ++unit) {
      if (offset == trace::no_offset) {
        flow_.moved.push_back(no_element);
        continue;
      }
      const std::uint32_t element = grid.element_at(offset) + unit * flow_.unit / grid.bytes_per_element;
      flow_.moved.push_back(element < grid.elements ? number_of(buffer, element) : no_element);
    }
  }

  void use(std::uint32_t number, TileTotals& totals) {
    ++uses_[number];
    totals.used += flow_.unit;
  }

  /// Remembers what a copy without registers brings until its other side is recorded.
  void carry(std::uint32_t record, const TileStep& step, bool bulk) {
    const trace::Header& header = trace_.headers[record];
    Carried& carried = carried_[header.warp];
    if (!bulk || carried.drains || carried.site != header.site) carried.queue.clear();
    carried.drains = false;
    carried.site = header.site;
    carried.units = step.units;
    carried.next = 0;
    carried.by_lane.fill(no_slot);
    std::uint32_t number = 0;
    trace::for_each_lane(header.active_mask, [&](std::uint32_t lane) {
      carried.by_lane.at(lane) = static_cast<std::uint32_t>(carried.queue.size());
      const std::size_t first = step.first + std::size_t{number++} * step.units;
      const auto begin = flow_.moved.begin() + static_cast<std::ptrdiff_t>(first);
      carried.queue.insert(carried.queue.end(), begin, begin + step.units);
    });
  }

  void take_shared(std::uint32_t record, const trace::Site& site, TileStep& step, TileTotals& totals) {
    const trace::Header& header = trace_.headers[record];
    step.units = std::max(1u, lane_bytes(site) / flow_.unit);
    switch (site.operation) {
      case Operation::load:
      case Operation::matrix_load:
      case Operation::matrix_operand:
        step.action = TileAction::read;
        break;
      case Operation::bulk_load:
        step.action = TileAction::nothing;  // a copy from shared memory to another place
        return;
      default:
        step.action = TileAction::place;
        break;
    }
    trace::for_each_lane(header.active_mask, [&](std::uint32_t lane) {
      const std::size_t begin = flow_.moved.size();
      const std::uint32_t offset = trace_.offsets[record].at(lane);
      flow_.moved.resize(begin + step.units, no_element);
      if (offset == trace::no_offset) return;
      const std::span<std::uint32_t> moved(flow_.moved.data() + begin, step.units);
      const std::size_t first = offset / flow_.unit;
      if (step.action == TileAction::place) {
        find_stored(record, site, lane, moved);
        if (shared_.size() < first + step.units) shared_.resize(first + step.units, no_element);
        std::ranges::copy(moved, shared_.begin() + static_cast<std::ptrdiff_t>(first));
        return;
      }
      for (std::uint32_t unit = 0; unit < step.units && first + unit < shared_.size(); ++unit) {
        moved[unit] = shared_[first + unit];
        if (moved[unit] == no_element) continue;
        use(moved[unit], totals);
        totals.reused += flow_.unit;
      }
      if (site.operation == Operation::load) {
        fill(header.warp * trace::lanes_per_warp + lane, header.site, moved.data(), step.units, record, lane);
      }
    });
    if (is_bulk_copy(site.operation)) carried_[header.warp].drains = true;
  }

  /// Finds the elements that a lane puts in shared memory.
  void find_stored(std::uint32_t record, const trace::Site& site, std::uint32_t lane, std::span<std::uint32_t> moved) {
    const trace::Header& header = trace_.headers[record];
    if (site.operation == Operation::store) {
      find_copies(record, lane, moved);
    } else if (trace::is_asynchronous_copy(site.operation) || site.operation == Operation::bulk_store) {
      Carried& carried = carried_[header.warp];
      std::size_t from = carried.by_lane.at(lane);
      if (site.operation == Operation::bulk_store) {
        from = carried.next;
        carried.next += moved.size();
      }
      if (from == no_slot || from + moved.size() > carried.queue.size()) return;
      std::copy_n(carried.queue.begin() + static_cast<std::ptrdiff_t>(from), moved.size(), moved.begin());
    }
  }

  /// Finds the elements among what the thread loaded. Where several loads may have given a value, it is the last one
  /// of those that brought it.
  void find_copies(std::uint32_t record, std::uint32_t lane, std::span<std::uint32_t> moved) {
    const trace::Header& header = trace_.headers[record];
    const std::uint32_t thread = header.warp * trace::lanes_per_warp + lane;
    std::array<std::uint32_t, piece_bytes> best{};  // by unit: 1 more than the step of the load
    bool refuted = false, proven = false;
    const std::vector<StoredCopy>& copies = registers_of(header.site).copies;
    for (std::size_t n = 0; n < copies.size(); ++n) {
      const StoredCopy& copy = copies[n];
      const std::uint32_t slot = copied_slots_[header.site][n];
      const std::size_t place = thread * a_thread_ + slot;
      if (slot == no_slot || place >= held_.size() || held_[place].step == no_slot) continue;
      if (copy.address_offset == 0 && copy.register_offset == 0 && copy.converted == 0 && trace_.has_values() &&
          held_[place].has_value) {
        const std::uint32_t bits = 8 * std::min(copy.bytes, value_bytes);
        const std::uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
        const bool same = ((trace_.values[record].at(lane) ^ held_[place].value) & mask) == 0;
        (same ? proven : refuted) = true;
        if (!same) continue;
      }
      const std::uint32_t first = copy.address_offset / flow_.unit,
                          from = copy.converted != 0 ? 0 : copy.register_offset / flow_.unit;
      const std::uint32_t units = std::max(1u, copy.bytes / flow_.unit);
      for (std::uint32_t unit = 0; unit < units && first + unit < moved.size(); ++unit) {
        const std::uint32_t source = copy.converted != 0 ? 0 : from + unit;
        if (source >= a_register_ || best.at(first + unit) > held_[place].step) continue;
        best.at(first + unit) = held_[place].step + 1;
        moved[first + unit] = contents_[place * a_register_ + source];
      }
    }
    // The first number is another one than was loaded, so what was loaded did not come this way.
    if (refuted && !proven) std::ranges::fill(moved, no_element);
  }

  /// Notes what a load brings to the registers of a lane.
  void fill(std::uint32_t thread, std::uint32_t site, const std::uint32_t* moved, std::uint32_t units,
            std::uint32_t record, std::uint32_t lane) {
    if (site >= filled_slots_.size() || filled_slots_[site].empty()) return;
    const std::vector<std::uint32_t>& slots = filled_slots_[site];
    const std::uint32_t each = std::max(1u, units / static_cast<std::uint32_t>(slots.size()));
    for (std::uint32_t n = 0; n < slots.size(); ++n) {
      const std::size_t place = thread * a_thread_ + slots[n];
      if (place >= held_.size()) return;
      Held& held = held_[place];
      held.step = static_cast<std::uint32_t>(flow_.steps.size());
      held.has_value = n == 0 && trace_.has_values();
      if (held.has_value) held.value = trace_.values[record][lane];
      for (std::uint32_t unit = 0; unit < a_register_; ++unit) {
        const std::uint32_t at = n * each + unit;
        contents_[place * a_register_ + unit] = unit < each && at < units ? moved[at] : no_element;
      }
    }
  }

  /// What copies of a warp without registers have read and not written yet.
  struct Carried {
    std::vector<std::uint32_t> queue;
    std::array<std::uint32_t, trace::lanes_per_warp> by_lane{};
    std::uint32_t site = no_slot, units = 0;
    std::size_t next = 0;
    bool drains = false;
  };

  const AccessSequence& sequence_;
  const Traced& traced_;
  const trace::Trace& trace_;
  std::vector<std::optional<model::ElementGrid>> grids_;
  TileFlow flow_;
  std::vector<std::uint32_t> indices_;
  /// By site: the slots of the registers that it fills, and of its copies. A register that no load fills has none.
  std::vector<std::vector<std::uint32_t>> filled_slots_, copied_slots_;
  std::size_t a_thread_ = 0;                            ///< slots
  std::vector<Held> held_;                              ///< by thread and slot
  std::vector<std::uint32_t> contents_;                 ///< of held_: units
  std::uint32_t a_register_ = 2;                        ///< its units
  std::vector<std::uint32_t> shared_;                   ///< by unit
  std::vector<std::uint32_t> uses_, fetched_in_;        ///< by element
  std::unordered_map<std::uint32_t, Carried> carried_;  ///< by warp
};

}  // namespace

TileFlow tile_flow(const AccessSequence& sequence, std::uint32_t launch, std::uint32_t block) {
  return TileFinder(sequence, launch, block).run();
}

}  // namespace lanescope::analysis
