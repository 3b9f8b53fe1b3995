#include "emulator/decode/decoder.h"

namespace lanescope::emulator {

/// Decodes mbarrier and cp.async.mbarrier.arrive.
Status Decoder::mbarrier() {
  const std::vector<Operand>& operands = instruction_->operands;
  // An object that is no mbarrier any more needs nothing.
  if (instruction_->has("inval")) return {};
  if (instruction_->has("pending_count") || operands.empty()) return refused();
  Access access;
  access.space = instruction_->space();
  access.element_bytes = access.register_bytes = 8;
  access.strong = true;
  access.scope = Scope::cluster;
  std::size_t next = 0;
  if (instruction_->has("test_wait") || instruction_->has("try_wait")) {
    const bool parity = instruction_->has("parity");
    access.mbarrier = parity ? MbarrierOperation::wait_parity : MbarrierOperation::wait;
    access.suspends = instruction_->has("try_wait");
    op_.slots[0] = private_register();
    TRY(op_.slots[1], destination(operands.at(next++)));
    TRY_STATUS(address(operands.at(next++), access));
    TRY(op_.slots[2], source(operands.at(next), parity ? 32 : 64));
  } else if (instruction_->has("init")) {
    access.mbarrier = MbarrierOperation::initialise;
    access.operation = trace::Operation::store;
    access.strong = false;
    op_.slots[0] = private_register();
    TRY_STATUS(address(operands.at(next++), access));
    TRY(op_.slots[1], source(operands.at(next), 32));
  } else {
    const bool copies = instruction_->opcode == ptx::Opcode::cp;
    const bool arrives = instruction_->has("arrive"), drops = instruction_->has("arrive_drop");
    access.operation = trace::Operation::atomic;
    access.mbarrier = copies                             ? MbarrierOperation::copies_arrive
                      : drops                            ? MbarrierOperation::arrive_drop
                      : instruction_->has("complete_tx") ? MbarrierOperation::complete
                                                         : MbarrierOperation::arrive;
    op_.slots[0] = scratch_;
    access.returns = operands[0].kind != Operand::Kind::address;
    if (access.returns) {
      TRY(op_.slots[0], destination(operands.at(next++)));
    }
    TRY_STATUS(address(operands.at(next++), access));
    const bool expects = instruction_->has("expect_tx") || access.mbarrier == MbarrierOperation::complete;
    // The copies of cp.async without .noinc count one arrival more than was expected, and make it.
    const bool counts = copies ? instruction_->has("noinc") : arrives || drops;
    op_.slots[1] = constant(counts ? 1 : 0, 32);
    op_.slots[2] = constant(0, 32);
    if (next < operands.size()) {
      TRY(op_.slots[expects ? 2 : 1], source(operands[next], 32));
    }
  }
  // The hardware has a unit of its own for these, so that they are no loads and stores with wavefronts.
  access.site = sites_of(access, trace::Operation::atomic);
  note_space(access);
  code_.synchronises = code_.exact_order = true;
  op_.kind = OpKind::mbarrier;
  op_.target = append(code_.accesses, access);
  return {};
}

}  // namespace lanescope::emulator
