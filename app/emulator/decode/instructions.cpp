#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "emulator/decode/decoder.h"
#include "emulator/decode/forms.h"
#include "emulator/messages.h"
#include "trace/trace.h"

namespace lanescope::emulator {

using ptx::Opcode;
using Kind = ptx::Operand::Kind;

namespace {

/// The generic addresses of one state space.
struct Window {
  std::uint64_t first = 0, bytes = window_bytes;
};
std::optional<Window> window_of(ptx::Space space) {
  using enum ptx::Space;
  if (space == shared) return Window{shared_window, block_window_bytes};
  if (space == shared_cluster) return Window{shared_window};
  if (space == local) return Window{local_window};
  if (space == param || space == param_entry) return Window{parameter_window};
  return space == global ? std::optional(Window{global_window, global_window}) : std::nullopt;
}

/// Whether <<<>>> in device code becomes calls of the function: __cudaCDP2LaunchDeviceV2 and its kin since CUDA 12,
/// cudaLaunchDeviceV2 and cudaGetParameterBufferV2 before.
bool launches_kernels(std::string_view name) {
  const std::array<std::string_view, 3> words{"cudaCDP", "cudaGetParameterBuffer", "cudaLaunchDevice"};
  return std::any_of(words.begin(), words.end(), [&](auto word) { return name.find(word) != name.npos; });
}

void add_64(const Bases& bases, const Slots& slots, std::uint32_t active) {
  auto* result = reinterpret_cast<std::uint64_t*>(at(bases, slots[0]));
  const auto* a = reinterpret_cast<const std::uint64_t*>(at(bases, slots[1]));
  const auto* b = reinterpret_cast<const std::uint64_t*>(at(bases, slots[2]));
  trace::for_each_lane(active, [&](std::uint32_t lane) { result[lane] = a[lane] + b[lane]; });
}

/// The slots are a predicate, an address, the first address and the bytes of a window.
void is_in_window(const Bases& bases, const Slots& slots, std::uint32_t active) {
  const auto* address = reinterpret_cast<const std::uint64_t*>(at(bases, slots[1]));
  const auto* first = reinterpret_cast<const std::uint64_t*>(at(bases, slots[2]));
  const auto* bytes = reinterpret_cast<const std::uint64_t*>(at(bases, slots[3]));
  std::uint32_t inside = 0;
  trace::for_each_lane(active, [&](std::uint32_t lane) {
    if (address[lane] - first[lane] < bytes[lane]) inside |= 1u << lane;
  });
  set_predicate(at(bases, slots[0]), inside, active);
}

}  // namespace

Status Decoder::instruction(const ptx::ControlFlow& flow) {
  using enum Opcode;
  struct Method {
    OpcodeSet opcodes;
    Status (Decoder::*decode)();
  };
  static constexpr Method methods[] = {{{ld, ldu, st}, &Decoder::memory},
                                       {{atom, red}, &Decoder::atomic},
                                       {cp, &Decoder::async_copy},
                                       {Opcode::mbarrier, &Decoder::mbarrier},
                                       {tex, &Decoder::texture},
                                       {{suld, sust}, &Decoder::surface},
                                       {{bar, Opcode::barrier}, &Decoder::barrier},
                                       {{shfl, vote, match, redux, elect, activemask}, &Decoder::collective},
                                       {{ldmatrix, stmatrix}, &Decoder::matrix_rows},
                                       {movmatrix, &Decoder::move_matrix},
                                       {mma, &Decoder::multiply_matrices},
                                       {wmma, &Decoder::matrix_fragment},
                                       {wgmma, &Decoder::group_matrix},
                                       {{vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vset, vmad}, &Decoder::video},
                                       {{vadd2, vsub2, vavrg2, vabsdiff2, vmin2, vmax2, vset2}, &Decoder::video},
                                       {{vadd4, vsub4, vavrg4, vabsdiff4, vmin4, vmax4, vset4}, &Decoder::video},
                                       {Opcode::call, &Decoder::call},
                                       {cvta, &Decoder::convert_address},
                                       {isspacep, &Decoder::is_space},
                                       {mapa, &Decoder::map_address},
                                       {getctarank, &Decoder::rank_of_address},
                                       {createpolicy, &Decoder::create_policy},
                                       {mov, &Decoder::move}};
  static constexpr OpcodeSet hints{prefetch, prefetchu, applypriority, nanosleep, griddepcontrol, setmaxnreg, pmevent};
  const Opcode opcode = instruction_->opcode;
  for (const Method& method : methods) {
    if (method.opcodes.contains(opcode)) return (this->*method.decode)();
  }
  if (opcode == bra || opcode == brx) return branch(flow);
  if (opcode == ret || opcode == exit) {
    // A kernel's ret ends its threads.
    op_.kind = opcode == exit || function_.entry ? OpKind::exit : OpKind::return_;
    return {};
  }
  if (opcode == trap || opcode == brkpt) {
    op_.kind = OpKind::trap;
    return {};
  }
  if (opcode == fence || opcode == membar) {
    if (instruction_->has("proxy") && !instruction_->has("acquire") && !instruction_->has("release")) {
      // Other ways to memory than those of threads and of copies are no part of the emulator.
      const bool shared = instruction_->has("async") && !instruction_->has("global");
      if (shared) op_.kind = OpKind::proxy_fence;
      return {};
    }
    op_.kind = OpKind::fence;
    op_.target = static_cast<std::uint32_t>(scope());
    code_.synchronises = true;
    if (instruction_->has("mbarrier_init")) return {};
    if (scope() == Scope::grid) {
      code_.depends_on_other_blocks = code_.uses_other_blocks = code_.synchronises_grid = true;
    }
    return {};
  }
  if (hints.contains(opcode)) return {};
  return works_on_lanes(*instruction_) ? lanes() : refused();
}

/// Decodes an operation on each lane: operands in the order of the text, with vectors and pairs split into their parts.
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
      // setp has a second destination even where the text omits it.
      if (index == 0 && instruction_->opcode == Opcode::setp) flat.push_back(&sink);
    }
  }
  if (flat.size() > max_slots) return refused();
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
    const bool result = index < operation->results;
    TRY(op_.slots[index], result ? destination(*flat[index]) : value(*flat[index], operation->types[index]));
  }
  // A carry flag follows the operands of the text where the operation has one.
  for (std::size_t index = flat.size(); index < operation->operands; ++index) op_.slots[index] = carry_;
  return {};
}

