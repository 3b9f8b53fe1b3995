#include "model/metrics/site_registers.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "ptx/control_flow.h"

namespace lanescope::model {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;

/// Whether it brings something from memory that a trace has.
bool is_load(const Instruction& instruction) {
  const ptx::Space space = instruction.space();
  if (ptx::is_parameter(space) || space == ptx::Space::constant) return false;
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
    flow_ = ptx::control_flow(function_);
    predecessors_.resize(flow_.blocks.size());
    for (std::uint32_t block = 0; block < flow_.blocks.size(); ++block) {
      for (const std::uint32_t next : flow_.blocks[block].successors) predecessors_[next].push_back(block);
    }
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
      const Instruction& instruction = function.instructions[i];
      if (instruction.operands.empty() || !has_result(instruction.opcode)) continue;
      for_each_register(instruction.operands.front(), [&](std::uint32_t reg) {
        definitions_[reg].push_back(i);
        if (is_load(instruction)) set(loaded_, reg);
      });
    }
    for (std::uint32_t reg = 0; reg < function.registers.size(); ++reg) {
      if (has(loaded_, reg)) loads_.push_back(reg);
    }
    find_copies();
    find_only_stored();
    find_live();
  }

  /// `first`: the number of the function's first register in the module. It is fastest for one instruction after the
  /// other from the last to the first.
  [[nodiscard]] SiteRegisters at(std::uint32_t index, std::uint32_t first) {
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
        if (part.kind == Operand::Kind::reg)
          append_copies(part.reg, before(index), {0, place, 0, bytes, 0}, site.copies);
        place += bytes;
      };
      if (value.kind == Operand::Kind::vector) {
        for (const Operand& part : value.parts) take(part);
      } else {
        take(value);
      }
      for (StoredCopy& copy : site.copies) copy.loaded_register += first;
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

  /// A place between two instructions of a basic block.
  struct Place {
    std::uint32_t block = 0, end = 0;  ///< the instruction after it
  };
  [[nodiscard]] Place before(std::uint32_t index) const { return {flow_.block_of[index], index}; }
  [[nodiscard]] Place after(std::uint32_t index) const { return {flow_.block_of[index], index + 1}; }

  /// Returns the instructions whose value a register may have at a place.
  [[nodiscard]] std::vector<std::uint32_t> reaching(std::uint32_t reg, const Place& place) const {
    std::vector<std::uint32_t> found;
    const std::vector<std::uint32_t>& all = definitions_[reg];
    if (all.size() == 1) return {all.front()};
    std::vector<bool> seen(flow_.blocks.size(), false);
    std::vector<Place> open{place};
    while (!open.empty()) {
      const auto [block, end] = open.back();
      open.pop_back();
      auto last = std::ranges::lower_bound(all, end);
      bool goes_on = true;
      while (goes_on && last != all.begin() && *(last - 1) >= flow_.blocks[block].first) {
        --last;
        if (std::ranges::find(found, *last) == found.end()) found.push_back(*last);
        goes_on = function_.instructions[*last].guard.has_value();
      }
      if (!goes_on) continue;
      for (const std::uint32_t earlier : predecessors_[block]) {
        if (seen[earlier]) continue;
        seen[earlier] = true;
        open.push_back({earlier, flow_.blocks[earlier].end});
      }
    }
    return found;
  }

  /// No compiler copies a value so often; the bound keeps the recursion over copies of copies shallow.
  static constexpr std::size_t max_followed = 128;

  /// What is found of one value, and the instructions that were followed, each with the bytes that were looked for.
  struct Search {
    std::vector<StoredCopy>& found;
    std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> followed;
  };
  /// Adds the loaded registers that bytes of a register may be a copy of at a place.
  void append_copies(std::uint32_t reg, const Place& place, const StoredCopy& copy,
                     std::vector<StoredCopy>& found) const {
    Search search{found, {}};
    follow(reg, place, copy, search);
  }

  void follow(std::uint32_t reg, const Place& place, const StoredCopy& copy, Search& search) const {
    for (const std::uint32_t definition : reaching(reg, place)) {
      const Instruction& instruction = function_.instructions[definition];
      const Operand& to = instruction.operands.front();
      if (is_load(instruction)) {
        StoredCopy of_load = copy;
        of_load.loaded_register = reg;
        if (std::ranges::find(search.found, of_load) == search.found.end()) search.found.push_back(of_load);
        continue;
      }
      const std::tuple step{definition, copy.address_offset, copy.register_offset};
      if (!copies(instruction) || std::ranges::find(search.followed, step) != search.followed.end()) continue;
      if (search.followed.size() == max_followed) return;
      search.followed.push_back(step);
      const Operand& from = instruction.operands[1];
      if (to.kind == Operand::Kind::vector) {
        // The register is a part of what is taken apart.
        std::uint32_t begin = 0;
        for (const Operand& part : to.parts) {
          if (part.kind == Operand::Kind::reg && part.reg == reg) break;
          begin += bytes_of(reg);
        }
        if (from.kind != Operand::Kind::reg) continue;
        StoredCopy whole = copy;
        whole.register_offset += begin;
        follow(from.reg, before(definition), whole, search);
      } else if (from.kind == Operand::Kind::vector) {
        follow_parts(from, definition, copy, search);
      } else {
        const std::size_t last = instruction.opcode == Opcode::selp ? 2 : 1;
        for (std::size_t n = 1; n <= last; ++n) {
          if (instruction.operands[n].kind != Operand::Kind::reg) continue;
          StoredCopy whole = copy;
          if (instruction.opcode == Opcode::cvt) whole.converted = 1;
          follow(instruction.operands[n].reg, before(definition), whole, search);
        }
      }
    }
  }

  /// Follows those of a register that was put together of parts.
  void follow_parts(const Operand& parts, std::uint32_t definition, const StoredCopy& copy, Search& search) const {
    std::uint32_t begin = 0;
    for (const Operand& part : parts.parts) {
      if (part.kind != Operand::Kind::reg) return;
      const std::uint32_t bytes = bytes_of(part.reg);
      const std::uint32_t from = std::max(begin, copy.register_offset),
                          end = std::min(begin + bytes, copy.register_offset + copy.bytes);
      if (from < end) {
        StoredCopy of_part = copy;
        of_part.address_offset += from - copy.register_offset;
        of_part.register_offset = from - begin;
        of_part.bytes = end - from;
        follow(part.reg, before(definition), of_part, search);
      }
      begin += bytes;
    }
  }

  /// Finds the registers to which copies take the value of a load.
  void find_copies() {
    for (std::uint32_t i = 0; i < function_.instructions.size(); ++i) {
      const Instruction& instruction = function_.instructions[i];
      if (instruction.operands.empty() || !copies(instruction)) continue;
      for_each_register(instruction.operands.front(), [&](std::uint32_t to) {
        std::vector<StoredCopy> found;
        append_copies(to, after(i), {0, 0, 0, bytes_of(to), 0}, found);
        for (const StoredCopy& copy : found) {
          std::vector<std::uint32_t>& known = copied_to_[copy.loaded_register];
          if (copy.loaded_register != to && std::ranges::find(known, to) == known.end()) known.push_back(to);
        }
      });
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
      for (const std::uint32_t copy : copied_to_[reg]) {
        is_stored |= has(stored, copy);
        is_other |= has(other, copy);
      }
      if (is_stored && !is_other) set(only_stored_, reg);
    }
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
  }

  /// Returns the loaded registers whose value may be read after the instruction.
  [[nodiscard]] std::vector<std::uint32_t> live_after(std::uint32_t index) {
    const std::uint32_t block = flow_.block_of[index];
    if (live_.empty() || flow_.block_of[live_after_] != block || index > live_after_) {
      live_ = live_out_[block];
      live_after_ = flow_.blocks[block].end - 1;
    }
    for (; live_after_ > index; --live_after_) step_back(function_.instructions[live_after_], live_);
    std::vector<std::uint32_t> list;
    const auto is_live = [&](std::uint32_t copy) { return has(live_, copy); };
    for (const std::uint32_t reg : loads_) {
      if (is_live(reg) || std::ranges::any_of(copied_to_[reg], is_live)) list.push_back(reg);
    }
    return list;
  }

  const ptx::Function& function_;
  std::size_t words_;
  std::vector<std::vector<std::uint32_t>> definitions_;   ///< by register: the instructions that write it, rising
  std::vector<std::vector<std::uint32_t>> copied_to_;     ///< by register that a load fills
  std::vector<std::vector<std::uint32_t>> predecessors_;  ///< by basic block
  Bits loaded_, only_stored_;
  ptx::ControlFlow flow_;
  std::vector<Bits> live_out_;        ///< by basic block
  std::vector<std::uint32_t> loads_;  ///< the registers that loads fill, rising
  Bits live_;                         ///< what may be read after an instruction
  std::uint32_t live_after_ = 0;
};

}  // namespace

std::vector<SiteRegisters> site_registers(std::span<const trace::Site> sites, const ptx::Module& module) {
  std::vector<SiteRegisters> all(sites.size());
  std::uint32_t first = 0;
  for (const ptx::Function& function : module.functions) {
    std::unordered_map<std::int32_t, std::uint32_t> by_line;
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) by_line[function.instructions[i].ptx_line] = i;
    std::optional<RegistersOf> registers;
    for (std::size_t site = function.has_body ? sites.size() : 0; site-- > 0;) {
      const auto found = by_line.find(sites[site].ptx_line);
      if (found == by_line.end()) continue;
      if (!registers) registers.emplace(function);
      all[site] = registers->at(found->second, first);
    }
    first += static_cast<std::uint32_t>(function.registers.size());
  }
  return all;
}

}  // namespace lanescope::model
