#include "ptx/signature.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/file.h"

namespace lanescope::ptx {
namespace {

using Kind = Parameter::Kind;

std::string ptx_of(const std::string& version) {
  return read_file(std::string(LANESCOPE_TEST_DATA) + "/ptx/nvrtc_" + version + ".ptx").value();
}

std::string with_header(const std::string& body) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n" + body;
}

const Signature* find(const std::vector<Signature>& signatures, const std::string& entry) {
  for (const Signature& signature : signatures) {
    if (signature.entry == entry) return &signature;
  }
  return nullptr;
}

Error signature_error(const std::string& text) {
  const auto signatures = read_signatures(text);
  EXPECT_FALSE(signatures.has_value()) << text;
  return signatures ? Error{} : signatures.error();
}

/// PTX of three NVRTC versions for tests/data/ptx/signatures.cu.
class SignaturesOfRealPtx : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Nvrtc, SignaturesOfRealPtx, testing::Values("11.8", "12.9", "13.0"));

TEST_P(SignaturesOfRealPtx, HoldEveryEntryAndNoFunction) {
  const auto signatures = read_signatures(ptx_of(GetParam()));
  ASSERT_TRUE(signatures) << signatures.error().text();
  EXPECT_EQ(signatures->size(), 4u);
  for (const char* entry : {"_Z4fillIfEvPT_S0_", "every_type", "without_parameters", "calls"}) {
    EXPECT_NE(find(*signatures, entry), nullptr) << entry;
  }
}

TEST_P(SignaturesOfRealPtx, GiveEachParameterItsTypeSizeAndAlignment) {
  const auto signatures = read_signatures(ptx_of(GetParam()));
  ASSERT_TRUE(signatures) << signatures.error().text();
  const Signature* every = find(*signatures, "every_type");
  ASSERT_NE(every, nullptr);
  struct Expected {
    Kind kind;
    std::uint32_t bytes, count, alignment;
  };
  const std::vector<Expected> expected{{Kind::unsigned_integer, 1, 1, 1},
                                       {Kind::unsigned_integer, 1, 1, 1},
                                       {Kind::unsigned_integer, 1, 1, 1},
                                       {Kind::unsigned_integer, 1, 1, 1},
                                       {Kind::unsigned_integer, 2, 1, 2},
                                       {Kind::unsigned_integer, 2, 1, 2},
                                       {Kind::unsigned_integer, 4, 1, 4},
                                       {Kind::unsigned_integer, 4, 1, 4},
                                       {Kind::unsigned_integer, 8, 1, 8},
                                       {Kind::unsigned_integer, 8, 1, 8},
                                       {Kind::floating, 4, 1, 4},
                                       {Kind::floating, 8, 1, 8},
                                       {Kind::bits, 1, 2, 2},
                                       {Kind::bits, 1, 24, 8},
                                       {Kind::unsigned_integer, 1, 1, 1},
                                       {Kind::bits, 1, 16, 16},
                                       {Kind::bits, 1, 1, 1},
                                       {Kind::bits, 1, 16, 16},
                                       {Kind::unsigned_integer, 8, 1, 8},
                                       {Kind::unsigned_integer, 8, 1, 8},
                                       {Kind::unsigned_integer, 8, 1, 8}};
  ASSERT_EQ(every->parameters.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Parameter& parameter = every->parameters[i];
    EXPECT_EQ(parameter.name, "every_type_param_" + std::to_string(i));
    EXPECT_EQ(parameter.kind, expected[i].kind) << parameter.text();
    EXPECT_EQ(parameter.bytes, expected[i].bytes) << parameter.text();
    EXPECT_EQ(parameter.count, expected[i].count) << parameter.text();
    EXPECT_EQ(parameter.alignment, expected[i].alignment) << parameter.text();
  }
  const Signature* without = find(*signatures, "without_parameters");
  ASSERT_NE(without, nullptr);
  EXPECT_TRUE(without->parameters.empty());
}

