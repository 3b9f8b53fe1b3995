#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "ptx/messages.h"
#include "ptx/parse/body_reader.h"

namespace lanescope::ptx {
namespace {

/// The operand of a load or store that may be an element of an array, "table[2]"; ptxas takes it nowhere else.
std::size_t place_of_address(Opcode opcode) {
  if (opcode == Opcode::st) return 0;
  return opcode == Opcode::ld || opcode == Opcode::ldu ? 1 : std::string_view::npos;
}

}  // namespace

/// Reads the rest of an instruction, with its semicolon, after its guard and first word.
bool BodyReader::read_instruction(std::string_view word, std::int32_t line, std::optional<Operand> guard) {
  const ModuleNames::Mnemonic* known = mnemonic(word, line);
  if (known == nullptr) return false;
  if (known->opcode == Opcode::ret) store_results(guard, line);
  Instruction& instruction = function_.instructions.emplace_back();
  instruction.opcode = known->opcode;
  instruction.suffixes = known->suffixes;
  instruction.guard = std::move(guard);
  instruction.location = location_;
  instruction.ptx_line = line;
  switch (instruction.opcode) {
    case Opcode::bra:
      if (!read_label_operand(instruction, LabelUse::branch)) return false;
      break;
    case Opcode::brx:
      if (!read_operand(instruction.operands.emplace_back()) || !cursor_.expect(',')) return false;
      if (!read_label_operand(instruction, LabelUse::branch_table)) return false;
      break;
    case Opcode::call:
      if (!read_call(instruction)) return false;
      break;
    default:
      if (cursor_.at(';')) break;
      instruction.operands.reserve(4);
      do {
        const bool accessed = instruction.operands.size() == place_of_address(instruction.opcode);
        if (!read_operand(instruction.operands.emplace_back(), accessed)) return false;
      } while (cursor_.accept(','));
      break;
  }
  if (!cursor_.accept(';')) return cursor_.unexpected("',' or ';' after an operand");
  if (has_narrow_address(instruction)) return cursor_.fail_at(line, message<"ptx.address_size">(32));
  if (instruction.opcode == Opcode::mov && instruction.vector() > 1) move_each_element();
  for (std::vector<Instruction>* const added : {&before_, &behind_}) {
    for (Instruction& each : *added) each.ptx_line = line;
  }
  function_.instructions.insert(function_.instructions.end() - 1, before_.begin(), before_.end());
  std::ranges::move(behind_, std::back_inserter(function_.instructions));
  before_.clear();
  behind_.clear();
  return true;
}

/// Reads a mov of vectors as one of each element. All elements are read before one is written.
void BodyReader::move_each_element() {
  Instruction& whole = function_.instructions.back();
  if (whole.operands.size() != 2) return;
  const std::vector<Operand> to = whole.operands[0].parts, from = whole.operands[1].parts;
  if (to.size() != whole.vector() || from.size() != to.size()) return;
  const auto is_read = [&](const Operand& written) { return std::ranges::find(from, written) != from.end(); };
  const bool through_copies = std::ranges::any_of(to, is_read);
  std::vector<Instruction> moves, copies;
  for (std::size_t index = 0; index < to.size(); ++index) {
    if (to[index].kind != Operand::Kind::reg) continue;  // the sink
    const std::string mnemonic = fmt::format("mov.{}", name_of(whole.type()));
    Operand value = from[index];
    if (through_copies) {
      value = add_register(function_.registers[to[index].reg].type);
      copies.push_back(made(mnemonic, {value, from[index]}));
    }
    moves.push_back(made(mnemonic, {to[index], value}));
  }
  if (moves.empty()) return;
  std::ranges::move(moves, std::back_inserter(copies));
  for (Instruction& each : copies) each.guard = whole.guard;
  copies.back().ptx_line = whole.ptx_line;
  whole = std::move(copies.back());
  copies.pop_back();
  std::ranges::move(copies, std::back_inserter(before_));
}

/// Whether an access of global memory has a register of 32 bits as its address, which ptxas takes for a module of 32
/// bits.
bool BodyReader::has_narrow_address(const Instruction& instruction) const {
  const Opcode opcode = instruction.opcode;
  const bool accesses = opcode == Opcode::ld || opcode == Opcode::st || opcode == Opcode::atom || opcode == Opcode::red;
  if (!accesses || instruction.space() != Space::global) return false;
  return std::ranges::any_of(instruction.operands, [&](const Operand& operand) {
    return operand.kind == Operand::Kind::address && operand.parts.front().kind == Operand::Kind::reg &&
           bits_of(function_.registers[operand.parts.front().reg].type) == 32;
  });
}

/// Returns null after an error, which is stored.
const ModuleNames::Mnemonic* BodyReader::mnemonic(std::string_view word, std::int32_t line) {
  const auto known = module_.mnemonics.find(word);
  if (known != module_.mnemonics.end()) return &known->second;
  ModuleNames::Mnemonic result;
  std::string_view unknown;
  if (!read_mnemonic(word, result.opcode, result.suffixes, unknown)) {
    const bool is_opcode = unknown.data() == word.data();
    cursor_.fail_at(line, is_opcode ? message<"ptx.instruction">(word.substr(0, 60))
                                    : message<"ptx.suffix">(unknown.substr(0, 60), word.substr(0, 60)));
    return nullptr;
  }
  return &module_.mnemonics.emplace(word, std::move(result)).first->second;
}

/// Reads what follows the '@'.
bool BodyReader::read_guard(std::optional<Operand>& guard) {
  guard.emplace();
  if (!read_simple(*guard, false)) return false;
  if (guard->kind != Operand::Kind::reg || function_.registers[guard->reg].type != Type::pred) {
    return cursor_.fail(message<"ptx.guard">());
  }
  return true;
}

/// Reads call (result), callee, (arguments), prototype; all but the callee are optional.
bool BodyReader::read_call(Instruction& instruction) {
  const auto read_list = [&] {
    cursor_.advance();
    Operand& list = instruction.operands.emplace_back();
    list.kind = Operand::Kind::list;
    return read_elements(list, ')');
  };
  if (cursor_.at('(') && !(read_list() && cursor_.expect(','))) return false;
  Operand& callee = instruction.operands.emplace_back();
  if (!read_simple(callee, false)) return false;
  if (callee.kind == Operand::Kind::symbol) {
    if (module_.no_return.contains(callee.name) &&
        std::find(function_.no_return_callees.begin(), function_.no_return_callees.end(), callee.name) ==
            function_.no_return_callees.end()) {
      function_.no_return_callees.push_back(callee.name);
    }
  } else if (callee.kind != Operand::Kind::reg) {
    return cursor_.fail(message<"ptx.call_target">());
  }
  const bool has_more = cursor_.accept(',');
  const bool has_arguments = has_more && cursor_.at('(');
  if (has_arguments && !read_list()) return false;
  const bool has_label = has_arguments ? cursor_.accept(',') : has_more;
  if (!pass_in_memory(instruction)) return false;
  return !has_label || read_label_operand(instruction, LabelUse::call);
}

/// Reads a name, which is looked up when its scope ends, because labels may follow their use.
bool BodyReader::read_label_operand(Instruction& instruction, LabelUse use) {
  const std::int32_t line = cursor_.line();
  std::string_view name;
  if (!cursor_.name(name, "a label")) return false;
  pending_.push_back({name, line, use, static_cast<std::uint32_t>(function_.instructions.size() - 1 + before_.size()),
                      static_cast<std::uint32_t>(instruction.operands.size()), false});
  instruction.operands.emplace_back().kind = Operand::Kind::label;
  return true;
}

}  // namespace lanescope::ptx
