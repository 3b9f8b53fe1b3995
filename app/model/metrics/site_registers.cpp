#include "model/metrics/site_registers.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "ptx/control_flow.h"

namespace warpscope::model {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;

constexpr unsigned longest_chain = 24;  // of copies behind each other

bool is_load(const Instruction& instruction) {
  return instruction.opcode == Opcode::ld || instruction.opcode == Opcode::ldu ||
         instruction.opcode == Opcode::ldmatrix || instruction.opcode == Opcode::tex;
}

bool has_result(Opcode opcode) {
  switch (opcode) {
    // clang-format off
    case Opcode::applypriority: case Opcode::bar: case Opcode::barrier: case Opcode::bra: case Opcode::brkpt:
    case Opcode::brx: case Opcode::call: case Opcode::cp: case Opcode::discard: case Opcode::exit: case Opcode::fence:
    case Opcode::griddepcontrol: case Opcode::mbarrier: case Opcode::membar: case Opcode::nanosleep:
    case Opcode::pmevent: case Opcode::prefetch: case Opcode::prefetchu: case Opcode::red: case Opcode::ret:
    case Opcode::setmaxnreg: case Opcode::st: case Opcode::stmatrix: case Opcode::sured: case Opcode::sust:
    case Opcode::tcgen05: case Opcode::tensormap: case Opcode::trap: case Opcode::wgmma:
      // clang-format on
      return false;
    default:
      return true;
  }
}

template <class Function>
void for_each_register(const Operand& operand, const Function& function) {
  if (operand.kind == Operand::Kind::reg) function(operand.reg);
  for (const Operand& part : operand.parts) for_each_register(part, function);
}

/// The registers of an operand that is one register or a vector of them, in order.
std::vector<std::uint32_t> registers_in(const Operand& operand) {
  std::vector<std::uint32_t> list;
  for_each_register(operand, [&](std::uint32_t reg) { list.push_back(reg); });
  return list;
}

class RegistersOf {
 public:
  explicit RegistersOf(const ptx::Function& function)
      : function_(function), words_((function.registers.size() + 63) / 64), definitions_(function.registers.size()) {
    loaded_.resize(words_);
    copied_to_.resize(function.registers.size());
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
      const Instruction& instruction = function.instructions[i];
      if (instruction.operands.empty() || !has_result(instruction.opcode)) continue;
      for_each_register(instruction.operands.front(), [&](std::uint32_t reg) {
        definitions_[reg].push_back(i);
        if (is_load(instruction)) set(loaded_, reg);
      });
      if (!copies(instruction)) continue;
      for (std::size_t n = 1; n < instruction.operands.size(); ++n) {
        if (instruction.opcode == Opcode::selp && n == 3) break;
        for_each_register(instruction.operands[n], [&](std::uint32_t from) {
          for_each_register(instruction.operands.front(), [&](std::uint32_t to) { copied_to_[from].push_back(to); });
        });
      }
    }
    find_only_stored();
    find_live();
  }

  /// `first`: the number of the function's first register in the module.
  [[nodiscard]] SiteRegisters at(std::uint32_t index, std::uint32_t first) const {
    const Instruction& instruction = function_.instructions[index];
    SiteRegisters site;
    for (const std::uint32_t reg : live_after(index)) site.live.push_back(first + reg);
    if (instruction.operands.empty()) return site;
    if (is_load(instruction)) {
      site.transposed = instruction.has("trans");
      for (const std::uint32_t reg : registers_in(instruction.operands.front())) site.filled.push_back(first + reg);
      site.only_stored = !site.filled.empty() && std::ranges::all_of(site.filled, [&](std::uint32_t reg) {
        return has(only_stored_, reg - first);
      });
    } else if (instruction.opcode == Opcode::st && instruction.operands.size() > 1) {
      std::uint32_t place = 0;
      const Operand& value = instruction.operands[1];
      const std::uint32_t bytes = std::max(1u, ptx::bytes_of(instruction.type()));
      const auto take = [&](const Operand& part) {
        if (part.kind == Operand::Kind::reg) add_copies(part.reg, {0, place, 0, bytes, 0}, 0, site.copies);
        place += bytes;
      };
      if (value.kind == Operand::Kind::vector) {
        for (const Operand& part : value.parts) take(part);
      } else {
        take(value);
      }
      for (StoredCopy& copy : site.copies) copy.of += first;
    }
    return site;
  }

