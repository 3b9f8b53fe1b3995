#include "model/access/access.h"

#include "model/access/banks.h"
#include "model/access/sectors.h"

namespace lanescope::model {

template <class Address>
AccessCounts count(const LaneAccess<Address>& access) {
  AccessCounts counts;
  // wmma leaves it open which lane moves which element, so that the requests of its accesses are not known either;
  // those of ldmatrix and stmatrix lie in shared memory.
  const bool matrix = access.operation == Operation::matrix_load || access.operation == Operation::matrix_store;
  if (matrix && access.space != Space::shared) return counts;
  if (access.space == Space::shared) {
    const std::optional<Wavefronts> cost = shared_wavefronts(access);
    counts.known = cost.has_value();
    counts.wavefronts = cost ? cost->wavefronts : 0;
    counts.wavefronts_ideal = cost ? cost->groups : 0;
    counts.bank_conflicts = cost ? cost->bank_conflicts() : 0;
  } else if (access.space == Space::global || access.space == Space::local) {
    const Sectors cost = access.space == Space::global ? global_sectors(access) : local_sectors(access);
    counts.sectors = cost.sectors;
    counts.sectors_ideal = cost.sectors_ideal;
    counts.known = true;
  }
  return counts;
}

template AccessCounts count(const LaneAccess<std::uint32_t>&);
template AccessCounts count(const LaneAccess<std::uint64_t>&);

}  // namespace lanescope::model
