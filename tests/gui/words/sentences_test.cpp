// Sentences of other rooms in the window's language.
#include "gui/words/sentences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "gui/state/language.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

using Pairs = std::map<std::string, std::string, std::less<>>;

TEST(SomeSentences, AreTranslatedWithWhatDiffers) {
  const Sentences sentences({{"{} of {} are wrong", "{1} 中 {0} 个错误"}, {"all is well", "一切正常"}});
  EXPECT_EQ(sentences.translated("3 of 12 are wrong"), "12 中 3 个错误");
  EXPECT_EQ(sentences.translated("all is well"), "一切正常");
  EXPECT_FALSE(sentences.translated("3 of 12 are wrong, too"));
  EXPECT_FALSE(sentences.translated("nothing of the kind"));
  EXPECT_FALSE(sentences.translated(""));
  EXPECT_FALSE(Sentences().translated("all is well"));
}

TEST(SomeSentences, AreTranslatedWithinOthersAndTheLongestFits) {
  const Sentences sentences({{"thread {}", "线程 {}"},
                             {"thread {} of block {}", "块 {1} 的线程 {0}"},
                             {"thread {} of block {} {}", "块 {1} 的线程 {0} {2}"},
                             {"waits for {}", "等待{}"}});
  EXPECT_EQ(sentences.translated("thread 3 of block 1 waits for thread 7"), "块 1 的线程 3 等待线程 7");
  EXPECT_EQ(sentences.translated("thread 3 of block 1"), "块 1 的线程 3");
}

TEST(SomeSentences, ThatATranslatorGarbledStayInEnglish) {
  EXPECT_FALSE(Sentences(Pairs{{"a {}", "{3}"}}).translated("a 1"));
  const std::string nested = "x " + std::string(200, 'x');
  EXPECT_EQ(Sentences(Pairs{{"x {}", "y {}"}}).translated(nested), "y " + nested.substr(2));
}

class SentencesOfTheProgram : public testing::Test {
 protected:
  const std::shared_ptr<const Language> chinese_ = [] {
    auto read = read_language(fs::path(LANESCOPE_SOURCES) / "assets/lang", "zh");
    if (!read) throw std::runtime_error(read.error().text());
    return *read;
  }();
};

TEST_F(SentencesOfTheProgram, AreThoseOfFaultsAndNotes) {
  EXPECT_EQ(
      chinese_->translated("thread 6 of block 0 writes 4 bytes at 0x7f00000202c0, 0 bytes past the end of out, which "
                           "has 192 bytes"),
      "线程块 0 的线程 6 在 0x7f00000202c0 写入 4 字节，越过 out 的末尾 0 字节（它有 192 字节）");
  EXPECT_EQ(
      chinese_->translated("thread 0 of block 1 reads byte 0 of out, which thread 0 of block 0 wrote (line 55), and "
                           "nothing puts the two blocks in order"),
      "线程块 1 的线程 0 读取 out 的第 0 字节，它由线程块 0 的线程 0 写入（第 55 "
      "行），没有任何东西规定这两个线程块的次序");
  EXPECT_EQ(chinese_->translated("sizes reduced from n = 16777216 to n = 4194304 so that the emulator answers within a "
                                 "second"),
            "规模从 n = 16777216 减小到 n = 4194304，使模拟器在一秒之内回答");
  EXPECT_EQ(chinese_->translated("what nobody translated"), "what nobody translated");
}

TEST_F(SentencesOfTheProgram, AreThereForEveryRequirementOfTheCatalogue) {
  const auto snapshot = catalogue::Catalogue(LANESCOPE_SOURCES "/kernels").snapshot();
  for (const auto& [id, kernel] : snapshot->kernels) {
    for (const catalogue::Requirement& requirement : kernel->requirements) {
      EXPECT_NE(chinese_->translated(requirement.otherwise), requirement.otherwise) << id;
    }
  }
}

TEST_F(SentencesOfTheProgram, AreSaidSomewhere) {
  // Literals that stand behind each other are one, and every way to fill in a value is {}.
  std::string sources;
  for (const char* room : {"app", "kernels"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(LANESCOPE_SOURCES) / room)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".cpp" && extension != ".h" && extension != ".cu" && extension != ".toml") continue;
      if (entry.path().string().find("/translations/") != std::string::npos) continue;
      sources += *read_file(entry.path());
    }
  }
  sources = std::regex_replace(sources, std::regex("\"\\s*\n\\s*\""), "");
  const std::string file = *read_file(fs::path(LANESCOPE_SOURCES) / "assets/lang/sentences/zh.toml");
  for (const std::string_view line : split(file, '\n')) {
    if (line.empty() || line.front() != '"') continue;
    const std::string sentence(line.substr(1, line.find("\" = \"") - 1));
    // The parts between what differs and between marks: the sources may put them together elsewhere.
    const std::regex part("[^{},:;()]+");
    for (auto found = std::sregex_iterator(sentence.begin(), sentence.end(), part); found != std::sregex_iterator();
         ++found) {
      const std::string words(trim(found->str()));
      if (std::ranges::count(words, ' ') < 2) continue;
      EXPECT_NE(sources.find(words), std::string::npos) << "nobody says \"" << words << "\" any more: " << sentence;
    }
  }
}

}  // namespace
}  // namespace lanescope::gui
