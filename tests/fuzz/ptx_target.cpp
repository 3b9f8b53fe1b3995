// PTX: parse() ends with a module or an error; what it took prints and reads back the same; the flow of control of
// every function is whole.
#include <string>
#include <string_view>

#include "fuzz/target.h"
#include "ptx/assembler_limits.h"
#include "ptx/control_flow.h"
#include "ptx/module.h"
#include "ptx/module_text.h"
#include "ptx/signature.h"

namespace lanescope::fuzz {
namespace {

using namespace lanescope::ptx;

void check_flow(const Function& function) {
  const ControlFlow flow = control_flow(function);
  require(!flow.blocks.empty(), "no exit block");
  require(flow.block_of.size() == function.instructions.size(), "an instruction is in no block");
  for (const BasicBlock& block : flow.blocks) {
    require(block.immediate_post_dominator < flow.blocks.size(), "a post-dominator is no block");
    for (const std::uint32_t next : block.successors) require(next < flow.blocks.size(), "a successor is no block");
  }
  for (std::uint32_t i = 0; i < flow.block_of.size(); ++i) {
    const BasicBlock& block = flow.blocks[flow.block_of[i]];
    require(block.first <= i && i < block.end, "an instruction is not in its block");
    require(flow.reconvergence(i) <= function.instructions.size(), "paths meet nowhere");
  }
}

}  // namespace

void fuzz_ptx(std::string_view text) {
  static_cast<void>(read_signatures(text));
  static_cast<void>(check_assembler_limits(text));
  const auto module = parse(text);
  if (!module) {
    return require(!module.error().what.empty() && !module.error().where.empty(), "an error says nothing");
  }
  const std::string printed = print(*module);
  const auto again = parse(printed);
  require(again.has_value(), "what was printed is not understood", again ? "" : again.error().text() + "\n" + printed);
  require(same_text(*module, *again), "what was printed is another module", printed);
  require(print(*again) == printed, "printing again gives another text", printed);
  for (const Function& function : module->functions) {
    check_flow(function);
    for (const Instruction& instruction : function.instructions) {
      static_cast<void>(source_place(function, *module, instruction.location));
    }
  }
}

}  // namespace lanescope::fuzz
