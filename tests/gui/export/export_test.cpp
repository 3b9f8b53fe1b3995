// What can be taken away: drawings, tables, pictures, animations, a command line.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/process.h"
#include "gui/application/offscreen_capture.h"
#include "gui/export/animation_writer.h"
#include "gui/export/export_chart.h"
#include "gui/export/export_plots.h"
#include "gui/store/selection_commands.h"
#include "gui/support/offscreen.h"
#include "gui/support/warps_fixture.h"
#include "gui/support/xml_check.h"
#include "images.h"
#include "recordings/sweep/sweep_csv.h"
#include "temporary_folder.h"

namespace lanescope::gui::test {
namespace {

namespace fs = std::filesystem;

Chart curve() {
  Chart chart;
  chart.title = "Bandwidth <over> time";
  chart.subtitle = "transpose/naive_row & more";
  chart.x_title = "seconds";
  chart.y_title = "GB/s";
  chart.left = -60;
  chart.right = 0;
  chart.top = 4800;
  chart.series.push_back({"here",
                          ChartSeries::Form::line,
                          {},
                          {-20, -10.5, 0},
                          {1000, 2871.25, 2900},
                          {990, 2860, 2880},
                          {1010, 2880, 2920},
                          {"one", "two", "three"}});
  chart.marks.push_back({-15, "block_x 8 -> 32"});
  chart.limits.push_back({4800, "theoretical peak"});
  return chart;
}

TEST(AChart, AsATableHasEveryPointInWholePrecision) {
  const auto rows = recordings::csv_rows(csv_of(curve()))->rows;
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0], (std::vector<std::string>{"series", "seconds", "GB/s", "low", "high"}));
  EXPECT_EQ(rows[2], (std::vector<std::string>{"here", "-10.5", "2871.25", "2860", "2880"}));
}

TEST(AChart, AsADrawingIsWellFormedAndTheSameEachTime) {
  const std::string text = svg_of(curve());
  EXPECT_EQ(xml_defect(text), "");
  EXPECT_EQ(text, svg_of(curve()));
  EXPECT_NE(text.find("Bandwidth &lt;over&gt; time"), std::string::npos);
  EXPECT_NE(text.find("theoretical peak"), std::string::npos);
  EXPECT_NE(text.find("<title>two</title>"), std::string::npos);
  Chart other = curve();
  other.series[0].y[1] = 2000;
  EXPECT_NE(text, svg_of(other)) << "the numbers are in it";
}

TEST(AChart, WithoutNumbersIsStillADrawing) {
  EXPECT_EQ(xml_defect(svg_of(Chart())), "");
  EXPECT_EQ(xml_defect(svg_of(ChartMap())), "");
}

TEST(AHeatMap, LeavesCellsWithoutNumbersEmpty) {
  ChartMap map;
  map.x_title = "block_x";
  map.y_title = "block_y";
  map.quantity = "bandwidth (GB/s)";
  map.columns = {"8", "16"};
  map.rows = {"1", "2"};
  map.cells = {{100.0, "100"}, {200.0, "200"}, {std::nullopt, "a block has at most 1024 threads"}, {300.0, "300"}};
  map.low = 100;
  map.high = 300;
  const auto rows = recordings::csv_rows(csv_of(map))->rows;
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[3], (std::vector<std::string>{"8", "2", ""}));
  EXPECT_EQ(rows[4], (std::vector<std::string>{"16", "2", "300"}));
  const std::string drawing = svg_of(map);
  EXPECT_EQ(xml_defect(drawing), "");
  EXPECT_NE(drawing.find("at most 1024 threads"), std::string::npos) << "it says why";
}

