#include "model/access/access.h"

#include "model/access/banks.h"
#include "model/access/sectors.h"

namespace warpscope::model {

template <class Address>
AccessCounts count(const LaneAccess<Address>& access) {
  AccessCounts counts;
  switch (access.space) {
    case Space::shared:
      if (const auto cost = shared_wavefronts(access)) {
        counts.wavefronts = cost->wavefronts;
        counts.wavefronts_ideal = cost->groups;
        counts.bank_conflicts = cost->bank_conflicts();
        counts.known = true;
      }
      break;
    case Space::global:
    case Space::local: {
      const Sectors cost = access.space == Space::global ? global_sectors(access) : local_sectors(access);
      counts.sectors = cost.sectors;
      counts.sectors_ideal = cost.fewest;
      counts.known = true;
      break;
    }
    case Space::constant:
    case Space::parameter:
    case Space::texture:
      break;
  }
  return counts;
}

template AccessCounts count(const LaneAccess<std::uint32_t>&);
template AccessCounts count(const LaneAccess<std::uint64_t>&);

}  // namespace warpscope::model
