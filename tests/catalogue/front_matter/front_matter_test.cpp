#include "catalogue/front_matter/front_matter.h"

#include "catalogue/kernel_file.h"

namespace lanescope::catalogue {
namespace {

TEST(AKernelFile, IsReadWithAllThatDescribesIt) {
  const Kernel kernel = good_kernel(changed("summary = \"A small kernel.\"",
                                            "summary = \"A small kernel.\"\narticle = \"000\"\nsection = \"1.1\"\n"
                                            "claims = [\"one\", \"two\"]"));
  EXPECT_EQ(kernel.source.id, "family/small");
  EXPECT_EQ(kernel.family, "family");
  EXPECT_EQ(kernel.title, "Small");
  EXPECT_EQ(kernel.summary, "A small kernel.");
  EXPECT_EQ(kernel.article, "000");
  EXPECT_EQ(kernel.section, "1.1");
  EXPECT_EQ(kernel.claims, (std::vector<std::string>{"one", "two"}));
  ASSERT_EQ(kernel.parameters.size(), 1u);
  EXPECT_EQ(kernel.parameters[0].name, "block");
  EXPECT_EQ(kernel.parameters[0].values, (std::vector<std::int64_t>{32, 64}));
  EXPECT_EQ(kernel.parameters[0].default_index, 0u);
  EXPECT_EQ(kernel.parameters[0].line, 9);
  ASSERT_EQ(kernel.sizes.size(), 2u);
  EXPECT_EQ(kernel.sizes[1].name, "ny");
  EXPECT_EQ(kernel.sizes[1].minimum, 0);
  EXPECT_EQ(kernel.sizes[1].maximum, 1000);
  EXPECT_EQ(kernel.sizes[1].default_value, 10);
}

TEST(AKernelFile, WithoutAFamilyHasNone) {
  const auto kernel = read_kernel({"loose", "loose.cu", file_of(small_toml), {}});
  ASSERT_TRUE(kernel);
  EXPECT_EQ(kernel->family, "");
}

TEST(AKernelFile, KeepsTheOrderOfItsAuthorAndNotTheAlphabets) {
  const Kernel kernel = good_kernel(changed("block = { values = [32, 64], default = 32 }",
                                            "zeta = { values = [1], default = 1 }\n"
                                            "block = { values = [32, 64], default = 32 }\n"
                                            "alpha = { values = [1], default = 1 }"));
  ASSERT_EQ(kernel.parameters.size(), 3u);
  EXPECT_EQ(kernel.parameters[0].name, "zeta");
  EXPECT_EQ(kernel.parameters[1].name, "block");
  EXPECT_EQ(kernel.parameters[2].name, "alpha");
}

TEST(AKernelFile, MayHaveWindowsLineEndsAMarkAndBlankLinesBeforeItsComment) {
  std::string text = file_of(small_toml);
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.insert(at, 1, '\r');
  const auto kernel = read_text("\xef\xbb\xbf\r\n\r\n" + text);
  ASSERT_TRUE(kernel) << kernel.error().front().text();
  EXPECT_EQ(kernel->parameters[0].line, 8);
}

TEST(AKernelFile, MayDoWithoutEverythingButTitleAndLaunch) {
  const Kernel kernel =
      good_kernel("title = \"x\"\n[[launch]]\nentry = \"small\"\ngrid = 1\nblock = 1\narguments = []\n");
  const LaunchPlan plan = plan_of(kernel);
  EXPECT_EQ(plan.launches.size(), 1u);
  EXPECT_FALSE(plan.check.present());
  EXPECT_EQ(plan.work.bytes, 0);
  EXPECT_EQ(plan.expect, FaultKind::none);
  EXPECT_EQ(plan.timing.scope, TimingRule::Scope::plan);
  EXPECT_TRUE(plan.timing.repeatable);
}

TEST(AKernelFile, MayWriteAnIntegerWhereAnExpressionStands) {
  const LaunchPlan plan = plan_of(good_kernel(changed("bytes = \"8 * nx * ny\"", "bytes = 800\nflops = 7")));
  EXPECT_EQ(plan.work.bytes, 800);
  EXPECT_EQ(plan.work.flops, 7);
}

TEST(ABuffer, HasTheFillThatItsRoleSuggestsUnlessItSaysAnother) {
  std::string toml = changed("arguments = [\"out\", \"in\", \"nx\", \"ny\"]",
                             "arguments = [\"out\", \"in\", \"a\", \"b\", \"c\", \"d\", \"e\"]");
  toml = changed("[[launch]]",
                 "a = { role = \"inout\", type = \"i64\", shape = [2, \"nx\", 3] }\n"
                 "b = { role = \"scratch\", type = \"bf16\", shape = [1] }\n"
                 "c = { role = \"scratch\", type = \"u16\", shape = [1], fill = 65535, reset = \"never\" }\n"
                 "d = { role = \"in\", type = \"f16\", shape = [1], fill = \"index\" }\n"
                 "e = { role = \"out\", type = \"f64\", shape = [0], fill = \"zero\" }\n[[launch]]",
                 toml);
  const std::vector<Buffer> buffers = plan_of(good_kernel(toml)).buffers;
  ASSERT_EQ(buffers.size(), 7u);
  EXPECT_EQ(buffers[0].fill, Fill::random);
  EXPECT_EQ(buffers[1].fill, Fill::poison);
  EXPECT_EQ(buffers[2].fill, Fill::random);
  EXPECT_EQ(buffers[2].shape, (std::vector<std::int64_t>{2, 100, 3}));
  EXPECT_EQ(buffers[2].elements(), 600u);
  EXPECT_EQ(buffers[2].bytes(), 4800u);
  EXPECT_EQ(buffers[3].fill, Fill::poison);
  EXPECT_TRUE(buffers[3].reset);
  EXPECT_EQ(buffers[4].fill, Fill::value);
  EXPECT_EQ(buffers[4].fill_value, 65535);
  EXPECT_FALSE(buffers[4].reset);
  EXPECT_EQ(buffers[5].fill, Fill::index);
  EXPECT_EQ(buffers[6].bytes(), 0u);
}

TEST(ATexture, IsFoundAmongTheArguments) {
  std::string toml = changed("arguments = [\"out\", \"in\", \"nx\", \"ny\"]",
                             "arguments = [\"out\", \"tex\", \"nx\"]\n"
                             "textures = [{ name = \"tex\", buffer = \"in\", layout = \"array_2d\", filter = "
                             "\"linear\", address = \"mirror\", "
                             "normalized = true }]");
  const LaunchPlan plan = plan_of(good_kernel(toml));
  ASSERT_EQ(plan.launches[0].textures.size(), 1u);
  const Texture& texture = plan.launches[0].textures[0];
  EXPECT_EQ(texture.name, "tex");
  EXPECT_EQ(texture.buffer, 0u);
  EXPECT_EQ(texture.layout, Texture::Layout::array_2d);
  EXPECT_EQ(texture.filter, Texture::Filter::linear);
  EXPECT_EQ(texture.address, Texture::Address::mirror);
  EXPECT_TRUE(texture.normalized);
  EXPECT_EQ(plan.launches[0].arguments[1].kind, Argument::Kind::texture);
  EXPECT_EQ(plan.launches[0].arguments[1].index, 0u);
}

TEST(ACheck, ComparesExactlyModuloOrByATolerance) {
  EXPECT_EQ(plan_of(good_kernel(small_toml)).check.compare, Check::Compare::exact);
  std::string integers = changed("type = \"f32\"", "type = \"i32\"", changed("exact = true", "wrap = true"));
  integers = changed("type = \"f32\"", "type = \"i32\"", integers);
  EXPECT_EQ(plan_of(good_kernel(integers)).check.compare, Check::Compare::wrap);
  const auto tolerance = [](const char* relative) {
    const Check check = plan_of(good_kernel(changed("exact = true", relative))).check;
    EXPECT_EQ(check.compare, Check::Compare::relative);
    return check.tolerance;
  };
  EXPECT_EQ(tolerance("relative = \"1e-6\""), 1e-6);
  EXPECT_EQ(tolerance("relative = 1e-6"), 1e-6);
  EXPECT_EQ(tolerance("relative = \"0.001\""), 0.001);
  EXPECT_EQ(tolerance("relative = \" 6e-8 * ( nx + 1 ) \""), 6e-8 * 101);
}

TEST(ACheck, NamesItsOutputInputsAndSampledRows) {
  const Check check = plan_of(good_kernel(changed("exact = true", "exact = true\nsampled_rows = \"ny / 2\""))).check;
  EXPECT_TRUE(check.present());
  EXPECT_EQ(check.reference, "copy");
  EXPECT_EQ(check.output, 1u);
  EXPECT_EQ(check.inputs, (std::vector<std::size_t>{0}));
  EXPECT_EQ(check.sampled_rows, 5);
  const Check same = plan_of(good_kernel(changed("reference = \"copy\"", "same_as = \"family/other\""))).check;
  EXPECT_TRUE(same.present());
  EXPECT_EQ(same.reference_kernel, "family/other");
}

TEST(AMuseumKernel, NamesTheFaultThatItMustShow) {
  for (const FaultKind fault :
       {FaultKind::out_of_bounds, FaultKind::race, FaultKind::uninitialised, FaultKind::divergent_barrier,
        FaultKind::unwritten, FaultKind::mismatch, FaultKind::endless}) {
    const std::string toml = changed("[work]", "[expect]\nfault = \"" + std::string(name_of(fault)) + "\"\n[work]");
    EXPECT_EQ(plan_of(good_kernel(toml)).expect, fault);
  }
}

TEST(Timing, CanBePerLaunchAndUnrepeatable) {
  const LaunchPlan plan =
      plan_of(good_kernel(changed("[work]", "[timing]\nscope = \"launch\"\nrepeatable = false\n[work]")));
  EXPECT_EQ(plan.timing.scope, TimingRule::Scope::launch);
  EXPECT_FALSE(plan.timing.repeatable);
}

TEST(Names, OfTypesRolesAndFillsAreThoseOfTheFormat) {
  for (const char* name : {"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "bf16", "f32", "f64"}) {
    const auto type = element_type(name);
    ASSERT_TRUE(type) << name;
    EXPECT_EQ(name_of(*type), name);
    EXPECT_EQ(size_of(*type) * 8, std::stoul(std::string(name).substr(std::string(name).find_first_of("0123456789"))));
  }
  EXPECT_FALSE(element_type("float"));
  EXPECT_EQ(name_of(Role::inout), "inout");
  EXPECT_EQ(name_of(Fill::poison), "poison");
  EXPECT_EQ(name_of(FaultKind::divergent_barrier), "divergent_barrier");
}

}  // namespace
}  // namespace lanescope::catalogue
