// [[launch]] cluster: thread block clusters.
#include "catalogue/kernel_file.h"

namespace lanescope::catalogue {
namespace {

std::string with_cluster(const std::string& cluster) {
  return changed("block = [\"block\"]\n", "block = [\"block\"]\ncluster = " + cluster + "\n");
}

TEST(ACluster, HasExtentsThatAreExpressions) {
  const Kernel kernel = good_kernel(with_cluster("[\"block / 16\", \"2\"]"));
  EXPECT_EQ(plan_of(kernel, {{"nx", std::int64_t{128}}}).launches[0].cluster, (Dim3{2, 2, 1}));
  EXPECT_FALSE(plan_of(good_kernel(small_toml)).launches[0].cluster);
}

TEST(ACluster, MustDivideTheGrid) {
  const auto plan = resolve(good_kernel(with_cluster("[2]")), {{"nx", std::int64_t{150}}}, 1);
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().what, "a grid of 5 x 10 x 1 blocks cannot be divided into clusters of 2 x 1 x 1");
  EXPECT_NE(plan.error().remedy.text().find("round_up"), std::string::npos);
}

TEST(ACluster, HasAtMostSixteenBlocks) {
  const std::string errors = errors_of(with_cluster("[4, 5]"));
  EXPECT_NE(errors.find("the cluster has 4 x 5 x 1 blocks"), std::string::npos) << errors;
  EXPECT_NE(errors_of(with_cluster("[0]")).find("cluster.x \"0\" is 0"), std::string::npos);
  EXPECT_NE(errors_of(with_cluster("[1, 1, 1, 1]")).find("cluster has 4 extents"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::catalogue