TEST_P(SignaturesOfRealPtx, NameTheLineOfTheEntry) {
  const std::string text = ptx_of(GetParam());
  const auto signatures = read_signatures(text);
  ASSERT_TRUE(signatures) << signatures.error().text();
  for (const Signature& signature : *signatures) {
    std::size_t begin = 0;
    for (int line = 1; line < signature.line; ++line) begin = text.find('\n', begin) + 1;
    const std::string line = text.substr(begin, text.find('\n', begin) - begin);
    EXPECT_NE(line.find(".entry " + signature.entry + "("), std::string::npos) << line;
  }
}

TEST_P(SignaturesOfRealPtx, AreAnErrorOrABeginningOfTheListWhereverTheTextIsCutOff) {
  const std::string text = ptx_of(GetParam());
  const std::vector<Signature> whole = read_signatures(text).value();
  std::size_t errors = 0;
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto cut = read_signatures(std::string_view(text).substr(0, length));
    if (!cut) {
      ++errors;
      EXPECT_FALSE(cut.error().what.empty());
      EXPECT_EQ(cut.error().where.text().rfind("PTX line ", 0), 0u) << cut.error().where.text();
      continue;
    }
    ASSERT_LE(cut->size(), whole.size());
    for (std::size_t i = 0; i < cut->size(); ++i) ASSERT_EQ((*cut)[i], whole[i]) << "cut after " << length;
  }
  EXPECT_GT(errors, text.size() / 4);
}

TEST_P(SignaturesOfRealPtx, SurviveEveryChangedByte) {
  const std::string text = ptx_of(GetParam());
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char letter : {'\0', '"', '{', '}', '(', '9', '\xff'}) {
      std::string changed = text;
      changed[i] = letter;
      const auto signatures = read_signatures(changed);
      if (!signatures) {
        ASSERT_FALSE(signatures.error().what.empty());
      }
    }
  }
}

TEST(Variables, OfTheModuleAreReadAndThoseOfFunctionsSkipped) {
  const auto variables = read_variables(with_header(
      ".const .align 4 .b8 weights[36];\n.visible .global .align 8 .u64 p;\n.global .align 4 .f32 _ZN1a1bE = "
      "0f40000000;\n.visible .entry f(.param .u64 .ptr .global .align 4 q)\n{\n.shared .align 4 .b8 s[8];\n"
      "ret;\n}\n.global .align 1 .b8 $str[2] = {65, 0};\n"));
  ASSERT_TRUE(variables) << variables.error().text();
  ASSERT_EQ(variables->size(), 4u);
  EXPECT_EQ(variables->at(0).name, "weights");
  EXPECT_EQ(variables->at(0).bytes(), 36u);
  EXPECT_EQ(variables->at(0).space, Space::constant);
  EXPECT_EQ(variables->at(1).type, Type::u64);
  EXPECT_EQ(variables->at(2).name, "_ZN1a1bE");
  EXPECT_EQ(variables->at(3).bytes(), 2u);
  EXPECT_FALSE(read_variables("nothing of PTX"));
  EXPECT_FALSE(read_variables(with_header(".global .align 4 .b8 ")));
}

TEST(Signature, ReadsPointerParametersWithTheirTargetsSpaceAndAlignment) {
  const auto signatures = read_signatures(
      with_header(".visible .entry f(\n\t.param .u64 .ptr .global .align 4 f_param_0,\n"
                  "\t.param .u64 .ptr .align 1 f_param_1,\n\t.param .align 16 .b8 s[4][8]\n) { ret; }"));
  ASSERT_TRUE(signatures) << signatures.error().text();
  ASSERT_EQ(signatures->size(), 1u);
  const std::vector<Parameter> expected{{"f_param_0", Kind::unsigned_integer, 8, 1, 8},
                                        {"f_param_1", Kind::unsigned_integer, 8, 1, 8},
                                        {"s", Kind::bits, 1, 32, 16}};
  EXPECT_EQ(signatures->front().parameters, expected);
}

