#include "ptx/module.h"

#include <gtest/gtest.h>

#include <bit>
#include <chrono>

#include "ptx/fixture.h"

namespace lanescope::ptx {
namespace {

using OperandKind = Operand::Kind;

const Operand& operand(const Function& body, std::size_t instruction, std::size_t n) {
  return body.instructions.at(instruction).operands.at(n);
}

std::string reg(const Function& body, const Operand& operand) {
  EXPECT_EQ(operand.kind, OperandKind::reg);
  return body.registers.at(operand.reg).name;
}

TEST(ParsedHeader, HasVersionTargetAndAddressSize) {
  const Module module = parsed(".version 7.8\n.target sm_75, debug\n.address_size 64");
  EXPECT_EQ(module.version_major, 7);
  EXPECT_EQ(module.version_minor, 8);
  EXPECT_EQ(module.target, "sm_75, debug");
  EXPECT_EQ(module.address_size, 64);
}

TEST(ParsedVariables, HaveSpaceTypeAlignmentDimensionsAndLinkage) {
  const Module module =
      parsed(with_header(".visible .global .align 8 .b8 table[3][8];\n"
                         ".extern .shared .align 16 .b8 dynamic[];\n"
                         ".const .v4 .f32 quad;\n"
                         ".weak .global .attribute(.managed) .align 4 .u32 managed;\n"
                         ".global .texref image;\n"));
  const Variable& table = *module.variable("table");
  EXPECT_EQ(table.space, Space::global);
  EXPECT_EQ(table.linkage, Linkage::visible);
  EXPECT_EQ(table.alignment, 8u);
  EXPECT_EQ(table.dimensions, (std::vector<std::uint64_t>{3, 8}));
  EXPECT_EQ(table.elements(), 24u);
  EXPECT_EQ(table.bytes(), 24u);
  EXPECT_FALSE(table.initialised);
  EXPECT_EQ(table.ptx_line, 4);
  const Variable& dynamic = *module.variable("dynamic");
  EXPECT_EQ(dynamic.linkage, Linkage::external);
  EXPECT_EQ(dynamic.space, Space::shared);
  EXPECT_EQ(dynamic.dimensions, (std::vector<std::uint64_t>{0}));
  EXPECT_EQ(dynamic.bytes(), 0u);
  const Variable& quad = *module.variable("quad");
  EXPECT_EQ(quad.space, Space::constant);
  EXPECT_EQ(quad.bytes(), 16u);
  EXPECT_EQ(quad.natural_alignment(), 16u);
  EXPECT_EQ(module.variable("managed")->attributes, ".attribute(.managed)");
  EXPECT_EQ(module.variable("managed")->linkage, Linkage::weak);
  EXPECT_EQ(module.variable("image")->type, Type::texref);
  EXPECT_EQ(module.variable("nothing"), nullptr);
}

TEST(ParsedInitialisers, AreBitsOfTheVariablesType) {
  const Module module =
      parsed(with_header(".global .u32 a[4] = {1, -1, 0x10, 017};\n"
                         ".global .f32 b[3] = {0f3F800000, 1.5, 2};\n"
                         ".global .f64 c[3] = {0d3FF0000000000000, -0.5, 0f40000000};\n"
                         ".global .u64 d = -1;\n"
                         ".global .s32 e[2][3] = {{1}, {2, 3}};\n"
                         ".global .u8 f[2] = {};\n"));
  const auto bits = [&](const char* name) {
    std::vector<std::uint64_t> values;
    for (const auto& value : module.variable(name)->initial) values.push_back(std::get<std::uint64_t>(value));
    return values;
  };
  using Bits = std::vector<std::uint64_t>;
  EXPECT_EQ(bits("a"), (Bits{1, ~std::uint64_t{0}, 16, 15}));
  EXPECT_EQ(bits("b"), (Bits{0x3F800000, 0x3FC00000, 0x40000000}));
  EXPECT_EQ(bits("c"), (Bits{0x3FF0000000000000, 0xBFE0000000000000, 0x4000000000000000}));
  EXPECT_EQ(bits("d"), (Bits{~std::uint64_t{0}}));
  EXPECT_EQ(bits("e"), (Bits{1, 0, 0, 2, 3, 0}));
  EXPECT_EQ(bits("f"), Bits{});
  EXPECT_TRUE(module.variable("f")->initialised);
}

TEST(ParsedInitialisers, HoldAddresses) {
  const Module module =
      parsed(with_header(".global .b8 target[40];\n"
                         ".func f();\n"
                         ".global .u64 a[4] = {target, generic(target)+12, f, 0};\n"
                         ".global .u8 b[2] = {0xFF(target), 0xFF00(generic(target)+4)};\n"
                         ".func f() { ret; }\n"));
  const Variable& a = *module.variable("a");
  ASSERT_EQ(a.initial.size(), 4u);
  EXPECT_EQ(std::get<SymbolAddress>(a.initial[0]), (SymbolAddress{"target", 0, false, 0}));
  EXPECT_EQ(std::get<SymbolAddress>(a.initial[1]), (SymbolAddress{"target", 12, true, 0}));
  EXPECT_EQ(std::get<SymbolAddress>(a.initial[2]), (SymbolAddress{"f", 0, false, 0}));
  EXPECT_EQ(std::get<std::uint64_t>(a.initial[3]), 0u);
  const Variable& b = *module.variable("b");
  EXPECT_EQ(std::get<SymbolAddress>(b.initial.at(0)), (SymbolAddress{"target", 0, false, 0xFF}));
  EXPECT_EQ(std::get<SymbolAddress>(b.initial.at(1)), (SymbolAddress{"target", 4, true, 0xFF00}));
}

TEST(ParsedFunctions, HaveResultsParametersAndDirectives) {
  const std::string text = with_header(
      ".extern .func (.param .b32 func_retval0) vprintf(.param .b64 a, .param .b64 b);\n"
      ".weak .func stop() .noreturn;\n"
      ".visible .entry k(.param .u64 .ptr .global .align 16 p, .param .align 8 .b8 s[24])\n"
      ".maxntid 256, 1, 1\n.minnctapersm 2\n.explicitcluster\n.reqnctapercluster 2, 1, 1\n"
      "{ call stop, (); }\n"
      ".weak .func stop() .noreturn { exit; }\n");
  expect_round_trip(text);
  const Module module = parsed(text);
  const Function& vprintf = *module.function("vprintf");
  EXPECT_FALSE(vprintf.has_body);
  EXPECT_FALSE(vprintf.entry);
  EXPECT_EQ(vprintf.linkage, Linkage::external);
  EXPECT_EQ(vprintf.results.at(0).name, "func_retval0");
  EXPECT_EQ(vprintf.parameters.size(), 2u);
  const Function& k = *module.function("k");
  EXPECT_TRUE(k.entry);
  EXPECT_EQ(k.directives, (std::vector<std::string>{".maxntid 256, 1, 1", ".minnctapersm 2", ".explicitcluster",
                                                    ".reqnctapercluster 2, 1, 1"}));
  EXPECT_EQ(k.parameters.at(0).pointer, ".ptr .global .align 16");
  EXPECT_EQ(k.parameters.at(0).alignment, 0u);
  EXPECT_EQ(k.variable("s")->bytes(), 24u);
  EXPECT_EQ(k.no_return_callees, std::vector<std::string>{"stop"});
  EXPECT_FALSE(k.no_return);
  EXPECT_TRUE(module.function("stop")->has_body) << "the one with a body is preferred";
  EXPECT_TRUE(module.function("stop")->no_return);
  EXPECT_EQ(module.function("nothing"), nullptr);
}

TEST(ParsedRegisters, AreOnlyThoseInUseInTheOrderOfTheirFirstUse) {
  const Function body = parsed_body("add.s32 %r7, %r2, %r7;\nmov.u64 %rd1, %rd8;\n@%p3 mov.u32 %r98, %r0;");
  std::vector<std::string> names;
  for (const Register& used : body.registers) names.push_back(used.name);
  EXPECT_EQ(names, (std::vector<std::string>{"%r7", "%r2", "%rd1", "%rd8", "%p3", "%r98", "%r0"}));
  EXPECT_EQ(body.registers[3].type, Type::b64);
  EXPECT_EQ(body.registers[4].type, Type::pred);
  EXPECT_EQ(body.register_ranges.at(2), (Function::RegisterRange{Type::b32, "%r", 99}));
  EXPECT_EQ(body.instructions[2].guard->reg, 4u);
  EXPECT_FALSE(body.instructions[2].guard->negated);
}

TEST(ParsedRegisters, OfAnEnormousRangeCostNothing) {
  const Module module = parsed(with_header(".entry k() { .reg .b32 %x<4294967295>; mov.b32 %x4294967294, %x0; ret; }"));
  EXPECT_EQ(module.functions.at(0).registers.size(), 2u);
}

TEST(ParsedRegisters, MayEndInTheDigitsOfTheirRangesName) {
  const Module module =
      parsed(with_header(".entry k() { .reg .b32 %v1<5>; .reg .b64 %v<15>; mov.b32 %v14, 0; mov.b64 %v9, 0; }"));
  // %v14 is number 4 of %v1<5> as well as number 14 of %v<15>: the assembler refuses that, here the nearer name wins.
  EXPECT_EQ(module.functions.at(0).registers.at(0).type, Type::b32);
  EXPECT_EQ(module.functions.at(0).registers.at(1).type, Type::b64);
}

TEST(ParsedScopes, HaveRegistersVariablesAndLabelsOfTheirOwn) {
  const std::string text = kernel(
      "{ .reg .b32 t; .param .b32 param0; mov.b32 t, 1; st.param.b32 [param0+0], t; again: bra again; }\n"
      "{ .reg .b64 t; .param .b64 param0; mov.b64 t, 2; st.param.b64 [param0+0], t; again: bra again; }\n"
      "{ .reg .b16 t<2>; mov.b16 t1, 2; { .reg .f32 t1; mov.f32 t1, 0f00000000; } mov.b16 t0, t1; }\n"
      "bra done;\ndone: ret;\n");
  expect_round_trip(text);
  const Function body = std::move(parsed(text).functions.at(0));
  std::vector<std::pair<std::string, Type>> registers;
  for (const Register& used : body.registers) registers.emplace_back(used.name, used.type);
  EXPECT_EQ(registers,
            (std::vector<std::pair<std::string, Type>>{
                {"t", Type::b32}, {"t@1", Type::b64}, {"t1", Type::b16}, {"t1@1", Type::f32}, {"t0", Type::b16}}));
  ASSERT_EQ(body.variables.size(), 2u);
  EXPECT_EQ(body.variables[0].name, "param0");
  EXPECT_EQ(body.variables[1].name, "param0@1");
  EXPECT_EQ(body.variable("param0@1")->type, Type::b64);
  EXPECT_EQ(operand(body, 4, 0).parts.at(0).name, "param0@1");
  EXPECT_EQ(operand(body, 2, 0).name, "again");
  EXPECT_EQ(operand(body, 5, 0).name, "again@1");
  EXPECT_EQ(body.label("again"), 2u);
  EXPECT_EQ(body.label("again@1"), 5u);
  EXPECT_EQ(body.label("done"), 10u);
  EXPECT_EQ(body.label("nowhere"), std::nullopt);
}

TEST(ParsedScopes, SeeTheLabelsAndNamesOutside) {
  const Function body =
      parsed_body("{ .reg .b32 %r<3>; mov.b32 %r1, %r2; @%p1 bra out; mov.b32 %r50, 0; }\nout: mov.b32 %r1, 0;");
  EXPECT_EQ(operand(body, 1, 0).name, "out");
  EXPECT_EQ(reg(body, operand(body, 2, 0)), "%r50") << "number 50 of the range outside";
  EXPECT_NE(operand(body, 0, 0).reg, operand(body, 3, 0).reg) << "%r1 of the scope is not %r1 of the body";
}

TEST(ParsedOperands, HaveEveryForm) {
  const Function body = parsed_body(
      "mov.u32 %r1, -5;\n"
      "mov.u64 %rd1, 18446744073709551615;\n"
      "mov.f32 %f1, 0f3F800000;\n"
      "mov.f64 %fd1, 0d3FF0000000000000;\n"
      "mov.f64 %fd1, -1.5e-3;\n"
      "mov.u32 %r1, 0b101U;\n"
      "mov.u32 %r1, %tid.x;\n"
      "setp.lt.and.u32 %p1|_, %r1, 010, !%p2;\n"
      "ld.global.u8 %rs1, [%rd1+-4];\n"
      "ld.global.u8 %rs1, [k_param_0-0x10];\n"
      "ld.shared.u8 %rs1, [64];\n"
      "mov.u64 %rd1, k_param_0+8;\n"
      "mov.b64 {%r1, _}, %rd2;\n"
      "neg.f32 %f1, -%f2;\n"
      "vadd.s32.u32.s32.sat %r1, %r2.b0, %r3.h1;\n"
      "mov.u32 %r1, WARP_SZ;\n");
  EXPECT_EQ(operand(body, 0, 1).kind, OperandKind::integer);
  EXPECT_EQ(operand(body, 0, 1).bits, static_cast<std::uint64_t>(-5));
  EXPECT_EQ(operand(body, 1, 1).bits, ~std::uint64_t{0});
  EXPECT_EQ(operand(body, 2, 1).kind, OperandKind::float32);
  EXPECT_EQ(operand(body, 2, 1).bits, 0x3F800000u);
  EXPECT_EQ(operand(body, 3, 1).kind, OperandKind::float64);
  EXPECT_EQ(operand(body, 3, 1).bits, 0x3FF0000000000000u);
  EXPECT_EQ(std::bit_cast<double>(operand(body, 4, 1).bits), -1.5e-3);
  EXPECT_EQ(operand(body, 5, 1).bits, 5u);
  EXPECT_EQ(operand(body, 6, 1).kind, OperandKind::special);
  EXPECT_EQ(operand(body, 6, 1).name, "%tid.x");
  EXPECT_EQ(operand(body, 7, 0).kind, OperandKind::pair);
  EXPECT_EQ(reg(body, operand(body, 7, 0).parts.at(0)), "%p1");
  EXPECT_EQ(operand(body, 7, 0).parts.at(1).kind, OperandKind::sink);
  EXPECT_EQ(operand(body, 7, 2).bits, 8u);
  EXPECT_TRUE(operand(body, 7, 3).negated);
  EXPECT_EQ(operand(body, 8, 1).kind, OperandKind::address);
  EXPECT_EQ(operand(body, 8, 1).offset, -4);
  EXPECT_EQ(reg(body, operand(body, 8, 1).parts.at(0)), "%rd1");
  EXPECT_EQ(operand(body, 9, 1).offset, -16);
  EXPECT_EQ(operand(body, 9, 1).parts.at(0).kind, OperandKind::symbol);
  EXPECT_EQ(operand(body, 9, 1).parts.at(0).name, "k_param_0");
  EXPECT_EQ(operand(body, 10, 1).parts.at(0).bits, 64u);
  EXPECT_EQ(operand(body, 11, 1).kind, OperandKind::symbol);
  EXPECT_EQ(operand(body, 11, 1).offset, 8);
  EXPECT_EQ(operand(body, 12, 0).kind, OperandKind::vector);
  EXPECT_EQ(operand(body, 12, 0).parts.size(), 2u);
  EXPECT_TRUE(operand(body, 13, 1).negated);
  EXPECT_EQ(operand(body, 14, 1).selector, "b0");
  EXPECT_EQ(operand(body, 14, 2).selector, "h1");
  EXPECT_EQ(operand(body, 15, 1).name, "WARP_SZ");
}

TEST(ParsedOperands, OfTexturesAreHandleAndCoordinates) {
  const Function body = parsed_body(
      "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];\n"
      "tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, %rd2, {%r1}];\n"
      "sust.b.2d.b32.trap [%rd1, {%r1, %r2}], {%r3};\n");
  const Operand& plain = operand(body, 0, 1);
  EXPECT_EQ(plain.kind, OperandKind::address);
  ASSERT_EQ(plain.parts.size(), 2u);
  EXPECT_EQ(plain.parts[1].kind, OperandKind::vector);
  EXPECT_EQ(plain.parts[1].parts.size(), 2u);
  ASSERT_EQ(operand(body, 1, 1).parts.size(), 3u);
  EXPECT_EQ(operand(body, 1, 1).parts[2].parts.size(), 1u);
  EXPECT_EQ(operand(body, 2, 0).parts.size(), 2u);
}

TEST(ParsedCalls, AreDirectIndirectWithAndWithoutResults) {
  const std::string text = with_header(
      ".func (.param .b32 r) f(.param .b32 a);\n"
      ".func g();\n"
      ".entry k() { .reg .b64 %rd<3>; .param .b32 a; .param .b32 r;\n"
      "call.uni (r), f, (a);\n"
      "call g;\n"
      "call.uni g, ();\n"
      "prototype_0 : .callprototype (.param .b32 _) _ (.param .b32 _) .noreturn;\n"
      "call (r), %rd1, (a), prototype_0;\n"
      "targets: .calltargets f, g;\n"
      "call (r), %rd1, (a), targets;\n"
      "}\n.func (.param .b32 r) f(.param .b32 a) { ret; }\n.func g() { ret; }\n");
  expect_round_trip(text);
  const Module module = parsed(text);
  const Function& body = *module.function("k");
  ASSERT_EQ(body.instructions.size(), 5u);
  EXPECT_EQ(operand(body, 0, 0).kind, OperandKind::list);
  EXPECT_EQ(operand(body, 0, 0).parts.at(0).name, "r");
  EXPECT_EQ(operand(body, 0, 1).kind, OperandKind::symbol);
  EXPECT_EQ(operand(body, 0, 1).name, "f");
  EXPECT_EQ(operand(body, 0, 2).parts.at(0).name, "a");
  EXPECT_TRUE(body.instructions[0].has("uni"));
  EXPECT_EQ(body.instructions[1].operands.size(), 1u);
  EXPECT_EQ(operand(body, 2, 1).kind, OperandKind::list);
  EXPECT_TRUE(operand(body, 2, 1).parts.empty());
  EXPECT_EQ(operand(body, 3, 1).kind, OperandKind::reg);
  EXPECT_EQ(operand(body, 3, 3).kind, OperandKind::label);
  const Prototype* prototype = body.prototype(operand(body, 3, 3).name);
  ASSERT_NE(prototype, nullptr);
  EXPECT_TRUE(prototype->no_return);
  EXPECT_EQ(prototype->results.size(), 1u);
  EXPECT_EQ(prototype->parameters.at(0).name, "_");
  EXPECT_EQ(operand(body, 4, 3).name, "targets");
  EXPECT_EQ(body.prototype("nothing"), nullptr);
}

TEST(ParsedBranches, HaveLabelsAndTables) {
  const std::string body_text = "brx.idx %r1, ts;\nts: .branchtargets\n L0, L1, L0;\nL0: bra.uni L1;\nL1: ret;\n";
  expect_round_trip(kernel(body_text));
  const Function body = parsed_body(body_text);
  EXPECT_EQ(operand(body, 0, 1).kind, OperandKind::label);
  ASSERT_NE(body.branch_targets("ts"), nullptr);
  EXPECT_EQ(*body.branch_targets("ts"), (std::vector<std::string>{"L0", "L1", "L0"}));
  EXPECT_EQ(body.branch_targets("L0"), nullptr);
  EXPECT_EQ(body.label("L0"), 1u);
  EXPECT_EQ(body.label("L1"), 2u);
}

TEST(ParsedLocations, ChainThroughInlining) {
  const std::string text = with_header(
      ".entry k() { .reg .b32 %r<3>;\n"
      "mov.u32 %r1, 1;\n"
      ".loc 1 11 3\nmov.u32 %r1, 2;\n"
      ".loc 2 489 9, function_name $L__info_string0, inlined_at 1 11 3\nmov.u32 %r1, 3;\n"
      ".loc 3 7 1, function_name $L__info_string1+5, inlined_at 2 489 9\nmov.u32 %r1, 4;\nmov.u32 %r2, 4;\n"
      ".loc 3 8 1, function_name $L__info_string1, inlined_at 1 99 9\nmov.u32 %r1, 5;\n"
      ".loc 1 11 3\nret;\n}\n"
      ".file 1 \"kernel.cu\"\n.file 2 \"a.h\", 1234, 567\n.file 3 \"b.h\"\n");
  const Module module = parsed(text);
  const Function& body = *module.function("k");
  EXPECT_EQ(module.files.at(2), "a.h");
  EXPECT_EQ(body.instructions[0].location, -1);
  const auto places = [&](std::size_t i) { return source_place(body, module, body.instructions.at(i).location); };
  EXPECT_EQ(places(0).innermost, SourcePlace{});
  EXPECT_EQ(places(1).innermost, (SourcePlace{"kernel.cu", 11, 3}));
  EXPECT_EQ(places(1).outermost, (SourcePlace{"kernel.cu", 11, 3}));
  EXPECT_EQ(places(2).innermost, (SourcePlace{"a.h", 489, 9}));
  EXPECT_EQ(places(2).outermost, (SourcePlace{"kernel.cu", 11, 3}));
  EXPECT_EQ(places(3).innermost, (SourcePlace{"b.h", 7, 1}));
  EXPECT_EQ(places(3).outermost, (SourcePlace{"kernel.cu", 11, 3}));
  EXPECT_EQ(places(4).innermost, places(3).innermost);
  EXPECT_EQ(places(5).outermost, (SourcePlace{"kernel.cu", 99, 9})) << "a place that no .loc named";
  EXPECT_EQ(places(6).innermost, (SourcePlace{"kernel.cu", 11, 3}));
  EXPECT_EQ(body.locations.size(), 6u) << "five .loc and the place without one";
  EXPECT_EQ(body.locations[static_cast<std::size_t>(body.instructions[3].location)].function, "$L__info_string1+5");
  EXPECT_EQ(print(module).find("1234"), std::string::npos) << "time stamps are cut";
}

TEST(ParsedModule, KeepsSectionsAliasesAndPragmas) {
  const std::string text = with_header(
      ".pragma \"used_bytes_mask\";\n"
      ".func f() { .pragma \"nounroll\"; .pragma \"a\", \"b\"; ret; }\n"
      ".alias g, f;\n"
      ".section .debug_str\n{\n$L__info_string0:\n.b8 95,90 // }\n.b8 0\n}\n");
  expect_round_trip(text);
  const Module module = parsed(text);
  EXPECT_EQ(module.others, (std::vector<std::string>{".pragma \"used_bytes_mask\"", ".alias g, f"}));
  ASSERT_EQ(module.sections.size(), 1u);
  EXPECT_EQ(module.sections[0].first, ".debug_str");
  EXPECT_NE(module.sections[0].second.find(".b8 95,90"), std::string::npos);
  const Function& f = *module.function("f");
  EXPECT_EQ(f.body_directives.at(0).kind, BodyDirective::Kind::pragma);
  EXPECT_EQ(f.body_directives.at(0).name, "nounroll");
}

TEST(ParsedInstructions, KnowTheirLines) {
  const Function body = parsed_body("\nret;\n/* two\nlines */ exit;");
  EXPECT_EQ(body.instructions.at(0).ptx_line, 7);
  EXPECT_EQ(body.instructions.at(1).ptx_line, 9);
}

/// A bound that even a sanitizer's build keeps; bench/parse_ptx measures.
TEST(Parsing, IsLinear) {
  const auto seconds = [](int lines) {
    std::string text;
    for (int i = 0; i < lines; ++i) text += "mad.lo.s32 %r" + std::to_string(i % 99) + ", %r1, 4, %r2;\n";
    text = kernel(text);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(parsed(text).functions.at(0).instructions.size(), static_cast<std::size_t>(lines));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  seconds(1'000);
  EXPECT_LT(seconds(200'000), 20.0);
}

}  // namespace
}  // namespace lanescope::ptx
