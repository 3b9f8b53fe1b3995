#include "base/time/call_watch.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>

namespace lanescope {
namespace {

using namespace std::chrono_literals;

TEST(CallWatch, TellsOnceOfACallThatDoesNotComeBack) {
  std::promise<std::string> told;
  std::atomic<int> times = 0;
  CallWatch watch(40ms, [&](const std::string& doing) {
    if (++times == 1) told.set_value(doing);
  });
  auto late = told.get_future();
  {
    const auto call = watch.begin_call("drawing a frame");
    ASSERT_EQ(late.wait_for(120s), std::future_status::ready);
    std::this_thread::sleep_for(200ms);
  }
  EXPECT_EQ(late.get(), "drawing a frame");
  EXPECT_EQ(times, 1);
}

TEST(CallWatch, IsSilentWhenEachOfManyCallsComesBack) {
  std::atomic<int> times = 0;
  CallWatch watch(2s, [&](const std::string&) { ++times; });
  const auto end = std::chrono::steady_clock::now() + 2500ms;
  while (std::chrono::steady_clock::now() < end) {
    const auto call = watch.begin_call("drawing a frame");
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_EQ(times, 0);
}

TEST(CallWatch, NamesTheOuterOfTwoCalls) {
  std::promise<std::string> told;
  CallWatch watch(40ms, [&](const std::string& doing) { told.set_value(doing); });
  auto late = told.get_future();
  const auto outer = watch.begin_call("writing a picture");
  { const auto inner = watch.begin_call("drawing a frame"); }
  ASSERT_EQ(late.wait_for(120s), std::future_status::ready);
  EXPECT_EQ(late.get(), "writing a picture");
}

}  // namespace
}  // namespace lanescope