TEST(Exports, OfThePanelsAreWhatTheyShow) {
  State state = state_with_kernels();
  EXPECT_NE(plot_of("scope")->why_not(state, ExportForm::drawing), "");
  EXPECT_FALSE(perform(state, {"export_scope_svg"}, 0)) << "nothing was measured";
  fill_history(state);
  ASSERT_EQ(plot_of("scope")->why_not(state, ExportForm::drawing), "");
  EXPECT_EQ(xml_defect(plot_of("scope")->svg(state)), "");
  std::size_t samples = 0;
  const auto points = recordings::csv_rows(plot_of("scope")->csv(state));
  for (const auto& row : points->rows) samples += row.size() == 5 ? 1 : 0;
  EXPECT_EQ(samples, state.known.history.samples.size() + 1);

  ASSERT_TRUE(perform(state, {"show_warps"}, 0));
  accept(state, with_barrier_trace(state), 1);
  ASSERT_EQ(plot_of("warps")->why_not(state, ExportForm::table), "");
  const auto rows = recordings::csv_rows(plot_of("warps")->csv(state))->rows;
  EXPECT_EQ(rows.size(), 1 + 56u + 8u) << "head, accesses, waits";
  EXPECT_EQ(rows[1][0], "access");
  EXPECT_EQ(rows.back()[0], "barrier");
  EXPECT_EQ(rows.back()[9], "41");
  const std::string drawing = plot_of("warps")->svg(state);
  EXPECT_EQ(xml_defect(drawing), "");
  EXPECT_NE(drawing.find("Warps in logical order"), std::string::npos);
  EXPECT_NE(drawing.find("waits at the barrier of line 41 until warp 3 has arrived"), std::string::npos);
}

TEST(ExportedFiles, AreProposedUnderANameThatIsNotTaken) {
  const TemporaryFolder folder;
  const auto propose = [&](const fs::path& promised = {}) {
    return unused_file(folder.path(), "sweep", "transpose/naive row", "csv", promised);
  };
  const fs::path first = propose();
  EXPECT_EQ(first.filename(), "lanescope-sweep-transpose-naive-row.csv");
  EXPECT_TRUE(first.is_absolute());
  EXPECT_EQ(propose(first).filename(), "lanescope-sweep-transpose-naive-row-2.csv") << "what is still being written";
  ASSERT_TRUE(write_file(first, "one"));
  EXPECT_EQ(propose().filename(), "lanescope-sweep-transpose-naive-row-2.csv");
}

TEST(ExportedFiles, AreTriedBeforeAnythingIsDrawn) {
  const TemporaryFolder folder;
  EXPECT_TRUE(try_export(folder.path() / "new/folder/picture.png"));
  EXPECT_TRUE(fs::is_empty(folder.path() / "new/folder")) << "nothing is left of it";
  ASSERT_TRUE(write_file(folder.path() / "file", "in the way"));
  for (const fs::path& file : {folder.path() / "file/picture.png", folder.path()}) {
    const Status tried = try_export(file);
    ASSERT_FALSE(tried) << file;
    EXPECT_FALSE(tried.error().remedy.empty());
    EXPECT_EQ(tried.error().where.name, file.string());
  }
}

/// Chunks of a PNG by type, in order; empty when it is none or a checksum is wrong.
std::vector<std::pair<std::string, std::string>> chunks_of(const std::string& png) {
  std::vector<std::pair<std::string, std::string>> chunks;
  const auto word = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(png.at(at + i));
    return value;
  };
  for (std::size_t at = 8; at < png.size();) {
    const std::size_t length = word(at);
    std::uint32_t crc = 0xffffffffu;  // bit by bit, unlike the writer's table
    for (std::size_t i = at + 4; i < at + 8 + length; ++i) {
      crc ^= static_cast<unsigned char>(png.at(i));
      for (int bit = 0; bit < 8; ++bit) crc = (crc & 1u) != 0 ? 0xedb88320u ^ crc >> 1 : crc >> 1;
    }
    if (~crc != word(at + 8 + length)) return {};
    chunks.emplace_back(png.substr(at + 4, 4), png.substr(at + 8, length));
    at += length + 12;
  }
  return chunks;
}

render::Image shade(std::uint8_t level) {
  return render::filled_image(16, 8, {level, level, 255, 255});
}