/// Decodes mov, which also takes special registers.
Status Decoder::move() {
  const Operand& from = instruction_->operands.at(1);
  if (from.kind == Kind::special) {
    // The names are in the order of ClockRegister.
    static constexpr std::array<std::string_view, 6> clocks{"%clock",       "%clock_hi",       "%clock64",
                                                            "%globaltimer", "%globaltimer_lo", "%globaltimer_hi"};
    const auto* const clock = std::find(clocks.begin(), clocks.end(), from.name);
    if (clock != clocks.end()) {
      op_.kind = OpKind::clock;
      op_.target = static_cast<std::uint32_t>(clock - clocks.begin());
      TRY(op_.slots[0], destination(instruction_->operands[0]));
      return {};
    }
    // In PTX 1 the special registers had 16 bits, and ptxas still takes the lower half.
    if (ptx::bits_of(instruction_->type()) == 16 && register_bits(from) == 32) return move_lower_half();
  }
  return lanes();
}

Status Decoder::move_lower_half() {
  ptx::Instruction conversion;
  conversion.opcode = Opcode::cvt;
  conversion.suffixes = {{ptx::Type::u16, {}}, {ptx::Type::u32, {}}};
  const std::vector<Operand>& operands = instruction_->operands;
  const std::array<unsigned, 2> bits{register_bits(operands[0]), register_bits(operands[1])};
  TRY(const LaneOperation operation, lane_operation(conversion, bits, 0));
  op_.kind = OpKind::lanes;
  op_.function = operation.function;
  op_.slots[max_slots - 1] = operation.detail;
  TRY(op_.slots[0], destination(operands[0]));
  TRY(op_.slots[1], source(operands[1], 32));
  return {};
}

