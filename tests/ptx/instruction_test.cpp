#include "ptx/instruction.h"

#include <gtest/gtest.h>

#include <set>

#include "ptx/fixture.h"
#include "ptx/parse/literal.h"

namespace lanescope::ptx {
namespace {

TEST(Opcodes, AreFoundByTheirNames) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < opcode_count; ++i) {
    const auto opcode = static_cast<Opcode>(i);
    EXPECT_EQ(opcode_named(name_of(opcode)), opcode);
    EXPECT_TRUE(names.insert(name_of(opcode)).second);
  }
  EXPECT_EQ(name_of(Opcode::and_), "and");
  EXPECT_EQ(name_of(Opcode::alloca_), "alloca");
  EXPECT_EQ(name_of(Opcode::ldmatrix), "ldmatrix");
  EXPECT_EQ(name_of(Opcode::vabsdiff4), "vabsdiff4");
  EXPECT_EQ(name_of(Opcode::wmma), "wmma");
  EXPECT_EQ(opcode_named("ad"), std::nullopt);
  EXPECT_EQ(opcode_named(""), std::nullopt);
  EXPECT_EQ(opcode_named("zzz"), std::nullopt);
}

TEST(Types, AreFoundByTheirNamesAndKnowTheirBits) {
  for (std::size_t i = 1; i < type_count; ++i) {
    const auto type = static_cast<Type>(i);
    EXPECT_EQ(type_named(name_of(type)), type);
    EXPECT_GT(bits_of(type), 0u);
  }
  EXPECT_EQ(type_named(""), std::nullopt);
  EXPECT_EQ(type_named("none"), std::nullopt);
  EXPECT_EQ(bits_of(Type::none), 0u);
  EXPECT_EQ(bytes_of(Type::pred), 1u);
  EXPECT_EQ(bytes_of(Type::b128), 16u);
  EXPECT_EQ(bytes_of(Type::f16x2), 4u);
  EXPECT_EQ(bytes_of(Type::s16), 2u);
  EXPECT_TRUE(is_float(Type::bf16x2));
  EXPECT_TRUE(is_float(Type::f64));
  EXPECT_FALSE(is_float(Type::b64));
  EXPECT_TRUE(is_signed_integer(Type::s8));
  EXPECT_TRUE(is_signed_integer(Type::s16x2));
  EXPECT_FALSE(is_signed_integer(Type::u64));
  EXPECT_FALSE(is_signed_integer(Type::f32));
}

TEST(Modifiers, AreKnownWords) {
  EXPECT_TRUE(Modifier::named("shared::cta"));
  EXPECT_TRUE(Modifier::named("L2::128B"));
  EXPECT_TRUE(Modifier::named("m16n8k16"));
  EXPECT_TRUE(Modifier::named("m64n248k16"));
  EXPECT_FALSE(Modifier::named("m64n249k16"));
  EXPECT_FALSE(Modifier::named("nonsense"));
  EXPECT_FALSE(Modifier::named(""));
}

TEST(SpecialRegisters, AreThoseOfTheManual) {
  for (const char* name : {"%tid.x", "%nctaid.z", "%laneid", "%clock64", "%envreg0", "%envreg31", "%pm0", "%pm7_64",
                           "WARP_SZ", "%cluster_ctaid.y", "%globaltimer", "%reserved_smem_offset_1"}) {
    EXPECT_TRUE(is_special_register(name)) << name;
  }
  for (const char* name : {"%tid", "%tid.q", "%envreg32", "%envreg01", "%envreg", "%pm8", "%laneid.x", "%r1", ""}) {
    EXPECT_FALSE(is_special_register(name)) << name;
  }
}

TEST(Instructions, AnswerWhatTheirSuffixesSay) {
  const Function body = parsed_body(
      "ld.global.nc.L2::128B.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];\n"
      "cvt.rn.f16x2.f32 %r1, %f1, %f2;\n"
      "st.shared::cluster.v2.u32 [%r1], {%r2, %r3};\n"
      "atom.shared::cta.add.u32 %r1, [%r2], 1;\n"
      "ld.u8 %rs1, [%rd1];\n");
  const Instruction& load = body.instructions.at(0);
  EXPECT_EQ(load.opcode, Opcode::ld);
  EXPECT_EQ(load.mnemonic(), "ld.global.nc.L2::128B.v4.f32");
  EXPECT_EQ(load.space(), Space::global);
  EXPECT_EQ(load.vector(), 4u);
  EXPECT_TRUE(load.has("nc"));
  EXPECT_TRUE(load.has("L2::128B"));
  EXPECT_FALSE(load.has("f32"));
  EXPECT_EQ(load.type(), Type::f32);
  EXPECT_EQ(load.type(1), Type::none);
  EXPECT_EQ(body.instructions.at(1).type(0), Type::f16x2);
  EXPECT_EQ(body.instructions.at(1).type(1), Type::f32);
  EXPECT_EQ(body.instructions.at(2).space(), Space::shared_cluster);
  EXPECT_EQ(body.instructions.at(2).vector(), 2u);
  EXPECT_EQ(body.instructions.at(3).space(), Space::shared);
  EXPECT_EQ(body.instructions.at(4).space(), Space::generic);
  EXPECT_EQ(body.instructions.at(4).vector(), 1u);
}

TEST(Instructions, WithTheSameTextDifferInNothingButTheirLine) {
  const Function body = parsed_body("add.s32 %r1, %r2, 3;\n\nadd.s32 %r1, %r2, 3;\nadd.s32 %r1, %r2, 4;");
  EXPECT_NE(body.instructions[0].ptx_line, body.instructions[1].ptx_line);
  EXPECT_TRUE(same_text(body.instructions[0], body.instructions[1]));
  EXPECT_FALSE(same_text(body.instructions[0], body.instructions[2]));
}

}  // namespace
}  // namespace lanescope::ptx
