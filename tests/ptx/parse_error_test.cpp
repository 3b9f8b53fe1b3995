#include <gtest/gtest.h>

#include "ptx/fixture.h"

namespace lanescope::ptx {
namespace {

struct Case {
  const char* body;
  const char* what;
};

Error error_of(const std::string& text) {
  const Expected<Module> module = parse(text);
  EXPECT_FALSE(module) << text;
  return module ? Error{} : module.error();
}

class ErrorInABody : public testing::TestWithParam<Case> {};

/// The faulty line is the second of the body, which is PTX line 7.
TEST_P(ErrorInABody, NamesWhatItIsItsLineAndTheKernel) {
  const Error error = error_of(kernel(std::string("ret;\n") + GetParam().body));
  EXPECT_EQ(error.what, GetParam().what) << GetParam().body;
  EXPECT_EQ(error.where.text(), "PTX line 7, kernel k") << GetParam().body;
  EXPECT_EQ(error.remedy, "the text must be complete PTX, as NVRTC writes it");
}

INSTANTIATE_TEST_SUITE_P(
    Instructions, ErrorInABody,
    testing::Values(Case{"frobnicate.b32 %r1, %r2;", "'frobnicate.b32' is not a known instruction"},
                    Case{"add.wibble.s32 %r1, %r2, 3;", "'.wibble' of 'add.wibble.s32' is not a known suffix"},
                    Case{"add..s32 %r1, %r2, 3;", "'.' of 'add..s32' is not a known suffix"},
                    Case{"add.s32. %r1, %r2, 3;", "'.' of 'add.s32.' is not a known suffix"},
                    Case{".frobnicate 3;", "'.frobnicate' is not a known directive of a function body"},
                    Case{"add.s32 %r1 %r2;", "found '%r2' where ',' or ';' after an operand was expected"},
                    Case{"@%r1 ret;", "the guard of an instruction is not a predicate register"},
                    Case{"@3 ret;", "the guard of an instruction is not a predicate register"},
                    Case{"3;", "found '3' where an instruction, a label, a directive or '}' was expected"},
                    Case{"a.b: ret;", "'a.b' is not a valid label name"}));

INSTANTIATE_TEST_SUITE_P(
    Operands, ErrorInABody,
    testing::Values(Case{"mov.u32 %r1, %r99;", "the register %r99 is not declared"},
                    Case{"mov.u32 %r1, %q1;", "the register %q1 is not declared"},
                    Case{"mov.u32 %r1, %r01;", "the register %r01 is not declared"},
                    Case{"mov.u32 %r1, %tid.q;", "the register %tid.q is not declared"},
                    Case{"mov.u32 %r1, %q1.x;", "the register %q1 is not declared"},
                    Case{"mov.u32 %r1, nothing;", "'nothing' is not declared"},
                    Case{"mov.u32 %r1, ;", "found ';' where an operand was expected"},
                    Case{"mov.u32 %r1, *;", "found '*' where an operand was expected"},
                    Case{"mov.u32 %r1, \"text\";", "found \"text\" where an operand was expected"},
                    Case{"mov.u32 %r1, 09;", "'09' is not a number of at most 64 bits"},
                    Case{"mov.u32 %r1, 0x;", "'0x' is not a number of at most 64 bits"},
                    Case{"mov.u32 %r1, 0x1ffffffffffffffff;",
                         "'0x1ffffffffffffffff' is not a number of at most 64 bits"},
                    Case{"mov.f32 %f1, 0f3F8;", "'0f3F8' is not a number of at most 64 bits"},
                    Case{"mov.f64 %fd1, 1.5.2;", "'1.5.2' is not a number of at most 64 bits"},
                    Case{"mov.u32 %r1, 12abc;", "'12abc' is not a number of at most 64 bits"},
                    Case{"mov.u32 %r1, !%r2;", "a '!' is not followed by a predicate register"},
                    Case{"mov.u32 %r1, -%p1;", "a '-' is followed by neither a number nor a numeric register"},
                    Case{"mov.u32 %r1, -k_param_0;", "a '-' is followed by neither a number nor a numeric register"},
                    Case{"ld.u32 %r1, [%rd1+%rd2];", "found '%rd2' where an offset in bytes was expected"},
                    Case{"ld.u32 %r1, [%rd1;", "found ';' where ']' was expected"},
                    Case{"ld.u32 %r1, [_];", "an address starts with neither a register, a name nor an integer"},
                    Case{"ld.v2.u32 {%r1, {%r2}}, [%rd1];", "found '{' where an operand was expected"},
                    Case{"ld.v2.u32 {}, [%rd1];", "found '}' where an operand was expected"}));

INSTANTIATE_TEST_SUITE_P(
    Labels, ErrorInABody,
    testing::Values(Case{"bra nowhere;", "there is no label nowhere"},
                    Case{"bra 3;", "found '3' where a label was expected"},
                    Case{"L: ret; L: ret;", "the label L is defined twice in one block"},
                    Case{"{ L: ret; } bra L;", "there is no label L"},
                    Case{"ts: .branchtargets nowhere;", "there is no label nowhere"},
                    Case{"ts: .branchtargets L; bra ts; L: ret;", "ts is not a place to branch to"},
                    Case{"brx.idx %r1, L; L: ret;", "L is not a .branchtargets"},
                    Case{"call %rd1, (), L; L: ret;", "L is not a .callprototype or .calltargets"},
                    Case{"call 3;", "the target of a call is neither a function nor a register"},
                    Case{"call nothing, ();", "'nothing' is not declared"},
                    Case{"p : .callprototype () f ();", "found 'f' where the '_' of a prototype was expected"}));

INSTANTIATE_TEST_SUITE_P(
    Declarations, ErrorInABody,
    testing::Values(Case{".reg .b33 %x<3>;", "found '.b33' where the type of a register was expected"},
                    Case{".reg .v3 .b32 x;", "found '.v3' where the type of a register was expected"},
                    Case{".reg .v2 .b32 x, x;", "'x' is declared twice"},
                    Case{".reg .v2 .b32 x<2>, x<2>;", "'x' is declared twice"},
                    Case{".reg .b32 %r<3>;", "'%r' is declared twice"},
                    Case{".reg .b32 x, x;", "'x' is declared twice"},
                    Case{".reg .b32 x<0>;", "the register range x is empty"},
                    Case{".local .b8 k_param_0[3];", "'k_param_0' is declared twice"},
                    Case{".local .b8 a.b;", "found 'a.b' where the name of a variable was expected"},
                    Case{".local .b8 3;", "found '3' where the name of a variable was expected"},
                    Case{".local .align 3 .b8 x;", "the alignment 3 is not a power of 2"},
                    Case{".local .b8 x[0x1000000000000][2];", "an array is too large"},
                    Case{".local .b8 x[2][];", "only the first dimension of an array may be empty"},
                    Case{".local .b8 x[1][1][1][1][1][1][1][1][1];", "an array has more than 8 dimensions"},
                    Case{".local .pred x;", "found '.pred' where the type of a variable was expected"},
                    Case{".pragma nounroll;", "found 'nounroll' where the string of a .pragma was expected"},
                    Case{".loc 1 2;", "found ';' where a column was expected"},
                    Case{".loc 1 2 3, inlined_at 1 2 3", "found 'inlined_at' where function_name was expected"},
                    Case{".loc 99999999999 2 3", "99999999999 is too large for the number of a file"}));

INSTANTIATE_TEST_SUITE_P(
    Initialisers, ErrorInABody,
    testing::Values(
        Case{".global .u32 x[2] = {1, 2, 3};", "an initialiser has more values than the variable"},
        Case{".global .u32 x = {1};", "an initialiser has more braces than the variable has dimensions"},
        Case{".global .u32 x[2][2] = {{1, 2, 3}};", "a list in an initialiser is longer than its dimension"},
        Case{".global .u32 x = 0d3FF0000000000000;", "a floating-point value initialises an integer variable"},
        Case{".global .u32 x = ;", "found ';' where a value was expected"},
        Case{".global .u8 x = 0(k);", "the mask of an address is not a positive integer"},
        Case{".global .u8 x[2][1000000000] = {{1}, {2}};", "an initialiser needs too much padding"}));

TEST(ParseError, OfAModuleNamesItsLine) {
  const auto expect = [](const std::string& text, const char* what, const char* where) {
    const Error error = error_of(text);
    EXPECT_EQ(error.what, what) << text;
    EXPECT_EQ(error.where.text(), where) << text;
  };
  expect("", "the text ends where the .version that opens PTX was expected", "PTX line 1");
  expect("int main;", "found 'int' where the .version that opens PTX was expected", "PTX line 1");
  expect(".version x", "found 'x' where a version such as 8.0 was expected", "PTX line 1");
  expect(".version 8.0\n.address_size 64", "found '.address_size' where a .target was expected", "PTX line 2");
  expect(".version 8.0 .target sm_80 .address_size 32", "addresses of 32 bits are not supported, only of 64",
         "PTX line 1");
  expect(with_header(".frobnicate"), "'.frobnicate' is not a known directive", "PTX line 4");
  expect(with_header("ret;"), "found 'ret' where a directive was expected", "PTX line 4");
  expect(with_header(".visible ret;"), "found 'ret' where a variable, .entry or .func was expected", "PTX line 4");
  expect(with_header(".entry k() .wibble 3 { ret; }"), "'.wibble' is not a known directive of a function",
         "PTX line 4, kernel k");
  expect(with_header(".func f(.reg .v2 .pred x) { ret; }"), "found '.pred' where the type of a parameter was expected",
         "PTX line 4, function f");
  expect(with_header(".entry f(.reg .b32 x) { ret; }"), "found '.reg' where a .param was expected",
         "PTX line 4, kernel f");
  expect(with_header(".func f() { call g; }"), "'g' is not declared", "PTX line 4, function f");
  expect(with_header(".global .u64 x = y;"), "'y' is not declared", "PTX line 4");
  expect(with_header(".file 1 \"a\"\n.file 1 \"b\""), "two files have the number 1", "PTX line 5");
  expect(with_header(".section .debug_str { .b8 1"), "the text ends where the '}' of a section was expected",
         "PTX line 4");
  expect(with_header(".alias f, g"), "the text ends where a name, a string or ';' was expected", "PTX line 4");
}

TEST(ParseError, OfATextThatEndsTooEarlySaysSo) {
  const std::string whole = kernel("{ ld.global.u32 %r1, [%rd1+4]; }\nret; /* end */");
  const std::size_t header = whole.find(".visible"), last = whole.rfind('}');
  for (std::size_t end = header + 1; end <= last; ++end) {
    EXPECT_FALSE(parse(std::string_view(whole).substr(0, end))) << whole.substr(0, end);
  }
  EXPECT_TRUE(parse(whole.substr(0, header))) << "a module of nothing";
  EXPECT_TRUE(parse(whole));
  EXPECT_EQ(error_of(whole.substr(0, last)).what,
            "the text ends where an instruction, a label, a directive or '}' was expected");
  EXPECT_EQ(error_of(whole.substr(0, whole.find("end"))).what,
            "a comment or string does not end where an instruction, a label, a directive or '}' was expected");
}

TEST(ParseError, ComesBeforeTheStackEnds) {
  std::string blocks, lists;
  for (int i = 0; i < 100'000; ++i) {
    blocks += "{ ";
    lists += '{';
  }
  EXPECT_EQ(error_of(kernel(blocks)).what, "blocks are nested deeper than 64");
  EXPECT_EQ(error_of(with_header(".global .u32 x[2][2] = " + lists)).what,
            "an initialiser has more braces than the variable has dimensions");
  EXPECT_EQ(error_of(kernel("ld.u32 " + lists)).what, "found '{' where an operand was expected");
}

}  // namespace
}  // namespace lanescope::ptx
