// [[launch]] tensor_maps: how the Tensor Memory Accelerator sees a buffer.
#include "catalogue/kernel_file.h"

namespace lanescope::catalogue {
namespace {

const std::string with_map = R"toml(title = "Tiles"

[parameters]
wide = { values = [16, 32], default = 16 }

[problem]
nx = { min = 1, max = 100000, default = 40 }
ny = { min = 1, max = 100000, default = 50 }

[buffers]
in = { role = "in", type = "f32", shape = ["ny", "nx"] }
out = { role = "out", type = "f32", shape = ["ny", "nx"] }

[[launch]]
entry = "small"
grid = [1]
block = [32]
tensor_maps = [{ name = "tile", buffer = "in", sizes = ["nx", "ny"], box = ["wide", 8], swizzle = "128b" }]
arguments = ["out", "tile"]
)toml";

std::string refusal(const std::string& from, const std::string& to, const Values& values = {}) {
  const auto kernel = read_text(file_of(changed(from, to, with_map)));
  if (!kernel) return kernel.error().front().what;
  const auto plan = resolve(*kernel, values, 1);
  return plan ? "" : plan.error().what;
}

TEST(ATensorMap, TakesItsNumbersFromExpressions) {
  const LaunchPlan plan = plan_of(good_kernel(with_map), {{"wide", std::int64_t{32}}});
  const Launch& launch = plan.launches[0];
  ASSERT_EQ(launch.tensor_maps.size(), 1u);
  const TensorMap& map = launch.tensor_maps[0];
  EXPECT_EQ(map.buffer, 0u);
  EXPECT_EQ(map.type, TensorMap::Type::f32);
  EXPECT_EQ(map.sizes, (std::vector<std::int64_t>{40, 50}));
  EXPECT_EQ(map.strides, (std::vector<std::int64_t>{160}));
  EXPECT_EQ(map.box, (std::vector<std::int64_t>{32, 8}));
  EXPECT_EQ(map.element_strides, (std::vector<std::int64_t>{1, 1}));
  EXPECT_EQ(map.swizzle, TensorMap::Swizzle::b128);
  EXPECT_EQ(launch.arguments[1].kind, Argument::Kind::tensor_map);
  EXPECT_EQ(launch.arguments[1].index, 0u);
}

TEST(ATensorMap, FollowsTheRulesOfTheDriver) {
  const auto expect = [](const std::string& what, const std::string& words) {
    EXPECT_NE(what.find(words), std::string::npos) << "\"" << words << "\" is not in: " << what;
  };
  expect(refusal("[\"nx\", \"ny\"], box", "[\"nx\", \"ny\"], box", {{"nx", std::int64_t{41}}}),
         "the stride of dimension 1 is 164 bytes, which is not a multiple of 16");
  expect(refusal("[\"wide\", 8]", "[2, 8]"), "a row of its box has 8 bytes, which is not a multiple of 16");
  expect(refusal("[\"wide\", 8]", "[64, 8]"), "a row of its box has 256 bytes, but the swizzle span is 128");
  expect(refusal("[\"wide\", 8]", "[\"wide\", 257]"), "box \"257\" is 257; CUDA allows 1 to 256");
  expect(refusal("[\"nx\", \"ny\"], box", "[\"nx\", \"ny + 1\"], box"), "it ends 8160 bytes past the start of in");
  expect(refusal("swizzle = \"128b\"", "offset = 1"), "it starts at byte 4 of in, which is not a multiple of 16");
  expect(refusal("swizzle = \"128b\"", "offset = \"9223372036854775807\""),
         "it starts at element 9223372036854775807 of in, which has");
  expect(refusal("swizzle = \"128b\"", "element_strides = [1, 9]"), "element_stride \"9\" is 9; CUDA allows 1 to 8");
}

TEST(ATensorMap, IsRefusedWithItsMistakes) {
  EXPECT_EQ(refusal("[\"wide\", 8]", "[\"wide\"]"), "[[launch]] tensor_maps: box has 1 extents, but sizes has 2");
  EXPECT_EQ(refusal("sizes = [\"nx\", \"ny\"]", "sizes = []"),
            "[[launch]] tensor_maps: a tensor has 1 to 5 dimensions, not 0");
  EXPECT_EQ(refusal("swizzle = \"128b\"", "strides = [160, 8000]"), "[[launch]] tensor_maps: 2 strides for 2 sizes");
  EXPECT_EQ(refusal("swizzle = \"128b\"", "interleave = \"16b\""),
            "[[launch]] tensor_maps: interleaved layouts are not supported");
  EXPECT_EQ(refusal("swizzle = \"128b\"", "type = \"u32\", fill = \"nan\""),
            "[[launch]] tensor_maps: out-of-bounds integers are always filled with zeros");
  EXPECT_EQ(refusal("[\"out\", \"tile\"]", "[\"out\", \"in\"]"), "[[launch]]: no argument uses the tensor map 'tile'");
  EXPECT_NE(refusal("swizzle", "swizle").find("swizle"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::catalogue
