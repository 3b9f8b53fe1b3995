// Programs about what a single thread or warp computes, against results computed here.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "emulator/memory/texture.h"
#include "emulator/programs_fixture.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;
using Words = std::vector<std::uint32_t>;

TEST(AConvolution, ReadsItsCoefficientsFromConstantMemory) {
  const ReadyKernel blur = program(test_kernel("convolution"));
  const auto in = filled<float>(blur);
  const auto out = result<float>(blur, run_clean(blur));
  const float coefficients[3][3] = {{0.25F, 0.5F, 0.25F}, {0.5F, -3.0F, 0.5F}, {0.25F, 0.5F, 0.25F}};
  const int nx = 45, ny = 19;
  for (int y = 0; y < ny; ++y) {
    for (int x = 0; x < nx; ++x) {
      float sum = 0;
      for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
          const int column = x + right, row = y + down;
          const bool inside = column >= 0 && column < nx && row >= 0 && row < ny;
          const float value = inside ? in[static_cast<std::size_t>(row * nx + column)] : 0.0F;
          sum = std::fma(coefficients[down + 1][right + 1], value, sum);
        }
      }
      ASSERT_EQ(out[static_cast<std::size_t>(y * nx + x)], sum) << x << ", " << y;
    }
  }
}

TEST(Shuffles, MoveValuesBetweenLanes) {
  const ReadyKernel shuffles = program(test_kernel("warp_shuffle_sum"));
  const Words in = filled(shuffles), out = result(shuffles, run_clean(shuffles));
  const std::size_t n = in.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto warp = in.begin() + static_cast<std::ptrdiff_t>(i / 32 * 32);
    const std::size_t lane = i % 32;
    ASSERT_EQ(out[i], std::accumulate(warp, warp + 32, 0u)) << i;
    ASSERT_EQ(out[n + i], std::accumulate(warp, warp + static_cast<std::ptrdiff_t>(lane) + 1, 0u)) << i;
    const std::size_t next = lane / 8 * 8 + (lane + 1) % 8;
    ASSERT_EQ(out[2 * n + i], warp[static_cast<std::ptrdiff_t>(next)] ^ warp[static_cast<std::ptrdiff_t>(lane ^ 5)])
        << i;
  }
}

TEST(VotesAndMatches, TellWhatOtherLanesHold) {
  const ReadyKernel votes = program(test_kernel("vote_match"));
  const Words in = filled(votes), out = result(votes, run_clean(votes));
  const std::size_t n = in.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t first = i / 32 * 32;
    std::uint32_t few = 0, same = 0, sum = 0, all_bits = 0, same_bits = 0, largest = 0, smallest = 5;
    for (std::size_t lane = 0; lane < 32; ++lane) {
      const std::uint32_t raw = in[first + lane], value = raw % 5;
      few |= (value < 2 ? 1u : 0u) << lane;
      if (value == in[i] % 5) {
        same |= 1u << lane;
        same_bits |= raw;
      }
      sum += value;
      all_bits ^= raw;
      largest = std::max(largest, value);
      smallest = std::min(smallest, value);
    }
    ASSERT_EQ(out[i], few) << i;
    ASSERT_EQ(out[n + i], (largest == 4 ? 2u : 0u) + (largest < 4 ? 1u : 0u)) << i;
    ASSERT_EQ(out[2 * n + i], same) << i;
    ASSERT_EQ(out[3 * n + i], 0xffffffffu + 1u) << i;
    ASSERT_EQ(out[4 * n + i], sum * 100 + largest * 10 + smallest) << i;
    ASSERT_EQ(out[5 * n + i], all_bits) << i;
    ASSERT_EQ(out[6 * n + i], in[i] % 5 < 2 ? same_bits : 0u) << i;
  }
}

TEST(Textures, AreReadInEveryLayout) {
  const ReadyKernel lookup = program(test_kernel("texture_lookup"));
  const auto plane = filled<std::uint32_t>(lookup, "in"), wave = filled<std::uint32_t>(lookup, "wave");
  const auto out = result<std::uint32_t>(lookup, run_clean(lookup));
  using Texture = catalogue::Texture;
  const TextureShape memory{Texture::Layout::linear,
                            Texture::Filter::point,
                            Texture::Address::clamp,
                            false,
                            catalogue::ElementType::f32,
                            63,
                            1};
  const TextureShape curve{Texture::Layout::array_1d,
                           Texture::Filter::point,
                           Texture::Address::wrap,
                           true,
                           catalogue::ElementType::f32,
                           12,
                           1};
  const TextureShape field{Texture::Layout::array_2d,
                           Texture::Filter::linear,
                           Texture::Address::clamp,
                           false,
                           catalogue::ElementType::f32,
                           9,
                           7};
  const TexelReader from_plane = [&](std::uint64_t i) -> std::uint64_t { return plane.at(i); };
  const TexelReader from_wave = [&](std::uint64_t i) -> std::uint64_t { return wave.at(i); };
  for (int i = 0; i < 300; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const float x = std::fma(static_cast<float>(i), 0.0123F, -1.5F);
    const float column = std::fma(static_cast<float>(i % 37), 0.27F, -0.8F), row = static_cast<float>(i / 37) * 0.61F;
    ASSERT_EQ(out[at], fetch_linear(memory, i - 1, from_plane)[0]) << i;
    ASSERT_EQ(out[300 + at], fetch(curve, x, 0, from_wave)[0]) << i;
    ASSERT_EQ(out[600 + at], fetch(field, column, row, from_plane)[0]) << i;
  }
}

