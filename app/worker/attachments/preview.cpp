#include "worker/attachments/preview.h"

namespace warpscope::worker {
namespace {

gpu::Outcome<lab::Preview> preview_in_slot(gpu::Execution& execution, const PreviewMemory& memory, SlotLedger& ledger,
                                           const SlotLedger::Taken& taken) {
  const auto picture =
      execution.picture(memory.slot_address(taken.slot), PreviewMemory::slot_extent, PreviewMemory::slot_extent);
  if (!picture) {
    ledger.give_back(taken.generation);
    return tl::unexpected(picture.error());
  }
  lab::Preview preview;
  preview.width = picture->width;
  preview.height = picture->height;
  preview.ipc_handle = memory.ipc_handle();
  preview.slot = taken.slot;
  preview.slots = SlotLedger::slots;
  preview.offset = memory.slot_address(taken.slot) - memory.slot_address(0);
  preview.generation = taken.generation;
  return preview;
}

gpu::Outcome<lab::Preview> preview_as_values(gpu::Execution& execution, const PreviewMemory& memory) {
  const auto picture =
      execution.picture(memory.bytes_address(), PreviewMemory::bytes_extent, PreviewMemory::bytes_extent);
  if (!picture) return tl::unexpected(picture.error());
  auto values = memory.read(picture->address, std::uint64_t{picture->width} * picture->height);
  if (!values) return tl::unexpected(values.error());
  lab::Preview preview;
  preview.width = picture->width;
  preview.height = picture->height;
  preview.values = std::move(*values);
  return preview;
}

}  // namespace

gpu::Outcome<lab::Preview> make_preview(gpu::Execution& execution, PreviewMemory& memory, SlotLedger& ledger,
                                        bool interop) {
  if (auto prepared = memory.prepare(); !prepared) return tl::unexpected(prepared.error());
  if (interop && !memory.ipc_handle().empty()) {
    if (const auto taken = ledger.take()) return preview_in_slot(execution, memory, ledger, *taken);
  }
  return preview_as_values(execution, memory);
}

}  // namespace warpscope::worker
