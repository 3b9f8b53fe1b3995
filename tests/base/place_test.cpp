#include "base/place.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/messages.h"

namespace lanescope {
namespace {

TEST(Place, IsWrittenAsCompilersWriteIt) {
  EXPECT_EQ(Place().text(), "");
  EXPECT_EQ(Place("libcuda.so.1").text(), "libcuda.so.1");
  EXPECT_EQ(Place("kernel.cu", 12).text(), "kernel.cu:12");
  EXPECT_EQ(Place("kernel.cu", 12, 5).text(), "kernel.cu:12:5");
  EXPECT_EQ(Place("kernel.cu", 0, 5).text(), "kernel.cu") << "a column of no line";
}

TEST(Place, WithoutANameIsALineThatTheTextDoesNotRepeat) {
  const Error error{"launch of k: out of memory", {"", 12}, ""};
  EXPECT_TRUE(error.where.empty());
  EXPECT_EQ(error.text(), "launch of k: out of memory");
  EXPECT_EQ(error.where.line, 12);
}

TEST(Place, MadeOfATextHasNoLineWhateverTheTextSays) {
  const Place place = "user@server:22";
  EXPECT_EQ(place.line, 0);
  EXPECT_EQ(place.text(), "user@server:22");
  EXPECT_NE(place, Place("user@server", 22));
}

TEST(Place, ThatIsAMessageStaysOneInTheTextOfItsError) {
  const Message name = message<"error.at">("copy/rows", "launch of k");
  const Message told = Error{"too large", name, ""}.message();
  EXPECT_EQ(told, "copy/rows: launch of k: too large");
  EXPECT_EQ(std::get<Message>(told.arguments().front().value()), name);
  const Message of_line = Error{"too large", {"k.cu", 3}, ""}.message();
  EXPECT_EQ(std::get<std::string>(of_line.arguments().front().value()), "k.cu:3");
}

}  // namespace
}  // namespace lanescope
