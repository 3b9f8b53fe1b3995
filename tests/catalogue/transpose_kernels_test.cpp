// The transposes' front matter: launches that are legal up to the largest matrix, settings that are refused with a
// reason.
#include <gtest/gtest.h>

#include <algorithm>

#include "catalogue/catalogue.h"
#include "catalogue/reference/reference.h"

namespace lanescope::catalogue {
namespace {

std::map<std::string, std::shared_ptr<const Kernel>> transposes() {
  std::map<std::string, std::shared_ptr<const Kernel>> found;
  const auto snapshot = Catalogue(LANESCOPE_SOURCES "/kernels").snapshot();
  for (const auto& [id, kernel] : snapshot->kernels) {
    if (kernel->family == "transpose") found.emplace(id, kernel);
  }
  return found;
}

TEST(TheCatalogueOfTheProgram, LoadsWithoutAnError) {
  const Catalogue catalogue(LANESCOPE_SOURCES "/kernels");
  const auto snapshot = catalogue.snapshot();
  for (const auto& [path, errors] : snapshot->errors) {
    for (const Error& error : errors) ADD_FAILURE() << error.text();
  }
  EXPECT_FALSE(snapshot->kernels.empty());
  for (const auto& [id, kernel] : snapshot->kernels) {
    EXPECT_FALSE(kernel->summary.empty()) << id;
    EXPECT_FALSE(kernel->article.empty()) << id;
    const auto plan = resolve(*kernel, {}, 1);
    ASSERT_TRUE(plan) << id;
    EXPECT_TRUE(plan->check.present()) << id;
  }
}

TEST(TheTransposes, SayWhereTheyAreTaughtAndWhatCanBeTestedWithThem) {
  const auto kernels = transposes();
  EXPECT_FALSE(kernels.empty());
  for (const auto& [id, kernel] : kernels) {
    EXPECT_FALSE(kernel->section.empty()) << id;
    EXPECT_FALSE(kernel->claims.empty()) << id;
    for (const std::string& claim : kernel->claims) EXPECT_TRUE(claim.ends_with('.')) << id << ": " << claim;
  }
}

TEST(TheTransposes, OfferEachCacheOperatorWhereverAKernelOfOursRuns) {
  const std::vector<std::string> load_operators{"ca", "cg", "cs", "cv"}, store_operators{"wb", "cg", "cs", "wt"};
  for (const auto& [id, kernel] : transposes()) {
    if (kernel->parameters.empty()) continue;  // the driver's copy has nothing to choose
    const auto names_of = [&](const std::string& knob) {
      const auto found = std::find_if(kernel->parameters.begin(), kernel->parameters.end(),
                                      [&](const Parameter& parameter) { return parameter.name == knob; });
      return found == kernel->parameters.end() ? std::vector<std::string>{} : found->names;
    };
    EXPECT_EQ(names_of("load_op"), load_operators) << id;
    EXPECT_EQ(names_of("store_op"), store_operators) << id;
    const auto plan = resolve(*kernel, {}, 1);
    ASSERT_TRUE(plan) << id;
    EXPECT_EQ(plan->choices.at("load_op"), "ca") << id << ": what a plain load does";
    EXPECT_EQ(plan->choices.at("store_op"), "wb") << id << ": what a plain store does";
  }
}

TEST(TheTransposes, HaveALegalLaunchForTheLargestMatrixWithEveryBlock) {
  for (const auto& [id, kernel] : transposes()) {
    if (kernel->parameters.empty()) continue;
    const Parameter& first = kernel->parameters[0];
    const Parameter& second = kernel->parameters[1];
    int legal = 0;
    for (const std::int64_t x : first.values) {
      for (std::size_t index = 0; index < second.values.size(); ++index) {
        const std::string y = written_values(second)[index];
        const Values values = {{first.name, x}, {second.name, value_from_text(y)}, {"nx", 32768}, {"ny", 32768}};
        const auto plan = resolve(*kernel, values, 1);
        const std::string refusal = violated_requirement(*kernel, {{first.name, x}}, second.name, index);
        EXPECT_EQ(plan.has_value(), refusal.empty()) << id << " " << x << " " << y << ": " << refusal;
        if (!plan) continue;
        ++legal;
        ASSERT_EQ(plan->launches.size(), 1u) << id;
        EXPECT_LE(plan->launches[0].block.count(), 1024u) << id;
        EXPECT_LE(plan->launches[0].grid.y, 65535u) << id << ": the largest grid that CUDA allows";
        EXPECT_EQ(plan->work.bytes, std::int64_t{8} << 30) << id;
      }
    }
    EXPECT_GE(legal, 4) << id;
  }
}

}  // namespace
}  // namespace lanescope::catalogue
