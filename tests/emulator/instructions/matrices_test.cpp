// The instructions on small matrices that a warp executes together, against results computed here.
#include <bit>
#include <cmath>

#include "emulator/programs_fixture.h"

namespace lanescope::emulator {
namespace {

using Words = std::vector<std::uint32_t>;

/// Element (row, column) of 8 x 8 elements of 16 bits, of which each row has four words.
std::uint32_t element(const Words& words, std::size_t matrix, std::size_t row, std::size_t column) {
  return words[32 * matrix + 4 * row + column / 2] >> (16 * (column % 2)) & 0xffffu;
}
/// What a lane receives of a matrix.
std::uint32_t held(const Words& words, std::size_t matrix, std::size_t lane, bool transposed) {
  const std::size_t row = lane / 4, column = lane % 4 * 2;
  return transposed ? element(words, matrix, column, row) | element(words, matrix, column + 1, row) << 16
                    : element(words, matrix, row, column) | element(words, matrix, row, column + 1) << 16;
}

TEST(MatrixRows, AreDistributedOverTheWarpAndCollectedAgain) {
  const ReadyKernel rows = program(test_kernel("matrix_rows"));
  const Words in = filled(rows);
  const Outcome outcome = run_clean(rows);
  const Words out = result(rows, outcome), stored = result(rows, outcome, "rows");
  // The matrix of each row of the output, and whether it was transposed.
  const std::vector<std::pair<std::size_t, bool>> loaded{{0, false}, {0, true},  {0, false}, {1, false}, {0, true},
                                                         {1, true},  {0, true},  {1, true},  {2, true},  {3, true},
                                                         {0, false}, {1, false}, {2, false}, {3, false}, {0, true}};
  for (std::size_t row = 0; row < loaded.size(); ++row) {
    for (std::size_t lane = 0; lane < 32; ++lane) {
      ASSERT_EQ(out[32 * row + lane], held(in, loaded[row].first, lane, loaded[row].second)) << row << ", " << lane;
    }
  }
  for (std::size_t word = 0; word < 128; ++word) {
    ASSERT_EQ(stored[word], in[word]) << word;
    const std::uint32_t second = word < 64 ? held(in, word / 32, word % 32, true) : in[word];
    ASSERT_EQ(stored[128 + word], second) << word;
    ASSERT_EQ(stored[256 + word], word < 32 ? in[96 + word] : second) << word;
  }
}

TEST(MatrixRows, AreInTheTraceWithTheirAddresses) {
  const ReadyKernel rows = program(test_kernel("matrix_rows"));
  Options options;
  options.trace = TraceRequest{};
  const trace::Trace trace = run_program(rows, options).trace;
  std::vector<std::uint32_t> masks;
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const trace::Site& site = trace.sites[trace.headers[record].site];
    if (site.operation != trace::Operation::matrix_load) continue;
    EXPECT_EQ(site.bytes_per_lane, 16u);
    EXPECT_EQ(site.space, trace::Space::shared);
    masks.push_back(trace.headers[record].active_mask);
    trace::for_each_lane(masks.back(), [&](std::uint32_t lane) {
      EXPECT_EQ(trace.offsets[record].at(lane) - trace.offsets[record].at(0), 16 * lane);
    });
  }
  EXPECT_EQ(masks, (Words{0xff, 0xff, 0xffff, 0xffff, 0xffffffff, 0xffffffff}));
}

/// One product of the kernel: how it reads the bits of an element.
struct Product {
  unsigned k = 0, bits = 0;
  double (*a)(std::uint32_t) = nullptr;
  double (*b)(std::uint32_t) = nullptr;
  std::uint32_t a_kept = ~0u, a_set = 0, b_kept = ~0u, b_set = 0;
};

/// A number of which all but the sign, the exponent 2^-1 and two bits of the fraction is zero.
template <unsigned sign, unsigned fraction>
double between_half_and_one(std::uint32_t bits) {
  const double magnitude = 0.5 + (bits >> (fraction - 2) & 3u) * 0.125;
  return (bits >> sign & 1u) != 0 ? -magnitude : magnitude;
}
double natural(std::uint32_t bits) {
  return bits;
}
double signed_byte(std::uint32_t bits) {
  return static_cast<std::int8_t>(bits);
}
double signed_nibble(std::uint32_t bits) {
  return static_cast<int>(bits ^ 8u) - 8;
}

constexpr auto half = &between_half_and_one<15, 10>;
constexpr auto bfloat = &between_half_and_one<15, 7>;
constexpr auto tensor_float = &between_half_and_one<31, 23>;
const std::vector<Product> products{{16, 16, half, half},
                                    {16, 16, bfloat, bfloat},
                                    {8, 32, tensor_float, tensor_float},
                                    {32, 8, &between_half_and_one<7, 3>, &between_half_and_one<7, 2>},
                                    {32, 8, signed_byte, natural},
                                    {64, 4, signed_nibble, natural},
                                    {256, 1, natural, natural},
                                    {8, 16, half, half},
                                    {4, 32, tensor_float, tensor_float},
                                    {16, 8, natural, signed_byte},
                                    {16, 16, half, half}};

/// Element (row, column) of A and (step, column) of B, as the manual distributes them over lanes and registers.
std::uint32_t bits_at(const Words& words, std::size_t product, const Product& how, unsigned lane, unsigned index,
                      unsigned part) {
  const std::uint32_t word = words[128 * product + 32 * index + lane];
  return how.bits == 32 ? word : word >> (part * how.bits) & ((1u << how.bits) - 1);
}
double sum_of(const Words& a, const Words& b, std::size_t product, unsigned row, unsigned column) {
  const Product& how = products[product];
  const unsigned parts = 32 / how.bits;
  double sum = 0;
  for (unsigned step = 0; step < how.k; ++step) {
    const unsigned member = step / parts % 4, chunk = step / parts / 4;
    sum += how.a(bits_at(a, product, how, row % 8 * 4 + member, chunk * 2 + row / 8, step % parts)) *
           how.b(bits_at(b, product, how, column * 4 + member, chunk, step % parts));
  }
  return sum;
}

TEST(MatrixProducts, AreExactWhereEverySumIs) {
  const ReadyKernel kernel = program(test_kernel("matrix_products"));
  const Words a = filled(kernel, "a"), b = filled(kernel, "b"), out = result(kernel, run_clean(kernel));
  for (std::size_t product = 0; product < products.size(); ++product) {
    const bool integers = (product >= 4 && product <= 6) || product == 9;
    for (unsigned row = 0; row < 16; ++row) {
      for (unsigned column = 0; column < 8; ++column) {
        const double sum = sum_of(a, b, product, row, column);
        const std::size_t lane = row % 8 * 4 + column / 2;
        if (product == 10) {
          const std::uint32_t bits = out[128 * product + 32 * (row / 8) + lane] >> (16 * (column % 2)) & 0xffffu;
          const int exponent = static_cast<int>(bits >> 10 & 31u);
          const double size =
              exponent == 0 ? std::ldexp(bits & 1023u, -24) : std::ldexp(1024 + (bits & 1023u), exponent - 25);
          ASSERT_EQ((bits & 0x8000u) != 0 ? -size : size, sum) << row << ", " << column;
          continue;
        }
        const std::uint32_t bits = out[128 * product + 32 * (row / 8 * 2 + column % 2) + lane];
        ASSERT_EQ(integers ? static_cast<std::int32_t>(bits) : double{std::bit_cast<float>(bits)}, sum)
            << "product " << product << " at " << row << ", " << column;
      }
    }
  }
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned r = 0; r < 2; ++r) {
      double sum = r == 0 ? 0.5 : -1.0;
      for (unsigned step = 0; step < 4; ++step) {
        const unsigned column = lane % 4 * 2 + r;
        sum = std::fma(a[1408 + lane / 4 * 4 + step] >> 8, b[1408 + column * 4 + step] >> 8, sum);
      }
      const auto bits = std::bit_cast<std::uint64_t>(sum);
      ASSERT_EQ(out[1408 + 64 * r + lane], static_cast<std::uint32_t>(bits)) << lane;
      ASSERT_EQ(out[1408 + 64 * r + 32 + lane], bits >> 32) << lane;
    }
  }
}

