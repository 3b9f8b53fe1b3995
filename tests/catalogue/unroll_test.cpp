#include "kernel_file.h"

namespace lanescope::catalogue {
namespace {

/// A reduction: a first pass from the input, then passes between two buffers until one value is left, then a copy.
const std::string reduction = R"toml(title = "Reduction"

[parameters]
block = { values = [4, 8], default = 4 }

[problem]
n = { min = 1, max = 100000, default = 1000 }

[let]
groups = "ceil_div(n, block)"
count = "groups"
count_groups = "ceil_div(count, block)"

[buffers]
in = { role = "in", type = "i32", shape = ["n"] }
from = { role = "scratch", type = "i32", shape = ["groups"] }
to = { role = "scratch", type = "i32", shape = ["groups"] }
out = { role = "out", type = "i32", shape = ["groups"] }

[[launch]]
entry = "small"
grid = ["groups"]
block = ["block"]
shared_bytes = "4 * block"
arguments = ["from", "in", "n"]

[[launch]]
entry = "small"
grid = ["count_groups"]
block = ["block"]
arguments = ["to", "from", "count"]
repeat_while = "count > 1"
update = { count = "count_groups" }
swap = ["from", "to"]

[[launch]]
call = "memcpy"
arguments = ["out", "from"]
)toml";

constexpr std::size_t from = 1;
constexpr std::size_t to = 2;
constexpr std::size_t out = 3;

TEST(ARepetition, IsUnrolledWithUpdatesAndSwapsUntilItsConditionFails) {
  const LaunchPlan plan = plan_of(good_kernel(reduction));
  ASSERT_EQ(plan.launches.size(), 6u);  // 1000 -> 250 -> 63 -> 16 -> 4 -> 1: that first one, four more, the copy
  EXPECT_EQ(plan.launches[0].grid.x, 250u);
  EXPECT_EQ(plan.launches[0].shared_bytes, 16u);
  const std::vector<std::int64_t> counts = {250, 63, 16, 4};
  const std::vector<std::uint32_t> groups = {63, 16, 4, 1};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const Launch& launch = plan.launches[i + 1];
    EXPECT_EQ(launch.arguments[2].value, counts[i]);
    EXPECT_EQ(launch.grid.x, groups[i]);
    EXPECT_EQ(launch.arguments[0].index, i % 2 == 0 ? to : from);
    EXPECT_EQ(launch.arguments[1].index, i % 2 == 0 ? from : to);
    EXPECT_EQ(launch.line, plan.launches[1].line);
  }
}

TEST(ARepetition, LeavesTheBuffersWhereTheLastSwapPutThem) {
  const LaunchPlan even = plan_of(good_kernel(reduction));
  EXPECT_EQ(even.launches.back().call, Launch::Call::memcpy);
  EXPECT_EQ(even.launches.back().entry, "memcpy");
  EXPECT_EQ(even.launches.back().arguments[0].index, out);
  EXPECT_EQ(even.launches.back().arguments[1].index, from);
  const LaunchPlan odd = plan_of(good_kernel(reduction), {{"n", std::int64_t{200}}});  // 50 -> 13 -> 4 -> 1
  ASSERT_EQ(odd.launches.size(), 5u);
  EXPECT_EQ(odd.launches.back().arguments[1].index, to);
}

TEST(ARepetition, WhoseConditionNeverHoldsLaunchesNothing) {
  const LaunchPlan plan = plan_of(good_kernel(reduction), {{"n", std::int64_t{3}}});
  ASSERT_EQ(plan.launches.size(), 2u);
  EXPECT_EQ(plan.launches[1].call, Launch::Call::memcpy);
}

TEST(ARepetition, GivesItsValuesBackToTheLaunchesBehindIt) {
  std::string toml =
      changed("call = \"memcpy\"\narguments = [\"out\", \"from\"]",
              "entry = \"small\"\ngrid = [1]\nblock = [1]\narguments = [\"out\", \"from\", \"count\"]", reduction);
  const LaunchPlan plan = plan_of(good_kernel(toml));
  EXPECT_EQ(plan.launches.back().arguments[2].value, 250);
  EXPECT_EQ(plan.derived.at("count"), 250);
}