TEST(AnAnimatedPng, HoldsEveryPictureInOrder) {
  AnimatedPng animation(3, 25);
  for (const std::uint8_t level : {std::uint8_t{10}, std::uint8_t{90}, std::uint8_t{200}}) {
    ASSERT_TRUE(animation.add(render::encode_png(shade(level)).value()));
  }
  const std::string bytes = animation.finish().value();
  const auto chunks = chunks_of(bytes);
  std::string types;
  for (const auto& [type, data] : chunks) types += type + " ";
  EXPECT_EQ(types, "IHDR acTL fcTL IDAT fcTL fdAT fcTL fdAT IEND ");
  EXPECT_EQ(chunks[1].second, std::string("\0\0\0\3\0\0\0\0", 8));
  // Control and data share one sequence of numbers; 1/25 s each.
  for (const auto& [index, number] : {std::pair{2, 0}, {4, 1}, {5, 2}, {6, 3}, {7, 4}}) {
    EXPECT_EQ(chunks[static_cast<std::size_t>(index)].second[3], static_cast<char>(number));
  }
  EXPECT_EQ(chunks[2].second.substr(20, 4), std::string("\0\1\0\31", 4));
  // Whoever knows no animations sees the first picture; frame data is that of the still.
  EXPECT_EQ(render::decode_png(bytes, "animation").value(), shade(10));
  const auto still = chunks_of(render::encode_png(shade(200)).value());
  EXPECT_EQ(chunks[7].second.substr(4), still[1].second);
}

TEST(AnAnimatedPng, RefusesWhatDoesNotFit) {
  AnimatedPng animation(2, 25);
  EXPECT_FALSE(animation.add("no picture"));
  ASSERT_TRUE(animation.add(render::encode_png(shade(1)).value()));
  EXPECT_FALSE(animation.add(render::encode_png(render::filled_image(4, 4, {0, 0, 0, 255})).value()));
  EXPECT_FALSE(animation.finish()) << "one of two";
}

TEST(NumberedPictures, HaveOnePlaceForTheirNumber) {
  EXPECT_EQ(numbered_name("frame-%04d.png", 7), "frame-0007.png");
  EXPECT_EQ(numbered_name("%d.png", 12), "12.png");
  for (const char* wrong : {"frame.png", "%d-%d.png", "%s.png", "%", "%x4d.png"}) {
    EXPECT_EQ(numbered_name(wrong, 1), "") << wrong;
  }
}

TEST(AnAnimation, AsNumberedPicturesNeedsNothing) {
  const TemporaryFolder folder;
  auto writer = open_animation({folder.path() / "step-%02d.png", 2, 30});
  ASSERT_TRUE(writer) << writer.error().text();
  ASSERT_TRUE((*writer)->add(shade(5)));
  ASSERT_TRUE((*writer)->add(shade(6)));
  ASSERT_TRUE((*writer)->finish());
  EXPECT_EQ(render::read_png(folder.path() / "step-01.png").value(), shade(6));
}

TEST(AnAnimation, OfUnknownKindIsRefusedWithTheKinds) {
  const auto writer = open_animation({"film.gif", 2, 30});
  ASSERT_FALSE(writer);
  EXPECT_NE(writer.error().remedy.text().find(".mp4"), std::string::npos);
}

/// Programs are found in that folder alone, until the end of the scope.
class OnlyPath {
 public:
  explicit OnlyPath(const std::string& path) : before_(environment("PATH")) { ::setenv("PATH", path.c_str(), 1); }
  ~OnlyPath() { ::setenv("PATH", before_.c_str(), 1); }
  OnlyPath(const OnlyPath&) = delete;
  OnlyPath& operator=(const OnlyPath&) = delete;

 private:
  std::string before_;
};

TEST(AFilm, WithoutFfmpegSaysWhatElseCanBeDone) {
  const TemporaryFolder folder;
  const OnlyPath path(folder.path().string());
  const auto writer = open_animation({folder.path() / "film.mp4", 2, 30});
  ASSERT_FALSE(writer);
  EXPECT_NE(writer.error().what.text().find("ffmpeg is not installed"), std::string::npos);
  EXPECT_NE(writer.error().remedy.text().find("NAME.png"), std::string::npos);
}

/// A program in the place of ffmpeg that keeps what comes on its standard input in the file it is told to write.
void install_program(const fs::path& folder, const std::string& body) {
  ASSERT_TRUE(write_file(folder / "ffmpeg", "#!/bin/sh\n" + body));
  fs::permissions(folder / "ffmpeg", fs::perms::owner_all);
}