TEST(WarpMatrixFunctions, LoadMultiplyAndStoreInEveryLayout) {
  const ReadyKernel kernel = program(test_kernel("wmma_products"));
  const Words in = filled(kernel), out = result(kernel, run_clean(kernel));
  const auto a = [&](std::size_t i) { return static_cast<int>(in[i] & 15u) - 8; };
  const auto b = [&](std::size_t i) { return static_cast<int>(in[512 + i] & 15u) - 8; };
  /// Sums over k with the strides of A and B for row, step and column.
  const auto sum = [&](std::size_t row, std::size_t column, std::size_t k, std::size_t a_row, std::size_t a_step,
                       std::size_t b_step, std::size_t b_column) {
    int total = 0;
    for (std::size_t step = 0; step < k; ++step) {
      total += a(row * a_row + step * a_step) * b(step * b_step + column * b_column);
    }
    return total;
  };
  for (std::size_t row = 0; row < 16; ++row) {
    for (std::size_t column = 0; column < 16; ++column) {
      const std::size_t at = row * 16 + column;
      ASSERT_EQ(std::bit_cast<float>(out[at]), 1 + sum(row, column, 16, 1, 16, 16, 1)) << at;
      ASSERT_EQ(std::bit_cast<float>(out[768 + at]), sum(row, column, 16, 16, 1, 1, 16)) << at;
      const std::uint32_t bits = out[256 + (column * 16 + row) / 2] >> (16 * (row % 2)) & 0xffffu;
      const int exponent = static_cast<int>(bits >> 10 & 31u);
      const double size = exponent == 0 ? 0 : std::ldexp(1024 + (bits & 1023u), exponent - 25);
      ASSERT_EQ((bits & 0x8000u) != 0 ? -size : size, sum(row, column, 16, 16, 1, 1, 16)) << at;
    }
  }
  for (std::size_t at = 0; at < 256; ++at) {
    ASSERT_EQ(static_cast<int>(out[512 + at]), sum(at / 8, at % 8, 16, 16, 1, 1, 16)) << at;
  }
  for (std::size_t at = 0; at < 64; ++at) {
    const auto bits = std::uint64_t{out[1024 + 2 * at + 1]} << 32 | out[1024 + 2 * at];
    ASSERT_EQ(std::bit_cast<double>(bits), 0.25 + sum(at / 8, at % 8, 4, 4, 1, 1, 4)) << at;
  }
}

}  // namespace
}  // namespace lanescope::emulator
