// Variables of the source, and structures as values.
#include <cstring>

#include "catalogue/c_types.h"
#include "catalogue/kernel_file.h"

namespace lanescope::catalogue {
namespace {

std::string with_symbols(const std::string& symbols) {
  return changed("[[launch]]", "[symbols]\n" + symbols + "\n[[launch]]");
}
std::string with_argument(const std::string& argument) {
  return changed("[\"out\", \"in\", \"nx\", \"ny\"]", "[\"out\", \"in\", " + argument + ", \"ny\"]");
}
Structure structure_of(const std::string& argument) {
  const LaunchPlan plan = plan_of(good_kernel(with_argument(argument)));
  const Argument& value = plan.launches.at(0).arguments.at(2);
  EXPECT_EQ(value.kind, Argument::Kind::structure);
  return value.structure.value_or(Structure{});
}
template <class T>
T at(const Structure& structure, std::size_t offset) {
  T value{};
  EXPECT_LE(offset + sizeof(T), structure.bytes.size());
  if (offset + sizeof(T) <= structure.bytes.size()) std::memcpy(&value, structure.bytes.data() + offset, sizeof(T));
  return value;
}

TEST(Symbols, AreValuesAndBuffers) {
  const LaunchPlan plan =
      plan_of(good_kernel(with_symbols("a = 1.5\n\"mine::b\" = \"nx * 2\"\nc = true\npointer = \"in + 3\"\n"
                                       "table = { type = \"u8\", shape = [16] }\n"
                                       "sum = { role = \"out\", type = \"f64\" }")));
  ASSERT_EQ(plan.symbols.size(), 6u);
  EXPECT_EQ(plan.symbols[0].value.real, 1.5);
  EXPECT_EQ(plan.symbols[1].name, "mine::b");
  EXPECT_EQ(plan.symbols[1].value.value, 200);
  EXPECT_EQ(plan.symbols[2].value.value, 1);
  EXPECT_EQ(plan.symbols[3].value.kind, Argument::Kind::buffer);
  EXPECT_EQ(plan.symbols[3].value.value, 12);
  ASSERT_EQ(plan.buffers.size(), 4u);
  EXPECT_EQ(plan.symbols[4].buffer, 2u);
  EXPECT_EQ(plan.buffers[2].role, Role::in);
  EXPECT_EQ(plan.buffers[2].bytes(), 16u);
  EXPECT_EQ(plan.buffers[3].elements(), 1u);
  EXPECT_EQ(plan.buffers[3].fill, Fill::zero);
  EXPECT_EQ(plan.symbol_of(3), &plan.symbols[5]);
  EXPECT_EQ(plan.symbol_of(0), nullptr);
}

TEST(Symbols, MayHoldABufferThatIsChecked) {
  const std::string toml =
      changed("output = \"out\"", "output = \"result\"",
              with_symbols("result = { role = \"out\", type = \"f32\", shape = [\"ny\", \"nx\"] }"));
  EXPECT_EQ(plan_of(good_kernel(toml)).check.output, 2u);
}

TEST(Symbols, AreRefusedWhenTheyCannotBe) {
  const auto refused = [](const std::string& symbols) { return errors_of(with_symbols(symbols)); };
  EXPECT_NE(refused("a = { buffer = \"inn\" }").find("[symbols] a: there is no buffer 'inn'"), std::string::npos);
  EXPECT_NE(refused("a = { buffer = \"in\" }\nb = { buffer = \"in\" }")
                .find("its buffer is already used by another variable"),
            std::string::npos);
  EXPECT_NE(refused("a = { shape = [3] }").find("[symbols] a has no key 'type'"), std::string::npos);
  EXPECT_NE(refused("a = { type = \"f32\", size = 3 }").find("unknown key 'size'"), std::string::npos);
  EXPECT_NE(refused("out = { type = \"f32\" }").find("the name 'out' is used in both [buffers]"), std::string::npos);
  EXPECT_NE(refused("a = \"nz\"").find("there is no nz"), std::string::npos);
}

TEST(AStructure, IsLaidOutByTheRulesOfCpp) {
  const Structure value = structure_of(
      "\"{ char a = -1; const float* p = in + nx; short b[3] = {1, 2}; float4 v = {1, 2, 3, 4}; struct { bool on = "
      "true; "
      "double d = 0.5 } inner[2]; __half h = 0.75; std::size_t n = nx * ny; int* none = null }\"");
  EXPECT_EQ(value.bytes.size(), 112u);
  EXPECT_EQ(at<std::int8_t>(value, 0), -1);
  ASSERT_EQ(value.addresses.size(), 1u);
  EXPECT_EQ(value.addresses[0].offset, 8u);
  EXPECT_EQ(value.addresses[0].buffer, 0u);
  EXPECT_EQ(value.addresses[0].value, 400);
  EXPECT_EQ(at<std::int16_t>(value, 18), 2);
  EXPECT_EQ(at<std::int16_t>(value, 20), 0) << "what is left out in braces is 0";
  EXPECT_EQ(at<float>(value, 32 + 12), 4.0f) << "a float4 begins at a multiple of 16";
  EXPECT_EQ(at<bool>(value, 48), true);
  EXPECT_EQ(at<double>(value, 64 + 8), 0.5) << "the second one of the array";
  EXPECT_EQ(at<std::uint16_t>(value, 80), 0x3a00u) << "0.75 as a half";
  EXPECT_EQ(at<std::uint64_t>(value, 88), 1000u);
  const auto bytes = value.with_addresses([](std::size_t buffer) { return 0x1000 * (buffer + 1); });
  std::uint64_t address = 0;
  std::memcpy(&address, bytes.data() + 8, 8);
  EXPECT_EQ(address, 0x1000u + 400u);
}

TEST(AStructure, MayBeAListOfFieldsOrAVector) {
  EXPECT_EQ(structure_of("{ fields = [\"int a = nx\", \"float b = 2\"] }").layout, "a at 0, b at 4, together 8 bytes");
  EXPECT_EQ(at<float>(structure_of("\"make_float3(1, -2.5f, 3)\""), 4), -2.5f);
  EXPECT_EQ(at<std::uint32_t>(structure_of("\"dim3(nx, 4)\""), 8), 1u) << "an extent that is left out is 1";
  EXPECT_EQ(structure_of("\"uchar4(1, 2, 3, 4)\"").bytes.size(), 4u);
}

TEST(AStructure, IsRefusedWithTheFieldThatIsWrong) {
  const auto refused = [](const std::string& value) { return errors_of(with_argument("\"" + value + "\"")); };
  EXPECT_NE(refused("{ int a }").find("the field a has no value"), std::string::npos);
  EXPECT_NE(refused("{ matrix a = 1 }").find("the field a has the unknown type matrix"), std::string::npos);
  EXPECT_NE(refused("{ int a = in }").find("the field a is not a pointer, but \"in\" is a buffer"), std::string::npos);
  EXPECT_NE(refused("{ int* a = 5 }").find("the field a is a pointer, but \"5\" is not"), std::string::npos);
  EXPECT_NE(refused("{ char a = nx * 10 }").find("the field a of type i8 cannot represent nx * 10 exactly"),
            std::string::npos);
  EXPECT_NE(refused("{ unsigned a = -1 }").find("of type u32 cannot represent -1 exactly"), std::string::npos);
  EXPECT_NE(refused("{ int a = 1.5 }").find("of type i32 cannot represent 1.5 exactly"), std::string::npos);
  EXPECT_NE(refused("{ half a = 0.1 }").find("of type f16 cannot represent 0.1 exactly"), std::string::npos);
  EXPECT_NE(refused("{ int a[2] = 1 }").find("the values of the array a are not in braces"), std::string::npos);
  EXPECT_NE(refused("{ int a[2] = {1, 2, 3} }").find("a has 2 values, but 3 were given"), std::string::npos);
  EXPECT_NE(refused("float4(1, 2)").find("has 4 values, but 2 were given"), std::string::npos);
  EXPECT_NE(refused("{ int a[9999] = {} }").find("larger than kernel parameters may be"), std::string::npos);
  EXPECT_NE(refused("{ int a = nz }").find("there is no nz"), std::string::npos);
  EXPECT_NE(refused("{ }").find("a structure has no fields"), std::string::npos);
  EXPECT_NE(refused("{ 5 }").find("is not a field"), std::string::npos);
  EXPECT_NE(refused("{ struct { int a = 1 } }").find("is not a field"), std::string::npos);
}

TEST(ATypeOfC, HasTheSizeAndAlignmentOfTheDevice) {
  const auto sizes = [](const char* name) {
    const auto type = c_type(name);
    return type ? std::pair(type->bytes(), type->alignment()) : std::pair(0u, 0u);
  };
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  EXPECT_EQ(sizes("bool"), Pair(1, 1));
  EXPECT_EQ(sizes("const unsigned long long"), Pair(8, 8));
  EXPECT_EQ(sizes("void**"), Pair(8, 8));
  EXPECT_EQ(sizes("float3"), Pair(12, 4));
  EXPECT_EQ(sizes("double4"), Pair(32, 16));
  EXPECT_EQ(sizes("char2"), Pair(2, 2));
  EXPECT_EQ(sizes("__half2"), Pair(4, 4));
  EXPECT_EQ(sizes("ulonglong2"), Pair(16, 16));
  EXPECT_EQ(sizes("dim3"), Pair(12, 4));
  EXPECT_EQ(sizes("matrix4"), Pair(0, 0));
  EXPECT_EQ(sizes("float5"), Pair(0, 0));
}

}  // namespace
}  // namespace lanescope::catalogue
