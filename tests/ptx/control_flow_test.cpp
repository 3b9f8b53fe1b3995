#include "ptx/control_flow.h"

#include <gtest/gtest.h>

#include "ptx/fixture.h"

namespace lanescope::ptx {
namespace {

using Blocks = std::vector<std::uint32_t>;

struct Flow {
  Function body;
  ControlFlow flow;

  explicit Flow(std::string_view text) : body(parsed_body(text)), flow(control_flow(body)) {}
  /// Of the block that holds the instruction.
  [[nodiscard]] Blocks successors(std::uint32_t instruction) const {
    return flow.blocks.at(flow.block_of.at(instruction)).successors;
  }
};

TEST(ControlFlowOf, StraightCodeIsOneBlock) {
  const Flow f("mov.u32 %r1, 1;\nmov.u32 %r1, 2;\nret;");
  ASSERT_EQ(f.flow.blocks.size(), 2u);
  EXPECT_EQ(f.flow.exit(), 1u);
  EXPECT_EQ(f.flow.blocks[0].first, 0u);
  EXPECT_EQ(f.flow.blocks[0].end, 3u);
  EXPECT_EQ(f.successors(0), (Blocks{1}));
  EXPECT_EQ(f.flow.blocks[1].first, 3u);
  EXPECT_EQ(f.flow.blocks[1].end, 3u);
  EXPECT_EQ(f.flow.blocks[1].immediate_post_dominator, 1u);
  EXPECT_EQ(f.flow.reconvergence(2), 3u);
}

TEST(ControlFlowOf, AnEmptyBodyIsTheExitAlone) {
  const Flow f("");
  ASSERT_EQ(f.flow.blocks.size(), 1u);
  EXPECT_EQ(f.flow.exit(), 0u);
  EXPECT_EQ(f.flow.blocks[0].immediate_post_dominator, 0u);
}

TEST(ControlFlowOf, AnIfMeetsBehindIt) {
  const Flow f("@%p1 bra SKIP;\nmov.u32 %r1, 1;\nSKIP: mov.u32 %r1, 2;\nret;");
  EXPECT_EQ(f.successors(0), (Blocks{1, 2}));
  EXPECT_EQ(f.flow.reconvergence(0), 2u);
}

TEST(ControlFlowOf, AnIfElseMeetsBehindBoth) {
  const Flow f("@%p1 bra ELSE;\nmov.u32 %r1, 1;\nbra DONE;\nELSE: mov.u32 %r1, 2;\nDONE: ret;");
  EXPECT_EQ(f.flow.reconvergence(0), 4u);
  EXPECT_EQ(f.flow.reconvergence(2), 4u);
  EXPECT_EQ(f.flow.reconvergence(3), 4u);
}

TEST(ControlFlowOf, ALoopWithBreakMeetsBehindTheLoop) {
  const Flow f(
      "mov.u32 %r1, 0;\n"
      "LOOP: @%p1 bra DONE;\n"  // 1: break
      "add.u32 %r1, %r1, 1;\n"  // 2
      "@%p2 bra LOOP;\n"        // 3
      "DONE: ret;");            // 4
  EXPECT_EQ(f.flow.reconvergence(1), 4u);
  EXPECT_EQ(f.flow.reconvergence(3), 4u);
  EXPECT_EQ(f.flow.reconvergence(0), 1u);
  EXPECT_EQ(f.successors(3), (Blocks{3, 1}));
}

TEST(ControlFlowOf, NestedIfsMeetOneInTheOther) {
  const Flow f(
      "@%p1 bra OUT;\n"        // 0
      "@%p2 bra IN;\n"         // 1
      "mov.u32 %r1, 1;\n"      // 2
      "IN: mov.u32 %r1, 2;\n"  // 3
      "OUT: ret;");            // 4
  EXPECT_EQ(f.flow.reconvergence(0), 4u);
  EXPECT_EQ(f.flow.reconvergence(1), 3u);
}

TEST(ControlFlowOf, ASwitchGoesToAllOfItsTargetsOnce) {
  const Flow f(
      "brx.idx %r1, ts;\nts: .branchtargets A, B, A, C;\n"  // 0
      "A: mov.u32 %r1, 1;\nbra DONE;\n"                     // 1, 2
      "B: mov.u32 %r1, 2;\n"                                // 3, falls through
      "C: mov.u32 %r1, 3;\n"                                // 4
      "DONE: ret;");                                        // 5
  EXPECT_EQ(f.successors(0), (Blocks{1, 2, 3}));
  EXPECT_EQ(f.flow.reconvergence(0), 5u);
  EXPECT_EQ(f.flow.reconvergence(3), 4u);
}

TEST(ControlFlowOf, AnEarlyReturnMeetsOnlyAtTheExit) {
  const Flow f("@%p1 ret;\nmov.u32 %r1, 1;\n@%p2 bra L;\nmov.u32 %r1, 2;\nL: exit;");
  EXPECT_EQ(f.successors(0), (Blocks{1, 4}));
  EXPECT_EQ(f.flow.reconvergence(0), 5u) << "the exit is behind the last instruction";
  EXPECT_EQ(f.flow.reconvergence(2), 4u);
}

TEST(ControlFlowOf, AnEndlessLoopHasTheExitBehindIt) {
  const Flow f("@%p1 bra DONE;\nLOOP: mov.u32 %r1, 1;\nbra LOOP;\nDONE: ret;");
  EXPECT_EQ(f.flow.reconvergence(2), 4u);
  EXPECT_EQ(f.flow.blocks[f.flow.block_of[1]].immediate_post_dominator, f.flow.exit());
  EXPECT_EQ(f.flow.reconvergence(0), 3u) << "of the lanes that end at all";
  const Flow only("LOOP: bra LOOP;");
  EXPECT_EQ(only.flow.reconvergence(0), 1u);
  EXPECT_EQ(only.successors(0), (Blocks{0}));
}

TEST(ControlFlowOf, TrapsLeave) {
  const Flow f("@%p1 trap;\nmov.u32 %r1, 1;\ntrap;\nmov.u32 %r1, 2;");
  EXPECT_EQ(f.successors(0), (Blocks{1, 3}));
  EXPECT_EQ(f.successors(1), (Blocks{3}));
}

TEST(ControlFlowOf, ACallOfANoreturnFunctionLeaves) {
  const Module module = parsed(with_header(
      ".func stop() .noreturn;\n.func go();\n"
      ".entry k() { .reg .b64 %rd<2>; call go, (); call stop, (); ret;\n"
      "p: .callprototype () _ () .noreturn;\nq: .callprototype () _ ();\ncall %rd1, (), p; call %rd1, (), q; }\n"
      ".func stop() .noreturn { trap; }\n.func go() { ret; }"));
  const Function& body = *module.function("k");
  const ControlFlow flow = control_flow(body);
  ASSERT_EQ(flow.blocks.size(), 5u);
  EXPECT_EQ(flow.block_of, (Blocks{0, 0, 1, 2, 3}));
  EXPECT_EQ(flow.blocks[0].successors, (Blocks{4}));
  EXPECT_EQ(flow.blocks[2].successors, (Blocks{4}));
  EXPECT_EQ(flow.blocks[3].successors, (Blocks{4}));
}

TEST(ControlFlowOf, BlocksThatNothingReachesIsStillWhole) {
  const Flow f("ret;\nmov.u32 %r1, 1;\n@%p1 bra L;\nmov.u32 %r1, 1;\nL: mov.u32 %r1, 2;");
  EXPECT_EQ(f.flow.reconvergence(2), 4u);
  EXPECT_EQ(f.successors(4), (Blocks{f.flow.exit()}));
}

TEST(ControlFlowOf, LabelsOfDifferentScopesStayApart) {
  const Flow f("{ L: @%p1 bra L; }\n{ L: @%p2 bra L; }\nret;");
  EXPECT_EQ(f.successors(0), (Blocks{1, 0}));
  EXPECT_EQ(f.successors(1), (Blocks{2, 1}));
}

}  // namespace
}  // namespace lanescope::ptx
