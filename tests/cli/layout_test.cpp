// lanescope layout, as a user or a script meets it.
#include <gtest/gtest.h>

#include "cli/program.h"
#include "render/image/image.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

using nlohmann::json;

json layout_json(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "layout");
  arguments.emplace_back("--json");
  const FinishedProcess finished = program(std::move(arguments));
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  return json::parse(finished.output);
}

TEST(LayoutCommand, CountsAnAccessToALayout) {
  const json document = layout_json({"(8,8):(8,1)", "--access", "column"});
  EXPECT_EQ(document["schema"], "lanescope.layout/1");
  EXPECT_EQ(document["text"], "(8,8):(8,1)");
  EXPECT_EQ(document["size"], 64);
  EXPECT_EQ(document["cosize"], 64);
  EXPECT_EQ(document["element_bits"], 32);
  EXPECT_EQ(document["offsets"].size(), 64u);
  EXPECT_EQ(document["offsets"][1], 8);
  const json& access = document["accesses"].at(0);
  EXPECT_EQ(access["access"], "column");
  // Eight rows of 32 bytes are two rows of banks.
  EXPECT_EQ(access["wavefronts"], 16);
  EXPECT_EQ(access["ideal"], 8);
  const json& first = access["instructions"].at(0);
  EXPECT_EQ(first["addresses"][7], 7 * 32);
  EXPECT_EQ(first["addresses"][8], nullptr);
  EXPECT_EQ(first["phases"], json::parse(R"([{"lanes":[0,1,2,3,4,5,6,7],"wavefronts":[[0,1,2,3],[4,5,6,7]]}])"));
}

TEST(LayoutCommand, TakesTheSizeOfElements) {
  EXPECT_EQ(layout_json({"Sw<3,4,3> o smem_ptr o (64,64):(64,1)", "--element", "f16"})["text"],
            "Sw<3,3,3> o 0 o (64,64):(64,1)");
}

TEST(LayoutCommand, PrintsATableForPeople) {
  const FinishedProcess finished = program({"layout", "row * 5 + col for row < 2, col < 4", "--access", "row"});
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  EXPECT_EQ(finished.output,
            "  layout          (2,4):(5,1)\n"
            "  size            8\n"
            "  cosize          9\n"
            "  element         32 bits\n"
            "  access          row: 2 wavefronts, at least 2, in 2 instructions\n"
            "\n"
            "  0  1  2  3\n"
            "  5  6  7  8\n");
}

TEST(LayoutCommand, ComparesAndFinds) {
  const json compared = layout_json({"mma.m16n8k16 f16 A", "--compare", "SM80_16x8x16_F32F16F16F32_TN A"});
  EXPECT_EQ(compared["compare"]["differences"], 0);
  EXPECT_EQ(compared["matrix"], json::parse(R"({"rows":16,"columns":16})"));
  const json different = layout_json({"(8,8):(8,1)", "--compare", "(8,8):(9,1)"});
  EXPECT_EQ(different["compare"]["first"],
            json::parse(R"({"element":1,"row":1,"column":0,"offset":8,"other_offset":9})"));
  EXPECT_EQ(program({"layout", "8:1", "--compare", "9:1"}).state.status, 2);
  const json found = layout_json({"(64,64)", "--element", "f16", "--access", "store.tile.b128", "--access",
                                  "ldmatrix.x4.trans", "--find"})["find"];
  EXPECT_EQ(found["proved"], true);
  EXPECT_EQ(found["layouts"][0]["text"], "Sw<3,3,3> o 0 o (64,64):(64,1)");
  EXPECT_EQ(found["layouts"][0]["tensor_map_swizzle"], 128);
}

TEST(LayoutCommand, WritesPictures) {
  const TemporaryFolder folder;
  const std::string svg = (folder.path() / "layout.svg").string(), png = (folder.path() / "layout.png").string();
  const FinishedProcess finished = program({"layout", "(2,4):(4,1)", "--svg", svg, "--png", png});
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  EXPECT_NE(read_file(svg).value().find(">b7</text>"), std::string::npos);
  const auto image = render::decode_png(read_file(png).value(), png);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->width, 4u * 40 + 1);
  EXPECT_EQ(image->height, 2u * 32 + 1);
  EXPECT_EQ(program({"layout", "8:1", "--svg", svg, "--png", svg}).state.status, 2);
}

TEST(LayoutCommand, RefusesWhatItCannotRead) {
  const FinishedProcess finished = program({"layout", "(8,8):(8,1"});
  EXPECT_EQ(finished.state.status, 2);
  EXPECT_EQ(finished.error, "')' is missing, at character 11 of \"(8,8):(8,1\"\n");
  EXPECT_EQ(program({"layout", "8:1", "--access", "diagonal"}).state.status, 2);
  EXPECT_EQ(program({"layout", "8:1", "--element", "f17"}).state.status, 2);
}

}  // namespace
}  // namespace lanescope::cli
