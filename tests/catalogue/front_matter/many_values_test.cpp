// [let] with as many values as a file may hold, in the worst order.
#include <fmt/format.h>

#include "catalogue/front_matter/front_matter.h"
#include "catalogue/kernel_file.h"

namespace lanescope::catalogue {
namespace {

/// [let] of `count` values, each of which uses the one behind it; the last is nx.
std::string chain(int count) {
  std::string toml = "[let]\n";
  for (int i = 0; i < count; ++i)
    toml += fmt::format("v{} = \"{}\"\n", i, i + 1 < count ? fmt::format("v{} + 1", i + 1) : "nx");
  return changed("[buffers]\n", toml + "\n[buffers]\n");
}

TEST(ManyValues, InReverseOrderAreResolved) {
  constexpr int count = 20'000;
  const Kernel kernel = good_kernel(changed("\"8 * nx * ny\"", "\"v0\"", chain(count)));
  EXPECT_EQ(plan_of(kernel, {{"nx", std::int64_t{5}}}).derived.at("v0"), 5 + count - 1);
}

TEST(ManyValues, KeepTheOrderOfTheFileWhereTheyMay) {
  const Kernel kernel =
      good_kernel(changed("[buffers]\n", "[let]\nc = \"b + a\"\nb = \"nx\"\na = \"b\"\nd = \"1\"\n\n[buffers]\n"));
  std::vector<std::string> names;
  for (const auto& [name, formula] : kernel.front_matter->derived) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"b", "a", "c", "d"}));
}

TEST(ManyValues, ThatNeedThemselvesAreNamedInShort) {
  std::string toml = chain(1000);
  const std::string errors = errors_of(changed("v999 = \"nx\"", "v999 = \"v0\"", toml));
  EXPECT_NE(errors.find("[let]: circular definition: v0 -> v1 -> v2"), std::string::npos) << errors;
  EXPECT_LT(errors.size(), 1000u) << "a cycle of a thousand values is not listed whole";
}

}  // namespace
}  // namespace lanescope::catalogue
