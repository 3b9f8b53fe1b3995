#include "worker/attachments/preview_slots.h"

#include <unistd.h>

#include <algorithm>

#include "cuda/functions.h"

namespace warpscope::worker {
namespace {

constexpr std::uint64_t slot_bytes =
    std::uint64_t{PreviewMemory::slot_extent} * PreviewMemory::slot_extent * sizeof(float);
constexpr std::uint64_t plain_bytes =
    std::uint64_t{PreviewMemory::bytes_extent} * PreviewMemory::bytes_extent * sizeof(float);

}  // namespace

std::optional<SlotLedger::Taken> SlotLedger::take() {
  const std::lock_guard lock(mutex_);
  const auto free = std::find(held_.begin(), held_.end(), std::uint64_t{0});
  if (free == held_.end()) return std::nullopt;
  *free = next_++;
  return Taken{static_cast<std::uint32_t>(free - held_.begin()), *free};
}

void SlotLedger::give_back(std::uint64_t generation) {
  const std::lock_guard lock(mutex_);
  std::replace(held_.begin(), held_.end(), generation, std::uint64_t{0});
}

std::uint64_t first_generation() {
  return (static_cast<std::uint64_t>(getpid()) << 32) + 1;
}

std::uint64_t first_heat_generation() {
  return first_generation() | std::uint64_t{1} << 31;
}

gpu::Outcome<void> PreviewMemory::prepare() {
  if (memory_.address() != 0) return {};
  auto memory =
      gpu::during("reserving memory for previews",
                  cuda::DeviceMemory::allocate_shareable(*functions_, SlotLedger::slots * slot_bytes + plain_bytes));
  if (!memory) return tl::unexpected(memory.error());
  memory_ = std::move(*memory);
  if (const auto handle = memory_.ipc_handle()) handle_.assign(handle->begin(), handle->end());
  return {};
}

std::uint64_t PreviewMemory::slot_address(std::uint32_t slot) const {
  return memory_.address() + slot * slot_bytes;
}

std::uint64_t PreviewMemory::bytes_address() const {
  return slot_address(SlotLedger::slots);
}

gpu::Outcome<std::vector<float>> PreviewMemory::read(std::uint64_t address, std::uint64_t count) const {
  std::vector<float> values(count);
  if (values.empty()) return values;
  // The null stream: copies to memory that is not page-locked end before the call returns, and the picture was
  // finished on its own stream before.
  auto copied = gpu::during("reading the preview",
                            functions_->cuMemcpyDtoHAsync(values.data(), address, count * sizeof(float), nullptr));
  if (!copied) return tl::unexpected(copied.error());
  return values;
}

}  // namespace warpscope::worker