TEST(AFilm, GetsEveryPixelOfEveryPicture) {
  const TemporaryFolder folder;
  install_program(folder.path(), "[ \"$1\" = -version ] && exit 0\nfor last; do :; done\ncat > \"$last\"\n");
  const OnlyPath path(folder.path().string() + ":/usr/bin:/bin");
  const fs::path film = folder.path() / "film.mp4";
  auto writer = open_animation({film, 2, 30});
  ASSERT_TRUE(writer) << writer.error().text();
  ASSERT_TRUE((*writer)->add(shade(5)));
  EXPECT_FALSE(fs::exists(film)) << "no half film under this name";
  ASSERT_TRUE((*writer)->add(shade(6)));
  ASSERT_TRUE((*writer)->finish());
  const std::string bytes = read_file(film).value();
  ASSERT_EQ(bytes.size(), 2u * 16 * 8 * 4);
  EXPECT_EQ(static_cast<std::uint8_t>(bytes[0]), 5);
  EXPECT_EQ(static_cast<std::uint8_t>(bytes[16 * 8 * 4]), 6);
}

TEST(AFilm, SaysWhatFfmpegComplainsOf) {
  const TemporaryFolder folder;
  install_program(folder.path(), "[ \"$1\" = -version ] && exit 0\necho 'Unknown encoder libx264' >&2\nexit 1\n");
  const OnlyPath path(folder.path().string() + ":/usr/bin:/bin");
  auto writer = open_animation({folder.path() / "film.mp4", 200, 30});
  ASSERT_TRUE(writer);
  Status done;
  const render::Image large = render::filled_image(400, 300, {1, 2, 3, 255});
  for (int frame = 0; frame < 200 && done; ++frame) done = (*writer)->add(large);
  if (done) done = (*writer)->finish();
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().what.text().find("Unknown encoder libx264"), std::string::npos) << done.error().text();
  EXPECT_FALSE(fs::exists(folder.path() / "film.mp4"));
}

TEST(AFilm, IsAskedForAsPlayersTakeIt) {
  const auto command = ffmpeg_command({"film.mp4", 10, 24}, 641, 360, "part.mp4");
  EXPECT_EQ(command.front(), "ffmpeg");
  EXPECT_EQ(command.back(), "part.mp4");
  const auto has = [&](const char* word) { return std::find(command.begin(), command.end(), word) != command.end(); };
  for (const char* word : {"641x360", "24", "yuv420p", "+bitexact"}) EXPECT_TRUE(has(word)) << word;
}

class Pictures : public testing::Test {
 protected:
  void SetUp() override {
    accept(state_, refined(state_), 1);
    desk_ = std::make_unique<Desk>(state_);
    if (!desk_->missing().empty()) GTEST_SKIP() << desk_->missing();
    ASSERT_TRUE(desk_->perform({"show_readout"}, 0));
    desk_->frames(3);
  }
  State state_ = state_with_kernels();
  std::unique_ptr<Desk> desk_;
};

TEST_F(Pictures, OfTheWindowHaveTheSizeThatWasAskedFor) {
  const auto image = capture(desk_->interface(), state_, {"", {1000, 700}});
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->width, 1000u);
  EXPECT_EQ(image->height, 700u);
  EXPECT_FALSE(render::is_uniform(*image));
}

TEST_F(Pictures, OfAPanelShowItAlone) {
  const auto image = capture(desk_->interface(), state_, {"readout", {900, 800}});
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->width, 900u);
  EXPECT_EQ(image->height, 800u);
  EXPECT_FALSE(render::is_uniform(*image));
  EXPECT_TRUE(render::write_png(*image, fs::path(LANESCOPE_PROGRAM).parent_path() / "pictures" / "panel_readout.png"));
}

TEST_F(Pictures, OfTheOutputShowWhatTheWindowHasTaken) {
  const auto image = capture(desk_->interface(), state_, {"output", {640, 480}});
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_NE(image->at(100, 150), image->at(639, 479))
      << "there is a picture, and not only a sentence that there is none";
}

TEST_F(Pictures, OfAPanelBehindAnotherHaveNoSizeOfTheirOwn) {
  EXPECT_TRUE(capture(desk_->interface(), state_, {"sweep", {640, 480}}));
  const auto image = capture(desk_->interface(), state_, {"sweep"});
  ASSERT_FALSE(image);
  EXPECT_NE(image.error().remedy.text().find("front"), std::string::npos);
  EXPECT_FALSE(capture(desk_->interface(), state_, {"nonsense", {640, 480}}));
}