 private:
  using Bits = std::vector<std::uint64_t>;
  static void set(Bits& bits, std::uint32_t reg) { bits[reg / 64] |= std::uint64_t{1} << reg % 64; }
  static void clear(Bits& bits, std::uint32_t reg) { bits[reg / 64] &= ~(std::uint64_t{1} << reg % 64); }
  static bool has(const Bits& bits, std::uint32_t reg) { return (bits[reg / 64] >> reg % 64 & 1u) != 0; }

  /// Whether the result is one of the operands, or the same number in another type.
  static bool copies(const Instruction& instruction) {
    return instruction.opcode == Opcode::mov || instruction.opcode == Opcode::selp ||
           (instruction.opcode == Opcode::cvt && instruction.operands.size() == 2 &&
            ptx::is_float(instruction.type(0)) && ptx::is_float(instruction.type(1)));
  }

  [[nodiscard]] std::uint32_t bytes_of(std::uint32_t reg) const {
    return std::max(1u, ptx::bytes_of(function_.registers[reg].type));
  }

  /// Adds the loaded registers that bytes of a register may be a copy of.
  void add_copies(std::uint32_t reg, const StoredCopy& copy, unsigned depth, std::vector<StoredCopy>& found) const {
    if (depth > longest_chain) return;
    for (const std::uint32_t definition : definitions_[reg]) {
      const Instruction& instruction = function_.instructions[definition];
      const Operand& to = instruction.operands.front();
      if (is_load(instruction)) {
        StoredCopy of_load = copy;
        of_load.of = reg;
        if (std::ranges::find(found, of_load) == found.end()) found.push_back(of_load);
        continue;
      }
      if (!copies(instruction)) continue;
      const Operand& from = instruction.operands[1];
      if (to.kind == Operand::Kind::vector) {
        // The register is a part of what is taken apart.
        std::uint32_t before = 0;
        for (const Operand& part : to.parts) {
          if (part.kind == Operand::Kind::reg && part.reg == reg) break;
          before += bytes_of(reg);
        }
        if (from.kind != Operand::Kind::reg) continue;
        StoredCopy whole = copy;
        whole.from += before;
        add_copies(from.reg, whole, depth + 1, found);
      } else if (from.kind == Operand::Kind::vector) {
        add_parts(from, copy, depth, found);
      } else {
        const std::size_t last = instruction.opcode == Opcode::selp ? 2 : 1;
        for (std::size_t n = 1; n <= last; ++n) {
          if (instruction.operands[n].kind != Operand::Kind::reg || instruction.operands[n].reg == reg) continue;
          StoredCopy whole = copy;
          if (instruction.opcode == Opcode::cvt) whole.converted = 1;
          add_copies(instruction.operands[n].reg, whole, depth + 1, found);
        }
      }
    }
  }

  /// Adds those of a register that was put together of parts.
  void add_parts(const Operand& parts, const StoredCopy& copy, unsigned depth, std::vector<StoredCopy>& found) const {
    std::uint32_t begin = 0;
    for (const Operand& part : parts.parts) {
      if (part.kind != Operand::Kind::reg) return;
      const std::uint32_t bytes = bytes_of(part.reg);
      const std::uint32_t from = std::max(begin, copy.from), end = std::min(begin + bytes, copy.from + copy.bytes);
      if (from < end) {
        StoredCopy of_part = copy;
        of_part.at += from - copy.from;
        of_part.from = from - begin;
        of_part.bytes = end - from;
        add_copies(part.reg, of_part, depth + 1, found);
      }
      begin += bytes;
    }
  }

  /// Finds the registers that are read by stores to shared memory alone, also through copies.
  void find_only_stored() {
    Bits other(words_), stored(words_);
    for (const Instruction& instruction : function_.instructions) {
      const bool stores = instruction.opcode == Opcode::st && instruction.space() == ptx::Space::shared;
      for (std::size_t n = has_result(instruction.opcode) ? 1 : 0; n < instruction.operands.size(); ++n) {
        if (copies(instruction) && !(instruction.opcode == Opcode::selp && n == 3)) continue;
        for_each_register(instruction.operands[n],
                          [&](std::uint32_t reg) { set(stores && n == 1 ? stored : other, reg); });
      }
    }
    only_stored_.resize(words_);
    for (std::uint32_t reg = 0; reg < function_.registers.size(); ++reg) {
      if (!has(loaded_, reg)) continue;
      bool is_stored = has(stored, reg), is_other = has(other, reg);
      for (const std::uint32_t copy : copies_of(reg)) {
        is_stored |= has(stored, copy);
        is_other |= has(other, copy);
      }
      if (is_stored && !is_other) set(only_stored_, reg);
    }
  }

