// Numbers that PTX computes: constant expressions, offsets, indices of arrays. ptxas 13.0 makes the same of each.
#include <gtest/gtest.h>

#include <bit>

#include "ptx/fixture.h"

namespace lanescope::ptx {
namespace {

using OperandKind = Operand::Kind;

/// The last operand of a body's first instruction.
Operand last_operand(const std::string& instruction) {
  const Function body = parsed_body(instruction);
  return body.instructions.empty() ? Operand{} : body.instructions.front().operands.back();
}

std::uint64_t integer(const std::string& expression) {
  const Operand operand = last_operand("mov.u64 %rd1, " + expression + ";");
  EXPECT_EQ(operand.kind, OperandKind::integer) << expression;
  return operand.bits;
}

std::uint64_t bits(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

TEST(AConstantExpression, BindsItsOperatorsAsThoseOfC) {
  EXPECT_EQ(integer("1+2*3"), 7u);
  EXPECT_EQ(integer("(1+2)*3"), 9u);
  EXPECT_EQ(integer("10-4-3"), 3u);
  EXPECT_EQ(integer("1+2<<3&0x18|1"), 25u);
  EXPECT_EQ(integer("5==5!=0"), 1u);
  EXPECT_EQ(integer("1<2&&3>=4||0"), 0u);
  EXPECT_EQ(integer("6^3"), 5u);
  EXPECT_EQ(integer("1?2:3"), 2u);
  EXPECT_EQ(integer("0?2:1?4:5"), 4u);
  EXPECT_EQ(integer("5 % 3"), 2u);
  EXPECT_EQ(integer("5/3"), 1u);
  EXPECT_EQ(integer("1 <= 0"), 0u);
}

TEST(AConstantExpression, TakesSignsBeforeNumbersAndBrackets) {
  EXPECT_EQ(integer("-(3)"), bits(-3));
  EXPECT_EQ(integer("- -3"), 3u);
  EXPECT_EQ(integer("+3"), 3u);
  EXPECT_EQ(integer("~1"), bits(-2));
  EXPECT_EQ(integer("!3"), 0u);
  EXPECT_EQ(integer("!0+!3+~0"), 0u);
  EXPECT_EQ(integer("-7/2"), bits(-3));
}

TEST(AConstantExpression, KnowsNumbersWithoutASign) {
  EXPECT_EQ(integer("-1>>1"), bits(-1));
  EXPECT_EQ(integer("-1U>>1"), ~std::uint64_t{0} >> 1);
  EXPECT_EQ(integer("(.u64)-1>>1"), ~std::uint64_t{0} >> 1);
  EXPECT_EQ(integer("(.s64)0xffffffffffffffff>>1"), bits(-1));
  EXPECT_EQ(integer("0xffffffffffffffff>>1"), ~std::uint64_t{0} >> 1);
  EXPECT_EQ(integer("-1/2U"), ~std::uint64_t{0} >> 1);
  EXPECT_EQ(integer("-1<1U"), 0u);
  EXPECT_EQ(integer("-1<1"), 1u);
  EXPECT_EQ(integer("(1?-1:2U)>>1"), bits(-1));
  EXPECT_EQ(integer("-7 % 3"), 0u) << "the remainder is that of numbers without a sign";
  EXPECT_EQ(integer("1<<65"), 2u);
}

TEST(AConstantExpression, ComputesWithFractionsAndTheSizeOfAWarp) {
  const Operand sum = last_operand("mov.f64 %fd1, 1.5+1.0*2.0/4.0;");
  EXPECT_EQ(sum.kind, OperandKind::float64);
  EXPECT_EQ(std::bit_cast<double>(sum.bits), 2.0);
  EXPECT_EQ(std::bit_cast<double>(last_operand("mov.f64 %fd1, -(1.0);").bits), -1.0);
  EXPECT_EQ(std::bit_cast<double>(last_operand("mov.f64 %fd1, .5e+1;").bits), 5.0);
  EXPECT_EQ(integer("1.5<2.5"), 1u);
  EXPECT_EQ(integer("WARP_SZ-1"), 31u);
  EXPECT_EQ(last_operand("mov.u32 %r1, WARP_SZ;").kind, OperandKind::special);
}

TEST(AConstantExpression, MayBeAnOffset) {
  EXPECT_EQ(last_operand("ld.global.u32 %r1, [%rd1+4+4];").offset, 8);
  EXPECT_EQ(last_operand("ld.global.u32 %r1, [%rd1+(2*4)];").offset, 8);
  EXPECT_EQ(last_operand("ld.param.u32 %r1, [k_param_0+2*2];").offset, 4);
  EXPECT_EQ(last_operand("mov.u64 %rd1, k_param_0+12/3;").offset, 4);
}

TEST(AConstantExpression, IsPrintedAsItsValue) {
  const auto printed = [](const std::string& instruction) {
    const Function body = parsed_body(instruction);
    return print(body, body.instructions.at(0));
  };
  EXPECT_EQ(printed("add.u32 %r1, %r1, 1+2;"), "add.u32 %r1, %r1, 3;");
  EXPECT_EQ(printed("mov.u32 %r1, -(0x10);"), "mov.u32 %r1, -16;");
  EXPECT_EQ(printed("mov.f64 %fd1, -(0.5);"), "mov.f64 %fd1, 0dBFE0000000000000;");
  EXPECT_EQ(printed("ld.u32 %r1, [%rd1+2*4];"), "ld.u32 %r1, [%rd1+8];");
  EXPECT_EQ(printed("st.v2.u32 [%rd1], {1+1, %r1};"), "st.v2.u32 [%rd1], {2, %r1};");
  EXPECT_EQ(printed("ld.local.u32 %r1, [16+4];"), "ld.local.u32 %r1, [16+4];");
}

TEST(AConstantExpression, IsRefusedWhereItHasNoValue) {
  const auto refusal = [](const std::string& expression) {
    const Expected<Module> module = parse(kernel("mov.u64 %rd1, " + expression + ";"));
    return module ? "" : module.error().what.text();
  };
  EXPECT_EQ(refusal("1/0"), "a constant is divided by zero");
  EXPECT_EQ(refusal("1 % 0"), "a constant is divided by zero");
  const char* const mixed =
      "a constant expression has an integer where it takes a floating-point number, or the other way round";
  EXPECT_EQ(refusal("1.0*2"), mixed);
  EXPECT_EQ(refusal("~1.0"), mixed);
  EXPECT_EQ(refusal("1?1.0:2.0"), mixed);
  EXPECT_EQ(refusal("(1"), "found ';' where ')' was expected");
  EXPECT_EQ(refusal("1+"), "found ';' where an operand was expected");
  EXPECT_EQ(refusal("1 < < 2"), "found '<' where an operand was expected");
  EXPECT_EQ(refusal(std::string(100'000, '(')), "a constant expression is nested deeper than 64");
  EXPECT_EQ(refusal(std::string(100'000, '-')), "a constant expression is nested deeper than 64");
}

TEST(AConstantExpression, MayBeAnInitialValue) {
  const Module module = parsed(
      with_header(".global .u32 a[2] = {1+2, 3*4};\n.global .f32 b = 1.0+2.0;\n.global .u64 c = a+2*4;\n"
                  ".global .s32 d = WARP_SZ;\n.global .u32 e[WARP_SZ];\n.global .u32 f[2][2] = {{1<<4}, {~0}};\n"));
  const auto value = [](const Variable& variable, std::size_t index = 0) {
    return std::get<std::uint64_t>(variable.initial.at(index));
  };
  EXPECT_EQ(value(module.variables.at(0)), 3u);
  EXPECT_EQ(value(module.variables[0], 1), 12u);
  EXPECT_EQ(value(module.variables.at(1)), std::bit_cast<std::uint32_t>(3.0f));
  EXPECT_EQ(std::get<SymbolAddress>(module.variables.at(2).initial.at(0)).offset, 8);
  EXPECT_EQ(value(module.variables.at(3)), 32u);
  EXPECT_EQ(module.variables.at(4).bytes(), 128u);
  EXPECT_EQ(value(module.variables.at(5), 2), ~std::uint64_t{0});
  const std::string text = print(module);
  EXPECT_NE(text.find("f[2][2] = {{16}, {-1}}"), std::string::npos) << text;
  EXPECT_TRUE(same_text(parsed(text), module)) << text;
}

TEST(AnElementOfAnArray, IsAnAddressOrWhatAnAccessFindsThere) {
  const Module module = parsed(with_header(
      ".global .u32 table[8];\n.global .u64 plane[4][8];\n.entry k()\n{\n.reg .u64 %rd<3>; .reg .u32 %r<3>;\n"
      ".shared .u16 halves[4];\nmov.u64 %rd1, table[3];\nmov.u64 %rd1, plane[1];\nmov.u32 %r1, halves[1+1];\n"
      "ld.global.u32 %r1, table[2];\nst.shared.u16 halves[1], 5;\ncvta.shared.u64 %rd2, halves[1];\n}"));
  const Function& body = module.functions.at(0);
  const auto printed = [&](std::size_t index) { return print(body, body.instructions.at(index)); };
  EXPECT_EQ(printed(0), "mov.u64 %rd1, table+12;");
  EXPECT_EQ(printed(1), "mov.u64 %rd1, plane+8;") << "ptxas counts single elements";
  EXPECT_EQ(printed(2), "mov.u32 %r1, halves+4;");
  EXPECT_EQ(printed(3), "ld.global.u32 %r1, [table+8];");
  EXPECT_EQ(printed(4), "st.shared.u16 [halves+2], 5;");
  EXPECT_EQ(printed(5), "cvta.shared.u64 %rd2, halves+2;");
  const auto refused = [](const std::string& instruction) {
    return !parse(kernel(".shared .u32 word;\n.shared .u32 words[4];\n" + instruction)).has_value();
  };
  EXPECT_TRUE(refused("mov.u32 %r1, word[1];")) << "it is no array";
  EXPECT_TRUE(refused("mov.u32 %r1, words[1.0];"));
  EXPECT_TRUE(refused("mov.u32 %r1, words[1;"));
  EXPECT_FALSE(refused("mov.u32 %r1, words[1];"));
}

TEST(ADeclaration, MayHaveSeveralVariables) {
  const Module module =
      parsed(with_header(".global .align 8 .u32 a = 1, b[2] = {2, 3}, c;\n.entry k()\n{\n.shared .u32 s, t[4];\n"
                         ".reg .u32 %r<2>;\nst.shared.u32 [t], %r1;\n}"));
  ASSERT_EQ(module.variables.size(), 3u);
  EXPECT_EQ(module.variables[1].name, "b");
  EXPECT_EQ(module.variables[1].alignment, 8u);
  EXPECT_EQ(module.variables[1].initial.size(), 2u);
  EXPECT_FALSE(module.variables[2].initialised);
  EXPECT_TRUE(module.variables[2].dimensions.empty());
  EXPECT_EQ(module.functions.at(0).variable("t")->bytes(), 16u);
  EXPECT_TRUE(same_text(parsed(print(module)), module)) << print(module);
}

TEST(ADeclaration, TakesTheSizeOfAnArrayFromItsValues) {
  const Module module = parsed(with_header(".global .u32 a[] = {1, 2, 3};\n.global .u8 b[][2] = {{1}, {2, 3}};\n"));
  EXPECT_EQ(module.variables.at(0).bytes(), 12u);
  EXPECT_EQ(module.variables.at(1).bytes(), 4u);
  EXPECT_TRUE(same_text(parsed(print(module)), module)) << print(module);
}

TEST(ADeclaration, MayHaveARangeOfVectors) {
  const Module module = parsed(
      with_header(".entry k()\n{\n.reg .v2 .f32 %v<9>, %w;\n.reg .b64 %rd<2>;\nld.global.v2.f32 %v3, [%rd1];\n"
                  "mov.f32 %v4.y, %v3.x;\nmov.f32 %v4.r, %w.g;\n{\n.reg .v4 .f32 %v<4>;\nmov.f32 %v3.w, %v7.x;\n}\n}"));
  const Function& body = module.functions.at(0);
  EXPECT_EQ(print(body, body.instructions.at(0)), "ld.global.v2.f32 {%v$x3, %v$y3}, [%rd1];");
  EXPECT_EQ(print(body, body.instructions.at(1)), "mov.f32 %v$y4, %v$x3;");
  EXPECT_EQ(print(body, body.instructions.at(2)), "mov.f32 %v$x4, %w$y;");
  EXPECT_EQ(print(body, body.instructions.at(3)), "mov.f32 %v$w3, %v$x7;");
  const std::string text = print(module);
  EXPECT_NE(text.find("%v$y<9>"), std::string::npos) << text;
  EXPECT_TRUE(same_text(parsed(text), module)) << text;
}

}  // namespace
}  // namespace lanescope::ptx