TEST_F(Pictures, LeaveTheWindowAsItWas) {
  const render::Image before = desk_->image();
  desk_->save("before_a_picture");
  ASSERT_TRUE(capture(desk_->interface(), state_, {"", {1920, 1080}}));
  ASSERT_TRUE(capture(desk_->interface(), state_, {"readout", {600, 900}}));
  desk_->frames(4);
  desk_->save("after_a_picture");
  const auto difference = render::compare(before, desk_->image());
  ASSERT_TRUE(difference) << difference.error().text();
  EXPECT_LT(difference->share, 0.001) << "not even where panels are scrolled to";
}

TEST_F(Pictures, AreTheSameWhenNothingChanges) {
  const auto one = capture(desk_->interface(), state_, {"readout", {640, 480}});
  const auto other = capture(desk_->interface(), state_, {"readout", {640, 480}});
  ASSERT_TRUE(one && other);
  EXPECT_TRUE(*one == *other);
}

TEST_F(Pictures, DependNeitherOnWhatWasOnTheScreenBeforeNorOnTheNumbersBeside) {
  const auto taken = [](Desk& desk, const State& state) {
    const auto canvas = PanelCanvas::open(desk.interface(), state, "knobs", 420, 400, 14);
    if (!canvas) throw MachineError(canvas.error());
    (*canvas)->make_reproducible(state);
    return (*canvas)->take(state, 1.0 / 60);
  };
  const render::Image one = taken(*desk_, state_);
  desk_.reset();
  ASSERT_TRUE(perform(state_, {"use_chinese"}, 0));
  Desk other(state_);
  other.frames(3);
  ASSERT_TRUE(perform(state_, {"use_english"}, 0));
  experiments::Result result = refined(state_);
  for (auto* time : {&result.cold, &result.hot}) {
    if (*time) (*time)->median *= 3.14159;
  }
  accept(state_, std::move(result), 2);
  other.frames(3);
  EXPECT_TRUE(one == taken(other, state_));
}

TEST_F(Pictures, TheExperimentGoesToTheClipboard) {
  ASSERT_TRUE(desk_->perform({"copy_command_line"}, 0));
  desk_->frames(1);
  const char* clipboard = ImGui::GetClipboardText();
  ASSERT_NE(clipboard, nullptr);
  EXPECT_EQ(std::string(clipboard).substr(0, 14), "lanescope run ");
  EXPECT_EQ(clipboard, effects_of<CopyText>(desk_->effects()).at(0).text);
  EXPECT_NE(std::string(clipboard).find("naive_row"), std::string::npos);
}

TEST(TheProgram, MakesTheSameAnimationFromTheSameCommand) {
  if (!fs::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
  const TemporaryFolder folder;
  std::array<std::string, 2> bytes;
  for (std::size_t turn = 0; turn < bytes.size(); ++turn) {
    const fs::path file = folder.path() / (std::to_string(turn) + ".png");
    const auto done = run_process({"env",    "-u", "DISPLAY", LANESCOPE_PROGRAM, "snapshot", "transpose/smem_pad", "-p",
                                   "nx=256", "-p", "ny=256",  "--view",          "warps",    "--frames",           "6",
                                   "--fps",  "10", "--size",  "640x360",         "-o",       file.string()},
                                  std::chrono::minutes(3));
    ASSERT_TRUE(done) << done.error().text();
    ASSERT_EQ(done->state.status, 0) << done->error;
    bytes[turn] = read_file(file).value();
  }
  EXPECT_TRUE(bytes[0] == bytes[1]);
  std::size_t controls = 0;
  std::vector<std::string> pictures;
  for (const auto& [type, data] : chunks_of(bytes[0])) {
    if (type == "fcTL") ++controls;
    if (type == "fdAT") pictures.push_back(data.substr(4));
  }
  EXPECT_EQ(controls, 6u);
  ASSERT_EQ(pictures.size(), 5u);
  EXPECT_TRUE(pictures[0] != pictures[1]) << "something moves";
}

}  // namespace
}  // namespace lanescope::gui::test
