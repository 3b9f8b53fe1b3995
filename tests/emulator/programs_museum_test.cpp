// The museum: every kernel shows the fault that it promises, at the line, block and thread where it was worked out by
// hand.
#include <bit>
#include <cmath>
#include <filesystem>
#include <set>

#include "emulator/programs_fixture.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;

/// What a museum kernel does with its default sizes.
struct Piece {
  const char* name;
  const char* fault;
  const char* line;  ///< words of the line; empty for faults of a whole buffer
  std::uint64_t block;
  std::uint32_t thread;
  const char* buffer;
  std::optional<std::int64_t> offset;
  std::uint64_t count;      ///< unwritten elements; 0: no count
  catalogue::Values right;  ///< a setting with which nothing is wrong
};

std::vector<Piece> museum() {
  return {
      // 8 columns, 6 rows, stride 8 for 6: column 6 begins at element 48 of 48. Thread (6, 0) is the first.
      {"reference_stride_of_a_square",
       "out_of_bounds",
       "out[size_t(x) * nx + y]",
       0,
       6,
       "out",
       4 * 48,
       0,
       {{"nx", Number{8}}, {"ny", Number{8}}}},
      // 100 columns, blocks of 4 * 32: in the fourth step thread 4 stores row 100 of 100 rows of 8.
      {"unroll_unguarded_row",
       "out_of_bounds",
       "out[to + size_t(k) * BLOCK_X * ny]",
       0,
       4,
       "out",
       4 * 800,
       0,
       {{"nx", Number{128}}}},
      // The same with rows of 100 in the output: thread 4 loads row 100 of 100 rows of 8.
      {"unroll_unguarded_column",
       "out_of_bounds",
       "out[to + k * BLOCK_X] = in[from",
       0,
       4,
       "in",
       4 * 800,
       0,
       {{"ny", Number{128}}}},
      // 64 x 64 in tiles of 16 x 8: only rows 0 to 31 of the input are read. out[0][32] is the first that stays as it
      // was.
      {"diagonal_of_a_rectangle_row", "unwritten", "", 0, 0, "out", 4 * 32, 64 * 32, {{"block_y", Number{16}}}},
      // Only rows 0 to 31 of the output are written.
      {"diagonal_of_a_rectangle_column", "unwritten", "", 0, 0, "out", 4 * 32 * 64, 32 * 64, {{"block_y", Number{16}}}},
      {"transpose_of_the_other_shape", "mismatch", "", 0, 0, "out", std::nullopt, 0, {{"nx", Number{32}}}},
      // 128 partial sums. Lane 0 reads element 16 in the second step; lane 16 wrote it in the first.
      {"reduction_without_syncwarp", "race", "last[t] = last[t] + last[t + 16]", 0, 0, "shared memory", 4 * 16, 0, {}},
      // 32 partial sums of 4 bytes; thread 0 reads number 32.
      {"warp_step_of_a_small_block",
       "out_of_bounds",
       "partial[t] + partial[t + 32]",
       0,
       0,
       "shared memory",
       128,
       0,
       {{"block", Number{64}}, {"n", Number{128}}}},
      // 256 elements, blocks of 64, five blocks: block 4 begins at element 256. The grid always has too many threads.
      {"laplace_unguarded_store", "out_of_bounds", "y[i] = right - 2 * middle + left", 4, 0, "y", 4 * 256, 0, {}},
      // Thread 31 reads s[32], word 33 of 34.
      {"laplace_halo_of_thread_32",
       "uninitialised",
       "y[i] = s[t + 1]",
       0,
       31,
       "shared memory",
       4 * 33,
       0,
       {{"block", Number{64}}}},
      // 1024 elements, blocks of 256: block 4 is the first surplus one and still right, block 5 reads x[1279].
      {"laplace_unsigned_difference",
       "out_of_bounds",
       "s[-1] = b == 0 ? x[n - 1] : x[b - 1]",
       5,
       0,
       "x",
       4 * 1279,
       0,
       {{"surplus", Number{1}}}},
      {"matmul_drops_the_last_tile", "mismatch", "", 0, 0, "c", std::nullopt, 0, {{"k", Number{4}}}},
      // 12 rows in tiles of 8: of blocks 2 and 3 the second warp, rows 12 to 15, ends without filling its half of b's
      // tile,
      // which stands behind the 256 bytes of a's tile. Thread 0 reads its fifth row.
      {"matmul_barrier_behind_a_guard",
       "uninitialised",
       "sum += a_tile[y][i] * b_tile[i][x]",
       2,
       0,
       "shared memory",
       256 + 4 * 8 * 4,
       0,
       {{"m", Number{16}}}},
      // Two warps, two tiles of k: the first warp stores the second tile beside the second warp's reads of the first.
      {"matmul_without_second_barrier", "race", "a_tile[y][x] = ", 0, 0, "shared memory", 0, 0, {{"k", Number{8}}}},
      // 8 blocks. Block 1 loads the word that block 0 has stored.
      {"sum_without_atomics", "race", "out[0] += partial[0];", 1, 0, "out", 0, 0, {{"add", std::string("atomic")}}},
      // 128 threads: warp 0 is the first at its barrier, and no address belongs to that.
      {"copy_with_two_barriers",
       "divergent_barrier",
       "of the half that loads",
       0,
       0,
       "",
       std::nullopt,
       0,
       {{"barrier", std::string("one")}}},
      // 8 warps: lane 0 takes from lane 16.
      {"reduction_shuffle_beyond_the_mask",
       "shuffle",
       "__shfl_down_sync(taking_part",
       0,
       0,
       "",
       std::nullopt,
       0,
       {{"width", std::string("of_the_sums")}}},
  };
}

