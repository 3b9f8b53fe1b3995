// Runs the transposes as C++ on the CPU: one std::thread a CUDA thread where a block has a barrier, else a loop. Their
// front matter gives grids, blocks, buffers and the expected result; guard zones around the output catch stray stores.
#include <gtest/gtest.h>

#include <barrier>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>

#include "catalogue/catalogue.h"
#include "catalogue/fill.h"
#include "catalogue/reference.h"

namespace {

struct Index {
  unsigned x = 0, y = 0;
};
thread_local Index threadIdx, blockIdx;
thread_local std::barrier<>* block_barrier = nullptr;
unsigned block_x = 0, block_y = 0;  // the knobs of the kernel that runs

// NOLINTBEGIN
#define __global__
#define __shared__ static
#define __syncthreads() block_barrier->arrive_and_wait()
#define BLOCK_X block_x
#define BLOCK_Y block_y
#define TILE 8  // an array extent: fixed when the test is compiled
#define PAD 3
#include "../../kernels/transpose/copy_row.cu"
#include "../../kernels/transpose/naive_col.cu"
#include "../../kernels/transpose/naive_row.cu"
#include "../../kernels/transpose/smem_pad.cu"
#include "../../kernels/transpose/smem_tile.cu"
// NOLINTEND

using Entry = void (*)(float*, const float*, unsigned, unsigned);

struct Transpose {
  const char* id;
  Entry entry;
  bool tiled;
};
void PrintTo(const Transpose& kernel, std::ostream* out) {
  *out << kernel.id;
}

using namespace warpscope;             // NOLINT(google-build-using-namespace)
using namespace warpscope::catalogue;  // NOLINT(google-build-using-namespace)

void run_block(const Transpose& kernel, const Dim3& block, Index at, float* out, const float* in, unsigned nx,
               unsigned ny) {
  std::barrier<> barrier(static_cast<std::ptrdiff_t>(block.count()));
  const auto run = [&](Index thread) {
    blockIdx = at;
    threadIdx = thread;
    block_barrier = &barrier;
    kernel.entry(out, in, nx, ny);
  };
  std::vector<std::thread> threads;
  for (unsigned y = 0; y < block.y; ++y) {
    for (unsigned x = 0; x < block.x; ++x) {
      if (kernel.tiled) {
        threads.emplace_back(run, Index{x, y});
      } else {
        run({x, y});
      }
    }
  }
  for (std::thread& thread : threads) thread.join();
}

/// The plan's launch on the CPU; compares with its reference, unwritten elements and guard zones included.
void expect_right(const Transpose& kernel, const LaunchPlan& plan) {
  ASSERT_EQ(plan.launches.size(), 1u);
  ASSERT_EQ(plan.buffers[0].name, "in");
  const auto nx = static_cast<unsigned>(plan.sizes.at("nx")), ny = static_cast<unsigned>(plan.sizes.at("ny"));
  const std::size_t count = std::size_t{nx} * ny;
  const std::vector<std::byte> bytes = fill_buffer(plan, 0);
  std::vector<float> in(count);
  std::memcpy(in.data(), bytes.data(), bytes.size());
  constexpr std::size_t guard = 4096;
  const auto poison = std::bit_cast<float>(static_cast<std::uint32_t>(poison_bits(ElementType::f32)));
  std::vector<float> out(count + 2 * guard, poison);
  const Launch& launch = plan.launches[0];
  for (unsigned y = 0; y < launch.grid.y; ++y) {
    for (unsigned x = 0; x < launch.grid.x; ++x) {
      run_block(kernel, launch.block, {x, y}, out.data() + guard, in.data(), nx, ny);
    }
  }
  std::vector<float> expected(count + 2 * guard, poison);
  const auto reference = compute_reference(plan, {bytes, {}});
  ASSERT_TRUE(reference) << reference.error().text();
  std::memcpy(expected.data() + guard, reference->data(), reference->size());
  EXPECT_EQ(std::memcmp(out.data(), expected.data(), out.size() * sizeof(float)), 0)
      << kernel.id << " nx=" << nx << " ny=" << ny << " block " << launch.block.x << "x" << launch.block.y;
}

class TheTranspose : public testing::TestWithParam<Transpose> {
 protected:
  std::shared_ptr<const Kernel> kernel = Catalogue(WARPSCOPE_SOURCES "/kernels").find(GetParam().id).value_or(nullptr);
};

constexpr std::pair<int, int> shapes[] = {{1, 1}, {1, 37}, {37, 1}, {13, 7}, {7, 13}, {31, 33}, {64, 8}, {24, 40}};

TEST_P(TheTranspose, IsRightForEveryShapeAndBlock) {
  ASSERT_NE(kernel, nullptr);
  struct Block {
    int x, y;
  };
  const std::vector<Block> plain = {{32, 8}, {1, 1}, {2, 4}, {16, 64}, {1024, 1}, {1, 1024}};
  const std::vector<Block> tiled = {{8, 1}, {8, 2}, {8, 8}};
  for (const auto& [nx, ny] : shapes) {
    for (const Block& block : GetParam().tiled ? tiled : plain) {
      Values values = {{"nx", nx}, {"ny", ny}, {"block_y", block.y}};
      if (GetParam().tiled) {
        values["tile"] = TILE;
      } else {
        values["block_x"] = block.x;
      }
      if (kernel->source.id.ends_with("pad")) values["pad"] = PAD;
      const auto plan = resolve(*kernel, values, 3);
      ASSERT_TRUE(plan) << plan.error().text();
      block_x = plan->launches.at(0).block.x;
      block_y = plan->launches.at(0).block.y;
      expect_right(GetParam(), *plan);
    }
  }
}

TEST_P(TheTranspose, HasALegalLaunchForItsLargestMatrixWithEveryBlock) {
  ASSERT_NE(kernel, nullptr);
  const Parameter& first = kernel->parameters[0];
  const Parameter& second = kernel->parameters[1];
  int legal = 0;
  for (const std::int64_t x : first.values) {
    for (const std::int64_t y : second.values) {
      const Values values = {{first.name, x}, {second.name, y}, {"nx", 32768}, {"ny", 32768}};
      const auto index =
          static_cast<std::size_t>(std::find(second.values.begin(), second.values.end(), y) - second.values.begin());
      const auto plan = resolve(*kernel, values, 1);
      const std::string refusal = why_not(*kernel, {{first.name, x}}, second.name, index);
      EXPECT_EQ(plan.has_value(), refusal.empty()) << x << " " << y << ": " << refusal;
      if (!plan) continue;
      ++legal;
      EXPECT_LE(plan->launches[0].block.count(), 1024u);
      EXPECT_EQ(plan->work.bytes, std::int64_t{8} << 30);
    }
  }
  EXPECT_GT(legal, 10);
}

INSTANTIATE_TEST_SUITE_P(Kernels, TheTranspose,
                         testing::Values(Transpose{"transpose/copy_row", copy_row, false},
                                         Transpose{"transpose/naive_row", transpose_naive_row, false},
                                         Transpose{"transpose/naive_col", transpose_naive_col, false},
                                         Transpose{"transpose/smem_tile", transpose_smem_tile, true},
                                         Transpose{"transpose/smem_pad", transpose_smem_pad, true}));

TEST(TheCatalogueOfTheProgram, LoadsWithoutAnError) {
  const Catalogue catalogue(WARPSCOPE_SOURCES "/kernels");
  const auto snapshot = catalogue.snapshot();
  for (const auto& [path, errors] : snapshot->errors) {
    for (const Error& error : errors) ADD_FAILURE() << error.text();
  }
  for (const char* id : {"copy_row", "naive_col", "naive_row", "smem_pad", "smem_tile"}) {
    EXPECT_TRUE(snapshot->kernels.contains(std::string("transpose/") + id)) << id;
  }
  for (const auto& [id, kernel] : snapshot->kernels) {
    EXPECT_FALSE(kernel->summary.empty()) << id;
    EXPECT_FALSE(kernel->article.empty()) << id;
    const auto plan = resolve(*kernel, {}, 1);
    ASSERT_TRUE(plan) << id;
    EXPECT_TRUE(plan->check.present()) << id;
  }
}

}  // namespace
