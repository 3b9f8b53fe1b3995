// [[launch]] call = "cublas_sgemm".
#include "kernel_file.h"

namespace lanescope::catalogue {
namespace {

const std::string library_product = R"toml(title = "Product by cuBLAS"

[problem]
m = { min = 0, max = 100000, default = 3 }
n = { min = 0, max = 100000, default = 7 }
k = { min = 0, max = 5000000000, default = 5 }

[buffers]
a = { role = "in", type = "f32", shape = ["m", "k"] }
b = { role = "in", type = "f32", shape = ["k", "n"] }
c = { role = "out", type = "f32", shape = ["m", "n"] }

[[launch]]
call = "cublas_sgemm"
arguments = ["c", "a", "b", "m", "n", "k"]
)toml";

const std::string usage =
    "small.cu:14: [[launch]]: cublas_sgemm takes three buffers and three sizes: C = A * B, then m, n, k";

TEST(ALibraryCall, HasThreeMatricesAndTheirExtents) {
  const LaunchPlan plan = plan_of(good_kernel(library_product));
  ASSERT_EQ(plan.launches.size(), 1u);
  const Launch& launch = plan.launches[0];
  EXPECT_EQ(launch.call, Launch::Call::library);
  EXPECT_EQ(launch.entry, "cublas_sgemm");
  ASSERT_EQ(launch.arguments.size(), 6u);
  EXPECT_EQ(launch.arguments[0].index, 2u);
  EXPECT_EQ(launch.arguments[1].index, 0u);
  EXPECT_EQ(launch.arguments[2].index, 1u);
  EXPECT_EQ(launch.arguments[3].value, 3);
  EXPECT_EQ(launch.arguments[4].value, 7);
  EXPECT_EQ(launch.arguments[5].value, 5);
}

TEST(ALibraryCall, RefusesOtherArguments) {
  for (const char* arguments : {"[\"c\", \"a\", \"b\", \"m\", \"n\"]", "[\"c\", \"a\", \"m\", \"b\", \"n\", \"k\"]",
                                "[\"c\", \"a\", \"b\", \"m\", \"n\", \"a\"]", "[]"}) {
    const std::string errors =
        errors_of(changed("[\"c\", \"a\", \"b\", \"m\", \"n\", \"k\"]", arguments, library_product));
    EXPECT_NE(errors.find(usage), std::string::npos) << arguments << "\n" << errors;
  }
  const std::string none =
      errors_of(changed("arguments = [\"c\", \"a\", \"b\", \"m\", \"n\", \"k\"]\n", "", library_product));
  EXPECT_NE(none.find("arguments"), std::string::npos) << none;
}

TEST(ALibraryCall, RefusesAProductThatIsAnInputAndOtherTypes) {
  const std::string written = errors_of(changed("[\"c\", \"a\"", "[\"a\", \"c\"", library_product));
  EXPECT_NE(written.find("cublas_sgemm writes a, which has the role in"), std::string::npos) << written;
  const std::string types =
      errors_of(changed("b = { role = \"in\", type = \"f32\"", "b = { role = \"in\", type = \"f64\"", library_product));
  EXPECT_NE(types.find("cublas_sgemm multiplies f32; b is f64"), std::string::npos) << types;
}

TEST(ALibraryCall, StaysInsideItsBuffers) {
  const std::string outside = errors_of(changed("\"m\", \"n\", \"k\"]", "\"m\", \"n\", \"k + 1\"]", library_product));
  EXPECT_NE(outside.find("small.cu:14: with the default values: cublas_sgemm: a has 15 elements, 3 x 6 are 18"),
            std::string::npos)
      << outside;
  const std::string negative = errors_of(changed("\"m\", \"n\", \"k\"]", "\"m\", \"n - 8\", \"k\"]", library_product));
  EXPECT_NE(negative.find("cublas_sgemm: \"n - 8\" is -1; the range is 0 to 2147483647"), std::string::npos)
      << negative;
  const auto large =
      resolve(good_kernel(library_product), {{"m", std::int64_t{1}}, {"k", std::int64_t{4'000'000'000}}}, 1);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().what, "cublas_sgemm: \"k\" is 4000000000; the range is 0 to 2147483647");
  EXPECT_EQ(large.error().where.text(), "small.cu:14");
  EXPECT_TRUE(resolve(good_kernel(library_product), {{"k", std::int64_t{0}}}, 1));
}

}  // namespace
}  // namespace lanescope::catalogue
