#include "predict/counts/served.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/names.h"
#include "model/access/sector_map.h"
#include "predict/instruction_stream/addresses.h"
#include "predict/locality/neighbours.h"

namespace lanescope::predict {
namespace {

/// The records of one launch's block that were served, by warp and site.
class Served {
 public:
  Served(const ServedLaunch& launch, const trace::Trace& shown)
      : launch_(launch), bases_(buffer_bases(*launch.trace)), site_of_(same_sites(shown, *launch.trace)) {
    for (std::uint32_t i = 0; i < launch.served->accesses.size(); ++i) {
      const Access& access = launch.served->accesses[i];
      if (access.shared) continue;
      if (launch.served->records[i] == InstructionStream::no_record) continue;
      const trace::Header& header = launch.trace->headers[launch.served->records[i]];
      accesses_[{header.warp, access.site}].push_back(i);
    }
  }

  /// The n-th execution of a site of `shown` by a warp.
  [[nodiscard]] LaneLevels of(std::uint32_t warp, std::uint32_t shown_site, std::size_t n) const {
    const std::uint32_t site = site_of_[shown_site];
    if (site == no_site) return 0;
    const auto& merged = launch_.vectorization->sites;
    const auto found = accesses_.find({warp, site < merged.size() ? merged[site].leader : site});
    if (found == accesses_.end()) return 0;
    return levels(found->second[std::min(n, found->second.size() - 1)]);
  }

 private:
  [[nodiscard]] LaneLevels levels(std::uint32_t index) const {
    const Access& access = launch_.served->accesses[index];
    const std::uint32_t record = launch_.served->records[index];
    LaneLevels found = 0;
    trace::for_each_lane(launch_.trace->headers[record].active_mask, [&](std::uint32_t lane) {
      if (launch_.trace->offsets[record][lane] == trace::no_offset) return;
      std::uint64_t address = address_of(*launch_.trace, bases_, record, lane);
      if (access.local) address = address / local_word_bytes * model::bytes_per_line + lane * local_word_bytes;
      found |= static_cast<LaneLevels>(level(access, address)) << (2 * lane);
    });
    return found;
  }

  [[nodiscard]] Level level(const Access& access, std::uint64_t address) const {
    if (access.kind != Access::Kind::load) return Level::l2;
    const auto line = static_cast<std::int64_t>(address / model::bytes_per_line);
    const auto bit = 1u << address / model::bytes_per_sector % model::sectors_per_line;
    for (std::uint32_t t = access.first; t < access.first + access.lines; ++t) {
      const LineTouch& touch = launch_.served->touches[t];
      if (touch.line != line || (touch.sectors & bit) == 0) continue;
      if ((launch_.served->from_l1[t] & bit) != 0) return Level::l1;
      return (launch_.served->from_memory[t] & bit) != 0 ? Level::memory : Level::l2;
    }
    return Level::unknown;
  }

  const ServedLaunch& launch_;
  std::vector<std::uint64_t> bases_;
  std::vector<std::uint32_t> site_of_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> accesses_;
};

}  // namespace

std::string_view name_of(Level level) {
  static constexpr EnumNames<levels> names{"unknown", "L1", "L2", "memory"};
  return enum_name(names, level);
}

std::vector<LaneLevels> levels_of(const trace::Trace& shown, std::span<const ServedLaunch> launches) {
  std::vector<LaneLevels> found(shown.headers.size(), 0);
  for (std::size_t number = 0; number < launches.size(); ++number) {
    const ServedLaunch& launch = launches[number];
    if (launch.trace == nullptr || launch.served == nullptr) continue;
    const Served served(launch, shown);
    std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>, std::size_t> executions;
    for (std::size_t i = 0; i < shown.headers.size(); ++i) {
      const trace::Header& header = shown.headers[i];
      const trace::Space space = shown.sites[header.site].space;
      if (header.launch != number || space == trace::Space::shared || space == trace::Space::registers) continue;
      const std::size_t n = executions[{header.block, header.warp, header.site}]++;
      found[i] = served.of(header.warp, header.site, n);
    }
  }
  return found;
}

}  // namespace lanescope::predict
