#include "ptx/modules.h"

#include <gtest/gtest.h>

#include <string>

#include "ptx/fixture.h"

namespace lanescope::ptx {
namespace {

std::string module_text(const std::string& target, const std::string& items) {
  return ".version 8.0\n.target " + target + "\n.address_size 64\n" + items;
}
const std::string first = module_text("sm_80", ".visible .entry one()\n{\n  ret;\n}\n");
const std::string second = module_text("sm_80", ".entry two ( .param .u64 p )\n{ ret; }\n.entry three() { ret; }\n");

using Names = std::vector<std::string>;

TEST(Modules, AreFoundOneBehindTheOther) {
  const std::string text = "// made by hand\n" + first + second;
  const auto modules = modules_of(text);
  ASSERT_EQ(modules.size(), 2u);
  EXPECT_EQ(modules[0].kernels, Names{"one"});
  EXPECT_EQ(modules[0].begin, 0u);
  EXPECT_EQ(modules[0].line, 2);
  EXPECT_EQ(modules[1].kernels, (Names{"two", "three"}));
  EXPECT_EQ(modules[1].line, 9);
  EXPECT_EQ(modules[1].target, "sm_80");
}

TEST(Modules, KeepTheNumbersOfTheirLines) {
  const std::string text = first + second;
  const auto modules = modules_of(text);
  const std::string alone = module_alone(text, modules[1]);
  EXPECT_EQ(std::count(alone.begin(), alone.end(), '\n'), std::count(text.begin(), text.end(), '\n'));
  const auto module = parse(alone);
  ASSERT_TRUE(module) << module.error().text();
  ASSERT_EQ(module->functions.size(), 2u);
  EXPECT_EQ(module->functions[0].ptx_line, 11);
}

TEST(Modules, AreWhatCuobjdumpListsBetweenOtherLines) {
  const std::string heading = "\nFatbin ptx code:\n================\narch = sm_80\nptxasOptions = -O3 \"\n\n";
  const std::string text = "\nFatbin elf code:\n================\ncompressed\n" + heading + first + heading + second;
  const auto modules = modules_of(text);
  ASSERT_EQ(modules.size(), 2u);
  EXPECT_TRUE(parse(module_alone(text, modules[0]))) << module_alone(text, modules[0]);
  EXPECT_TRUE(parse(module_alone(text, modules[1])));
}

TEST(Modules, AreNotBegunByWordsInCommentsAndStrings) {
  const std::string text = first +
                           "/*\n.version 1.0\n.entry no() { }\n*/\n.pragma \".entry none() {\";\n// .entry x() {\n" +
                           ".extern .entry declared();\n.entry four() { ret; }\n";
  const auto modules = modules_of(text);
  ASSERT_EQ(modules.size(), 1u);
  EXPECT_EQ(modules[0].kernels, (Names{"one", "four"}));
}

TEST(Modules, OfSeveralWithTheKernelTheNewestThatFitsIsTaken) {
  const auto with = [](const std::string& target) { return module_text(target, ".entry k() { ret; }\n"); };
  const std::string text = with("sm_70") + with("sm_90a") + with("sm_80") + with("sm_80") + with("sm_100");
  const auto modules = modules_of(text);
  ASSERT_EQ(modules.size(), 5u);
  EXPECT_EQ(module_with(text, modules, {"k"}, 90).module, &modules[1]);
  EXPECT_EQ(module_with(text, modules, {"k"}, 89).module, &modules[2]);
  EXPECT_EQ(module_with(text, modules, {"k"}, 75).module, &modules[0]);
  EXPECT_EQ(module_with(text, modules, {"k"}, 60).module, &modules[0]);
  EXPECT_TRUE(module_with(text, modules, {"k"}, 90).others_differ);
  EXPECT_EQ(module_with(text, modules, {"k", "other"}, 90).module, nullptr);
}

TEST(Modules, WithEqualTextAreOne) {
  const std::string text = first + first;
  const auto modules = modules_of(text);
  const auto [module, others_differ] = module_with(text, modules, {"one"}, 90);
  EXPECT_EQ(module, &modules[0]);
  EXPECT_FALSE(others_differ);
}

TEST(Parse, TakesAModuleOfAVersionWithoutAddressSize) {
  const std::string text =
      ".version 1.4\n.target sm_10, map_f64_to_f32\n.entry k (.param .u64 p) { .reg .u32 r; mov.u32 r, 7; exit; }\n";
  const auto module = parse(text);
  ASSERT_TRUE(module) << module.error().text();
  EXPECT_EQ(module->address_size, 64);
  // ptxas refuses the directive in this version.
  EXPECT_EQ(print(*module).find(".address_size"), std::string::npos);
}

TEST(Parse, RefusesAddressesOf32BitsAsPtxasDoes) {
  const auto module = parse(
      ".version 1.4\n.target sm_13\n.entry k (.param .u32 p) {\n.reg .u32 r;\nld.param.u32 r, [p];\n"
      "st.global.u32 [r], r;\nexit; }\n");
  ASSERT_FALSE(module);
  EXPECT_EQ(module.error().what, "addresses of 32 bits are not supported, only of 64");
  EXPECT_EQ(module.error().where.text(), "PTX line 6, kernel k");
}

TEST(Parse, TakesAFileThatIsNamedTwiceAlike) {
  EXPECT_TRUE(parse(first + ".file 1 \"a.cu\"\n.file 1 \"a.cu\"\n"));
  EXPECT_FALSE(parse(first + ".file 1 \"a.cu\"\n.file 1 \"b.cu\"\n"));
}

}  // namespace
}  // namespace lanescope::ptx
