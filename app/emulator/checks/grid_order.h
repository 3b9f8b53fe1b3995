// What blocks of a launch know of each other through releases and acquires in global memory. For launches whose blocks
// run on one thread.
//
// Each place that threads synchronise through has a list of releases. Who acquires there knows of those so far: a
// number in that list, not a copy. What the releasing thread itself knew stands with its release, so that knowledge is
// passed on.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "emulator/checks/vector_clocks.h"

namespace lanescope::emulator {

/// The releases of some places that a warp has seen: of each place those below a number.
struct Seen {
  std::uint32_t place = 0, releases = 0;
};
using Knowledge = std::vector<Seen>;  ///< by rising place, each once

/// Adds what `more` knows. True: something was new.
bool add_knowledge(Knowledge& to, const Knowledge& more);

/// What one warp lets others know: of its cluster, or of a block of it, and of other blocks.
struct Passed {
  VectorClocks::Row row;  ///< clocks of the actors
  Knowledge known;
  std::uint64_t version = 0;  ///< the same only where the rest is; 0: nothing
};

class GridOrder {
 public:
  using Row = VectorClocks::Row;  ///< clocks of the actors of a block

  /// A warp releases at the address what it knows of `block` (its own, or one of its cluster) and of others. fresh: a
  /// plain store, behind which earlier releases are not seen any more; an atomic operation adds to them.
  void release(std::uint64_t address, bool fresh, std::uint64_t block, const Passed& passed);
  /// An acquire at the address: adds what it sees. True: something was new.
  bool acquire(std::uint64_t address, Knowledge& known) const;
  /// Whether who knows this comes behind what actor `warp` of `block` did at `clock`. True as well once there were too
  /// many releases to hold: then nothing is known to be a race.
  [[nodiscard]] bool knows(const Knowledge& known, std::uint64_t block, std::uint32_t warp, std::uint32_t clock) const;

 private:
  static constexpr std::size_t max_releases = std::size_t{1} << 20;  ///< of all places; 150 bytes each
  static constexpr std::uint32_t none = 0xffffffffu;
  struct Release {
    std::uint64_t block = 0;
    std::uint32_t before = none;  ///< the release of the same block before it, in the same place
    Row row;                      ///< with what the releases before it knew, which whoever sees this one sees too
  };
  struct Place {
    std::vector<Release> releases;
    struct Last {
      std::uint32_t number = none;
      std::uint64_t version = 0;  ///< Passed::version
    };
    std::unordered_map<std::uint64_t, Last> last;  ///< by block: its last release
    /// What releases passed on: from which release on which place was seen how far.
    struct Passed {
      std::uint32_t release = 0;
      Seen seen;
    };
    std::vector<Passed> passed;
    Knowledge all;  ///< of `passed`
  };

  std::vector<Place> places_;
  std::unordered_map<std::uint64_t, std::uint32_t> at_;  ///< by address: the place that is there now
  std::size_t releases_ = 0;
};

}  // namespace lanescope::emulator
