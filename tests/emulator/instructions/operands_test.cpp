// Operands that compilers do not write and people do: elements of arrays, variables without a state space, sums,
// vectors of registers, predicates that a function takes and returns.
#include "emulator/instructions/ptx_lines.h"

namespace lanescope::emulator {
namespace {

const std::string variables =
    ".global .u32 table[8] = {10, 11, 12, 13, 14, 15, 16, 17};\n"
    ".func (.reg .pred %odd, .reg .u32 %more) parity(.reg .pred %zero, .reg .u32 %number) {\n"
    "  .reg .u32 %bit; and.b32 %bit, %number, 1; setp.eq.u32 %odd, %bit, 1; selp.u32 %more, 0, %bit, %zero; ret;\n}\n"
    ".func (.reg .v2 .u32 %out) swapped(.reg .v2 .u32 %in) {\n  mov.v2.u32 %out, {%in.y, %in.x};\n}\n"
    // The frame of the second one lies behind that of the first one.
    ".func (.reg .u32 %out) inner(.reg .u32 %in) {\n  .local .align 4 .b8 own[8]; .reg .u64 %a;\n"
    "  st.local.u32 [own+4], %in; cvta.local.u64 %a, own+4; ld.u32 %out, [%a];\n}\n"
    ".func (.reg .u32 %out) outer(.reg .u32 %in) {\n  .local .align 4 .b8 own[8]; .reg .u64 %a; .reg .u32 %b;\n"
    "  cvta.local.u64 %a, own; st.u32 [%a+4], 7; call (%b), inner, (%in); ld.u32 %out, [%a+4];\n"
    "  add.u32 %out, %out, %b;\n}\n";

/// What one thread with 1, 2, 3 and 4 in %r1 to %r4 leaves in %r5.
std::uint32_t result_of(const std::string& lines) {
  std::string text = ptx_of_lines({lines}, 1);
  const std::string head = ".address_size 64\n";
  text.insert(text.find(head) + head.size(), variables);
  const auto module = ptx::parse(text);
  if (!module) throw MachineError(module.error());
  const auto again = ptx::parse(ptx::print(*module));
  if (!again) throw MachineError(again.error());
  EXPECT_EQ(ptx::print(*again), ptx::print(*module));
  Options options;
  options.threads = 1;
  options.step_budget = 100'000;
  const Words in{1, 2, 3, 4};
  const auto* const bytes = reinterpret_cast<const std::byte*>(in.data());
  options.inputs["in"] = {bytes, bytes + 4 * in.size()};
  const auto outcome = run(*again, plan_of_lines(1, 1), options);
  if (!outcome) throw MachineError(outcome.error());
  for (const Fault& fault : outcome->faults) ADD_FAILURE() << lines << ": " << fault.message;
  return values_of<std::uint32_t>(outcome->buffers.at(0)).at(0);
}

TEST(AnArrayInAnOperand, IsAnAddress) {
  EXPECT_EQ(result_of("mov.u64 %rd6, table[2]; ld.global.u32 %r5, [%rd6];"), 12u);
  EXPECT_EQ(result_of("mov.u64 %rd6, table+8; ld.global.u32 %r5, [%rd6];"), 12u);
  EXPECT_EQ(result_of("ld.global.u32 %r5, table[1+2];"), 13u);
  EXPECT_EQ(result_of("st.global.u32 table[1], 5; ld.global.u32 %r5, [table+2*2];"), 5u);
  EXPECT_EQ(result_of("mov.u64 %rd6, table; sub.u64 %rd6, table+4, %rd6; cvt.u32.u64 %r5, %rd6;"), 4u);
  EXPECT_EQ(result_of("mov.u32 %r6, tile[8]; st.shared.u32 [%r6], 6; ld.shared.u32 %r5, [tile+8];"), 6u);
}

TEST(AVariable, TellsItsStateSpaceWhereTheInstructionDoesNot) {
  EXPECT_EQ(result_of("st.u32 [tile+4], %r3; ld.u32 %r5, [tile+4];"), 3u);
  EXPECT_EQ(result_of("st.shared.u32 [tile], %r3; atom.add.u32 %r6, [tile], 1; ld.shared.u32 %r5, [tile];"), 4u);
  EXPECT_EQ(result_of("st.volatile.u32 [tile], %r3; ld.volatile.shared.u32 %r5, [tile];"), 3u);
  EXPECT_EQ(result_of("ld.u32 %r5, [table+4];"), 11u);
  EXPECT_EQ(result_of(".local .u32 own[2]; st.u32 [own+4], %r4; ld.local.u32 %r5, own[1];"), 4u);
  EXPECT_EQ(result_of(".local .u32 own; st.u32 [own], %r4+1; ld.u32 %r5, [own];"), 5u);
}

TEST(ALocalVariable, HasAnAddressInEveryOperand) {
  EXPECT_EQ(result_of(".local .b8 own[8]; mov.u64 %rd6, own; mov.u32 %r5, 9;"), 9u) << "nobody uses it";
  EXPECT_EQ(result_of(".local .align 4 .b8 own[8]; mov.u64 %rd6, own; st.local.u32 [%rd6+4], %r2;\n"
                      "ld.local.u32 %r5, [own+4];"),
            2u);
  EXPECT_EQ(result_of(".local .align 4 .b8 own[8]; cvta.local.u64 %rd6, own+4; st.u32 [%rd6], %r2;\n"
                      "mov.u32 %r6, own; ld.local.u32 %r5, [%r6+4];"),
            2u);
  EXPECT_EQ(result_of(".local .align 4 .b8 own[8]; mov.u64 %rd6, own; sub.u64 %rd6, own+4, %rd6;\n"
                      "cvt.u32.u64 %r5, %rd6;"),
            4u);
  EXPECT_EQ(result_of(".local .align 8 .b8 own[8]; st.shared.u64 [tile], own+4; ld.shared.u64 %rd6, [tile];\n"
                      "st.local.u32 [own+4], %r3; ld.local.u32 %r5, [%rd6];"),
            3u);
  EXPECT_EQ(result_of("call (%r5), outer, (%r4);"), 11u);
}

TEST(ASumInAnOperand, IsComputedFirst) {
  EXPECT_EQ(result_of("add.u32 %r5, %r1+1, %r2+2*3;"), 10u);
  EXPECT_EQ(result_of("mov.u32 %r5, %r1+-1;"), 0u);
  EXPECT_EQ(result_of("mad.lo.u32 %r5, %r2+1, %r3, %r4+4;"), 17u);
  EXPECT_EQ(result_of("st.shared.u32 [tile], %r1+4; ld.shared.u32 %r5, [tile];"), 5u);
  EXPECT_EQ(result_of("setp.eq.u32 %p1, %r1+1, %r2; mov.u32 %r5, 0; @%p1 mov.u32 %r5, %r4+1;"), 5u);
  EXPECT_EQ(result_of("mov.u64 %rd6, 40; add.u64 %rd6, %rd6+2, 0; cvt.u32.u64 %r5, %rd6;"), 42u);
}

TEST(AVectorOfRegisters, IsMovedAsAWhole) {
  EXPECT_EQ(result_of("mov.v2.u32 {%r1, %r2}, {%r2, %r1}; mad.lo.u32 %r5, %r1, 10, %r2;"), 21u);
  EXPECT_EQ(result_of(".reg .v4 .u32 %v<3>; mov.v4.u32 %v1, {%r1, %r2, %r3, %r4}; mov.v4.u32 %v2, %v1;\n"
                      "mad.lo.u32 %r5, %v2.w, 10, %v2.y;"),
            42u);
  EXPECT_EQ(result_of(".reg .v2 .u32 %v; mov.v2.u32 %v, {7, %r1}; mov.v2.u32 {%r5, _}, %v;"), 7u);
  EXPECT_EQ(result_of(".reg .v4 .u32 %v; mov.v4.u32 %v, %ntid; mad.lo.u32 %r5, %v.x, 10, %v.w;"), 10u);
  EXPECT_EQ(result_of(".reg .v4 .u16 %v; cvt.u16.u32 %h1, %r3; mov.v4.u16 %v, {%h1, 1, 2, 4}; cvt.u32.u16 %r5, %v.x;"),
            3u);
  EXPECT_EQ(result_of("mov.u32 %r5, 1; setp.eq.u32 %p1, %r1, 2; @%p1 mov.v2.u32 {%r5, %r6}, {%r6, %r5};"), 1u);
}

TEST(AFunction, TakesAndReturnsPredicatesAndVectors) {
  EXPECT_EQ(result_of("setp.eq.u32 %p1, %r1, 0; call (%p2, %r6), parity, (%p1, %r3); selp.u32 %r5, %r6, 9, %p2;"), 1u);
  EXPECT_EQ(result_of("setp.eq.u32 %p1, %r1, 1; call (%p2, %r6), parity, (%p1, %r3); selp.u32 %r5, %r6, 9, %p2;"), 0u);
  EXPECT_EQ(result_of("setp.eq.u32 %p1, %r1, 1; call (%p2, %r6), parity, (%p1, 4); selp.u32 %r5, %r6, 9, %p2;"), 9u);
  EXPECT_EQ(result_of(".reg .v2 .u32 %v; mov.v2.u32 %v, {%r3, %r4}; call (%v), swapped, (%v);\n"
                      "mad.lo.u32 %r5, %v.x, 10, %v.y;"),
            43u);
}

}  // namespace
}  // namespace lanescope::emulator