TEST(Signature, ReadsDirectivesWrittenTogetherAndEntriesWithoutAParameterList) {
  const auto signatures =
      read_signatures(with_header(".weak.entry f(.param.s32 x,.param.b128 y){}.entry $g .maxntid 4 {}"));
  ASSERT_TRUE(signatures) << signatures.error().text();
  ASSERT_EQ(signatures->size(), 2u);
  EXPECT_EQ((*signatures)[0].parameters[0].kind, Kind::signed_integer);
  EXPECT_EQ((*signatures)[0].parameters[1].bytes, 16u);
  EXPECT_EQ((*signatures)[1].entry, "$g");
}

TEST(Signature, PassesOverEntriesInCommentsStringsFunctionsAndPrototypes) {
  const auto signatures =
      read_signatures(with_header("// .entry a()\n/* .entry b( \n */ .file 1 \"x .entry c( \\\" {\"\n"
                                  ".extern .entry d(.param .u32 x);\n"
                                  ".func (.param .b32 r) e(.param .b32 x) { ret; }\n"
                                  ".entry f() { { .pragma \"}\"; } }\n"));
  ASSERT_TRUE(signatures) << signatures.error().text();
  ASSERT_EQ(signatures->size(), 1u);
  EXPECT_EQ(signatures->front().entry, "f");
  EXPECT_EQ(signatures->front().line, 9);
}

TEST(Signature, SaysWhichTokenOnWhichLineIsNotUnderstood) {
  EXPECT_EQ(signature_error("").what, "the text ends where the .version that opens PTX was expected");
  EXPECT_EQ(signature_error("int main() {}").what, "found 'int' where the .version that opens PTX was expected");

  const Error type = signature_error(with_header(".entry f(\n.param .texref t)\n{ }"));
  EXPECT_EQ(type.what, "found '.texref' where the type or name of a parameter was expected");
  EXPECT_EQ(type.where.text(), "PTX line 5");

  EXPECT_EQ(signature_error(with_header(".entry f(.param .u32 x .param .u32 y) {}")).what,
            "found '.param' where ',' was expected");
  EXPECT_EQ(signature_error(with_header(".entry 3() {}")).what, "found '3' where the name of an entry was expected");
  EXPECT_EQ(signature_error(with_header(".entry f(.param x) {}")).what,
            "found 'x' where the type of a parameter was expected");
  EXPECT_EQ(signature_error(with_header(".entry f(.param .u8 x[0]) {}")).what,
            "found '0' where an array size was expected");
  EXPECT_EQ(signature_error(with_header(".entry f(.param .u8 x[99999999999999999999]) {}")).what,
            "found '99999999999999999999' where an array size was expected");
  EXPECT_EQ(signature_error(with_header(".entry f() { ret; ")).what,
            "the text ends where the end of entry f was expected");
  EXPECT_EQ(signature_error(with_header(".entry f() { /* ")).what,
            "a comment or string does not end where the end of entry f was expected");
  EXPECT_EQ(signature_error(with_header(".entry f() .maxntid 3")).what,
            "the text ends where the body of entry f was expected");
}

TEST(Signature, WritesAParameterAsPtxDoes) {
  EXPECT_EQ((Parameter{"x", Kind::unsigned_integer, 4, 1, 4}.text()), ".u32 x");
  EXPECT_EQ((Parameter{"x", Kind::bits, 4, 1, 4}.text()), ".b32 x");
  EXPECT_EQ((Parameter{"x", Kind::floating, 2, 1, 2}.text()), ".f16 x");
  EXPECT_EQ((Parameter{"x", Kind::bits, 1, 16, 8}.text()), ".b8 x[16]");
}

}  // namespace
}  // namespace lanescope::ptx
