// What scripts rely on: exit statuses. The ids of messages are held by tests/structure/messages.py.
#include <gtest/gtest.h>

#include "cli/commands.h"

namespace lanescope::cli {
namespace {

TEST(ExitStatuses, AreThoseOfTheDocumentation) {
  EXPECT_EQ(done, 0);
  EXPECT_EQ(run_failed, 1);
  EXPECT_EQ(wrong_usage, 2);
  EXPECT_EQ(backend_missing, 3);
}

}  // namespace
}  // namespace lanescope::cli
