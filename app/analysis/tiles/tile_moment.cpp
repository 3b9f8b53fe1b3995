#include "analysis/tiles/tile_moment.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

namespace lanescope::analysis {

void TileMoment::run_to(const AccessSequence& sequence, const TileFlow& flow, std::size_t steps) {
  if (steps < steps_) *this = {};
  if (steps_ == 0) {
    elements_.assign(flow.elements.size(), {});
    shared_.assign(flow.shared_bytes / flow.unit, no_element);
  }
  for (; steps_ < steps; ++steps_) take(sequence, flow, flow.steps[steps_]);
}

void TileMoment::put(std::uint32_t unit, std::uint32_t element) {
  if (unit >= shared_.size()) shared_.resize(unit + 1, no_element);
  const std::uint32_t before = std::exchange(shared_[unit], element == no_element ? computed : element);
  if (before < elements_.size() && --elements_[before].shared_units == 0) --elements_in_shared_;
  if (element < elements_.size() && elements_[element].shared_units++ == 0) ++elements_in_shared_;
}

void TileMoment::take(const AccessSequence& sequence, const TileFlow& flow, const TileStep& step) {
  const trace::Header& header = sequence.header(step.index);
  const trace::Offsets& offsets = sequence.traced->trace.offsets[sequence.records[step.index]];
  std::uint32_t at = step.first;
  const bool moves = step.action != TileAction::nothing && step.action != TileAction::store;
  trace::for_each_lane(moves ? header.active_mask : 0, [&](std::uint32_t lane) {
    const std::uint32_t offset = offsets.at(lane);
    for (std::uint32_t unit = 0; unit < step.units; ++unit, ++at) {
      const std::uint32_t element = flow.moved[at];
      if (step.action == TileAction::place) {
        if (offset != trace::no_offset) put(offset / flow.unit + unit, element);
      } else if (element != no_element) {
        if (step.action != TileAction::fetch) ++elements_[element].uses;
        if (step.action != TileAction::read) ++elements_[element].fetches;
      }
    }
  });
}

namespace {

constexpr std::uint32_t no_site = 0xffffffffu;

/// The registers of one thread, as its loads fill them.
class ThreadRegisters {
 public:
  ThreadRegisters(const AccessSequence& sequence, const TileFlow& flow, std::uint32_t thread)
      : sequence_(sequence), flow_(flow), traced_(*sequence.traced), lane_(thread % trace::lanes_per_warp) {}

  /// Keeps what an access of the thread brings.
  void take(const TileStep& step) {
    const trace::Header& header = sequence_.header(step.index);
    const trace::Site& at = traced_.trace.sites[header.site];
    if (at.space != trace::Space::registers) last_site_ = header.site;
    if (header.site >= traced_.registers.size()) return;
    const model::SiteRegisters& site = traced_.registers[header.site];
    for (const std::uint32_t reg : site.filled) registers_[reg].clear();
    if (site.filled.empty() || step.units == 0 || step.action == TileAction::place) return;
    if (at.operation == trace::Operation::matrix_load) return take_rows(step, header.active_mask, site);
    const auto count = static_cast<std::uint32_t>(site.filled.size());
    const std::uint32_t each = std::max(1u, step.units / count), first = first_of(step, header.active_mask, lane_);
    for (std::uint32_t unit = 0; unit < step.units; ++unit) {
      add(site.filled[std::min(unit / each, count - 1)], first + unit);
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> live() const {
    std::vector<std::uint32_t> elements;
    if (last_site_ >= traced_.registers.size()) return elements;
    for (const std::uint32_t reg : traced_.registers[last_site_].live) {
      const auto found = registers_.find(reg);
      if (found != registers_.end()) elements.insert(elements.end(), found->second.begin(), found->second.end());
    }
    std::ranges::sort(elements);
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    return elements;
  }

 private:
  static std::uint32_t first_of(const TileStep& step, std::uint32_t mask, std::uint32_t lane) {
    const auto before = static_cast<std::uint32_t>(std::popcount(mask & ((1u << lane) - 1)));
    return step.first + before * step.units;
  }

  void add(std::uint32_t reg, std::uint32_t at) {
    if (flow_.moved[at] != no_element) registers_[reg].push_back(flow_.moved[at]);
  }

  /// ldmatrix: register m of a lane has two elements of row lane / 4 of matrix m, or with .trans of two rows. Source:
  /// PTX ISA, "Warp-level matrix load instruction: ldmatrix".
  void take_rows(const TileStep& step, std::uint32_t mask, const model::SiteRegisters& site) {
    constexpr std::uint32_t rows = 8, lanes_per_row = 4, element = 2;
    if (mask != ~0u) return;
    for (std::uint32_t m = 0; m < site.filled.size() && m < lanes_per_row; ++m) {
      for (std::uint32_t n = 0; n < 2; ++n) {
        const std::uint32_t along = 2 * (lane_ % lanes_per_row) + n, across = lane_ / lanes_per_row;
        const std::uint32_t from_row = site.transposed ? along : across, part = site.transposed ? across : along;
        add(site.filled[m], first_of(step, mask, rows * m + from_row) + part * element / flow_.unit);
      }
    }
  }

  const AccessSequence& sequence_;
  const TileFlow& flow_;
  const Traced& traced_;
  std::uint32_t lane_;
  std::uint32_t last_site_ = no_site;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> registers_;
};

}  // namespace

std::vector<std::uint32_t> elements_in_registers(const AccessSequence& sequence, const TileFlow& flow,
                                                 std::size_t steps, std::uint32_t thread) {
  ThreadRegisters registers(sequence, flow, thread);
  for (std::size_t n = 0; n < std::min(steps, flow.steps.size()); ++n) {
    const trace::Header& header = sequence.header(flow.steps[n].index);
    const bool takes_part = header.warp == thread / trace::lanes_per_warp &&
                            (header.active_mask >> thread % trace::lanes_per_warp & 1u) != 0;
    if (takes_part) registers.take(flow.steps[n]);
  }
  return registers.live();
}

}  // namespace lanescope::analysis
