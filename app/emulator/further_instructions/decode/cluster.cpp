// Instructions of thread block clusters: their barrier, and addresses in the shared memory of other blocks.
#include <algorithm>

#include "emulator/decode/decoder.h"

namespace lanescope::emulator {
namespace {

/// The slots are the result, an address of shared memory, a rank, and the rank of the own block. The result is that
/// place in the memory of the block with the rank, in the form that memory/memory.h tells.
template <class Address>
void map_addresses(const Bases& bases, const Slots& slots, std::uint32_t active) {
  auto* result = reinterpret_cast<Address*>(at(bases, slots[0]));
  const auto* address = reinterpret_cast<const Address*>(at(bases, slots[1]));
  const auto* rank = &word(at(bases, slots[2]));
  const auto* own = &word(at(bases, slots[3]));
  trace::for_each_lane(active, [&](std::uint32_t lane) {
    const auto place = static_cast<Address>(address[lane] & ~Address{0xffu << rank_shift});
    const std::uint32_t named = rank[lane] == own[lane] ? 0 : std::min(rank[lane], 0xfeu) + 1;
    result[lane] = static_cast<Address>(place | static_cast<Address>(named) << rank_shift);
  });
}

/// The slots are the result, an address, and the rank of the own block.
template <class Address>
void ranks_of_addresses(const Bases& bases, const Slots& slots, std::uint32_t active) {
  auto* result = &word(at(bases, slots[0]));
  const auto* address = reinterpret_cast<const Address*>(at(bases, slots[1]));
  const auto* own = &word(at(bases, slots[2]));
  trace::for_each_lane(active, [&](std::uint32_t lane) {
    const auto named = static_cast<std::uint32_t>(address[lane] >> rank_shift & 0xffu);
    result[lane] = named == 0 ? own[lane] : named - 1;
  });
}

}  // namespace

Status Decoder::cluster_barrier() {
  const bool arrives = instruction_->has("arrive");
  if (arrives == instruction_->has("wait")) return refused();
  using enum ClusterBarrierForm;
  const bool relaxed = instruction_->has("relaxed");
  const ClusterBarrierForm form =
      arrives ? (relaxed ? arrive_relaxed : arrive_release) : (relaxed ? wait_relaxed : wait_acquire);
  op_.kind = OpKind::cluster_barrier;
  code_.exact_order = true;
  op_.target = static_cast<std::uint32_t>(form);
  return {};
}

Status Decoder::map_address() {
  const bool wide = instruction_->type() == ptx::Type::u64;
  if ((!wide && instruction_->type() != ptx::Type::u32) || instruction_->operands.size() != 3) return refused();
  op_.kind = OpKind::lanes;
  op_.function = wide ? &map_addresses<std::uint64_t> : &map_addresses<std::uint32_t>;
  TRY(op_.slots[0], destination(instruction_->operands[0]));
  TRY(op_.slots[1], source(instruction_->operands[1], wide ? 64 : 32));
  TRY(op_.slots[2], source(instruction_->operands[2], 32));
  TRY(op_.slots[3], special("%cluster_ctarank"));
  return {};
}

Status Decoder::rank_of_address() {
  const bool wide = instruction_->type() == ptx::Type::u64;
  if ((!wide && instruction_->type() != ptx::Type::u32) || instruction_->operands.size() != 2) return refused();
  op_.kind = OpKind::lanes;
  op_.function = wide ? &ranks_of_addresses<std::uint64_t> : &ranks_of_addresses<std::uint32_t>;
  TRY(op_.slots[0], destination(instruction_->operands[0]));
  TRY(op_.slots[1], source(instruction_->operands[1], wide ? 64 : 32));
  TRY(op_.slots[2], special("%cluster_ctarank"));
  return {};
}

}  // namespace lanescope::emulator
