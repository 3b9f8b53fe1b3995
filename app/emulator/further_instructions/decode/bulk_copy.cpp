// Copies of many bytes that run beside the program: cp.async.bulk with its tensor and reducing forms, and the stores of
// one value that do the same, st.async and red.async.
#include <fmt/format.h>

#include <algorithm>

#include "emulator/decode/decoder.h"
#include "emulator/memory/atomic_operation.h"

namespace lanescope::emulator {

using ptx::Opcode;
using Kind = ptx::Operand::Kind;

/// Decodes [base + offset] of a copy, where nothing can be in local memory.
Status Decoder::copy_place(const Operand& operand, BulkCopy::Place& place) {
  Access access;
  TRY_STATUS(address(operand, access));
  if (access.frame_relative) return refused<"unsupported.local_address">();
  place = {access.base, access.offset, access.wide_address};
  return {};
}

Status Decoder::bulk_copy() {
  const std::vector<Operand>& operands = instruction_->operands;
  if (instruction_->has("commit_group")) {
    op_.kind = OpKind::bulk_commit;
    return {};
  }
  if (instruction_->has("wait_group")) {
    if (operands.empty() || operands[0].kind != Kind::integer) return refused();
    op_.kind = OpKind::bulk_wait;
    op_.target = static_cast<std::uint32_t>(operands[0].bits) << 1 | (instruction_->has("read") ? 1 : 0);
    return {};
  }
  // Whatever a prefetch names, it changes no result; but a GPU takes boxes of tensors as it does of loads.
  const bool prefetches = instruction_->has("prefetch");
  if (prefetches && !instruction_->has("tensor")) return {};
  for (const char* const word : {"cp_mask", "im2col", "im2col::w", "im2col::w::128", "im2col_no_offs", "tile::gather4",
                                 "tile::scatter4", "cta_group"}) {
    if (!instruction_->has(word)) continue;
    if (prefetches) return {};
    return refused();
  }
  BulkCopy copy;
  const bool tensor = instruction_->has("tensor");
  const ptx::Space to = instruction_->space();
  const bool from_global = to != ptx::Space::global && instruction_->has("global");
  copy.way = prefetches                 ? BulkCopy::Way::prefetch
             : to == ptx::Space::global ? BulkCopy::Way::to_global
             : from_global              ? BulkCopy::Way::to_shared
                                        : BulkCopy::Way::between_shared;
  const bool to_global = copy.way == BulkCopy::Way::to_global;
  if (instruction_->has("reduce")) {
    copy.reduce = atomic_operation();
    copy.type = instruction_->type();
    if (!copy.reduce || from_global || (!tensor && !reduces(*copy.reduce, copy.type))) return refused();
  }
  if (tensor) {
    static constexpr std::array<const char*, 5> ranks{"1d", "2d", "3d", "4d", "5d"};
    const auto* const rank =
        std::find_if(ranks.begin(), ranks.end(), [&](auto each) { return instruction_->has(each); });
    if (rank == ranks.end() || copy.way == BulkCopy::Way::between_shared) return refused();
    copy.dimensions = static_cast<unsigned>(rank - ranks.begin()) + 1;
  }
  std::size_t next = 0;
  const std::size_t needed = prefetches ? 1u : (tensor ? 2u : 3u) + (to_global ? 0u : 1u);
  if (operands.size() < needed) return refused<"unsupported.operand_count">();
  const Operand& destination_operand = operands[next++];
  const Operand& source_operand = prefetches ? destination_operand : operands[next++];
  const Operand& outside = to_global ? destination_operand : source_operand;
  if (!prefetches) TRY_STATUS(copy_place(to_global ? source_operand : destination_operand, copy.shared));
  TRY_STATUS(copy_place(outside, copy.other));
  if (tensor) {
    if (outside.parts.size() != 2) return refused();
    const std::span<const Operand> coordinates = parts_of(outside.parts[1]);
    if (coordinates.size() != copy.dimensions) return refused<"unsupported.coordinate_count">();
    for (std::size_t index = 0; index < coordinates.size(); ++index) {
      TRY(copy.coordinates.at(index), source(coordinates[index], 32));
    }
  } else {
    TRY(copy.size, source(operands[next++], 32));
  }
  if (prefetches) {
    op_.kind = OpKind::bulk_copy;
    op_.target = append(code_.bulk_copies, copy);
    return {};
  }
  if (!to_global) {
    TRY_STATUS(copy_place(operands[next++], copy.mbarrier));
  }
  copy.multicast = instruction_->has("multicast::cluster");
  if (copy.multicast) {
    if (next >= operands.size()) return refused<"unsupported.operand_count">();
    TRY(copy.blocks, source(operands[next], 16));
  }
  const auto bytes = trace_piece_bytes;
  const bool cluster = to == ptx::Space::shared_cluster;
  const trace::Space near = cluster ? trace::Space::distributed : trace::Space::shared;
  const trace::Space read = from_global ? trace::Space::global : trace::Space::shared;
  copy.read_site = site(read, trace::Operation::bulk_load, bytes);
  copy.write_site = site(to_global ? trace::Space::global : near, trace::Operation::bulk_store, bytes);
  // What comes to the block that copies does not pass the network, though it is named in the window of the cluster.
  copy.own_site = cluster ? site(trace::Space::shared, trace::Operation::bulk_store, bytes) : copy.write_site;
  code_.synchronises = code_.exact_order = true;
  op_.kind = OpKind::bulk_copy;
  op_.target = append(code_.bulk_copies, copy);
  return {};
}

/// st.async and red.async: a store to shared memory of the cluster whose bytes an mbarrier there counts.
Status Decoder::store_async() {
  if (!instruction_->has("mbarrier::complete_tx::bytes") || instruction_->operands.size() != 3) return refused();
  const ptx::Type type = instruction_->type();
  const unsigned bytes = ptx::bytes_of(type);
  const Operand& stored = instruction_->operands[1];
  Access access;
  access.space = ptx::Space::shared_cluster;
  access.type = type;
  access.strong = true;
  access.scope = Scope::cluster;
  access.element_bytes = access.register_bytes = static_cast<std::uint8_t>(bytes);
  TRY_STATUS(address(instruction_->operands[0], access));
  const bool reduces_there = instruction_->opcode == Opcode::red;
  const std::span<const Operand> values = parts_of(stored);
  access.elements = static_cast<std::uint8_t>(instruction_->vector());
  if ((bytes != 4 && bytes != 8) || values.size() != access.elements) return refused();
  access.operation = reduces_there ? trace::Operation::reduce : trace::Operation::store;
  if (reduces_there) {
    const std::optional<AtomicOperation> operation = atomic_operation();
    if (!operation || access.elements != 1) return refused();
    access.atomic = *operation;
    op_.slots[0] = scratch_;
  }
  for (std::size_t index = 0; index < values.size(); ++index) {
    TRY(op_.slots[index + (reduces_there ? 1 : 0)], value(values[index], type));
  }
  BulkCopy::Place mbarrier;
  TRY_STATUS(copy_place(instruction_->operands[2], mbarrier));
  access.source = mbarrier.base;
  access.source_offset = mbarrier.offset;
  access.wide_source = mbarrier.wide;
  access.site = sites_of(access, access.operation);
  note_space(access);
  code_.synchronises = code_.exact_order = true;
  op_.kind = OpKind::store_async;
  op_.target = append(code_.accesses, access);
  return {};
}

}  // namespace lanescope::emulator
