#include "worker/attachments/slot_ledger.h"

#include <unistd.h>

#include <algorithm>

namespace warpscope::worker {

std::optional<SlotLedger::Taken> SlotLedger::take(lab::AttachmentKind kind) {
  const std::lock_guard lock(mutex_);
  Slots& of_kind = taken_.at(static_cast<std::size_t>(kind));
  const auto free = std::find(of_kind.begin(), of_kind.end(), std::uint64_t{0});
  if (free == of_kind.end()) return std::nullopt;
  *free = next_++;
  return Taken{static_cast<std::uint32_t>(free - of_kind.begin()), *free};
}

void SlotLedger::give_back(std::uint64_t generation) {
  const std::lock_guard lock(mutex_);
  for (Slots& of_kind : taken_) std::replace(of_kind.begin(), of_kind.end(), generation, std::uint64_t{0});
}

std::uint64_t first_generation() {
  return (static_cast<std::uint64_t>(getpid()) << 32) + 1;
}

}  // namespace warpscope::worker
