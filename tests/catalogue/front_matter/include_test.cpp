// Front matters that include what a family shares, and those that depend on a named knob.
#include <gtest/gtest.h>

#include "catalogue/front_matter/front_matter.h"
#include "catalogue/kernel_file.h"

namespace lanescope::catalogue {
namespace {

/// One kernel for two types of elements; what depends on the type stands in "shared.toml".
const std::string typed_toml = R"toml(title = "Typed"

[parameters]
block = { values = [32, 64], default = 32 }
element = { values = ["i32", "f32"], default = "i32" }

[problem]
n = { min = 1, max = 1000, default = 100 }

[[include]]
file = "shared.toml"
entry = "small"
)toml";

const std::string shared_toml = R"toml([[require]]
that = "element != element_f32 || block == 64"
else = "floats take blocks of 64"

[buffers]
in = { role = "in", type = "{element}", shape = ["n"] }
out = { role = "out", type = "{element}", shape = [1] }

[[launch]]
entry = "{entry}"
grid = ["ceil_div(n, block)"]
block = ["block"]
arguments = ["out", "in", "n"]
cooperative = "block == 64"

[check]
reference = "sum"
output = "out"

[when.element.i32.check]
wrap = true

[when.element.f32.let]
depth = "n / 10"

[when.element.f32.check]
relative = "1e-6 * depth"
)toml";

tl::expected<Kernel, std::vector<Error>> read(const std::string& toml, const std::string& shared) {
  return read_kernel({"family/small", "small.cu", file_of(toml), {{"shared.toml", shared}}});
}

/// The default of block is legal for both elements.
Kernel typed() {
  auto kernel = read(changed("default = 32", "default = 64", typed_toml), shared_toml);
  if (kernel) return *std::move(kernel);
  throw MachineError(kernel.error().front());
}

std::string first_error(const std::string& toml, const std::string& shared) {
  const auto kernel = read(toml, shared);
  return kernel ? "" : kernel.error().front().text();
}

TEST(AnInclude, BringsWhatAFamilySharesWithTheWordsOfTheKernel) {
  const LaunchPlan plan = plan_of(typed());
  ASSERT_EQ(plan.launches.size(), 1u);
  EXPECT_EQ(plan.launches.front().entry, "small");
  EXPECT_EQ(plan.launches.front().line, line_of(typed_toml, "[[include]]")) << "lines are those of the kernel file";
  EXPECT_EQ(plan.check.line, line_of(typed_toml, "[[include]]"));
  EXPECT_EQ(plan.buffers.front().name, "in");
}

TEST(ANamedKnob, ChoosesTypesChecksAndValues) {
  const Kernel kernel = typed();
  const LaunchPlan integers = plan_of(kernel), floats = plan_of(kernel, {{"element", std::string("f32")}});
  EXPECT_EQ(integers.buffers.front().type, ElementType::i32);
  EXPECT_EQ(integers.check.compare, Check::Compare::wrap);
  EXPECT_FALSE(integers.derived.contains("depth"));
  EXPECT_EQ(floats.buffers.front().type, ElementType::f32);
  EXPECT_EQ(floats.check.compare, Check::Compare::relative);
  EXPECT_DOUBLE_EQ(floats.check.tolerance, 1e-5);
  EXPECT_EQ(floats.derived.at("depth"), 10);
}

TEST(ANamedKnob, IsGreyedOutByTheRequirementsOfItsValue) {
  const Kernel kernel = typed();
  const Values small_block{{"block", std::int64_t{32}}};
  EXPECT_EQ(violated_requirement(kernel, small_block, "element", 0), "");
  EXPECT_EQ(violated_requirement(kernel, small_block, "element", 1), "floats take blocks of 64");
  EXPECT_EQ(violated_requirement(kernel, {{"element", std::string("f32")}}, "block", 0), "floats take blocks of 64");
}

TEST(ALaunch, IsCooperativeWhereAnExpressionSaysSo) {
  const Kernel kernel = typed();
  EXPECT_TRUE(plan_of(kernel).is_cooperative());
  EXPECT_FALSE(plan_of(kernel, {{"block", std::int64_t{32}}}).is_cooperative());
}

TEST(AnInclude, IsReportedWithItsOwnFileAndLine) {
  const auto in_shared = [](const std::string& from, const std::string& to) {
    return first_error(typed_toml, changed(from, to, shared_toml));
  };
  EXPECT_EQ(in_shared("role = \"in\"", "rle = \"in\""),
            "shared.toml:6: [buffers] in: unknown key 'rle' (did you mean 'role'?)");
  EXPECT_EQ(in_shared("ceil_div(n, block)", "ceil_div(n, blok)"),
            "shared.toml:11: there is no blok, at character 13 of \"ceil_div(n, blok)\" (did you mean block?)");
  EXPECT_TRUE(in_shared("[check]", "[check").starts_with("shared.toml:16: the front matter is not TOML")) << "file";
  EXPECT_TRUE(in_shared("\"{entry}\"", "\"{entri}\"").starts_with("shared.toml:9: the entry '{entri}' is not in"));
  EXPECT_EQ(in_shared("[when.element.i32.check]", "[when.element.i64.check]"),
            "shared.toml:20: [when.element]: 'i64' is not one of its values (use one of i32, f32)");
  EXPECT_TRUE(
      in_shared("[when.element.i32.check]", "[when.block.32.check]").find("'block' is not a knob with named values"));
  EXPECT_NE(in_shared("[when.element.f32.let]", "[when.element.f32.problem]").find("unknown key 'problem'"),
            std::string::npos);
  EXPECT_EQ(first_error(typed_toml, "title = \"Twice\"\n" + shared_toml),
            "shared.toml:1: 'title' is also set at small.cu:2 (keep one of them)");
  // The defaults of every variant must do.
  EXPECT_TRUE(first_error(typed_toml, shared_toml)
                  .starts_with("shared.toml:2: with the default values: floats take blocks of 64"));
}

TEST(AnInclude, ThatIsMissingOrWrongIsReported) {
  EXPECT_EQ(first_error(changed("shared.toml", "shred.toml", typed_toml), shared_toml),
            "small.cu:12: [[include]]: there is no file kernels/include/shred.toml (use a .toml file in that folder)");
  EXPECT_NE(first_error(changed("file = \"shared.toml\"\n", "", typed_toml), shared_toml).find("has no key 'file'"),
            std::string::npos);
  EXPECT_NE(first_error("include = [\"shared.toml\"]\n" + small_toml, "").find("must be written as [[include]]"),
            std::string::npos);
}

TEST(AFrontMatter, DependsOnOneKnobAtMost) {
  const std::string two =
      changed("[problem]", "order = { values = [\"up\", \"down\"], default = \"up\" }\n\n[problem]", typed_toml);
  EXPECT_NE(
      first_error(two, shared_toml + "[when.order.up.let]\nturn = 1\n").find("depends on the knobs element and order"),
      std::string::npos);
}

TEST(AnAlias, NamesValuesOfTheKnobs) {
  const std::string toml = changed("[problem]", "[alias]\n\"family/small_64\" = { block = 64 }\n\n[problem]");
  const Kernel kernel = good_kernel(toml);
  EXPECT_EQ(kernel.aliases.at("family/small_64"), (Values{{"block", std::int64_t{64}}}));
  EXPECT_NE(errors_of(changed("block = 64 }", "blok = 64 }", toml)).find("did you mean 'block'?"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::catalogue
