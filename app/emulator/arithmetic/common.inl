// The common functions, chosen by request. Included into an anonymous namespace by baseline.cpp and avx2.cpp.

#include "emulator/arithmetic/lanes.inl"
// each needs those above it
#include "emulator/arithmetic/integer.inl"
// rotations and fields use the integers' widths
#include "emulator/arithmetic/bits.inl"
// moves of vectors
#include "emulator/arithmetic/move.inl"
// carries use the integers' products
#include "emulator/further_instructions/arithmetic/carry.inl"
// 16-bit numbers
#include "emulator/further_instructions/arithmetic/half.inl"
// arithmetic on floating point
#include "emulator/arithmetic/float.inl"
// comparisons flush as the arithmetic does
#include "emulator/arithmetic/compare.inl"
// conversions use all of it
#include "emulator/arithmetic/convert.inl"

inline LaneFunction common_function(const Request& request) {
  using ptx::Opcode;
  using ptx::Type;
  const Opcode opcode = request.opcode;
  if (request.type == Type::pred) return predicate_function(request);
  if (request.has(flag::cc) || opcode == Opcode::addc || opcode == Opcode::subc || opcode == Opcode::madc) {
    return carry_function(request);
  }
  if (opcode == Opcode::set) return comparison_function<SetRegister>(request);
  if (opcode == Opcode::setp) return comparison_function<SetPredicate>(request);
  if (opcode == Opcode::selp || opcode == Opcode::slct) return selection_function(request);
  if (opcode == Opcode::testp) {
    return request.type == Type::f64 ? property_function<double>(request.mode) : property_function<float>(request.mode);
  }
  if (opcode == Opcode::cvt) return conversion_function(request);
  if (opcode == Opcode::mov) return move_function(request);
  if (request.type == Type::f32 || request.type == Type::f64 || request.type == Type::f32x2) {
    return float_function(request);
  }
  if (ptx::is_float(request.type)) return nullptr;
  if (LaneFunction function = integer_function(request)) return function;
  return bits_function(request);
}
