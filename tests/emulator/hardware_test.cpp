// What single instructions give, held against what an H200 gave for the same operands.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <string>

#include "emulator/programs_fixture.h"

namespace lanescope::emulator {
namespace {

std::uint64_t fnv(const std::byte* bytes, std::size_t count) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < count; ++i) hash = (hash ^ static_cast<std::uint64_t>(bytes[i])) * 0x100000001b3u;
  return hash;
}

TEST(Hardware, EveryExactInstructionGivesTheBitsOfAnH200) {
  const ReadyKernel kernel = program(test_kernel("operations"));
  const Outcome outcome = run_program(kernel);
  ASSERT_TRUE(outcome.faults.empty()) << outcome.faults.front().message;
  const auto& bytes = outcome.buffers.at(buffer_number(kernel.plan, "out"));
  constexpr std::size_t row_bytes = 4096 * 8;
  std::ifstream truth(LANESCOPE_TEST_DATA "/truth/h200_operations.txt");
  ASSERT_TRUE(truth);
  std::size_t row = 0;
  std::size_t exact = 0;
  for (std::string line; std::getline(truth, line);) {
    if (line.empty() || line[0] == '#') continue;
    ASSERT_LE((row + 1) * row_bytes, bytes.size());
    if (!line.starts_with("approximate ")) {
      EXPECT_EQ(fnv(bytes.data() + row * row_bytes, row_bytes), std::stoull(line.substr(0, 16), nullptr, 16))
          << line.substr(17);
      ++exact;
    }
    ++row;
  }
  EXPECT_EQ(row * row_bytes, bytes.size());
  EXPECT_GT(exact, 270u);
}

}  // namespace
}  // namespace lanescope::emulator
