#include "base/parallel.h"

#include <gtest/gtest.h>

#include <mutex>
#include <stdexcept>
#include <vector>

namespace lanescope {
namespace {

TEST(WorkInParts, ComesToEachElementOnceInPartsOfWholeSteps) {
  for (const std::uint64_t count : {0u, 1u, 31u, 32u, 1000u, 4096u}) {
    for (const std::uint64_t grain_size : {1u, 100u, 10'000u}) {
      std::vector<int> visits(count, 0);
      std::mutex mutex;
      parallel_for(count, grain_size, 32, [&](std::uint64_t begin, std::uint64_t end) {
        EXPECT_LT(begin, end);
        EXPECT_EQ(begin % 32, 0u);
        const std::lock_guard lock(mutex);
        for (std::uint64_t i = begin; i < end; ++i) ++visits.at(i);
      });
      EXPECT_EQ(visits, std::vector<int>(count, 1)) << count << ", " << grain_size;
    }
  }
}

TEST(WorkInParts, ThrowsWhatAPartThrew) {
  EXPECT_THROW(parallel_for(1000, 1, 1,
                            [](std::uint64_t, std::uint64_t end) {
                              if (end == 1000) throw std::runtime_error("the last part");
                            }),
               std::runtime_error);
}

TEST(TheCoresOfTheProcess, AreAtLeastOne) {
  EXPECT_GE(core_count(), 1u);
}

}  // namespace
}  // namespace lanescope