/// Elements that differ from the reference: bits, or for [check] relative by more than the tolerance.
std::size_t mismatches(const ReadyKernel& program, const Outcome& outcome) {
  const catalogue::Check& check = program.plan.check;
  const auto expected = reference_of(program);
  const auto& got = outcome.buffers.at(check.output);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < expected.size() / 4; ++i) {
    std::uint32_t expected_bits = 0, got_bits = 0;
    std::memcpy(&expected_bits, expected.data() + 4 * i, 4);
    std::memcpy(&got_bits, got.data() + 4 * i, 4);
    if (check.compare != catalogue::Check::Compare::relative) {
      wrong += expected_bits != got_bits ? 1 : 0;
      continue;
    }
    const float value = std::bit_cast<float>(got_bits), reference = std::bit_cast<float>(expected_bits);
    const bool near = std::fabs(value - reference) <= check.tolerance * std::max(std::fabs(reference), 1e-2F);
    wrong += near ? 0 : 1;
  }
  return wrong;
}

class EveryPiece : public testing::TestWithParam<Piece> {};

TEST_P(EveryPiece, ShowsItsFaultAndNothingElse) {
  const Piece& piece = GetParam();
  const ReadyKernel shown = program(museum_kernel(piece.name));
  EXPECT_EQ(name_of(shown.plan.expect), piece.fault);
  const Outcome outcome = run_program(shown);
  if (piece.fault == std::string("mismatch")) {
    EXPECT_TRUE(outcome.faults.empty()) << outcome.faults.front().message;
    EXPECT_GT(mismatches(shown, outcome), 0u);
    return;
  }
  ASSERT_EQ(outcome.faults.size(), 1u) << (outcome.faults.empty() ? "" : outcome.faults.back().message);
  const Fault& fault = outcome.faults.front();
  EXPECT_EQ(name_of(fault.kind), piece.fault) << fault.message;
  if (*piece.line != '\0') {
    EXPECT_EQ(fault.file, std::string(piece.name) + ".cu");
    EXPECT_EQ(fault.line, line_with(shown, piece.line)) << fault.message;
  }
  EXPECT_EQ(fault.block, piece.block) << fault.message;
  EXPECT_EQ(fault.thread, piece.thread) << fault.message;
  EXPECT_EQ(fault.memory.name(), piece.buffer) << fault.message;
  if (piece.offset) {
    EXPECT_EQ(fault.offset, piece.offset) << fault.message;
  }
  if (piece.count > 0) {
    EXPECT_EQ(outcome.unwritten.at(shown.plan.check.output), piece.count);
    EXPECT_EQ(mismatches(shown, outcome), piece.count) << "what was written is right";
  }
}

TEST_P(EveryPiece, IsRightWithAnotherSetting) {
  const Piece& piece = GetParam();
  if (piece.right.empty()) GTEST_SKIP() << "it is wrong with every setting";
  const ReadyKernel right = program(museum_kernel(piece.name), piece.right);
  const Outcome outcome = run_program(right);
  EXPECT_TRUE(outcome.faults.empty()) << outcome.faults.front().message;
  EXPECT_EQ(mismatches(right, outcome), 0u);
}

INSTANTIATE_TEST_SUITE_P(Museum, EveryPiece, testing::ValuesIn(museum()),
                         [](const auto& given) { return std::string(given.param.name); });

TEST(TheMuseum, IsTestedWhole) {
  std::set<std::string> tested, there;
  for (const Piece& piece : museum()) tested.insert(piece.name);
  for (const auto& file : std::filesystem::directory_iterator(LANESCOPE_SOURCES "/kernels/museum")) {
    if (file.path().extension() == ".cu") there.insert(file.path().stem().string());
  }
  EXPECT_EQ(tested, there);
}

TEST(ALaplaceWithSurplusBlocks, ReadsPastTheEndSixTimes) {
  const ReadyKernel shown = program(museum_kernel("laplace_unsigned_difference"));
  Options options;
  options.continue_after_fault = true;
  const Outcome outcome = run_program(shown, options);
  std::uint64_t reads = 0;
  for (const Fault& fault : outcome.faults) reads += fault.kind == FaultKind::out_of_bounds ? fault.count : 0;
  EXPECT_EQ(reads, 6u) << "two for each of the blocks 5, 6 and 7";
}

TEST(AnUnguardedUnroll, GoesAsFarAsTheSizesSay) {
  const ReadyKernel shown = program(museum_kernel("unroll_unguarded_row"));
  Options options;
  options.continue_after_fault = true;
  const Outcome outcome = run_program(shown, options);
  std::uint64_t accesses = 0;
  for (const Fault& fault : outcome.faults) accesses += fault.kind == FaultKind::out_of_bounds ? fault.count : 0;
  // Stores: columns 100 to 127 in each of 8 rows. Loads: the same in the last row only.
  EXPECT_EQ(accesses, 28u * 8 + 28u);
}

TEST(AReductionDeclaredVolatile, IsRightByLuckAndStillNotOrdered) {
  const ReadyKernel shown = program(museum_kernel("reduction_without_syncwarp"), {{"access", std::string("volatile")}});
  Options options;
  options.continue_after_fault = true;
  EXPECT_EQ(mismatches(shown, run_program(shown, options)), 0u) << "as the hardware tends to run it";
}

}  // namespace
}  // namespace lanescope::emulator
