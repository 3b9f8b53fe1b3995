#include "emulator/decode/origins.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanescope::emulator {
namespace {

using Kind = ptx::Operand::Kind;
using ptx::Opcode;

class Search {
 public:
  explicit Search(const ptx::Function& function) : function_(function) {
    origins_.registers.assign(function.registers.size(), 0);
    writers_.resize(function.registers.size());
    for (const ptx::Instruction& instruction : function.instructions) {
      if (instruction.operands.empty() || !has_result(instruction.opcode)) continue;
      for_each_register(instruction.operands[0], [&](std::uint32_t reg) { writers_[reg].push_back(&instruction); });
    }
  }

  Origins run() {
    settle(false);
    // A second time with the marks of what does not agree, which then spread like the names.
    settle(true);
    return std::move(origins_);
  }

 private:
  static bool has_result(Opcode opcode) {
    return opcode != Opcode::st && opcode != Opcode::red && opcode != Opcode::bra && opcode != Opcode::call;
  }

  template <class Take>
  static void for_each_register(const ptx::Operand& operand, const Take& take) {
    if (operand.kind == Kind::reg) take(operand.reg);
    for (const ptx::Operand& part : operand.parts) for_each_register(part, take);
  }

  OriginMask named(const std::string& name) {
    const auto known = std::find(origins_.names.begin(), origins_.names.end(), name);
    const auto index = static_cast<std::size_t>(known - origins_.names.begin());
    if (known == origins_.names.end()) {
      if (origins_.names.size() == 63) return unknown_origin;
      origins_.names.push_back(name);
      const bool parameter = std::any_of(function_.parameters.begin(), function_.parameters.end(),
                                         [&](const ptx::Variable& each) { return each.name == name; });
      if (!parameter) variables_ |= OriginMask{1} << index;
    }
    return OriginMask{1} << index;
  }

  OriginMask source(const ptx::Operand& operand) {
    if (operand.kind == Kind::symbol) return named(operand.name);
    // The address of the barrier of a cooperative grid comes in these.
    if (operand.kind == Kind::special && operand.name.starts_with("%envreg")) return named("%envreg");
    if (operand.kind == Kind::special && operand.name.starts_with(reserved_shared)) return named(reserved_shared);
    OriginMask mask = 0;
    if (operand.kind == Kind::reg) mask = origins_.registers[operand.reg];
    for (const ptx::Operand& part : operand.parts) mask |= source(part);
    return mask;
  }

  /// What one instruction makes of its operands.
  OriginMask result(const ptx::Instruction& instruction, bool mark) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    const Opcode opcode = instruction.opcode;
    if (opcode == Opcode::ld && ptx::is_parameter(instruction.space()) && operands.size() > 1)
      return source(operands[1]);
    if (opcode == Opcode::ld || opcode == Opcode::ldu || opcode == Opcode::atom || opcode == Opcode::tex ||
        opcode == Opcode::ldmatrix) {
      return 0;
    }
    OriginMask mask = 0;
    for (std::size_t index = 1; index < operands.size(); ++index) mask |= source(operands[index]);
    if (mark && opcode == Opcode::selp && operands.size() > 2 &&
        ((source(operands[1]) ^ source(operands[2])) & variables_) != 0) {
      mask |= unknown_origin;
    }
    return mask;
  }

  void settle(bool mark) {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t reg = 0; reg < writers_.size(); ++reg) {
        OriginMask all = origins_.registers[reg];
        for (const ptx::Instruction* writer : writers_[reg]) all |= result(*writer, mark);
        if (mark) {
          for (const ptx::Instruction* writer : writers_[reg]) {
            if (((result(*writer, mark) ^ all) & variables_) != 0) all |= unknown_origin;
          }
        }
        if (all == origins_.registers[reg]) continue;
        origins_.registers[reg] = all;
        changed = true;
      }
    }
  }

  const ptx::Function& function_;
  std::vector<std::vector<const ptx::Instruction*>> writers_;  ///< by register
  OriginMask variables_ = 0;                                   ///< those of the names that are no parameters
  Origins origins_;
};

}  // namespace

OriginMask Origins::of(const ptx::Operand& operand) const {
  if (operand.kind == Kind::reg) return registers[operand.reg];
  if (operand.kind == Kind::symbol) {
    const auto known = std::find(names.begin(), names.end(), operand.name);
    // A name that no register was computed from, or that found no place.
    if (known == names.end()) return unknown_origin;
    return OriginMask{1} << (known - names.begin());
  }
  OriginMask mask = 0;
  for (const ptx::Operand& part : operand.parts) mask |= of(part);
  return mask;
}

Origins origins_of(const ptx::Function& function) {
  return Search(function).run();
}

}  // namespace lanescope::emulator
