// Messages: an id with arguments, and the English text of both.
#include "base/message.h"

#include <gtest/gtest.h>

#include <limits>

namespace lanescope {

MESSAGE("test.plain", "nothing is missing");
MESSAGE("test.numbers", "{} of {} at {:#x}, {:.3g} s");
MESSAGE("test.order", "{1} before {0}, {{}}");

namespace {

TEST(MessageOfATable, HasItsIdItsArgumentsAndItsEnglishText) {
  const Message made = message<"test.numbers">("x", 12, 4096U, 1.0 / 3);
  EXPECT_EQ(made.id(), "test.numbers");
  EXPECT_EQ(made.text(), "x of 12 at 0x1000, 0.333 s");
  const std::vector<MessageArgument> arguments{MessageArgument(std::string("x")), MessageArgument(std::int64_t{12}),
                                               MessageArgument(std::int64_t{4096}), MessageArgument(1.0 / 3)};
  EXPECT_EQ(made.arguments(), arguments);
  EXPECT_EQ(message<"test.plain">().text(), "nothing is missing");
}

TEST(MessageOfATable, ShowsArgumentsInTheOrderOfItsPattern) {
  EXPECT_EQ(message<"test.order">("b", "a").text(), "a before b, {}");
}

TEST(MessageOfATable, KeepsMessagesAsArguments) {
  const Message inner = message<"test.plain">();
  const Message outer = message<"test.order">(inner, "a");
  EXPECT_EQ(outer.text(), "a before nothing is missing, {}");
  EXPECT_EQ(std::get<Message>(outer.arguments().front().value()), inner);
}

TEST(MessageOfATable, DiffersFromAnotherByIdAndArguments) {
  EXPECT_EQ(message<"test.order">(1, 2), message<"test.order">(1, 2));
  EXPECT_FALSE(message<"test.order">(1, 2) == message<"test.order">(2, 1));
  EXPECT_FALSE(message<"test.plain">() == Message("nothing is missing"));
}

TEST(MessageWithoutAnId, IsATextOfSomebodyElse) {
  const Message text = "cuInit: no such device";
  EXPECT_EQ(text.id(), "");
  EXPECT_EQ(text.text(), "cuInit: no such device");
  EXPECT_TRUE(text.arguments().empty());
  EXPECT_FALSE(text.empty());
  EXPECT_TRUE(Message("").empty());
}

TEST(ArgumentOfAMessage, IsASignedNumberWhereverItFits) {
  EXPECT_EQ(MessageArgument(std::uint64_t{5}), MessageArgument(std::int64_t{5}));
  const std::uint64_t large = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(std::get<std::uint64_t>(MessageArgument(large).value()), large);
}

}  // namespace
}  // namespace lanescope
