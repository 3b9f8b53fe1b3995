// Messages of other rooms in the window's language.
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "base/messages.h"
#include "catalogue/catalogue.h"
#include "emulator/messages.h"
#include "gui/store/words/language.h"
#include "worker/messages.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

using Texts = std::map<std::string, std::string, std::less<>>;

TEST(AMessage, IsTranslatedByItsIdWithItsArguments) {
  const Language language("zh", {}, nullptr, {{"a.some", "{1} 中 {0} 个错误"}, {"a.all", "一切正常"}});
  EXPECT_EQ(language.translated(Message("a.some", "3 of 12 are wrong",
                                        {MessageArgument(std::int64_t{3}), MessageArgument(std::int64_t{12})})),
            "12 中 3 个错误");
  EXPECT_EQ(language.translated(Message("a.all", "all is well", {})), "一切正常");
  EXPECT_EQ(language.translated(Message("a.other", "something else", {})), "something else");
  EXPECT_EQ(language.translated(Message()), "");
}

TEST(AMessage, IsTranslatedWithinAnother) {
  const Language language("zh", {}, nullptr, {{"place.thread", "线程 {0}"}, {"a.waits", "等待{0}"}});
  const Message thread("place.thread", "thread 7", {MessageArgument(std::int64_t{7})});
  EXPECT_EQ(language.translated(Message("a.waits", "waits for thread 7", {MessageArgument(thread)})), "等待线程 7");
}

TEST(AMessage, ThatATranslatorGarbledStaysInEnglish) {
  const Language language("zh", {}, nullptr, {{"a.one", "{3}"}});
  EXPECT_EQ(language.translated(Message("a.one", "a 1", {MessageArgument(std::int64_t{1})})), "a 1");
}

TEST(AMessage, WithoutAnIdIsLookedUpAsAWhole) {
  const Language language("zh", {}, nullptr, {}, {{"a block has at most 1024 threads", "最多 1024 个线程"}});
  EXPECT_EQ(language.translated("a block has at most 1024 threads"), "最多 1024 个线程");
  EXPECT_EQ(language.translated("a block has at most 1024 threads, too"), "a block has at most 1024 threads, too");
}

class MessagesOfTheProgram : public testing::Test {
 protected:
  const std::shared_ptr<const Language> chinese_ = [] {
    auto read = read_language(fs::path(LANESCOPE_SOURCES) / "assets/lang", "zh");
    if (!read) throw std::runtime_error(read.error().text());
    return *read;
  }();
};

TEST_F(MessagesOfTheProgram, AreThoseOfFaultsAndNotes) {
  EXPECT_EQ(chinese_->translated(message<"out_of_bounds.access">(6, 0, message<"access.writes">(), 4, 0x7f00000202c0,
                                                                 message<"place.past_buffer">(0, "out", 192))),
            "线程块 0 的线程 6 在 0x7f00000202c0 写入 4 字节，越过 out 的末尾 0 字节（它有 192 字节）");
  EXPECT_EQ(chinese_->translated(message<"race.global_memory">(
                0, 1, message<"access.reads">(), 0, "out", message<"place.thread_of_block">(0, 0),
                message<"access.wrote">(), message<"place.line">(55), message<"order.no_order_of_blocks">())),
            "线程块 1 的线程 0 读取 out 的第 0 字节，它由线程块 0 的线程 0 写入（第 55 "
            "行），没有任何东西规定这两个线程块的次序");
  EXPECT_EQ(chinese_->translated(message<"note.sizes_reduced">("n = 16777216", "n = 4194304")),
            "规模从 n = 16777216 减小到 n = 4194304，使模拟器在一秒之内回答");
  EXPECT_EQ(chinese_->translated("what nobody translated"), "what nobody translated");
}

TEST_F(MessagesOfTheProgram, AreThoseOfPlacesAndOfWhatWasBeingDone) {
  const Message kind("texture.kind_texture", "texture", {});
  const Message doing("doing.making_texture", "making the texture t on in",
                      {MessageArgument(kind), MessageArgument(std::string("t")), MessageArgument(std::string("in"))});
  EXPECT_EQ(chinese_->translated(message<"error.at">(doing, "CUDA_ERROR_INVALID_VALUE")),
            "为 in 创建纹理 t：CUDA_ERROR_INVALID_VALUE");
  const Message launch("place.launch", "copy/rows, launch of k (line 31)",
                       {MessageArgument(std::string("copy/rows")), MessageArgument(std::string("k")),
                        MessageArgument(std::int64_t{31})});
  EXPECT_EQ(chinese_->translated(Error{"words", launch, ""}.message()), "copy/rows，k 的启动（第 31 行）：words");
}

TEST_F(MessagesOfTheProgram, AreThereForEveryRequirementOfTheCatalogue) {
  const auto snapshot = catalogue::Catalogue(LANESCOPE_SOURCES "/kernels").snapshot();
  for (const auto& [id, kernel] : snapshot->kernels) {
    for (const catalogue::Requirement& requirement : kernel->requirements) {
      EXPECT_NE(chinese_->translated(requirement.otherwise), requirement.otherwise) << id;
    }
  }
}

}  // namespace
}  // namespace lanescope::gui
