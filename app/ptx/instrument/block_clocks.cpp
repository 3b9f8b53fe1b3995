#include "ptx/instrument/block_clocks.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "ptx/instrument/function_writer.h"
#include "ptx/messages.h"

namespace lanescope::ptx {
namespace {

using W = FunctionWriter;

bool ends_threads(const Instruction& instruction) {
  return instruction.opcode == Opcode::exit || instruction.opcode == Opcode::ret;
}

class ClockWriter {
 public:
  explicit ClockWriter(const Function& function) : function_(function), to_(function) {}

  Function run() {
    to_.declarations(function_);
    write_begin();
    for (std::size_t index = 0; index < function_.instructions.size(); ++index) {
      to_.directives_before(function_, index);
      const Instruction& instruction = function_.instructions[index];
      to_.at(instruction.location);
      if (ends_threads(instruction)) write_end(instruction);
      to_.copy(instruction);
    }
    to_.directives_before(function_, function_.instructions.size());
    to_.parameter(block_clocks_parameter, Type::u64);
    to_.parameter(block_count_parameter, Type::u32);
    return std::move(to_.function());
  }

 private:
  /// The place of the block's clocks, and whether it has one. Both are computed where they are needed.
  struct Place {
    Operand address, exists;
  };
  Place place() {
    const Operand block = to_.named("%lanescope_block", Type::b32), count = to_.named("%lanescope_count", Type::b32);
    const Operand address = to_.named("%lanescope_place", Type::b64);
    const Operand exists = to_.named("%lanescope_exists", Type::pred);
    to_.write_linear_index(block, "ctaid", "nctaid");
    to_.write("ld.param.u32", {count, W::address(W::symbol(std::string(block_count_parameter)))});
    to_.write("setp.lt.u32", {exists, block, count});
    to_.write("ld.param.u64", {address, W::address(W::symbol(std::string(block_clocks_parameter)))});
    to_.write("cvta.to.global.u64", {address, address});
    to_.write("mad.wide.u32", {address, block, W::integer(sizeof(BlockClocks)), address});
    return {address, exists};
  }

  /// The first thread writes its clocks.
  void write_begin() {
    const auto [address, exists] = place();
    const Operand leads = to_.named("%lanescope_leads", Type::pred);
    const Operand thread = to_.named("%lanescope_thread", Type::b32);
    to_.write_linear_index(thread, "tid", "ntid");
    to_.write("setp.eq.u32", {leads, thread, W::integer(0)});
    to_.write("and.pred", {leads, leads, exists});
    to_.write_clocks(leads, address, 24);
  }

  /// The first of the lanes that end here raises the block's end to the present clock.
  void write_end(const Instruction& instruction) {
    const Operand clock = to_.named("%lanescope_clock", Type::b64), mask = to_.named("%lanescope_mask", Type::b32);
    to_.write("mov.u64", {clock, W::special("%clock64")});
    to_.write("activemask.b32", {mask});
    if (instruction.guard) to_.write("vote.sync.ballot.b32", {mask, *instruction.guard, mask});
    const auto [address, exists] = place();
    const Operand before = to_.named("%lanescope_before", Type::b32), leads = to_.named("%lanescope_leads", Type::pred);
    to_.write("mov.u32", {before, W::special("%lanemask_lt")});
    to_.write("and.b32", {before, before, mask});
    to_.write("setp.eq.u32", {leads, before, W::integer(0)});
    to_.write("and.pred", {leads, leads, exists});
    if (instruction.guard) {
      const Operand guard = to_.named("%lanescope_guard", Type::pred);
      to_.write(instruction.guard->negated ? "not.pred" : "mov.pred",
                {guard, instruction.guard->negated ? W::inverted(*instruction.guard) : *instruction.guard});
      to_.write("and.pred", {leads, leads, guard});
    }
    to_.write_if(leads, "red.global.max.u64", {W::address(address, 16), clock});
  }

  const Function& function_;
  FunctionWriter to_;
};

}  // namespace

Expected<Module> with_block_clocks(const Module& module) {
  Module result = module;
  for (Function& function : result.functions) {
    if (!function.has_body) continue;
    if (!function.entry) {
      const auto exits = std::ranges::find(function.instructions, Opcode::exit, &Instruction::opcode);
      if (exits == function.instructions.end()) continue;
      return failure(message<"record.function_ends_threads">(), function.name,
                     message<"record.function_ends_threads_remedy">());
    }
    const Function original = function;
    function = ClockWriter(original).run();
  }
  return result;
}

}  // namespace lanescope::ptx
