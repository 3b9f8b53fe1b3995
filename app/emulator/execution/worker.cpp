#include "emulator/execution/worker.h"

namespace lanescope::emulator {

Worker::Worker(const Launch& launch, unsigned own_number) : number(own_number), shortcuts_(launch.options->shortcuts) {
  for (const auto& code : launch.program->codes) {
    counts.emplace_back(code->ops.size());
    std::vector<AccessMemo>& own = memos.emplace_back(code->accesses.size());
    for (std::size_t index = 0; index < own.size(); ++index) {
      const Access& how = code->accesses[index];
      const bool moves = how.operation == trace::Operation::load || how.operation == trace::Operation::store;
      own[index].plain_shared = shortcuts_ && moves && how.space == ptx::Space::shared && !how.strong &&
                                !how.is_volatile && !how.bulk && how.undefined == Access::none_noted &&
                                how.mbarrier == MbarrierOperation::none && launch.cluster.count() == 1;
      const auto [begin, end] = extent_of(*launch.entry, how, launch.shared_bytes);
      own[index].begin = begin;
      own[index].end = end;
    }
  }
}

const AddressPattern* Worker::find_pattern(AccessMemo& memo, std::uint32_t lanes, std::uint32_t bytes,
                                           const std::uint64_t* address) {
  if (!shortcuts_) return nullptr;
  // An instruction whose addresses come from data has another pattern each time: it is asked rarely then.
  constexpr std::uint32_t patience = 64, seldom = 32;
  if (++memo.misses > patience && memo.misses % seldom != 0) return nullptr;
  const std::size_t known = patterns_.size();
  const AddressPattern* const found = patterns_.find(lanes, bytes, address);
  if (found != nullptr && patterns_.size() == known) memo.misses = 0;
  if (found != nullptr && found != memo.pattern) {
    memo.pattern = found;
    memo.age = 0;
  }
  return found;
}

void Worker::flush_tally(AccessListener& listener) {
  for (const trace::AccessTally::Entry& entry : tally.entries()) listener.on_accesses(entry);
  tally.clear();
  ++tally_age;
}

}  // namespace lanescope::emulator
