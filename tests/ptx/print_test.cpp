#include <gtest/gtest.h>

#include "ptx/fixture.h"

namespace lanescope::ptx {
namespace {

TEST(PrintedText, KeepsTheFormOfEveryNumber) {
  expect_round_trip(kernel(
      "mov.u32 %r1, 0x1F; mov.u32 %r1, 010; mov.u32 %r1, 0b11; mov.u32 %r1, 7U; mov.u32 %r1, -0; mov.u32 %r1, -0x10;\n"
      "mov.u64 %rd1, 18446744073709551615; mov.u64 %rd1, 9223372036854775808; mov.u64 %rd1, 999999999999999999;\n"
      "mov.f32 %f1, 0f3f800000; mov.f32 %f1, 0F3F800000; mov.f32 %f1, 1.5; mov.f64 %fd1, -2.5e+3; mov.f64 %fd1, 1e-5;\n"
      "mov.f32 %f1, -0f3F800000; ld.u32 %r1, [%rd1+0]; ld.u32 %r1, [%rd1+-4]; ld.u32 %r1, [%rd1-4];\n"
      "ld.u32 %r1, [%rd1+0x10]; ld.u32 %r1, [k_param_0+0]; mov.u64 %rd1, k_param_0+0x8; ld.u32 %r1, [%rd1];\n"));
}

TEST(PrintedText, KeepsInitialisersAsTheyAre) {
  expect_round_trip(with_header(
      ".global .b8 t[9];\n.global .u32 a[2][3] = {{1}, {0x10, -3}};\n.global .f32 b = 0f3F800000;\n.global .f32 c = "
      "1.5;\n"
      ".global .u64 d[3] = {generic(t)+12, t-4, t+0x10};\n.global .u8 e[2] = {0xFF(t), 0xFF00(generic(t)+4)};\n"
      ".global .attribute(.unified(19, 95)) .u32 f;\n.common .global .u32 g;\n"));
}

/// Found by the fuzzer: .extern was lost.
TEST(PrintedText, KeepsTheLinkageOfABodysVariable) {
  expect_round_trip(kernel(".extern .shared .align 16 .b8 dynamic[];\nmov.u64 %rd1, dynamic;"));
}

TEST(PrintedText, FollowsAChangedValue) {
  Module module = parsed(kernel("mov.u32 %r1, 0x10;\nld.u32 %r1, [%rd1+0];\n"));
  Function& body = module.functions[0];
  EXPECT_EQ(print(body, body.instructions[0]), "mov.u32 %r1, 0x10;");
  body.instructions[0].operands[1].bits = 17;
  EXPECT_EQ(print(body, body.instructions[0]), "mov.u32 %r1, 17;");
  EXPECT_EQ(print(body, body.instructions[1]), "ld.u32 %r1, [%rd1+0];");
  body.instructions[1].operands[1].offset = -8;
  EXPECT_EQ(print(body, body.instructions[1]), "ld.u32 %r1, [%rd1+-8];");
}

TEST(PrintedText, OfOneInstructionHasItsGuard) {
  const Function body = parsed_body("@!%p1 bra L;\nL: @%p2 ret;");
  EXPECT_EQ(print(body, body.instructions[0]), "@!%p1 bra L;");
  EXPECT_EQ(print(body, body.instructions[1]), "@%p2 ret;");
}

TEST(PrintedText, DeclaresWhatWasAdded) {
  Module module = parsed(kernel("{ .reg .b32 t; mov.u32 t, 1; }\nret;"));
  Function& body = module.functions[0];
  body.register_ranges.push_back({Type::b64, "%added", 3});
  body.registers.push_back({"%added1", Type::b64});
  Variable variable;
  variable.name = "buffer";
  variable.space = Space::local;
  variable.dimensions = {16};
  body.variables.push_back(variable);
  Instruction move;
  move.opcode = Opcode::mov;
  move.suffixes = {{Type::u64, std::nullopt}};
  move.operands.resize(2);
  move.operands[0].kind = Operand::Kind::reg;
  move.operands[0].reg = static_cast<std::uint32_t>(body.registers.size() - 1);
  move.operands[1].kind = Operand::Kind::symbol;
  move.operands[1].name = "buffer";
  body.instructions.push_back(move);
  const Module again = parsed(print(module));
  const Function& result = again.functions.at(0);
  EXPECT_EQ(print(result, result.instructions.at(2)), "mov.u64 %added1, buffer;");
  EXPECT_EQ(result.variable("buffer")->bytes(), 16u);
  EXPECT_EQ(result.register_ranges.front(), (Function::RegisterRange{Type::b64, "%added", 3}));
  EXPECT_EQ(result.register_ranges.size(), 7u) << "nothing is declared twice";
}

TEST(PrintedText, MadeFromValuesReadsBackAsTheSameValues) {
  Module module = parsed(with_header(
      ".global .b8 t[9];\n.global .f32 a[3] = {0f3F800000, 1.5, -2};\n.global .f64 b = 0d3FF0000000000000;\n"
      ".global .u64 c[4] = {generic(t)+12, t-4, -1, 7};\n.global .u8 d[2] = {0xFF(t), 0xFF00(generic(t)+4)};\n"
      ".global .s32 e[2][2] = {{1}, {2, 3}};\n"));
  const Module before = module;
  for (Variable& variable : module.variables) variable.initialiser.clear();
  const Module again = parsed(print(module));
  for (std::size_t i = 0; i < before.variables.size(); ++i) {
    EXPECT_EQ(again.variables.at(i).initial, before.variables[i].initial) << before.variables[i].name;
  }
}

TEST(SameText, SeesAnyDifferenceButLines) {
  const std::string text = kernel("mov.u32 %r1, 16;");
  const Module module = parsed(text);
  EXPECT_TRUE(same_text(module, parsed(with_header("\n\n" + text.substr(with_header("").size())))));
  EXPECT_FALSE(same_text(module, parsed(kernel("mov.u32 %r1, 0x10;"))));
  EXPECT_FALSE(same_text(module, parsed(kernel("mov.u32 %r2, 16;"))));
  EXPECT_FALSE(same_text(module, parsed(kernel("mov.u32 %r1, 16; ret;"))));
  EXPECT_FALSE(same_text(module, parsed(kernel("L: mov.u32 %r1, 16;"))));
  EXPECT_FALSE(same_text(module, parsed(text + ".global .u32 x;")));
}

TEST(Printed, RegistersOfVectorTypesAreTheirComponents) {
  const Module module = parsed(with_header(
      ".entry k()\n{\n.reg .v2 .f32 %v;\n.reg .b64 %rd<2>;\nld.global.v2.f32 %v, [%rd1];\nmov.f32 %v.y, %v.x;\n}"));
  const std::string text = print(module);
  EXPECT_NE(text.find("ld.global.v2.f32"), std::string::npos) << text;
  EXPECT_NE(text.find("{%v$x, %v$y}"), std::string::npos) << text;
  EXPECT_NE(text.find("%v$y, %v$x;"), std::string::npos) << text;
  EXPECT_TRUE(same_text(parsed(text), module)) << text;
}

TEST(Printed, ParametersInRegistersAreMemory) {
  const Module module = parsed(
      with_header(".func (.reg .b32 %sum) plus(.reg .b32 %a, .param .b32 b)\n{\n.reg .b32 %c;\nld.param.b32 %c, [b];\n"
                  "add.u32 %sum, %a, %c;\nret;\n}\n"
                  ".entry k()\n{\n.reg .b32 %r<3>;\ncall (%r1), plus, (%r2, 7);\ncall (%r2), plus, (%r1, 8);\n}"));
  const std::string text = print(module);
  EXPECT_NE(text.find(".param .b32 %a$param"), std::string::npos) << text;
  const Function& plus = *module.function("plus");
  EXPECT_EQ(plus.instructions.front().mnemonic(), "ld.param.b32");
  EXPECT_EQ(plus.instructions.at(3).mnemonic(), "st.param.b32") << "before ret";
  const Function& kernel = *module.function("k");
  ASSERT_EQ(kernel.instructions.size(), 8u) << "each call has two stores before it and a load behind it";
  EXPECT_EQ(kernel.instructions.at(2).opcode, Opcode::call);
  EXPECT_EQ(kernel.variables.size(), 6u);
  const Module again = parsed(text);
  EXPECT_EQ(again.function("k")->instructions.size(), 8u) << text;
  EXPECT_EQ(print(again), text);
}

TEST(Parsed, CallsThatPassManyParametersInRegistersAreReadAsTheOthers) {
  // Each call adds instructions before itself, which may move all of them.
  std::string calls;
  for (int i = 0; i < 200; ++i) calls += "call (%r1), plus, (%r2, 7);\n";
  const Module module = parsed(
      with_header(".func (.reg .b32 %sum) plus(.reg .b32 %a, .param .b32 b)\n{\n.reg .b32 %c;\nld.param.b32 %c, [b];\n"
                  "add.u32 %sum, %a, %c;\nret;\n}\n.entry k()\n{\n.reg .b32 %r<3>;\n" +
                  calls + "}"));
  EXPECT_EQ(module.function("k")->instructions.size(), 800u);
}

TEST(Parsed, ACallWhoseArgumentHasNoTypeIsRefused) {
  const auto module = parse(with_header(".extern .func f;\n.entry k()\n{\ncall f, (7);\n}"));
  ASSERT_FALSE(module);
  EXPECT_NE(module.error().what.text().find("type of an argument"), std::string::npos) << module.error().text();
}

}  // namespace
}  // namespace lanescope::ptx
