#include "ptx/record_way.h"

namespace warpscope::ptx {
namespace {

bool of_parameters(Space space) {
  return space == Space::param || space == Space::param_entry || space == Space::param_func;
}

}  // namespace

Way way_of(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::ld:
    case Opcode::ldu:
    case Opcode::st:
      if (instruction.has("async")) return Way::unknown;
      return of_parameters(instruction.space()) ? Way::not_at_all : Way::access;
    case Opcode::atom:
    case Opcode::red:
      return instruction.has("async") ? Way::unknown : Way::access;
    case Opcode::cp:
      if (instruction.has("bulk") || instruction.has("mbarrier")) return Way::unknown;
      if (instruction.has("commit_group") || instruction.has("wait_group") || instruction.has("wait_all")) {
        return Way::not_at_all;
      }
      return Way::copy;
    case Opcode::tex:
      return instruction.has("1d") || instruction.has("2d") ? Way::fetch : Way::unknown;
    case Opcode::bar:
    case Opcode::barrier:
      return instruction.has("warp") ? Way::not_at_all : instruction.has("cluster") ? Way::unknown : Way::barrier;
    case Opcode::ldmatrix:
    case Opcode::stmatrix:
    case Opcode::multimem:
    case Opcode::suld:
    case Opcode::sust:
    case Opcode::sured:
    case Opcode::tld4:
    case Opcode::tcgen05:
    case Opcode::wmma:
      return instruction.opcode == Opcode::wmma && instruction.has("mma") ? Way::not_at_all : Way::unknown;
    default:
      return Way::not_at_all;
  }
}

}  // namespace warpscope::ptx
