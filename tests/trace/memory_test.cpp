#include "trace/memory.h"

#include <gtest/gtest.h>

namespace lanescope::trace {
namespace {

TEST(Memory, IsPublishedByOneNameAndKnownByIt) {
  for (const Memory& memory : {Memory{}, Memory{Space::global, "out"}, Memory{Space::shared}, Memory{Space::local}}) {
    EXPECT_EQ(Memory::named(memory.name()), memory) << memory.name();
  }
  EXPECT_EQ(Memory{Space::shared}.name(), "shared memory");
  EXPECT_EQ(Memory{Space::local}.name(), "local memory");
  EXPECT_EQ((Memory{Space::global, "out"}.name()), "out");
  EXPECT_EQ(Memory{}.name(), "");
}

}  // namespace
}  // namespace lanescope::trace