TEST(Surfaces, AreReadAndWrittenByElementsAndVectors) {
  constexpr std::size_t width = 40, height = 24;
  const ReadyKernel kernel = program(test_kernel("surfaces"));
  const auto in = filled<float>(kernel);
  std::vector<float> expected(width * height);
  std::vector<std::uint8_t> bytes(width * height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const float* const row = in.data() + y * width;
      const float left = row[x == 0 ? 0 : x - 1], right = x + 1 < width ? row[x + 1] : 0.0F;
      const float sum = left + row[x] + right;
      expected[(height - 1 - y) * width + x] = sum;
      bytes[y * width + x] = static_cast<std::uint8_t>(std::bit_cast<std::uint32_t>(sum));
    }
  }
  const Outcome outcome = run_clean(kernel);
  EXPECT_EQ(result<float>(kernel, outcome), expected);
  EXPECT_EQ(result<std::uint8_t>(kernel, outcome, "bytes"), bytes);
  Options options;
  options.trace.emplace();
  const trace::Trace trace = run_program(kernel, options).trace;
  const auto stores = std::count_if(trace.headers.begin(), trace.headers.end(), [&](const trace::Header& header) {
    const trace::Site& site = trace.sites[header.site];
    return site.space == trace::Space::texture && site.operation == trace::Operation::store;
  });
  // 9 blocks of 4 warps store twice each, those of the last column too; then 24 warps store four elements and four
  // bytes.
  EXPECT_EQ(stores, 9 * 4 * 2 + 24 * 5);
}

TEST(Surfaces, AreNotLeftAndNotAddressedBetweenElements) {
  const auto only_fault = [](const char* how) {
    const Outcome outcome = run_program(program(test_kernel("surfaces"), {{"outside", std::string(how)}}));
    EXPECT_EQ(outcome.faults.size(), 1u);
    return outcome.faults.empty() ? Fault{} : outcome.faults.front();
  };
  const Fault beyond = only_fault("beyond");
  EXPECT_EQ(name_of(beyond.kind), "out_of_bounds");
  EXPECT_EQ(beyond.memory.buffer, "half");
  EXPECT_NE(beyond.message.text().find("row 24 of the surface on half, which has 24 rows of 160 bytes"),
            std::string::npos)
      << beyond.message;
  EXPECT_EQ(name_of(only_fault("misaligned").kind), "misaligned");
}

TEST(SpecialRegisters, TellTheSizesOfSharedMemoryAsAnH100Does) {
  const ReadyKernel kernel = program(test_kernel("shared_sizes"));
  // 48 bytes of the kernel's own and 1000 that are asked for, in units of 128; 1024 more are the system's.
  EXPECT_EQ(result(kernel, run_clean(kernel)), (Words{0, 288, 1024, 0, 0, 1152, 1000, 2072}));
}

TEST(Halves, AreRoundedToWholeNumbersInTheirOwnRegisters) {
  const ReadyKernel kernel = program(test_kernel("half_rounding"));
  const Words out = result(kernel, run_clean(kernel));
  const auto value = [](std::uint32_t bits, int exponent_bits, int bias) {
    const int fraction_bits = 15 - exponent_bits;
    const auto fraction = static_cast<double>(bits & ((1u << fraction_bits) - 1)) / (1 << fraction_bits);
    const int exponent = static_cast<int>(bits >> fraction_bits & ((1u << exponent_bits) - 1));
    const double size = exponent == 0 ? std::ldexp(fraction, 1 - bias) : std::ldexp(1 + fraction, exponent - bias);
    return (bits >> 15) != 0 ? -size : size;
  };
  for (std::uint32_t t = 0; t < 64; ++t) {
    for (std::uint32_t format = 0; format < 2; ++format) {
      const int exponent_bits = format == 0 ? 5 : 8, bias = format == 0 ? 15 : 127;
      const double x = value(out[(8 + format) * 64 + t], exponent_bits, bias);
      const double expected[] = {std::nearbyint(x), std::trunc(x), std::floor(x), std::ceil(x)};
      for (std::uint32_t way = 0; way < 4; ++way)
        EXPECT_EQ(value(out[(4 * format + way) * 64 + t], exponent_bits, bias), expected[way]) << x << " way " << way;
    }
  }
}

