#include "ptx/address_slice.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "ptx/control_flow.h"

namespace lanescope::ptx {
namespace {

/// What an instruction does beside writing its first operand.
enum class Role {
  value,  ///< nothing
  other,  ///< something that must stay, and all operands of which are needed
  load,
  store,       ///< of global memory: its address is needed
  local_load,  ///< of memory that other blocks do not see
  local_store
};

Role role_of(const Instruction& instruction) {
  const Space space = instruction.space();
  const bool of_block = space == Space::shared || space == Space::local;
  switch (instruction.opcode) {
    case Opcode::ld:
      if (instruction.has("volatile") || instruction.has("acquire") || instruction.has("relaxed")) return Role::other;
      return of_block ? Role::local_load : is_parameter(space) || space == Space::constant ? Role::value : Role::load;
    case Opcode::st:
      if (is_parameter(space) || space == Space::shared_cluster) return Role::other;
      return of_block ? Role::local_store : Role::store;
    // clang-format off
    case Opcode::abs: case Opcode::add: case Opcode::addc: case Opcode::and_: case Opcode::bfe: case Opcode::bfi:
    case Opcode::bfind: case Opcode::bmsk: case Opcode::brev: case Opcode::clz: case Opcode::cnot: case Opcode::copysign:
    case Opcode::cos: case Opcode::cvt: case Opcode::cvta: case Opcode::div: case Opcode::dp2a: case Opcode::dp4a:
    case Opcode::ex2: case Opcode::fma: case Opcode::fns: case Opcode::lg2: case Opcode::lop3: case Opcode::mad:
    case Opcode::mad24: case Opcode::madc: case Opcode::max: case Opcode::min: case Opcode::mov: case Opcode::mul:
    case Opcode::mul24: case Opcode::neg: case Opcode::not_: case Opcode::or_: case Opcode::popc: case Opcode::prmt:
    case Opcode::rcp: case Opcode::rem: case Opcode::rsqrt: case Opcode::sad: case Opcode::selp: case Opcode::set:
    case Opcode::setp: case Opcode::shf: case Opcode::shl: case Opcode::shr: case Opcode::sin: case Opcode::slct:
    case Opcode::sqrt: case Opcode::sub: case Opcode::subc: case Opcode::tanh: case Opcode::testp: case Opcode::xor_:
      // clang-format on
      // A carry goes from one instruction to the next without a register that is named.
      return instruction.has("cc") || instruction.opcode == Opcode::addc || instruction.opcode == Opcode::subc ||
                     instruction.opcode == Opcode::madc
                 ? Role::other
                 : Role::value;
    default:
      return Role::other;
  }
}

class Slice {
 public:
  Slice(const Function& function, KeptAccesses kept)
      : function_(function),
        kept_(kept),
        needed_(function.registers.size(), false),
        stays_(function.instructions.size(), false) {
    for (const Instruction& instruction : function.instructions) roles_.push_back(role_of(instruction));
    while (mark()) {
    }
  }

  [[nodiscard]] bool depends_on_loads() const { return depends_on_loads_; }

  [[nodiscard]] Function result() const {
    Function shorter = function_;
    shorter.instructions.clear();
    std::vector<std::uint32_t> number_of;
    for (std::size_t i = 0; i < stays_.size(); ++i) {
      number_of.push_back(static_cast<std::uint32_t>(shorter.instructions.size()));
      if (stays_[i]) shorter.instructions.push_back(function_.instructions[i]);
    }
    number_of.push_back(static_cast<std::uint32_t>(shorter.instructions.size()));
    for (BodyDirective& directive : shorter.body_directives) directive.before = number_of.at(directive.before);
    return shorter;
  }

 private:
  /// Returns whether something was not needed before.
  bool mark() {
    changed_ = false;
    for (std::size_t i = 0; i < stays_.size(); ++i) {
      const Instruction& instruction = function_.instructions[i];
      const Role role = roles_[i];
      const bool writes = role == Role::value || role == Role::load || role == Role::local_load;
      const bool wanted = writes && !instruction.operands.empty() && is_needed(instruction.operands.front());
      if (wanted && role != Role::value) set_depends_on_loads();
      const bool stays = role == Role::other || role == Role::load || role == Role::store || wanted ||
                         (role == Role::local_store && depends_on_loads_) ||
                         (kept_ == KeptAccesses::all && (role == Role::local_load || role == Role::local_store));
      if (!stays) continue;
      if (!stays_[i]) stays_[i] = changed_ = true;
      if (instruction.guard) need(*instruction.guard);
      const bool value_matters = (role != Role::store && role != Role::local_store) || depends_on_loads_;
      for (std::size_t operand = writes ? 1 : 0; operand < instruction.operands.size(); ++operand) {
        if (instruction.operands[operand].kind == Operand::Kind::address || value_matters)
          need(instruction.operands[operand]);
      }
      if (role == Role::other && reads_memory(instruction.opcode)) set_depends_on_loads();
    }
    return changed_;
  }

  /// What these find may decide anything.
  static bool reads_memory(Opcode opcode) {
    switch (opcode) {
      case Opcode::atom:
      case Opcode::ld:
      case Opcode::ldu:
      case Opcode::ldmatrix:
      case Opcode::multimem:
      case Opcode::suld:
      case Opcode::tex:
      case Opcode::tld4:
      case Opcode::wmma:
        return true;
      default:
        return false;
    }
  }

  void set_depends_on_loads() {
    if (!depends_on_loads_) depends_on_loads_ = changed_ = true;
  }

  [[nodiscard]] bool is_needed(const Operand& operand) const {
    if (operand.kind == Operand::Kind::reg) return needed_[operand.reg];
    return std::any_of(operand.parts.begin(), operand.parts.end(),
                       [&](const Operand& part) { return is_needed(part); });
  }

  void need(const Operand& operand) {
    if (operand.kind == Operand::Kind::reg && !needed_[operand.reg]) needed_[operand.reg] = changed_ = true;
    for (const Operand& part : operand.parts) need(part);
  }

  const Function& function_;
  KeptAccesses kept_;
  std::vector<Role> roles_;
  std::vector<bool> needed_;  ///< by register
  std::vector<bool> stays_;   ///< by instruction
  bool depends_on_loads_ = false, changed_ = false;
};

}  // namespace

AddressSlice address_slice(const Module& module, KeptAccesses kept) {
  AddressSlice slice{module, true};
  const auto calls = [](const Instruction& instruction) { return instruction.opcode == Opcode::call; };
  for (const Function& function : module.functions) {
    if (std::any_of(function.instructions.begin(), function.instructions.end(), calls)) return slice;
  }
  slice.depends_on_loads = false;
  for (Function& function : slice.module.functions) {
    const Slice of_function(function, kept);
    slice.depends_on_loads |= of_function.depends_on_loads();
    Function shorter = of_function.result();
    function = std::move(shorter);
  }
  return slice;
}

void add_omitted_counts(const Module& module, std::map<std::int32_t, std::uint64_t>& counts) {
  for (const Function& function : module.functions) {
    const ControlFlow flow = control_flow(function);
    for (const BasicBlock& block : flow.blocks) {
      std::uint64_t times = 0;
      for (std::uint32_t i = block.first; i < block.end; ++i) {
        const auto known = counts.find(function.instructions[i].ptx_line);
        if (known != counts.end()) times = std::max(times, known->second);
      }
      if (times == 0) continue;
      for (std::uint32_t i = block.first; i < block.end; ++i)
        counts.try_emplace(function.instructions[i].ptx_line, times);
    }
  }
}

}  // namespace lanescope::ptx