Status Decoder::convert_address() {
  const std::vector<Operand>& operands = instruction_->operands;
  const ptx::Space space = instruction_->space();
  const std::optional<Window> window = window_of(space);
  const bool wide = instruction_->type() == ptx::Type::u64 || instruction_->type() == ptx::Type::b64;
  if (!wide || (!window && space != ptx::Space::constant)) return refused();
  op_.kind = OpKind::lanes;
  op_.function = &add_64;
  TRY(op_.slots[0], destination(operands.at(0)));
  TRY(op_.slots[1], source(operands.at(1), 64));
  // Addresses of global and constant memory are already generic addresses.
  const std::uint64_t first = window && space != ptx::Space::global ? window->first : 0;
  op_.slots[2] = constant(instruction_->has("to") ? 0 - first : first, 64);
  return {};
}

/// A policy of caches is a number that means nothing here.
Status Decoder::create_policy() {
  op_.kind = OpKind::lanes;
  op_.function = &add_64;
  TRY(op_.slots[0], destination(instruction_->operands.at(0)));
  op_.slots[1] = op_.slots[2] = constant(0, 64);
  return {};
}

Status Decoder::is_space() {
  const std::optional<Window> window = window_of(instruction_->space());
  if (!window) return refused();
  op_.kind = OpKind::lanes;
  op_.function = &is_in_window;
  TRY(op_.slots[0], destination(instruction_->operands.at(0)));
  TRY(op_.slots[1], source(instruction_->operands.at(1), 64));
  op_.slots[2] = constant(window->first, 64);
  op_.slots[3] = constant(window->bytes, 64);
  return {};
}

Expected<std::uint32_t> Decoder::label(const std::string& name) const {
  const std::optional<std::uint32_t> target = function_.label(name);
  if (!target) return failure(unknown(message<"unsupported.label">(name)));
  return *target;
}

Status Decoder::branch(const ptx::ControlFlow& flow) {
  op_.reconvergence_pc = flow.reconvergence(static_cast<std::uint32_t>(index()));
  if (instruction_->opcode == Opcode::bra) {
    op_.kind = OpKind::branch;
    TRY(op_.target, label(instruction_->operands.at(0).name));
    return {};
  }
  op_.kind = OpKind::branch_table;
  TRY(op_.slots[0], source(instruction_->operands.at(0), 32));
  const std::vector<std::string>* names = function_.branch_targets(instruction_->operands.at(1).name);
  if (names == nullptr) return failure(unknown(message<"unsupported.branch_targets">(instruction_->operands[1].name)));
  std::vector<std::uint32_t> table;
  for (const std::string& name : *names) {
    TRY(const std::uint32_t target, label(name));
    table.push_back(target);
  }
  op_.target = append(code_.tables, std::move(table));
  return {};
}

Status Decoder::barrier() {
  const std::vector<Operand>& operands = instruction_->operands;
  if (instruction_->has("warp")) {
    op_.kind = OpKind::warp_barrier;
    TRY(op_.slots[0], source(operands.at(0), 32));
    return {};
  }
  if (instruction_->has("cluster")) return cluster_barrier();
  Barrier barrier;
  barrier.aligned = instruction_->opcode == Opcode::bar || instruction_->has("aligned");
  std::size_t next = 0;
  std::size_t last = operands.size();
  if (instruction_->has("red")) {
    barrier.kind = instruction_->has("popc")  ? Barrier::Kind::count
                   : instruction_->has("and") ? Barrier::Kind::all
                                              : Barrier::Kind::any;
    TRY(op_.slots[0], destination(operands.at(next++)));
    const Operand& predicate = operands.at(--last);
    TRY(barrier.predicate, source(predicate, 1));
    barrier.predicate_negated = predicate.negated;
  } else if (instruction_->has("arrive")) {
    barrier.kind = Barrier::Kind::arrive;
  } else if (!instruction_->has("sync")) {
    return refused();
  }
  if (next >= last) return refused<"unsupported.without_number">();
  TRY(barrier.id, source(operands[next++], 32));
  if (next < last) {
    TRY(barrier.threads, source(operands[next], 32));
    barrier.whole_block = false;
  }
  op_.kind = OpKind::barrier;
  op_.target = append(code_.barriers, barrier);
  return {};
}