TEST(VectorAtomics, CombineEachElement) {
  const ReadyKernel kernel = program(test_kernel("vector_atomics"));
  const Outcome outcome = run_clean(kernel);
  const Words in = filled(kernel), out = result(kernel, outcome);
  const std::vector<float> sum = result<float>(kernel, outcome, "sum");
  const auto half = [](std::uint32_t word, unsigned part) { return static_cast<std::uint16_t>(word >> 16 * part); };
  // Halves are below 4, of either sign: the larger one is that with the larger bits, or the smaller where it is
  // negative.
  const auto larger = [](std::uint16_t a, std::uint16_t b) {
    const auto number = [](std::uint16_t bits) { return (bits & 0x8000) != 0 ? -(bits & 0x7fff) : int{bits}; };
    return number(a) == number(b) ? std::min(a, b) : number(a) > number(b) ? a : b;
  };
  for (std::uint32_t t = 0; t < 64; ++t) {
    const float a = static_cast<float>(in[t] % 1000) * 0.25F, b = static_cast<float>(in[t + 64] % 1000) * 0.5F;
    EXPECT_EQ(sum[2 * t], a + b) << t;
    EXPECT_EQ(sum[2 * t + 1], b - a) << t;
    EXPECT_EQ(std::vector(sum.begin() + 128 + 4 * t, sum.begin() + 132 + 4 * t), (std::vector{a, b, a, b})) << t;
    for (std::uint32_t word = 0; word < 2; ++word) {
      const std::uint32_t g = in[256 + 4 * t + word] & 0xc3ffc3ffu, found = out[16 * t + 6 + word];
      for (unsigned part = 0; part < 2; ++part) EXPECT_EQ(half(found, part), larger(0, half(g, part))) << t;
    }
  }
}

TEST(Calls, ReachFunctionsByNameByPointerAndThemselves) {
  const ReadyKernel calls = program(test_kernel("device_calls"));
  const Words in = filled(calls), out = result(calls, run_clean(calls));
  const std::size_t n = in.size();
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t a = in[i] >> 8;
    const std::uint32_t expected[4] = {a + i, a - i, a * i, std::max(a, i)};
    ASSERT_EQ(out[i], expected[in[i] % 4]) << i;
    const std::uint32_t value = in[i] % 1000;
    ASSERT_EQ(out[n + i], std::min(value, i) * 100000 + std::max(value, i)) << i;
    ASSERT_EQ(out[2 * n + i], std::gcd(in[i] % 5040 + 1, i + 1)) << i;
  }
}

TEST(DevicePrintf, WritesInTheOrderOfTheProgram) {
  const ReadyKernel print = program(test_kernel("print_many"));
  const Outcome outcome = run_clean(print);
  EXPECT_EQ(outcome.printed,
            "-3 3 abc w|    3|3    |00003\n-1099511627776 1099511627776 text 1.500000 1.23e+04 0.1%\nno argument\n");
  EXPECT_TRUE(std::ranges::equal(outcome.buffers[print.plan.check.output], reference_of(print)));
}

TEST(DevicePrintf, WritesNoMoreThanAGpuKeeps) {
  const ReadyKernel print = program(test_kernel("print_much"));
  const Outcome outcome = run_clean(print);
  // 65536 lines of 32 bytes; each is whole.
  EXPECT_EQ(outcome.printed.size(), std::size_t{1} << 20);
  EXPECT_TRUE(outcome.printed.ends_with("of this program\n")) << outcome.printed.substr(outcome.printed.size() - 32);
  ASSERT_EQ(outcome.notes.size(), 1u);
  EXPECT_EQ(outcome.notes[0].id(), "note.printed_too_much");
}

/// The nearest number of `bits` significant bits; ties to even. Smaller than 2^smallest in steps of that size.
double rounded(double value, int bits, int smallest) {
  if (value == 0) return value;
  const int last = std::max(std::ilogb(value) - (bits - 1), smallest);
  return std::ldexp(std::nearbyint(std::ldexp(value, -last)), last);
}

