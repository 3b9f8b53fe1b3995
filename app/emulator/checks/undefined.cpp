// Values that nothing has written, from the load to the selection that takes or discards them.
#include <fmt/format.h>

#include <bit>

#include "emulator/execution/block.h"
#include "emulator/messages.h"

namespace lanescope::emulator {

void Block::note_undefined(const Bases& bases, const Access& how, std::uint32_t active, std::uint32_t lanes,
                           const std::uint64_t* address) {
  std::byte* const noted = at(bases, how.undefined);
  set_predicate(noted, lanes, active);
  auto* const places = reinterpret_cast<std::uint64_t*>(noted + 64);
  for_each_lane(lanes, [&](std::uint32_t lane) { places[lane] = address[lane]; });
}

bool Block::select(const Warp& warp, const Op& op, const Bases& bases, std::uint32_t active) {
  const Code& code = *warp.splits[warp.current].top.code;
  const Selection& selection = code.selections[op.target];
  const std::uint32_t takes_first = word(at(bases, op.slots[3]));
  const auto check = [&](std::uint32_t load, std::uint32_t taken) {
    if (load == Selection::none) return;
    const Access& how = code.accesses[code.ops[load].target];
    std::byte* const noted = at(bases, how.undefined);
    const std::uint32_t lanes = word(noted) & taken & active;
    if (lanes == 0 || stopped_) return;
    const std::uint32_t lane = first_lane(lanes);
    const std::uint64_t address = reinterpret_cast<const std::uint64_t*>(noted + 64)[lane];
    FaultAddress where = in_shared_memory(address);
    Message place = message<"place.byte_of_shared_memory">(address);
    if (how.space == ptx::Space::local) {
      where = in_local_memory(address);
      place = message<"place.byte_of_local_memory">(address);
    } else if (const Region* const region = launch_.memory->find(address); region != nullptr) {
      where = in_region(*region, address - region->base);
      place = message<"place.byte_of">(*where.offset, region->title());
    }
    fault_at<"uninitialised.used">(FaultKind::uninitialised, warp, code, load, lane, where, how.bytes(), place);
    set_predicate(noted, 0, all_lanes);
  };
  check(selection.first, takes_first);
  check(selection.second, ~takes_first);
  return stopped_;
}

}  // namespace lanescope::emulator
