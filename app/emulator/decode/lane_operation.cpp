#include <algorithm>
#include <optional>

#include "emulator/decode/forms.h"
#include "emulator/decode/lane_operation.h"
#include "emulator/messages.h"

namespace lanescope::emulator {
namespace {

using ptx::Opcode;
using ptx::Type;

/// Returns the next enumerator for an integer of 16 or 32 bits.
Type twice_as_wide(Type type) {
  static_assert(static_cast<int>(Type::u64) == static_cast<int>(Type::u16) + 2 &&
                static_cast<int>(Type::s64) == static_cast<int>(Type::s16) + 2);
  return static_cast<Type>(static_cast<int>(type) + 1);
}

Type operand_type(char letter, const Request& request) {
  if (letter == 't') return request.type;
  if (letter == 's') return request.source;
  if (letter == 'w') return twice_as_wide(request.type);
  if (letter == 'u') return Type::u32;
  return letter == 'i' ? Type::s32 : Type::pred;  // 'p' and 'c'
}

/// Whether the register may be wider than the type, as for integers of cvt.
bool may_be_wider(const Request& request, Type type) {
  return request.opcode == Opcode::cvt && !ptx::is_float(type) && type != Type::pred;
}

bool fits(const Request& request, Type type, unsigned register_bits) {
  if (register_bits == 0) return true;
  const unsigned wanted = held_bits(ptx::bits_of(type));
  const unsigned found = held_bits(register_bits);
  if (wanted == 1 || found == 1) return wanted == found;
  return found == wanted || (found > wanted && found <= 64 && may_be_wider(request, type));
}

LaneFunction common_function(const Request& request) {
#if defined(__x86_64__)
  static const bool vectors =
      __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 && __builtin_cpu_supports("f16c") != 0;
  if (vectors) return avx2_function(request);
#endif
  return baseline_function(request);
}

LaneFunction function_for(const Request& request, std::uint32_t& detail) {
  if (request.opcode == Opcode::set || request.opcode == Opcode::setp) detail = packed_use(request);
  if (LaneFunction function = common_function(request)) return function;
  if (LaneFunction function = approximate_function(request)) return function;
  if (LaneFunction function = half_function(request)) return function;
  return narrow_conversion(request, detail);
}

/// Returns which operand of a mov is a vector.
std::optional<Mode> vector_mode(const ptx::Instruction& instruction) {
  if (instruction.operands.size() != 2) return std::nullopt;
  const bool to = instruction.operands[0].kind == ptx::Operand::Kind::vector;
  const bool from = instruction.operands[1].kind == ptx::Operand::Kind::vector;
  if (to && from) return std::nullopt;
  return to ? Mode::unpack : (from ? Mode::pack : Mode::none);
}

Type bits_type(unsigned bits) {
  return bits == 8 ? Type::b8 : bits == 16 ? Type::b16 : bits == 32 ? Type::b32 : Type::b64;
}

/// Describes the operands of mov: whether it moves a register, splits one or joins one.
bool describe_move(const ptx::Instruction& instruction, Request& request, LaneOperation& operation) {
  const std::optional<Mode> mode = vector_mode(instruction);
  if (!mode || request.flags != 0 || request.rounding != Rounding::none || request.mode != Mode::none ||
      request.comparison != Comparison::none || request.combination != Combination::none ||
      request.source != Type::none) {
    return false;
  }
  request.mode = *mode;
  std::fill_n(operation.types.begin(), request.operands, request.type);
  if (*mode == Mode::none) return request.operands == 2;
  const unsigned parts = request.operands - 1;
  const unsigned bits = ptx::bits_of(request.type) / parts;
  if (bits * parts != ptx::bits_of(request.type)) return false;
  const std::size_t first = *mode == Mode::pack ? 1 : 0;
  std::fill_n(operation.types.begin() + first, parts, bits_type(bits));
  operation.results = *mode == Mode::unpack ? parts : 1;
  return true;
}

bool describe(const Request& request, LaneOperation& operation) {
  const Form* const form = request.opcode == Opcode::cvt ? conversion_form_of(request) : form_of(request);
  if (form == nullptr) return false;
  operation.results = form->results;
  operation.operands = form->operands.size() + (combines(*form, request) ? 1 : 0);
  if (combines(*form, request)) operation.types[form->operands.size()] = Type::pred;
  std::transform(form->operands.begin(), form->operands.end(), operation.types.begin(),
                 [&](char letter) { return operand_type(letter, request); });
  return true;
}

}  // namespace

Expected<LaneOperation> lane_operation(const ptx::Instruction& instruction, std::span<const unsigned> register_bits,
                                       std::uint32_t negated) {
  const auto unknown = [&](Message what) { return failure(std::move(what), {}, message<"unsupported.remedy">()); };
  std::optional<Request> request = request_of(instruction);
  if (!request || register_bits.empty() || register_bits.size() > max_slots) return unknown(instruction.mnemonic());
  request->operands = static_cast<unsigned>(register_bits.size());
  request->negated = negated;
  LaneOperation operation;
  operation.operands = register_bits.size();
  const bool known = instruction.opcode == Opcode::mov ? describe_move(instruction, *request, operation)
                                                       : describe(*request, operation);
  if (!known) return unknown(instruction.mnemonic());
  for (std::size_t index = 0; index < register_bits.size(); ++index) {
    const Type type = operation.types[index];
    if (!fits(*request, type, register_bits[index]))
      return unknown(message<"unsupported.register_width">(instruction.mnemonic()));
    const bool predicate_source = index >= operation.results && type == Type::pred;
    if ((negated >> index & 1u) != 0 && !predicate_source)
      return unknown(message<"unsupported.negated_operand">(instruction.mnemonic()));
  }
  const auto held = [&](std::size_t index) {
    return held_bits(register_bits[index] != 0 ? register_bits[index] : ptx::bits_of(operation.types[index]));
  };
  request->result_bits = held(0);
  request->source_bits = held(std::min<std::size_t>(1, register_bits.size() - 1));
  operation.function = function_for(*request, operation.detail);
  if (operation.function == nullptr) return unknown(instruction.mnemonic());
  return operation;
}

bool works_on_lanes(const ptx::Instruction& instruction) {
  return instruction.opcode == Opcode::cvt || instruction.opcode == Opcode::mov ||
         std::ranges::any_of(forms(), [&](const Form& form) { return form.opcodes.contains(instruction.opcode); });
}

}  // namespace lanescope::emulator
