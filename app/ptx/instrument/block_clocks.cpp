#include "ptx/instrument/block_clocks.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "ptx/instrument/function_writer.h"

namespace warpscope::ptx {
namespace {

using W = FunctionWriter;

bool ends_threads(const Instruction& instruction) {
  return instruction.opcode == Opcode::exit || instruction.opcode == Opcode::ret;
}

class ClockWriter {
 public:
  explicit ClockWriter(const Function& function) : function_(function), to_(function) {}

  Function run() {
    std::size_t directive = 0;
    const auto directives_before = [&](std::size_t instruction) {
      for (; directive < function_.body_directives.size() && function_.body_directives[directive].before <= instruction;
           ++directive) {
        to_.directive(function_.body_directives[directive]);
      }
    };
    // Declarations come before the code that is inserted at the top, and labels after it.
    for (; directive < function_.body_directives.size() && function_.body_directives[directive].before == 0;
         ++directive) {
      const BodyDirective::Kind kind = function_.body_directives[directive].kind;
      if (kind == BodyDirective::Kind::label || kind == BodyDirective::Kind::open_scope) break;
      to_.directive(function_.body_directives[directive]);
    }
    write_begin();
    for (std::size_t index = 0; index < function_.instructions.size(); ++index) {
      directives_before(index);
      const Instruction& instruction = function_.instructions[index];
      to_.at(instruction.location);
      if (ends_threads(instruction)) write_end(instruction);
      to_.copy(instruction);
    }
    directives_before(function_.instructions.size());
    add_parameter(block_clocks_parameter, Type::u64);
    add_parameter(block_count_parameter, Type::u32);
    return std::move(to_.function());
  }

 private:
  void add_parameter(std::string_view name, Type type) {
    Variable variable;
    variable.name = name;
    variable.space = Space::param;
    variable.type = type;
    to_.function().parameters.push_back(std::move(variable));
  }

  /// The place of the block's clocks, and whether it has one. Both are computed where they are needed.
  struct Place {
    Operand address, exists;
  };
  Place place() {
    const Operand block = to_.named("%warpscope_block", Type::b32), count = to_.named("%warpscope_count", Type::b32);
    const Operand address = to_.named("%warpscope_place", Type::b64);
    const Operand exists = to_.named("%warpscope_exists", Type::pred);
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
    const Operand leads = to_.named("%warpscope_leads", Type::pred);
    const Operand thread = to_.named("%warpscope_thread", Type::b32);
    to_.write_linear_index(thread, "tid", "ntid");
    to_.write("setp.eq.u32", {leads, thread, W::integer(0)});
    to_.write("and.pred", {leads, leads, exists});
    const Operand timer = to_.named("%warpscope_timer", Type::b64), clock = to_.named("%warpscope_clock", Type::b64);
    const Operand sm = to_.named("%warpscope_sm", Type::b32), one = to_.named("%warpscope_one", Type::b32);
    to_.write("mov.u64", {timer, W::special("%globaltimer")});
    to_.write("mov.u64", {clock, W::special("%clock64")});
    to_.write("mov.u32", {sm, W::special("%smid")});
    to_.write("mov.u32", {one, W::integer(1)});
    to_.write_if(leads, "st.global.v2.b64", {W::address(address), W::vector({timer, clock})});
    to_.write_if(leads, "st.global.v2.b32", {W::address(address, 24), W::vector({sm, one})});
  }

  /// The first of the lanes that end here raises the block's end to the present clock.
  void write_end(const Instruction& instruction) {
    const Operand clock = to_.named("%warpscope_clock", Type::b64), mask = to_.named("%warpscope_mask", Type::b32);
    to_.write("mov.u64", {clock, W::special("%clock64")});
    to_.write("activemask.b32", {mask});
    if (instruction.guard) to_.write("vote.sync.ballot.b32", {mask, *instruction.guard, mask});
    const auto [address, exists] = place();
    const Operand before = to_.named("%warpscope_before", Type::b32), leads = to_.named("%warpscope_leads", Type::pred);
    to_.write("mov.u32", {before, W::special("%lanemask_lt")});
    to_.write("and.b32", {before, before, mask});
    to_.write("setp.eq.u32", {leads, before, W::integer(0)});
    to_.write("and.pred", {leads, leads, exists});
    if (instruction.guard) {
      const Operand guard = to_.named("%warpscope_guard", Type::pred);
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
      return failure("a function ends its threads itself, so the ends of blocks are not known", function.name,
                     "let the function return to the kernel");
    }
    const Function original = function;
    function = ClockWriter(original).run();
  }
  return result;
}

}  // namespace warpscope::ptx
