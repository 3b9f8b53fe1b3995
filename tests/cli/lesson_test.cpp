// The command `lanescope lesson`, as a user starts it.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/program.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

namespace fs = std::filesystem;

const std::string lessons = LANESCOPE_SOURCES "/assets/lessons";

/// A copy of the program's data with a single lesson of another text.
class DataWithLesson {
 public:
  DataWithLesson(const std::string& name, const std::string& text) {
    const fs::path built = fs::path(LANESCOPE_PROGRAM).parent_path() / "share" / "lanescope";
    for (const char* part : {"kernels", "shaders", "fonts"}) {
      if (fs::exists(built / part)) fs::create_directory_symlink(built / part, folder_.path() / part);
    }
    fs::create_directory(folder_.path() / "assets");
    for (const fs::path& part : entries_of(LANESCOPE_SOURCES "/assets")) {
      if (part.filename() == "lessons") continue;
      fs::create_directory_symlink(part, folder_.path() / "assets" / part.filename());
    }
    const fs::path file = folder_.path() / "assets" / "lessons" / (name + ".toml");
    if (auto written = write_file(file, text); !written) throw MachineError(written.error());
  }
  /// Runs `lanescope lesson` with this data.
  [[nodiscard]] FinishedProcess lesson(const std::vector<std::string>& arguments) const {
    std::vector<std::string> command{"/usr/bin/env", "LANESCOPE_DATA=" + folder_.path().string(), LANESCOPE_PROGRAM,
                                     "lesson"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    auto finished = run_process(command, std::chrono::minutes(30));
    if (!finished) throw MachineError(finished.error());
    return *finished;
  }

 private:
  TemporaryFolder folder_;
};

std::string text_of(const std::string& name) {
  return read_file(fs::path(lessons) / (name + ".toml")).value();
}

std::string replaced(std::string text, const std::string& what, const std::string& instead) {
  const std::size_t at = text.find(what);
  if (at == std::string::npos) throw MachineError(Error{"the lesson has no " + what, {}, {}});
  return text.replace(at, what.size(), instead);
}

/// The lesson of the banks with the first step that asks something alone.
std::string first_question() {
  const std::string text = text_of("banks"), step = "[[step]]";
  const std::size_t shows = text.find(step), asks = text.find(step, shows + 1);
  return text.substr(0, shows) + text.substr(asks, text.find(step, asks + 1) - asks);
}

TEST(LessonCommand, ListsEveryLesson) {
  const auto list = program({"lesson"});
  EXPECT_EQ(list.state.status, 0) << list.error;
  for (const fs::path& file : entries_of(lessons)) {
    if (file.extension() != ".toml") continue;
    EXPECT_NE(list.output.find(file.stem().string()), std::string::npos) << file;
  }
}

TEST(LessonCommand, FindsThatEveryStepHolds) {
  const auto checked = program({"lesson", "--check"});
  EXPECT_EQ(checked.state.status, 0) << checked.error;
  EXPECT_NE(checked.output.find("all hold"), std::string::npos) << checked.output;
}

TEST(LessonCommand, PrintsALessonInBothLanguagesWithOrigins) {
  const auto english = program({"lesson", "banks"});
  EXPECT_EQ(english.state.status, 0) << english.error;
  EXPECT_NE(english.output.find("32 wavefronts [⬢ derived from addresses]"), std::string::npos) << english.output;
  const auto chinese = program({"lesson", "banks", "--language", "zh"});
  EXPECT_NE(chinese.output.find("32 个波前 [⬢ 由地址推导]"), std::string::npos) << chinese.output;
  EXPECT_EQ(chinese.output.find("32 wavefronts"), std::string::npos) << "an English word is left";
}

TEST(LessonCommand, SaysWhatDoesNotHold) {
  struct Change {
    const char *lesson, *what, *instead, *said;
  };
  const Change changes[] = {
      {"banks", "kernel = \"transpose/smem_tile\"", "kernel = \"transpose/smem_tiles\"", "transpose/smem_tile"},
      {"banks", "\"square[threadIdx.x][row]\"", "\"square[row][column]\"", "no line of"},
      {"banks", "\"square[threadIdx.x][row]\"", "\"square\"", "both contain"},
      {"banks", "nx = 64", "nx = 0", "nx"},
      {"banks", "\"access.wavefronts\"", "\"access.wavefront\"", "'wavefront'"},
      {"banks", "access = 3", "access = 1000000", "access"},
      {"banks", "lane 0 reads bank 24", "lane 0 reads bank 23", "which lacks"},
      {"transpose", "plain = \"latency_bound\"", "plain = \"memory_bound\"", "but the model says latency_bound"},
      {"transpose", "plain = \"latency_bound\"", "plane = \"latency_bound\"", "no experiment of the step"},
      {"transpose", "claims  = [\"1\"]", "claims  = [\"12\"]", "no place of the article is known for claim 12"},
      {"transpose", "claims = [\"12\"]", "claims = [\"1\"]", "claim 1 is the article's"},
      {"transpose", "article.000.time.copyCol.mean", "article.000.time.copyColumn.mean", "no article prints"},
      {"banks", "{answer} wavefronts.\", zh", "{answers} wavefronts.\", zh", "names in braces"},
      {"banks", "reached_with = { pad = 1 }", "reached_with = { pad = 0 }", "do not reach the goal"},
      {"banks", "values = { tile = 32, block_y = 8, pad = 0,", "values = { tile = 32, block_y = 8, pad = 1,",
       "already reached"},
      {"transpose", "claims  = [\"1\"]", "claims  = [\"99\"]", "no claim 99"},
      {"transpose", "wrong   = {", "look    = {", "look"},
      {"transpose", "by   = \"tile.time\"", "by   = \"pad.time\"", "too close"},
      {"transpose", "holds = \"cg.time / ca.time >= 3\"", "holds = \"1\"", "2 options"},
  };
  for (const Change& change : changes) {
    const DataWithLesson data(change.lesson, replaced(text_of(change.lesson), change.what, change.instead));
    const auto checked = data.lesson({change.lesson, "--check"});
    EXPECT_NE(checked.state.status, 0) << change.what << " -> " << change.instead;
    EXPECT_NE(checked.error.find(change.said), std::string::npos) << checked.error;
    EXPECT_NE(checked.error.find(std::string(change.lesson) + ".toml:"), std::string::npos) << checked.error;
  }
}

TEST(LessonCommand, RefusesALessonThatThereIsNot) {
  const auto refused = program({"lesson", "bank"});
  EXPECT_EQ(refused.state.status, 2);
  EXPECT_NE(refused.error.find("banks"), std::string::npos) << refused.error;
}

TEST(LessonCommand, AsksAQuizThatASeedRepeats) {
  const std::vector<std::string> arguments{"lesson", "quiz", "--level", "3", "--seed", "7", "--count", "4"};
  const auto one = program(arguments), two = program(arguments);
  EXPECT_EQ(one.state.status, 0) << one.error;
  EXPECT_EQ(one.output, two.output);
  EXPECT_NE(one.output.find("Question 4"), std::string::npos) << one.output;
  EXPECT_NE(program({"lesson", "quiz", "--level", "3", "--seed", "8", "--count", "4"}).output, one.output);
  EXPECT_EQ(program({"lesson", "quiz", "--level", "9"}).state.status, 2);
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// The names behind src=" and srcset=".
std::vector<std::string> pictures_in(const std::string& page) {
  std::vector<std::string> names;
  for (const std::string key : {"src=\"", "srcset=\""}) {
    for (std::size_t at = page.find(key); at != std::string::npos; at = page.find(key, at + 1)) {
      const std::size_t begin = at + key.size();
      names.push_back(page.substr(begin, page.find('"', begin) - begin));
    }
  }
  return names;
}

TEST(Handout, NeedsNoNetworkAndHasItsPicturesAnswersAndLicense) {
  const TemporaryFolder handout;
  const DataWithLesson data("banks", first_question());
  const auto written = data.lesson({"banks", "--html", handout.path().string(), "--language", "zh"});
  ASSERT_EQ(written.state.status, 0) << written.error;
  const std::string page = read_file(handout.path() / "index.html").value();
  const auto pictures = pictures_in(page);
  EXPECT_EQ(pictures.size(), 5u) << "still and moving, bright and dark, and one for print";
  for (const std::string& name : pictures) {
    EXPECT_EQ(name.find(':'), std::string::npos) << name << " is no file beside the page";
    ASSERT_TRUE(fs::exists(handout.path() / name)) << name;
    const std::string bytes = read_file(handout.path() / name).value();
    EXPECT_EQ(bytes.substr(1, 3), "PNG");
    EXPECT_EQ(bytes.find("acTL") != std::string::npos, name.find("-animated") != std::string::npos) << name;
  }
  EXPECT_NE(page.find("<details>"), std::string::npos) << "answers are folded, not open";
  EXPECT_NE(page.find("32 个波前"), std::string::npos);
  EXPECT_NE(page.find("由地址推导"), std::string::npos) << "numbers have their origin";
  EXPECT_NE(page.find("<span class=\"origin derived\">[⬢ "), std::string::npos) << "with its sign and its colour";
  EXPECT_NE(page.find(".derived { color: #3f4956 }"), std::string::npos);
  EXPECT_NE(page.find("CC BY 4.0"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
}

/// A lesson of one step whose every text closes an attribute, an element and a folder.
std::string hostile_lesson() {
  const std::string bad = R"(\"'><script>alert(1)</script><img src=x onerror=alert(1)>../../x {ratio} 甲)";
  const auto words = [&](const std::string& key) {
    return key + " = { en = \"" + bad + "\", zh = \"" + bad + "\" }\n";
  };
  return words("title") + words("summary") + "[[step]]\nname = \"one\"\n" + words("title") + words("text") +
         words("look") + words("article") + words("place") + words("today") + words("wrong") +
         "[step.experiment]\nkernel = \"transpose/smem_tile\"\nvalues = { nx = 64, ny = 64 }\n"
         "line = \"square[threadIdx.x][row]\"\n[step.view]\nshow = \"occupancy\"\n[step.numbers]\n"
         "ratio = \"2 > 1\"\n[step.question]\nkind = \"choice\"\n" +
         words("text") + words("why") + "[[step.question.option]]\nholds = \"2 > 1\"\n" + words("text") +
         "[[step.question.option]]\nholds = \"2 < 1\"\n" + words("text") + "[[step]]\nname = \"two\"\n" +
         words("title") + words("text") +
         "[step.experiment]\nkernel = \"transpose/smem_tile\"\nvalues = { nx = 64, ny = 64 }\n[step.question]\n"
         "kind = \"number\"\n" +
         words("text") + words("why") + words("unit") + "answer = \"2\"\n";
}

TEST(Handout, EscapesEveryFieldOfALesson) {
  const TemporaryFolder scratch;
  const fs::path handout = scratch.path() / "a" / "b";
  const DataWithLesson data("hostile", hostile_lesson());
  for (const char* language : {"en", "zh"}) {
    const auto written = data.lesson({"hostile", "--html", handout.string(), "--language", language});
    ASSERT_EQ(written.state.status, 0) << written.error;
    const std::string page = read_file(handout / "index.html").value();
    EXPECT_GE(count_of(page, "&quot;&#39;&gt;&lt;script&gt;alert(1)"), 15u) << page;
    EXPECT_EQ(page.find("<script"), std::string::npos) << page;
    EXPECT_EQ(count_of(page, "<img "), 1u) << page;
    EXPECT_EQ(pictures_in(page), (std::vector<std::string>{"one-light.png", "one-dark.png"}));
  }
  EXPECT_EQ(entries_of(scratch.path()), std::vector<fs::path>{scratch.path() / "a"});
  EXPECT_EQ(entries_of(scratch.path() / "a"), std::vector<fs::path>{handout});
  EXPECT_EQ(entries_of(handout).size(), 3u) << "the page and two pictures";
}

TEST(Handout, OfNamesThatLeadElsewhereIsNotWritten) {
  const TemporaryFolder scratch;
  const std::pair<const char*, const char*> fields[] = {
      {"name = \"one\"", "name = \"%\""},
      {"kernel = \"transpose/smem_tile\"", "kernel = \"%\""},
      {"line = \"square[threadIdx.x][row]\"", "line = \"%\""},
      {"show = \"occupancy\"", "show = \"%\""},
      {"values = { nx = 64", "values = { \"%\" = 64"},
      {"ratio = \"2 > 1\"", "ratio = \"%\""},
      {"holds = \"2 > 1\"", "holds = \"%\""},
  };
  for (const auto& [what, instead] : fields) {
    for (const char* bad : {"../../victim", "\\\"><script>alert(1)</script>"}) {
      const DataWithLesson data("hostile", replaced(hostile_lesson(), what, replaced(instead, "%", bad)));
      const auto refused = data.lesson({"hostile", "--html", (scratch.path() / "a" / "b").string()});
      EXPECT_NE(refused.state.status, 0) << instead << bad;
      EXPECT_FALSE(fs::exists(scratch.path() / "a" / "b" / "index.html")) << instead << bad;
    }
  }
  for (const fs::path& entry : entries_of(scratch.path())) EXPECT_EQ(entry.filename(), "a");
}

TEST(Handout, OpensInChromium) {
  const fs::path chromium = "/usr/bin/chromium";
  if (!fs::exists(chromium)) GTEST_SKIP() << "the Debian package chromium is not installed";
  const TemporaryFolder handout;
  const DataWithLesson data("banks", first_question());
  const auto written = data.lesson({"banks", "--html", handout.path().string()});
  ASSERT_EQ(written.state.status, 0) << written.error;
  const fs::path picture = handout.path() / "page.png";
  const auto opened =
      run_process({chromium.string(), "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                   "--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir=" + (handout.path() / "profile").string(),
                   "--screenshot=" + picture.string(), "--window-size=900,1600",
                   "file://" + (handout.path() / "index.html").string()},
                  std::chrono::minutes(30));
  ASSERT_TRUE(opened);
  ASSERT_TRUE(fs::exists(picture)) << opened->error;
  EXPECT_GT(fs::file_size(picture), 20'000u) << "the page is not empty";
}

}  // namespace
}  // namespace lanescope::cli
