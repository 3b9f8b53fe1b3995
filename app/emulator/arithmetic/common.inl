// The common functions, chosen by request. Included into an anonymous namespace by baseline.cpp and avx2.cpp.

#include "emulator/arithmetic/lanes.inl"
// each needs those above it
#include "emulator/arithmetic/integer.inl"
// rotations and fields use the integers' widths
#include "emulator/arithmetic/bits.inl"
// moves of vectors
#include "emulator/arithmetic/move.inl"
// carries use the integers' products
#include "emulator/arithmetic/carry.inl"
// 16-bit numbers
#include "emulator/arithmetic/half.inl"
// arithmetic on floating point
#include "emulator/arithmetic/float.inl"
// comparisons flush as the arithmetic does
#include "emulator/arithmetic/compare.inl"
// conversions use all of it
#include "emulator/arithmetic/convert.inl"

inline LaneFunction common_function(const Request& request) {
  using ptx::Opcode;
  using ptx::Type;
  if (request.type == Type::pred) return predicate_function(request);
  if (request.has(flag::cc)) return carry_function(request);
  switch (request.opcode) {
    case Opcode::addc:
    case Opcode::subc:
    case Opcode::madc:
      return carry_function(request);
    case Opcode::set:
      return comparison_function<SetRegister>(request);
    case Opcode::setp:
      return comparison_function<SetPredicate>(request);
    case Opcode::selp:
    case Opcode::slct:
      return selection_function(request);
    case Opcode::testp:
      return request.type == Type::f64 ? property_function<double>(request.mode)
                                       : property_function<float>(request.mode);
    case Opcode::cvt:
      return conversion_function(request);
    default:
      break;
  }
  if (request.opcode == Opcode::mov) return move_function(request);
  switch (request.type) {
    case Type::f32:
    case Type::f64:
    case Type::f32x2:
      return float_function(request);
    case Type::f16:
    case Type::f16x2:
    case Type::bf16:
    case Type::bf16x2:
      return nullptr;
    default:
      if (LaneFunction function = integer_function(request)) return function;
      return bits_function(request);
  }
}
