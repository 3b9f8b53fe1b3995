// Arguments that are no integers, front matters beside a file, and checks without a reference.
#include <gtest/gtest.h>

#include <cstring>

#include "catalogue/kernel_file.h"
#include "catalogue/reference/number_file.h"

namespace lanescope::catalogue {
namespace {

std::string with_arguments(const std::string& arguments) {
  return changed("arguments = [\"out\", \"in\", \"nx\", \"ny\"]", "arguments = " + arguments);
}

TEST(Arguments, MayBeDecimalNumbersTruthsAndNull) {
  const LaunchPlan plan = plan_of(good_kernel(with_arguments(R"(["out", "in", 1.0, "-2.5e-1", true, false, "null"])")));
  const auto& arguments = plan.launches.at(0).arguments;
  EXPECT_EQ(arguments.at(2).real, 1.0);
  EXPECT_EQ(arguments.at(3).real, -0.25);
  EXPECT_EQ(arguments.at(4).value, 1);
  EXPECT_EQ(arguments.at(5).value, 0);
  EXPECT_EQ(arguments.at(6).value, 0);
  EXPECT_FALSE(arguments.at(6).real);
}

TEST(Arguments, MayPointIntoABuffer) {
  const LaunchPlan plan = plan_of(good_kernel(with_arguments(R"(["out", "in + nx", "nx", "ny"])")));
  const Argument& argument = plan.launches.at(0).arguments.at(1);
  EXPECT_EQ(argument.kind, Argument::Kind::buffer);
  EXPECT_EQ(argument.value, 400);
  EXPECT_NE(errors_of(with_arguments(R"(["out", "in + 2000", "nx", "ny"])"))
                .find("\"in + 2000\" points to element 2000 of in, which has 1000"),
            std::string::npos);
}

TEST(Arguments, NestedDeeperThanAnybodyWritesAreRefusedAtTheirLine) {
  const auto nested = [](int levels, const std::string& open, const std::string& inner, const std::string& close) {
    std::string text = inner;
    for (int level = 0; level < levels; ++level) text = open + text + close;
    return text;
  };
  const auto with = [](const std::string& structure) {
    return with_arguments("[\"out\", \"in\", \"{ " + structure + " }\", \"ny\"]");
  };
  for (const std::string& structure :
       {nested(10'000, "struct { ", "int x = 1;", " } a;"), "int x = " + nested(10'000, "{ ", "1", " }") + ";",
        "float4 x = " + nested(10'000, "float4(", "1", ")") + ";"}) {
    EXPECT_NE(errors_of(with(structure)).find("nested deeper than 32"), std::string::npos) << structure.substr(0, 60);
  }
  static_cast<void>(good_kernel(with(nested(10, "struct { ", "int x = 1;", " } a;"))));
}

TEST(Buffers, MayHaveCapitals) {
  std::string toml = changed("in = {", "In = {");
  toml = changed("\"out\", \"in\"", "\"out\", \"In\"", toml);
  EXPECT_EQ(plan_of(good_kernel(toml)).buffers.at(0).name, "In");
}

TEST(Knobs, AndSizesMayHaveCapitals) {
  std::string toml = changed("block = {", "TileSize = { values = [2, 3], default = 3 }\nBLOCK = {");
  toml = changed("ceil_div(nx, block)", "ceil_div(N, BLOCK)", toml);
  toml = changed("block = [\"block\"]", "block = [\"BLOCK\"]", toml);
  toml = changed("nx = {", "N = {", changed("8 * nx", "8 * N", changed("\"in\", \"nx\"", "\"in\", \"N\"", toml)));
  for (int i = 0; i < 2; ++i) toml = changed("\"ny\", \"nx\"", "\"ny\", \"N\"", toml);
  const Kernel kernel = good_kernel(toml);
  const LaunchPlan plan = plan_of(kernel, {{"N", std::int64_t{64}}, {"BLOCK", std::int64_t{64}}});
  EXPECT_EQ(plan.defines, (std::vector<std::string>{"-DTileSize=3", "-DBLOCK=64"}));
  EXPECT_EQ(plan.sizes.at("N"), 64);
  EXPECT_EQ(plan.launches.at(0).block.x, 64u);
}

TEST(Knobs, MayHaveNamedValuesWithCapitals) {
  const std::string knob =
      "layout = { values = [\"RowMajor\", \"ColumnMajor\"], default = \"ColumnMajor\" }\nblock = {";
  EXPECT_EQ(plan_of(good_kernel(changed("block = {", knob))).defines,
            (std::vector<std::string>{"-DLAYOUT=LAYOUT_COLUMNMAJOR", "-DLAYOUT_ROWMAJOR=0", "-DLAYOUT_COLUMNMAJOR=1",
                                      "-DBLOCK=32"}));
}

TEST(Knobs, ThatTheSourceDefinesItselfAreRefused) {
  EXPECT_NE(errors_of(small_toml, "#define BLOCK 32\n" + small_code)
                .find(" always defines BLOCK, so the knob block has no effect"),
            std::string::npos);
  const std::string guarded = "#ifndef BLOCK\n#define BLOCK 32\n#endif\n#define BLOCKS BLOCK\n" + small_code;
  EXPECT_EQ(plan_of(good_kernel(small_toml, guarded)).defines.front(), "-DBLOCK=32");
}

TEST(Names, OfFunctionsMayBeThoseOfBuffersAndSizes) {
  std::string toml = changed("out = {", "max = {");
  toml = changed("\"out\", \"in\", \"nx\"", "\"max\", \"in\", \"max(nx, 3)\"",
                 changed("output = \"out\"", "output = \"max\"", toml));
  const LaunchPlan plan = plan_of(good_kernel(toml));
  EXPECT_EQ(plan.launches.at(0).arguments.at(0).kind, Argument::Kind::buffer);
  EXPECT_EQ(plan.launches.at(0).arguments.at(2).value, 100);
}

TEST(AFrontMatter, MayStandBesideTheFile) {
  const auto kernel = read_kernel({"small", "dir/small.cu", small_code, {{"small.toml", small_toml}}});
  ASSERT_TRUE(kernel) << kernel.error().front().text();
  EXPECT_EQ(kernel->title, "Small");
  const auto wrong =
      read_kernel({"small", "dir/small.cu", small_code, {{"small.toml", changed("role = \"in\"", "role = \"on\"")}}});
  ASSERT_FALSE(wrong);
  EXPECT_TRUE(wrong.error().front().where.text().starts_with("dir/small.toml:")) << wrong.error().front().where.text();
}

TEST(ACheck, MayNameAnEntryOfTheSameFileOrAFile) {
  const std::string code = small_code + "__global__ void plain(float* out, const float* in, int nx, int ny) {}\n";
  const LaunchPlan plan = plan_of(good_kernel(changed("reference = \"copy\"", "same_as = \"plain\""), code));
  EXPECT_EQ(plan.check.reference_entry, "plain");
  EXPECT_EQ(plan.check.reference_kernel, "");
  EXPECT_EQ(plan.check.reference_name(), "output of the entry plain");
  const LaunchPlan file = plan_of(good_kernel(changed("reference = \"copy\"", "expect = \"out.npy\"")));
  EXPECT_TRUE(file.check.present());
  EXPECT_EQ(file.check.reference_name(), "file out.npy");
}

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

std::string npy(const std::string& type, const std::string& elements, const std::string& order = "False") {
  const std::string header = "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': (2,), }\n";
  return std::string("\x93NUMPY\x01", 7) + std::string(1, '\0') + std::string(1, static_cast<char>(header.size())) +
         std::string(1, '\0') + header + elements;
}

TEST(AFileOfNumbers, IsRawOrNpy) {
  const Buffer buffer{"out", Role::out, ElementType::f32, {2}};
  const std::string elements("\0\0\x80\x3f\0\0\0\x40", 8);
  EXPECT_EQ(elements_in_file(bytes_of(elements), buffer, "f").value(), bytes_of(elements));
  EXPECT_EQ(elements_in_file(bytes_of(npy("<f4", elements)), buffer, "f").value(), bytes_of(elements));
  EXPECT_EQ(elements_in_file(bytes_of(npy("<f8", elements)), buffer, "f").error().what,
            "the .npy file has type '<f8', but the buffer out is f32");
  EXPECT_FALSE(elements_in_file(bytes_of(npy("<f4", elements, "True")), buffer, "f"));
  EXPECT_EQ(elements_in_file(bytes_of(elements.substr(4)), buffer, "f").error().what,
            "the file has 4 bytes of elements, the buffer out has 8");
  EXPECT_FALSE(elements_in_file(bytes_of(npy("<f4", elements).substr(0, 20)), buffer, "f"));
}

}  // namespace
}  // namespace lanescope::catalogue
