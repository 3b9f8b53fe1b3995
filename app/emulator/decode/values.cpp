// What the text of a function tells about its values: the array that an address belongs to, loads that a selection may
// discard.
#include <algorithm>
#include <bit>

#include "emulator/decode/decoder.h"

namespace lanescope::emulator {

using ptx::Opcode;

std::uint64_t Decoder::parameters_among(const Origins& origins, OriginMask from) const {
  std::uint64_t parameters = 0;
  for (std::size_t parameter = 0; function_.entry && parameter < function_.parameters.size(); ++parameter) {
    const auto name = std::ranges::find(origins.names, function_.parameters[parameter].name);
    if (name == origins.names.end() || parameter >= 64) continue;
    if ((from >> (name - origins.names.begin()) & 1u) != 0) parameters |= std::uint64_t{1} << parameter;
  }
  return parameters;
}

void Decoder::find_written(const Access& access, const Origins& origins, OriginMask from) {
  if (access.space != ptx::Space::global && access.space != ptx::Space::generic) return;
  bool known = access.parameters != 0;
  code_.written_parameters |= access.parameters;
  for (std::size_t name = 0; name < origins.names.size(); ++name) {
    if ((from >> name & 1u) == 0) continue;
    const std::string& what = origins.names[name];
    const auto variable = find_variable(*linkage_.variables, what);
    const bool is_static = variable != linkage_.variables->end();
    if (is_static) code_.written_variables.push_back(variable->first);
    // A generic address may be one of shared memory.
    known |= what == "%envreg" || what == reserved_shared || is_static ||
             find_variable(linkage_.shared, what) != linkage_.shared.end();
  }
  code_.writes_unknown_addresses |= !known || (from & unknown_origin) != 0;
}

void Decoder::find_origins() {
  const Origins origins = origins_of(function_);
  std::vector<std::uint32_t> array_of(origins.names.size(), Access::no_array);
  OriginMask shared = 0, reserved = 0;
  for (std::size_t name = 0; name < origins.names.size(); ++name) {
    if (origins.names[name] == reserved_shared) reserved = OriginMask{1} << name;
    const auto placed = find_variable(linkage_.shared, origins.names[name]);
    if (placed == linkage_.shared.end()) continue;
    const auto array = std::find_if(linkage_.arrays.begin(), linkage_.arrays.end(),
                                    [&](const SharedArray& each) { return each.begin == placed->second; });
    array_of[name] = static_cast<std::uint32_t>(array - linkage_.arrays.begin());
    shared |= OriginMask{1} << name;
  }
  for (std::size_t index = 0; index < function_.instructions.size(); ++index) {
    const OpKind kind = code_.ops[index].kind;
    if (kind == OpKind::bulk_copy) {
      Access stored;
      stored.space = ptx::Space::global;
      const Operand& destination_operand = function_.instructions[index].operands.at(0);
      const OriginMask destination = origins.of(destination_operand.parts.at(0));
      stored.parameters = parameters_among(origins, destination);
      const bool stores = code_.bulk_copies[code_.ops[index].target].way == BulkCopy::Way::to_global;
      if (stores) find_written(stored, origins, destination);
      continue;
    }
    const bool accesses = kind == OpKind::load || kind == OpKind::store || kind == OpKind::atomic ||
                          kind == OpKind::matrix_load || kind == OpKind::matrix_store;
    if (!accesses && kind != OpKind::copy_async) continue;
    const std::vector<Operand>& operands = function_.instructions[index].operands;
    const auto is_address = [](const Operand& each) { return each.kind == Operand::Kind::address; };
    auto address = std::ranges::find_if(operands, is_address);
    // Of an asynchronous copy the source lies in global memory, which is its second address.
    if (kind == OpKind::copy_async && address != operands.end())
      address = std::find_if(address + 1, operands.end(), is_address);
    if (address == operands.end()) continue;
    const OriginMask from = origins.of(address->parts.at(0));
    code_.accesses[code_.ops[index].target].parameters = parameters_among(origins, from);
    if (!accesses) continue;
    if ((from & reserved) != 0) code_.accesses[code_.ops[index].target].reserved = code_.uses_reserved_shared = true;
    if (kind != OpKind::load && kind != OpKind::matrix_load)
      find_written(code_.accesses[code_.ops[index].target], origins, from);
    if (linkage_.arrays.size() < 2) continue;
    if ((from & unknown_origin) != 0 || !std::has_single_bit(from & shared)) continue;
    code_.accesses[code_.ops[index].target].array = array_of[static_cast<std::size_t>(std::countr_zero(from & shared))];
  }
}

void Decoder::find_used_atomics() {
  std::vector<char> read(function_.registers.size(), 0);
  for (const auto& registers : reads_) {
    for (const std::uint32_t reg : registers) read[reg] = 1;
  }
  for (const std::size_t atomic : atomics_) {
    Access& how = code_.accesses[code_.ops[atomic].target];
    const bool used = std::ranges::any_of(writes_[atomic], [&](std::uint32_t result) { return read[result] != 0; });
    how.overwrites = !used && how.atomic == AtomicOperation::exchange;
    const bool beyond_block = how.space == ptx::Space::global || how.space == ptx::Space::generic;
    code_.uses_other_blocks |= used && beyond_block && how.scope == Scope::grid;
  }
}

void Decoder::find_selections() {
  // By register: the only instruction that writes it, and whether all that read it are selections.
  constexpr std::uint32_t several = 0xffffffffu, nobody = 0xfffffffeu;
  std::vector<std::uint32_t> writer(function_.registers.size(), nobody);
  std::vector<char> only_selected(function_.registers.size(), 1), selected(function_.registers.size(), 0);
  for (std::uint32_t index = 0; index < writes_.size(); ++index) {
    for (const std::uint32_t reg : writes_[index]) writer[reg] = writer[reg] == nobody ? index : several;
    const bool selects = function_.instructions[index].opcode == Opcode::selp;
    for (const std::uint32_t reg : reads_[index]) (selects ? selected : only_selected)[reg] = selects ? 1 : 0;
  }
  const auto load_of = [&](const Operand& operand) {
    if (operand.kind != Operand::Kind::reg || !only_selected[operand.reg]) return Selection::none;
    const std::uint32_t index = writer[operand.reg];
    if (index >= writes_.size() || code_.ops[index].kind != OpKind::load) return Selection::none;
    const Access& how = code_.accesses[code_.ops[index].target];
    return how.elements == 1 && !how.private_parameter && !how.strong ? index : Selection::none;
  };
  for (std::uint32_t index = 0; index < writes_.size(); ++index) {
    const std::vector<Operand>& operands = function_.instructions[index].operands;
    Op& op = code_.ops[index];
    if (function_.instructions[index].opcode != Opcode::selp || op.kind != OpKind::lanes || operands.size() != 4)
      continue;
    const Selection selection{load_of(operands[1]), load_of(operands[2])};
    if (operands[3].negated || (selection.first == Selection::none && selection.second == Selection::none)) continue;
    for (const std::uint32_t load : {selection.first, selection.second}) {
      if (load == Selection::none) continue;
      Access& how = code_.accesses[code_.ops[load].target];
      if (how.undefined != Access::none_noted) continue;
      how.undefined = code_.register_bytes;
      code_.zeroed.push_back({how.undefined, 64});
      code_.register_bytes += 64 + 8 * warp_lanes;
    }
    op.kind = OpKind::select;
    op.target = append(code_.selections, selection);
  }
}

}  // namespace lanescope::emulator
