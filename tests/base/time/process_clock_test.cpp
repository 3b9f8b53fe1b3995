#include "base/time/process_clock.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "base/process.h"

namespace lanescope {
namespace {

using namespace std::chrono_literals;
using Steady = ProcessClock::Steady;

/// While it lives, this thread and what it starts have one processor together.
class OneProcessor {
 public:
  OneProcessor() {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (std::size_t cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu) {
      if (CPU_ISSET(cpu, &before_)) CPU_SET(cpu, &one);
    }
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OneProcessor() { sched_setaffinity(0, sizeof before_, &before_); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t before_{};
};

class AProcessClock : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists("/proc/self/schedstat"))
      GTEST_SKIP() << "this system does not tell how long threads wait";
  }
  static Expected<ChildProcess> endless() { return ChildProcess::start({"sh", "-c", "while :; do :; done"}); }
  static void work_until(Steady::time_point end) {
    while (Steady::now() < end) {
    }
  }
};

TEST_F(AProcessClock, GoesOnWhileTheProcessSleeps) {
  ProcessClock clock;
  const auto start = clock.now();
  std::this_thread::sleep_for(300ms);
  EXPECT_GE(clock.now() - start, 200ms) << "who waits for a device or another program is not held up by a busy machine";
}

TEST_F(AProcessClock, StandsStillWhileOthersHaveTheProcessor) {
  const OneProcessor one;
  const auto first = endless(), second = endless(), third = endless();
  ASSERT_TRUE(first && second && third);
  ProcessClock clock;
  const auto own = clock.now(), start = Steady::now();
  work_until(start + 2s);
  const auto waited = clock.waited();
  EXPECT_GE(waited, 600ms) << "with three others it has a quarter of two seconds";
  EXPECT_LE(waited, Steady::now() - start);
  EXPECT_LE(clock.now() - own, Steady::now() - start - 500ms);
}

TEST_F(AProcessClock, OfSeveralThreadsCountsTheMeanOfTheirWaits) {
  const OneProcessor one;
  ProcessClock clock;
  const auto start = Steady::now();
  std::thread other(work_until, start + 1500ms);
  work_until(start + 1s);
  const auto waited = clock.waited(), passed = Steady::now() - start;
  other.join();
  EXPECT_GE(waited, 200ms);
  EXPECT_LE(waited, passed - 10ms) << "each waits half of the time, and so does the process, not all of it";
}

TEST_F(AProcessClock, OfAnotherProcessTellsOfItsWaits) {
  const OneProcessor one;
  const auto watched = endless();
  ASSERT_TRUE(watched);
  ProcessClock clock(watched->id());
  work_until(Steady::now() + 1s);
  EXPECT_GE(clock.waited(), 200ms);
}

TEST_F(AProcessClock, OfAProcessThatIsGoneIsTheSteadyClock) {
  ProcessClock clock(-5);
  const auto before = Steady::now();
  EXPECT_GE(clock.now(), before);
  EXPECT_EQ(clock.waited(), 0ns);
}

}  // namespace
}  // namespace lanescope
