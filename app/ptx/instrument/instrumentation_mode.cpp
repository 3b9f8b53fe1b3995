#include "ptx/instrument/instrumentation_mode.h"

namespace warpscope::ptx {

InstrumentationMode instrumentation_mode(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::ld:
    case Opcode::ldu:
    case Opcode::st:
      if (instruction.has("async")) return InstrumentationMode::unsupported;
      return is_parameter(instruction.space()) ? InstrumentationMode::none : InstrumentationMode::access;
    case Opcode::atom:
    case Opcode::red:
      return instruction.has("async") ? InstrumentationMode::unsupported : InstrumentationMode::access;
    case Opcode::cp:
      if (instruction.has("bulk") || instruction.has("mbarrier")) return InstrumentationMode::unsupported;
      if (instruction.has("commit_group") || instruction.has("wait_group") || instruction.has("wait_all")) {
        return InstrumentationMode::none;
      }
      return InstrumentationMode::copy;
    case Opcode::tex:
      return instruction.has("1d") || instruction.has("2d") ? InstrumentationMode::fetch
                                                            : InstrumentationMode::unsupported;
    case Opcode::bar:
    case Opcode::barrier:
      return instruction.has("warp")      ? InstrumentationMode::none
             : instruction.has("cluster") ? InstrumentationMode::unsupported
                                          : InstrumentationMode::barrier;
    case Opcode::ldmatrix:
    case Opcode::stmatrix:
    case Opcode::multimem:
    case Opcode::suld:
    case Opcode::sust:
    case Opcode::sured:
    case Opcode::tld4:
    case Opcode::tcgen05:
    case Opcode::wmma:
      return instruction.opcode == Opcode::wmma && instruction.has("mma") ? InstrumentationMode::none
                                                                          : InstrumentationMode::unsupported;
    default:
      return InstrumentationMode::none;
  }
}

}  // namespace warpscope::ptx
