#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "emulator/decode/decoder.h"

namespace warpscope::emulator {

using ptx::Opcode;
using Kind = ptx::Operand::Kind;

Status Decoder::instruction(std::uint32_t index, const ptx::ControlFlow& flow) {
  switch (instruction_->opcode) {
    case Opcode::bra:
    case Opcode::brx:
      return branch(index, flow);
    case Opcode::ret:
      // A kernel's ret ends its threads.
      op_.kind = function_.entry ? OpKind::exit : OpKind::return_;
      return {};
    case Opcode::exit:
      op_.kind = OpKind::exit;
      return {};
    case Opcode::trap:
    case Opcode::brkpt:
      op_.kind = OpKind::trap;
      return {};
    case Opcode::call:
      return call();
    case Opcode::ld:
    case Opcode::ldu:
    case Opcode::st:
      return memory();
    case Opcode::atom:
    case Opcode::red:
      return atomic();
    case Opcode::cp:
      return async_copy();
    case Opcode::tex:
      return texture();
    case Opcode::bar:
    case Opcode::barrier:
      return barrier();
    case Opcode::shfl:
    case Opcode::vote:
    case Opcode::match:
    case Opcode::redux:
    case Opcode::elect:
    case Opcode::activemask:
      return collective();
    case Opcode::cvta:
      return convert_address();
    case Opcode::isspacep:
      return is_space();
    case Opcode::fence:
    case Opcode::membar:
      code_.synchronises = true;
      if (!instruction_->has("cta")) code_.depends_on_other_blocks = true;
      return {};
    case Opcode::prefetch:
    case Opcode::prefetchu:
    case Opcode::applypriority:
    case Opcode::nanosleep:
    case Opcode::griddepcontrol:
    case Opcode::setmaxnreg:
    case Opcode::pmevent:
      return {};
    case Opcode::mov:
      return move();
    default:
      if (works_on_lanes(*instruction_)) return lanes();
      return failure(unknown(instruction_->mnemonic()));
  }
}

/// Anything that computes on each lane: the operands in the order of the text, vectors and pairs taken apart.
Status Decoder::lanes() {
  op_.kind = OpKind::lanes;
  std::vector<const Operand*> flat;
  static const Operand sink;
  for (std::size_t index = 0; index < instruction_->operands.size(); ++index) {
    const Operand& operand = instruction_->operands[index];
    if (operand.kind == Kind::vector || operand.kind == Kind::pair) {
      for (const Operand& part : operand.parts) flat.push_back(&part);
    } else {
      flat.push_back(&operand);
      // setp has a second destination even where the text leaves it out.
      if (index == 0 && instruction_->opcode == Opcode::setp) flat.push_back(&sink);
    }
  }
  if (flat.size() > max_slots) return failure(unknown(instruction_->mnemonic()));
  std::array<unsigned, max_slots> bits{};
  std::uint32_t negated = 0;
  for (std::size_t index = 0; index < flat.size(); ++index) {
    bits[index] = register_bits(*flat[index]);
    if (flat[index]->negated) negated |= 1u << index;
  }
  const Expected<LaneOperation> operation = lane_operation(*instruction_, {bits.data(), flat.size()}, negated);
  if (!operation) return failure(unknown(operation.error().what));
  op_.function = operation->function;
  op_.slots[max_slots - 1] = operation->detail;
  for (std::size_t index = 0; index < flat.size(); ++index) {
    Expected<Slot> slot = 0;
    if (index < operation->results) {
      slot = destination(*flat[index]);
    } else if (bits[index] != 0) {
      slot = source(*flat[index], bits[index]);
    } else {
      const Expected<std::uint64_t> value = literal(*flat[index], operation->types[index]);
      if (!value) return failure(value.error());
      slot = constant(*value, ptx::bits_of(operation->types[index]));
    }
    if (!slot) return failure(slot.error());
    op_.slots[index] = *slot;
  }
  // A carry flag, where the operation has one behind the operands of the text.
  for (std::size_t index = flat.size(); index < operation->operands; ++index) op_.slots[index] = carry();
  return {};
}

/// mov also takes addresses and special registers.
Status Decoder::move() {
  const Operand& from = instruction_->operands.at(1);
  if (from.kind == Kind::special) {
    static constexpr std::array<std::pair<std::string_view, ClockRegister>, 6> clocks{
        {{"%clock", ClockRegister::clock},
         {"%clock_hi", ClockRegister::clock_high},
         {"%clock64", ClockRegister::clock64},
         {"%globaltimer", ClockRegister::timer},
         {"%globaltimer_lo", ClockRegister::timer_low},
         {"%globaltimer_hi", ClockRegister::timer_high}}};
    for (const auto& [name, clock] : clocks) {
      if (from.name != name) continue;
      const Expected<Slot> to = destination(instruction_->operands[0]);
      if (!to) return failure(to.error());
      op_.kind = OpKind::clock;
      op_.target = static_cast<std::uint32_t>(clock);
      op_.slots[0] = *to;
      return {};
    }
  }
  if (from.kind == Kind::symbol) {
    const Expected<Symbol> found = symbol(from);
    if (!found) return failure(found.error());
    if (found->relative) {
      const Expected<Slot> to = destination(instruction_->operands[0]);
      if (!to) return failure(to.error());
      Access access;
      access.offset = static_cast<std::int64_t>(found->value);
      access.register_bytes = static_cast<std::uint8_t>(register_bits(instruction_->operands[0]) / 8);
      op_.kind = OpKind::local_address;
      op_.target = static_cast<std::uint32_t>(code_.accesses.size());
      op_.slots[0] = *to;
      code_.accesses.push_back(access);
      return {};
    }
  }
  return lanes();
}

Status Decoder::convert_address() {
  const std::vector<Operand>& operands = instruction_->operands;
  const bool to_space = instruction_->has("to");
  std::uint64_t window = 0;
  switch (instruction_->space()) {
    case ptx::Space::shared:
    case ptx::Space::shared_cluster:
      window = shared_window;
      break;
    case ptx::Space::local:
      window = local_window;
      break;
    case ptx::Space::param:
    case ptx::Space::param_entry:
      window = parameter_window;
      break;
    case ptx::Space::global:
    case ptx::Space::constant:
      break;
    default:
      return failure(unknown(instruction_->mnemonic()));
  }
  if (instruction_->type() != ptx::Type::u64 && instruction_->type() != ptx::Type::b64) {
    return failure(unknown(instruction_->mnemonic()));
  }
  op_.kind = OpKind::lanes;
  if (operands.at(1).kind == Kind::symbol) {
    const Expected<Symbol> found = symbol(operands[1]);
    if (!found) return failure(found.error());
    if (found->relative) return failure(unknown("cvta of a local variable's name"));
  }
  const Expected<Slot> to = destination(operands.at(0));
  if (!to) return failure(to.error());
  const Expected<Slot> from = source(operands[1], 64);
  if (!from) return failure(from.error());
  op_.slots[0] = *to;
  op_.slots[1] = *from;
  if (window == 0) {
    op_.function = &move_64;
  } else {
    op_.function = &add_64;
    op_.slots[2] = constant(to_space ? ~window + 1 : window, 64);
  }
  return {};
}

Status Decoder::is_space() {
  std::uint64_t first = 0;
  std::uint64_t bytes = window_bytes;
  switch (instruction_->space()) {
    case ptx::Space::shared:
    case ptx::Space::shared_cluster:
      first = shared_window;
      break;
    case ptx::Space::local:
      first = local_window;
      break;
    case ptx::Space::param:
    case ptx::Space::param_entry:
      first = parameter_window;
      break;
    case ptx::Space::global:
      first = global_window;
      bytes = global_window;
      break;
    default:
      return failure(unknown(instruction_->mnemonic()));
  }
  op_.kind = OpKind::lanes;
  op_.function = &within_64;
  const Expected<Slot> to = destination(instruction_->operands.at(0));
  if (!to) return failure(to.error());
  const Expected<Slot> address = source(instruction_->operands.at(1), 64);
  if (!address) return failure(address.error());
  op_.slots = {*to, *address, constant(first, 64), constant(bytes, 64)};
  return {};
}

Status Decoder::branch(std::uint32_t index, const ptx::ControlFlow& flow) {
  op_.reconvergence_pc = flow.reconvergence(index);
  if (instruction_->opcode == Opcode::bra) {
    const std::optional<std::uint32_t> target = function_.label(instruction_->operands.at(0).name);
    if (!target) return failure(unknown(fmt::format("the label {}", instruction_->operands[0].name)));
    op_.kind = OpKind::branch;
    op_.target = *target;
    return {};
  }
  const Expected<Slot> index_slot = source(instruction_->operands.at(0), 32);
  if (!index_slot) return failure(index_slot.error());
  const std::vector<std::string>* names = function_.branch_targets(instruction_->operands.at(1).name);
  if (names == nullptr) return failure(unknown(fmt::format("the list {}", instruction_->operands[1].name)));
  std::vector<std::uint32_t> table;
  for (const std::string& name : *names) {
    const std::optional<std::uint32_t> target = function_.label(name);
    if (!target) return failure(unknown(fmt::format("the label {}", name)));
    table.push_back(*target);
  }
  op_.kind = OpKind::branch_table;
  op_.target = static_cast<std::uint32_t>(code_.tables.size());
  op_.slots[0] = *index_slot;
  code_.tables.push_back(std::move(table));
  return {};
}

Status Decoder::barrier() {
  const std::vector<Operand>& operands = instruction_->operands;
  if (instruction_->has("warp")) {
    const Expected<Slot> mask = source(operands.at(0), 32);
    if (!mask) return failure(mask.error());
    op_.kind = OpKind::warp_barrier;
    op_.slots[0] = *mask;
    return {};
  }
  if (instruction_->has("cluster")) return failure(unknown(instruction_->mnemonic()));
  Barrier barrier;
  barrier.aligned = instruction_->opcode == Opcode::bar || instruction_->has("aligned");
  std::size_t next = 0;
  std::size_t last = operands.size();
  if (instruction_->has("red")) {
    barrier.kind = instruction_->has("popc")  ? Barrier::Kind::count
                   : instruction_->has("and") ? Barrier::Kind::all
                                              : Barrier::Kind::any;
    const Expected<Slot> to = destination(operands.at(next++));
    if (!to) return failure(to.error());
    op_.slots[0] = *to;
    const Operand& predicate = operands.at(--last);
    const Expected<Slot> from = source(predicate, 1);
    if (!from) return failure(from.error());
    barrier.predicate = *from;
    barrier.predicate_negated = predicate.negated;
  } else if (instruction_->has("arrive")) {
    barrier.kind = Barrier::Kind::arrive;
  } else if (!instruction_->has("sync")) {
    return failure(unknown(instruction_->mnemonic()));
  }
  if (next >= last) return failure(unknown(instruction_->mnemonic() + " without a number"));
  const Expected<Slot> id = source(operands[next++], 32);
  if (!id) return failure(id.error());
  barrier.id = *id;
  if (next < last) {
    const Expected<Slot> threads = source(operands[next], 32);
    if (!threads) return failure(threads.error());
    barrier.threads = *threads;
    barrier.whole_block = false;
  }
  op_.kind = OpKind::barrier;
  op_.target = static_cast<std::uint32_t>(code_.barriers.size());
  code_.barriers.push_back(barrier);
  return {};
}

Status Decoder::collective() {
  const std::vector<Operand>& operands = instruction_->operands;
  Collective collective;
  collective.masked = instruction_->has("sync");
  // Results first; a pair's second part is a predicate.
  const Operand& result = operands.at(0);
  const Operand& value = result.kind == Kind::pair ? result.parts.at(0) : result;
  const Expected<Slot> to = destination(value);
  if (!to) return failure(to.error());
  op_.slots[0] = *to;
  op_.slots[1] = scratch_;
  if (result.kind == Kind::pair) {
    const Expected<Slot> predicate = destination(result.parts.at(1));
    if (!predicate) return failure(predicate.error());
    op_.slots[1] = *predicate;
    collective.has_predicate = true;
  }
  if (instruction_->opcode == Opcode::activemask) {
    op_.kind = OpKind::active_mask;
    return {};
  }
  using C = Collective::Kind;
  unsigned first_bits = 32;
  switch (instruction_->opcode) {
    case Opcode::shfl:
      op_.kind = OpKind::shuffle;
      collective.kind = instruction_->has("up")     ? C::up
                        : instruction_->has("down") ? C::down
                        : instruction_->has("bfly") ? C::butterfly
                                                    : C::index;
      break;
    case Opcode::vote:
      op_.kind = OpKind::vote;
      collective.kind = instruction_->has("all")   ? C::all
                        : instruction_->has("any") ? C::any
                        : instruction_->has("uni") ? C::uniform
                                                   : C::ballot;
      collective.negated = operands.at(1).negated;
      first_bits = 1;
      break;
    case Opcode::match:
      op_.kind = OpKind::match;
      collective.kind = instruction_->has("any") ? C::match_any : C::match_all;
      collective.bytes = ptx::bits_of(instruction_->type()) == 64 ? 8 : 4;
      first_bits = collective.bytes * 8;
      break;
    case Opcode::redux:
      op_.kind = OpKind::redux;
      collective.kind = C::reduce;
      collective.type = instruction_->type();
      collective.reduce = instruction_->has("add")   ? AtomicOperation::add
                          : instruction_->has("min") ? AtomicOperation::minimum
                          : instruction_->has("max") ? AtomicOperation::maximum
                          : instruction_->has("and") ? AtomicOperation::and_
                          : instruction_->has("or")  ? AtomicOperation::or_
                                                     : AtomicOperation::xor_;
      if (collective.type == ptx::Type::f32) return failure(unknown(instruction_->mnemonic()));
      break;
    case Opcode::elect:
      op_.kind = OpKind::elect;
      break;
    default:
      return failure(unknown(instruction_->mnemonic()));
  }
  for (std::size_t index = 1; index < operands.size(); ++index) {
    const Expected<Slot> from = source(operands[index], index == 1 ? first_bits : 32);
    if (!from) return failure(from.error());
    op_.slots[index + 1] = *from;
  }
  op_.target = static_cast<std::uint32_t>(code_.collectives.size());
  code_.collectives.push_back(collective);
  return {};
}

Status Decoder::call() {
  op_.kind = OpKind::call;
  Call call;
  const Operand* results = nullptr;
  const Operand* arguments = nullptr;
  const Operand* target = nullptr;
  for (const Operand& operand : instruction_->operands) {
    if (operand.kind == Kind::list) {
      (target == nullptr ? results : arguments) = &operand;
    } else if (target == nullptr) {
      target = &operand;
    }
  }
  if (target == nullptr) return failure(unknown("a call without a target"));
  if (target->kind == Kind::reg) {
    call.target = Call::Target::pointer;
    const Expected<Slot> pointer = source(*target, 64);
    if (!pointer) return failure(pointer.error());
    call.pointer = *pointer;
  } else if (target->name == "vprintf") {
    call.target = Call::Target::print;
  } else if (target->name == "__assertfail") {
    call.target = Call::Target::assertion;
  } else if (const auto callee = linkage_.functions.find(target->name); callee != linkage_.functions.end()) {
    call.function = callee->second;
  } else {
    return failure(unknown(fmt::format("the function {}", target->name)));
  }
  if (Status done = call_frame(call, results, arguments); !done) return done;
  op_.target = static_cast<std::uint32_t>(code_.calls.size());
  code_.calls.push_back(std::move(call));
  return {};
}

Status Decoder::call_frame(Call& call, const Operand* results, const Operand* arguments) {
  const auto add = [&](const Operand* list, std::vector<ByteRange>& pieces) -> Status {
    if (list == nullptr) return {};
    for (const Operand& part : list->parts) {
      const auto placed = frame_.find(part.name);
      if (placed == frame_.end()) return failure(unknown(fmt::format("'{}' as the parameter of a call", part.name)));
      pieces.push_back({placed->second.offset, placed->second.bytes});
    }
    return {};
  };
  if (Status done = add(results, call.results); !done) return done;
  return add(arguments, call.arguments);
}

}  // namespace warpscope::emulator