double half_value(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  const double magnitude = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

double bfloat_value(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

TEST(HalfPrecision, RoundsOnceAnOperation) {
  for (const compiler::ComputeCapability target : {compiler::ComputeCapability{9, 0}, {8, 0}}) {
    const ReadyKernel half = program(test_kernel("half_arithmetic"), {}, target);
    const Outcome outcome = run_clean(half);
    const auto check = [&](const char* in_name, const char* out_name, double (*value)(std::uint16_t), int bits,
                           int smallest) {
      const auto in = filled<std::uint16_t>(half, in_name);
      const auto out = result<std::uint16_t>(half, outcome, out_name);
      const std::size_t n = in.size();
      for (std::size_t i = 0; i < n; ++i) {
        const double a = value(in[i]), b = value(in[n - 1 - i]);
        ASSERT_EQ(value(out[i]), rounded(a + b, bits, smallest)) << in_name << i;
        ASSERT_EQ(value(out[n + i]), rounded(a * b, bits, smallest)) << in_name << i;
        ASSERT_EQ(value(out[2 * n + i]), rounded(std::fma(a, b, a), bits, smallest)) << in_name << i;
      }
    };
    check("halves", "halves_out", half_value, 11, -24);
    check("brains", "brains_out", bfloat_value, 8, -133);
  }
}

TEST(WideArithmetic, IsThatOfTheHost) {
  const ReadyKernel wide = program(test_kernel("wide_arithmetic"));
  const Outcome outcome = run_clean(wide);
  const auto integers = filled<std::int64_t>(wide, "integers"),
             whole = result<std::int64_t>(wide, outcome, "integers_out");
  const auto doubles = filled<double>(wide, "doubles"), real = result<double>(wide, outcome, "doubles_out");
  const std::size_t n = integers.size();
  __extension__ using Product = __int128;
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t a = integers[i], b = integers[n - 1 - i] >> 20 | 1;
    const auto product = static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
    const auto high = static_cast<std::uint64_t>(static_cast<Product>(a) * b >> 64);
    ASSERT_EQ(whole[i], a / b) << i;
    ASSERT_EQ(whole[n + i], a % b) << i;
    ASSERT_EQ(static_cast<std::uint64_t>(whole[2 * n + i]),
              high ^ (static_cast<std::uint64_t>(a) << (i % 64)) ^ product)
        << i;
    const double x = doubles[i], y = doubles[n - 1 - i];
    ASSERT_EQ(real[i], x / (y + 2.0)) << i;
    ASSERT_EQ(real[n + i], std::fma(x, y, std::sqrt(std::fabs(x)))) << i;
    ASSERT_NEAR(real[2 * n + i], std::sin(x * 1e6) + std::exp(y), 4e-15) << i;
  }
}

std::uint32_t switched(std::uint32_t value, std::uint32_t i) {
  const std::uint32_t original = value;
  switch (value % 13) {
    case 0:
      return value + 7;
    case 1:
      return value * 3;
    case 2:
      return value ^ 0x55555555u;
    case 3:
      return ~value;
    case 4:
      return std::rotl(value, 5);
    case 5:
      return static_cast<std::uint32_t>(std::popcount(value));
    case 6:
      value = 0;
      for (unsigned bit = 0; bit < 32; ++bit) value |= (original >> bit & 1u) << (31 - bit);
      return value;
    case 7:
      return (value - i) / 3;
    case 8:
      return value / 3;
    case 9:
      return static_cast<std::uint32_t>(std::countl_zero(value));
    case 10: {
      // Selectors of __byte_perm, lowest first: bytes 5, 7, 1, 3 of {value, i}.
      const std::uint64_t both = std::uint64_t{i} << 32 | value;
      value = 0;
      for (const unsigned byte : {3u, 1u, 7u, 5u})
        value = value << 8 | static_cast<std::uint32_t>(both >> 8 * byte & 0xff);
      return value;
    }
    case 11:
      return value > i ? value - i : i - value;
    default:
      return 0;
  }
}

TEST(ASwitch, TakesTheCaseOfEachLane) {
  const ReadyKernel cases = program(test_kernel("switch_table"), {{"n", Number{4000}}});
  const Words in = filled(cases), out = result(cases, run_clean(cases));
  for (std::uint32_t i = 0; i < in.size(); ++i) ASSERT_EQ(out[i], switched(in[i], i)) << i << ": " << in[i] % 13;
}

TEST(CacheOperators, DoNotChangeTheValue) {
  const ReadyKernel cache = program(test_kernel("cache_operators"));
  const Words in = filled(cache), out = result(cache, run_clean(cache));
  const std::size_t n = in.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::uint32_t row = 0; row < 5; ++row) ASSERT_EQ(out[row * n + i], 7 * in[i] + row) << i;
  }
}

}  // namespace
}  // namespace lanescope::emulator
