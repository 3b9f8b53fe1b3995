#include <gtest/gtest.h>

#include "compiler/toolkit/toolkit.h"

namespace lanescope::compiler {
namespace {

TEST(ComputeCapability, IsReadInEveryFormThatPeopleWrite) {
  for (const char* written : {"9.0", "90", "sm_90", "compute_90"}) {
    const auto capability = compute_capability(written);
    ASSERT_TRUE(capability) << written;
    EXPECT_EQ(*capability, (ComputeCapability{9, 0}));
  }
  EXPECT_EQ(compute_capability("12.1").value(), (ComputeCapability{12, 1}));
  EXPECT_EQ(compute_capability("sm_120").value(), (ComputeCapability{12, 0}));
}

TEST(ComputeCapability, IsRefusedWhenItIsNone) {
  for (const char* written :
       {"", "9", "sm_", "x.y", "9.", ".5", "9.10", "-9.0", "9.-1", "sm_90a", "0.5", "9999999.0", "9 0"}) {
    const auto capability = compute_capability(written);
    ASSERT_FALSE(capability) << written;
    EXPECT_NE(capability.error().what.text().find(written), std::string::npos);
  }
}

TEST(ComputeCapability, OrdersAsVersionsDo) {
  EXPECT_LT((ComputeCapability{7, 5}), (ComputeCapability{8, 0}));
  EXPECT_LT((ComputeCapability{8, 9}), (ComputeCapability{12, 0}));
  EXPECT_EQ((ComputeCapability{12, 0}.text()), "12.0");
  EXPECT_EQ((ComputeCapability{12, 0}.number()), "120");
}

}  // namespace
}  // namespace lanescope::compiler