Status Decoder::collective() {
  const std::vector<Operand>& operands = instruction_->operands;
  Collective collective;
  collective.masked = instruction_->has("sync");
  // Results come first; the second part of a pair is a predicate.
  const Operand& result = operands.at(0);
  const Operand& value = result.kind == Kind::pair ? result.parts.at(0) : result;
  TRY(op_.slots[0], destination(value));
  op_.slots[1] = scratch_;
  if (result.kind == Kind::pair) {
    TRY(op_.slots[1], destination(result.parts.at(1)));
    collective.has_predicate = true;
  }
  if (instruction_->opcode == Opcode::activemask) {
    op_.kind = OpKind::active_mask;
    return {};
  }
  // The words follow the enumerators from `first`; the last one also applies when none of them is present.
  const auto choose = [&](Collective::Kind first, std::initializer_list<const char*> words) {
    const auto* const word = std::find_if(words.begin(), words.end() - 1, [&](auto w) { return instruction_->has(w); });
    collective.kind = static_cast<Collective::Kind>(static_cast<int>(first) + (word - words.begin()));
  };
  const Opcode opcode = instruction_->opcode;
  unsigned first_bits = 32;
  if (opcode == Opcode::shfl) {
    op_.kind = OpKind::shuffle;
    choose(Collective::Kind::up, {"up", "down", "bfly", "idx"});
  } else if (opcode == Opcode::vote) {
    op_.kind = OpKind::vote;
    choose(Collective::Kind::all, {"all", "any", "uni", "ballot"});
    collective.negated = operands.at(1).negated;
    first_bits = 1;
  } else if (opcode == Opcode::match) {
    op_.kind = OpKind::match;
    choose(Collective::Kind::match_any, {"any", "all"});
    collective.bytes = ptx::bits_of(instruction_->type()) == 64 ? 8 : 4;
    first_bits = collective.bytes * 8;
  } else if (opcode == Opcode::redux) {
    op_.kind = OpKind::redux;
    collective.kind = Collective::Kind::reduce;
    collective.type = instruction_->type();
    collective.reduce = atomic_operation().value_or(AtomicOperation::xor_);
    if (collective.type == ptx::Type::f32) return refused();
  } else {
    op_.kind = OpKind::elect;
  }
  for (std::size_t index = 1; index < operands.size(); ++index) {
    TRY(op_.slots[index + 1], source(operands[index], index == 1 ? first_bits : 32));
  }
  if (op_.kind == OpKind::shuffle || op_.kind == OpKind::redux) {
    const bool shuffles = op_.kind == OpKind::shuffle;
    collective.exchange =
        site(trace::Space::registers, shuffles ? trace::Operation::load : trace::Operation::reduce, 4);
  }
  op_.target = append(code_.collectives, collective);
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
  if (target == nullptr) return failure(unknown(message<"unsupported.call_without_target">()));
  if (target->kind == Kind::reg) {
    call.target = Call::Target::pointer;
    TRY(call.pointer, source(*target, 64));
  } else if (target->name == "vprintf") {
    call.target = Call::Target::print;
  } else if (target->name == "__assertfail") {
    call.target = Call::Target::assertion;
  } else if (const auto callee = linkage_.functions.find(target->name); callee != linkage_.functions.end()) {
    call.function = callee->second;
  } else if (target->name == "malloc" || target->name == "free") {
    call.target = target->name == "malloc" ? Call::Target::allocation : Call::Target::release;
    // All blocks take from one heap.
    code_.depends_on_other_blocks = code_.uses_other_blocks = true;
  } else if (launches_kernels(target->name)) {
    return failure(unknown(message<"unsupported.dynamic_parallelism">(target->name)));
  } else {
    return failure(unknown(message<"unsupported.function">(target->name)));
  }
  TRY(call.results, frame_ranges(results));
  TRY(call.arguments, frame_ranges(arguments));
  op_.target = append(code_.calls, std::move(call));
  return {};
}

Expected<std::vector<ByteRange>> Decoder::frame_ranges(const Operand* list) const {
  std::vector<ByteRange> ranges;
  if (list == nullptr) return ranges;
  for (const Operand& part : list->parts) {
    const auto placed = frame_.find(part.name);
    if (placed == frame_.end()) return failure(unknown(message<"unsupported.call_parameter">(part.name)));
    ranges.push_back(placed->second);
  }
  return ranges;
}

}  // namespace lanescope::emulator