TEST(ARepetition, MovesTheCheckedOutputWithTheSwaps) {
  std::string toml = changed("to = { role = \"scratch\"", "to = { role = \"out\"", reduction);
  toml = changed("from = { role = \"scratch\"", "from = { role = \"out\"", toml);
  toml += "\n[check]\nsame_as = \"family/other\"\noutput = \"from\"\nwrap = true\n";
  const Kernel kernel = good_kernel(toml);
  EXPECT_EQ(plan_of(kernel).check.output, from);
  EXPECT_EQ(plan_of(kernel, {{"n", std::int64_t{200}}}).check.output, to);
}

TEST(ARepetition, ComputesAllUpdatesFromTheOldValues) {
  const std::string toml = R"toml(title = "Exchange"
[let]
a = 1
b = 2
steps = 3
[[launch]]
entry = "small"
grid = 1
block = 1
arguments = ["a", "b"]
repeat_while = "steps > 0"
update = { a = "b", b = "a", steps = "steps - 1" }
)toml";
  const LaunchPlan plan = plan_of(good_kernel(toml));
  ASSERT_EQ(plan.launches.size(), 3u);
  EXPECT_EQ(plan.launches[1].arguments[0].value, 2);
  EXPECT_EQ(plan.launches[1].arguments[1].value, 1);
  EXPECT_EQ(plan.launches[2].arguments[0].value, 1);
}

TEST(ARepetition, MayHaveTenThousandLaunchesAndNotOneMore) {
  const auto toml = [](int steps) {
    return "title = \"Long\"\n[problem]\nsteps = { min = 0, max = 20000, default = " + std::to_string(steps) +
           " }\n[[launch]]\nentry = \"small\"\ngrid = 1\nblock = 1\narguments = []\nrepeat_while = \"steps > 0\"\n"
           "update = { steps = \"steps - 1\" }\n";
  };
  const Kernel kernel = good_kernel(toml(10000));
  EXPECT_EQ(plan_of(kernel).launches.size(), 10000u);
  EXPECT_EQ(plan_of(kernel).sizes.at("steps"), 10000);
  const auto longer = resolve(kernel, {{"steps", std::int64_t{10001}}}, 1);
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().what, "the plan has more than 10000 launches");
  EXPECT_EQ(longer.error().where.text(), "small.cu:5");
}

TEST(ALaunch, IsLeftOutWithItsRepetitionsWhenItsConditionIsZero) {
  const std::string toml =
      changed("repeat_while = \"count > 1\"", "when = \"block == 8\"\nrepeat_while = \"count > 1\"", reduction);
  EXPECT_EQ(plan_of(good_kernel(toml)).launches.size(), 2u);
  EXPECT_GT(plan_of(good_kernel(toml), {{"block", std::int64_t{8}}}).launches.size(), 2u);
}

TEST(ALaunch, CanBeCooperativeAndHaveThreeExtents) {
  const std::string toml =
      changed("grid = [\"ceil_div(nx, block)\", \"ny\"]\nblock = [\"block\"]",
              "grid = [2, 3, 4]\nblock = [\"block\", 2, 3]\ncooperative = true\nshared_bytes = 65536");
  const LaunchPlan plan = plan_of(good_kernel(toml));
  const Launch& launch = plan.launches.at(0);
  EXPECT_EQ(launch.grid, (Dim3{2, 3, 4}));
  EXPECT_EQ(launch.block, (Dim3{32, 2, 3}));
  EXPECT_EQ(launch.block.count(), 192u);
  EXPECT_TRUE(launch.cooperative);
  EXPECT_TRUE(plan.is_cooperative());
  EXPECT_FALSE(plan_of(good_kernel(small_toml)).is_cooperative());
  EXPECT_EQ(launch.shared_bytes, 65536u);
}

}  // namespace
}  // namespace lanescope::catalogue
