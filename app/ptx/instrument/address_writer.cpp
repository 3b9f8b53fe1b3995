#include "ptx/instrument/address_writer.h"

#include <algorithm>
#include <map>
#include <utility>

#include "ptx/parse/literal.h"

namespace lanescope::ptx {
namespace {

using Kind = Operand::Kind;
using W = FunctionWriter;

std::optional<std::uint32_t> shown_offset(const Function& function, const std::string& name,
                                          const InstrumentOptions& options) {
  for (const auto& [entry, variables] : options.shared_variables) {
    // A device function may belong to several kernels; the first one stands for all.
    if (function.entry && entry != function.name) continue;
    for (const std::string& key : {function.name + "/" + name, name}) {
      if (const auto known = variables.find(key); known != variables.end()) return known->second;
    }
  }
  return std::nullopt;
}

/// The bits of an address of shared memory that say where it lies in its block; those above name the block.
constexpr std::uint64_t within_block = (std::uint64_t{1} << 24) - 1;

/// Whether a module names shared memory of other blocks of a cluster.
bool uses_distributed_shared_memory(const Module& module) {
  return std::any_of(module.functions.begin(), module.functions.end(), [](const Function& function) {
    return std::any_of(function.instructions.begin(), function.instructions.end(), [](const Instruction& instruction) {
      return instruction.opcode == Opcode::mapa || instruction.space() == Space::shared_cluster;
    });
  });
}

using SharedVariable = AddressWriter::SharedVariable;

std::vector<SharedVariable> shared_variables(const Module& module, const Function& function,
                                             const InstrumentOptions& options) {
  std::map<std::string, SharedVariable> found;
  for (const Instruction& instruction : function.instructions) {
    for_each_symbol(instruction.operands, [&](const std::string& name) {
      const Variable* variable = function.variable(name);
      if (variable == nullptr) variable = module.variable(name);
      if (variable == nullptr || variable->space != Space::shared) return;
      found[name] = {name, variable->bytes(), shown_offset(function, name, options)};
    });
  }
  std::vector<SharedVariable> variables;
  for (auto& [name, variable] : found) variables.push_back(std::move(variable));
  // An array without a size begins after the others and has no end, so an address inside another one belongs to that.
  std::stable_sort(variables.begin(), variables.end(),
                   [](const SharedVariable& a, const SharedVariable& b) { return a.bytes == 0 && b.bytes != 0; });
  return variables;
}

}  // namespace

AddressWriter::AddressWriter(FunctionWriter& to, const Module& module, const Function& function,
                             const InstrumentOptions& options)
    : to_(to),
      module_(module),
      function_(function),
      shared_(shared_variables(module, function, options)),
      clusters_(uses_distributed_shared_memory(module)) {
  const auto local = std::find_if(function.variables.begin(), function.variables.end(),
                                  [](const Variable& variable) { return variable.space == Space::local; });
  if (local != function.variables.end()) local_ = local->name;
}

Space AddressWriter::space_of(const Instruction& instruction, const Operand& base) const {
  const Space space = instruction.space();
  if (space != Space::generic || base.kind != Kind::symbol) return space;
  const Variable* variable = function_.variable(base.name);
  if (variable == nullptr) variable = module_.variable(base.name);
  return variable == nullptr ? space : variable->space;
}

Operand AddressWriter::sum(const Operand& base, std::int64_t offset) {
  const Operand address = to_.named("%lanescope_address", Type::b64);
  const auto addend = W::integer(static_cast<std::uint64_t>(offset));
  if (!is_wide(base)) {
    // 32-bit arithmetic wraps in 32 bits.
    const Operand narrow = to_.named("%lanescope_narrow", Type::b32);
    to_.write("add.s32", {narrow, base, addend});
    to_.write("cvt.u64.u32", {address, narrow});
    return address;
  }
  Operand plain = base;
  plain.written.clear();
  to_.write("mov.b64", {address, plain});
  if (offset != 0) to_.write("add.s64", {address, address, addend});
  return address;
}

bool AddressWriter::is_wide(const Operand& base) {
  return base.kind != Kind::reg || bits_of(to_.function().registers[base.reg].type) == 64;
}

/// Counts an address of shared memory as a trace shows it.
void AddressWriter::from_start_of_shared(const Operand& address) {
  const auto without_rank = [&](const Operand& place) {
    if (clusters_) to_.write("and.b64", {place, place, W::integer(within_block)});
  };
  without_rank(address);
  if (shared_.empty()) return;
  const Operand start = to_.named("%lanescope_start", Type::b64), other = to_.named("%lanescope_other", Type::b64);
  to_.write("mov.u64", {start, W::symbol(shared_.front().name)});
  without_rank(start);
  if (shared_.size() == 1) {
    to_.write("sub.s64", {address, address, start});
    const std::uint32_t offset = shared_.front().offset.value_or(0);
    if (offset != 0) to_.write("add.s64", {address, address, W::integer(offset)});
    return;
  }
  for (std::size_t index = 1; index < shared_.size(); ++index) {
    to_.write("mov.u64", {other, W::symbol(shared_[index].name)});
    without_rank(other);
    to_.write("min.u64", {start, start, other});
  }
  const Operand shown = to_.named("%lanescope_shown", Type::b64), within = to_.named("%lanescope_within", Type::pred);
  to_.write("sub.s64", {shown, address, start});
  for (const SharedVariable& variable : shared_) {
    if (!variable.offset) continue;
    const std::uint64_t bytes = variable.bytes == 0 ? std::uint64_t{1} << 32 : variable.bytes;
    to_.write("mov.u64", {other, W::symbol(variable.name)});
    without_rank(other);
    to_.write("sub.s64", {other, address, other});
    to_.write("setp.lt.u64", {within, other, W::integer(bytes)});
    to_.write("add.s64", {other, other, W::integer(*variable.offset)});
    to_.write("selp.b64", {shown, other, shown, within});
  }
  to_.write("mov.u64", {address, shown});
}

/// Counts an address of local memory from the start of the function's own.
void AddressWriter::from_start_of_local(const Operand& address) {
  if (local_.empty()) return;
  const Operand start = to_.named("%lanescope_start", Type::b64);
  to_.write("mov.u64", {start, W::symbol(local_)});
  to_.write("sub.s64", {address, address, start});
}

void AddressWriter::place(const Operand& address, Space space) {
  const auto tag = [&](std::uint64_t bits) { to_.write("or.b64", {address, address, W::integer(bits)}); };
  if (space == Space::shared_cluster) return place_in_cluster(address, false);
  if (space == Space::shared) {
    from_start_of_shared(address);
    return tag(shared_tag);
  }
  if (space == Space::local) {
    from_start_of_local(address);
    return tag(local_tag);
  }
  if (space == Space::constant) to_.write("cvta.const.u64", {address, address});
  if (space == Space::generic) place_generic(address);
}

/// Counts an address of shared memory of the cluster within its block, and adds the rank of that.
void AddressWriter::place_in_cluster(const Operand& address, bool generic) {
  const Operand rank = to_.named("%lanescope_rank", Type::b32), wide = to_.named("%lanescope_wide_rank", Type::b64);
  if (generic) {
    to_.write("getctarank.u64", {rank, address});
  } else {
    const Operand narrow = to_.named("%lanescope_narrow", Type::b32);
    to_.write("cvt.u32.u64", {narrow, address});
    to_.write("getctarank.shared::cluster.u32", {rank, narrow});
  }
  from_start_of_shared(address);
  to_.write("cvt.u64.u32", {wide, rank});
  to_.write("shl.b64", {wide, wide, W::integer(rank_bit)});
  to_.write("or.b64", {address, address, wide});
  to_.write("or.b64", {address, address, W::integer(distributed_tag)});
}

/// The address of each lane tells its space: the code tests all windows first, then converts the address.
void AddressWriter::place_generic(const Operand& address) {
  struct Window {
    const char* question;
    const char* into;
    const char* name;
    std::uint64_t tag;
    void (AddressWriter::*from_start)(const Operand&);
  };
  static constexpr Window windows[] = {
      {"isspacep.shared", "cvta.to.shared.u64", "%lanescope_in_shared", shared_tag,
       &AddressWriter::from_start_of_shared},
      {"isspacep.local", "cvta.to.local.u64", "%lanescope_in_local", local_tag, &AddressWriter::from_start_of_local},
      {"isspacep.param::entry", nullptr, "%lanescope_in_parameters", parameter_tag, nullptr}};
  // PTX ISA 7.7 introduced isspacep for parameters, and with it kernels that take their address.
  const bool parameters = std::pair(module_.version_major, module_.version_minor) >= std::pair(7, 7);
  for (const Window& window : windows) {
    if (window.from_start == nullptr && !parameters) continue;
    to_.write(window.question, {to_.named(window.name, Type::pred), address});
  }
  const Operand remote = to_.named("%lanescope_remote", Type::pred), there = to_.named("%lanescope_there", Type::b64);
  if (clusters_) {
    const Operand in_cluster = to_.named("%lanescope_in_cluster", Type::pred);
    const Operand own = to_.named("%lanescope_own_rank", Type::b32);
    to_.write("isspacep.shared::cluster", {in_cluster, address});
    to_.write("mov.b64", {there, address});
    place_in_cluster(there, true);
    to_.write("mov.u32", {own, W::special("%cluster_ctarank")});
    to_.write("setp.ne.u32", {remote, to_.named("%lanescope_rank", Type::b32), own});
    to_.write("and.pred", {remote, remote, in_cluster});
  }
  const Operand inside = to_.named("%lanescope_inside", Type::b64);
  for (const Window& window : windows) {
    if (window.from_start == nullptr && !parameters) continue;
    if (window.into != nullptr) {
      to_.write(window.into, {inside, address});
      (this->*window.from_start)(inside);
    } else {
      to_.write("mov.u64", {inside, W::integer(0)});
    }
    to_.write("or.b64", {inside, inside, W::integer(window.tag)});
    to_.write("selp.b64", {address, inside, address, to_.named(window.name, Type::pred)});
  }
  if (clusters_) to_.write("selp.b64", {address, there, address, remote});
}

Operand AddressWriter::word(const Operand& operand, Type type) {
  const Operand value = to_.named("%lanescope_value", Type::b32);
  const unsigned bits = operand.kind == Kind::reg      ? bits_of(to_.function().registers[operand.reg].type)
                        : operand.kind == Kind::symbol ? 64
                                                       : 0;
  if (bits == 32) {
    to_.write("mov.b32", {value, operand});
  } else if (bits == 16 || bits == 64) {
    const bool half = bits == 16;
    const Operand untyped = half ? to_.named("%lanescope_half", Type::b16) : to_.named("%lanescope_double", Type::b64);
    to_.write(half ? "mov.b16" : "mov.b64", {untyped, operand});
    to_.write(half ? "cvt.u32.u16" : "cvt.u32.u64", {value, untyped});
  } else {
    to_.write("mov.u32", {value, W::integer(immediate(operand, type))});
  }
  return value;
}

std::uint32_t AddressWriter::immediate(const Operand& operand, Type type) {
  const std::optional<Literal> number = literal_of(operand);
  if (!number) return 0;
  const bool rounds = number->kind == Literal::Kind::float64 && bits_of(type) == 32;
  const auto low = static_cast<std::uint32_t>(bits_as(*number, rounds ? Type::f32 : Type::none));
  return bits_of(type) <= 16 ? low & 0xffffu : low;
}

}  // namespace lanescope::ptx