  /// Returns the registers that a value may be copied to, also by several copies.
  [[nodiscard]] std::vector<std::uint32_t> copies_of(std::uint32_t reg) const {
    std::vector<std::uint32_t> all = copied_to_[reg];
    for (std::size_t n = 0; n < all.size(); ++n) {
      for (const std::uint32_t next : copied_to_[all[n]]) {
        if (next != reg && std::ranges::find(all, next) == all.end()) all.push_back(next);
      }
    }
    return all;
  }

  /// Makes what is live after an instruction what is live before it.
  static void step_back(const Instruction& instruction, Bits& live) {
    const bool result = has_result(instruction.opcode) && !instruction.operands.empty();
    if (result && !instruction.guard) {
      for_each_register(instruction.operands.front(), [&](std::uint32_t reg) { clear(live, reg); });
    }
    for (std::size_t n = result ? 1 : 0; n < instruction.operands.size(); ++n) {
      for_each_register(instruction.operands[n], [&](std::uint32_t reg) { set(live, reg); });
    }
    if (instruction.guard) for_each_register(*instruction.guard, [&](std::uint32_t reg) { set(live, reg); });
  }

  void find_live() {
    flow_ = ptx::control_flow(function_);
    live_out_.assign(flow_.blocks.size(), Bits(words_));
    std::vector<Bits> live_in(flow_.blocks.size(), Bits(words_));
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t n = flow_.blocks.size(); n-- > 0;) {
        const ptx::BasicBlock& block = flow_.blocks[n];
        Bits live(words_);
        for (const std::uint32_t next : block.successors) {
          for (std::size_t word = 0; word < words_; ++word) live[word] |= live_in[next][word];
        }
        live_out_[n] = live;
        for (std::uint32_t i = block.end; i-- > block.first;) step_back(function_.instructions[i], live);
        if (live == live_in[n]) continue;
        live_in[n] = std::move(live);
        changed = true;
      }
    }
    for (std::uint32_t reg = 0; reg < function_.registers.size(); ++reg) {
      if (!has(loaded_, reg)) continue;
      loads_.emplace_back(reg, copies_of(reg));
    }
  }

  /// Returns the loaded registers whose value may be read after the instruction.
  [[nodiscard]] std::vector<std::uint32_t> live_after(std::uint32_t index) const {
    const std::uint32_t block = flow_.block_of[index];
    Bits live = live_out_[block];
    for (std::uint32_t i = flow_.blocks[block].end; i-- > index + 1;) step_back(function_.instructions[i], live);
    std::vector<std::uint32_t> list;
    for (const auto& [reg, copies] : loads_) {
      const auto is_live = [&](std::uint32_t copy) { return has(live, copy); };
      if (is_live(reg) || std::ranges::any_of(copies, is_live)) list.push_back(reg);
    }
    return list;
  }

  const ptx::Function& function_;
  std::size_t words_;
  std::vector<std::vector<std::uint32_t>> definitions_;  ///< by register: the instructions that write it
  std::vector<std::vector<std::uint32_t>> copied_to_;    ///< by register
  Bits loaded_, only_stored_;
  std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> loads_;  ///< loaded registers with their copies
  ptx::ControlFlow flow_;
  std::vector<Bits> live_out_;  ///< by basic block
};

}  // namespace

std::vector<SiteRegisters> site_registers(std::span<const trace::Site> sites, const ptx::Module& module) {
  std::vector<SiteRegisters> all(sites.size());
  std::uint32_t first = 0;
  for (const ptx::Function& function : module.functions) {
    std::unordered_map<std::int32_t, std::uint32_t> by_line;
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) by_line[function.instructions[i].ptx_line] = i;
    std::optional<RegistersOf> registers;
    for (std::size_t site = 0; site < sites.size() && function.has_body; ++site) {
      const auto found = by_line.find(sites[site].ptx_line);
      if (found == by_line.end()) continue;
      if (!registers) registers.emplace(function);
      all[site] = registers->at(found->second, first);
    }
    first += static_cast<std::uint32_t>(function.registers.size());
  }
  return all;
}

}  // namespace warpscope::model
