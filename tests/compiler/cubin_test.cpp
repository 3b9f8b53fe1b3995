#include "compiler/cubin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "compiler/fixture.h"
#include "compiler/libraries/nvrtc.h"

namespace lanescope::compiler {
namespace {

/// Entries with a stack, spills, calls, static and dynamic shared memory, launch bounds, and nothing at all.
const std::string text = R"(
extern "C" __global__ void __launch_bounds__(1024) spills(double* p) {
  double a[64];
  for (int i = 0; i < 64; i++) a[i] = p[i];
  for (int i = 0; i < 64; i++) p[(int)a[i]] = a[(i * 7 + threadIdx.x) % 64];
}
__device__ __noinline__ float called(float* x, int n) {
  float s[16];
  for (int i = 0; i < 16; i++) s[i] = x[i * n];
  return s[n & 15] + s[(n * 3) & 15];
}
extern "C" __global__ void __launch_bounds__(256, 2) tile(float* p, int n) {
  __shared__ float square[32][33];
  extern __shared__ float dynamic[];
  square[threadIdx.y][threadIdx.x] = p[0];
  __syncthreads();
  p[1] = square[threadIdx.x][threadIdx.y] + dynamic[n];
}
extern "C" __global__ void three_bytes(float* p) {
  __shared__ char small[3];
  small[threadIdx.x % 3] = p[0];
  __syncthreads();
  p[1] = small[(threadIdx.x + 1) % 3];
}
extern "C" __global__ void calls(float* p, int n) { p[0] = called(p, n) + called(p + 5, n * 2); }
extern "C" __global__ void nothing() {}
)";

/// What ptxas itself reports with -v, the only documented account of the same numbers.
std::map<std::string, Resources> reported(std::string_view log) {
  std::map<std::string, Resources> entries;
  std::string current;
  const auto number_before = [](std::string_view line, std::string_view words) -> std::int64_t {
    const std::size_t end = line.find(words);
    if (end == std::string_view::npos) return 0;
    const std::size_t begin = line.find_last_not_of("0123456789", end - 1) + 1;
    return parse_integer(line.substr(begin, end - begin)).value_or(-1);
  };
  for (const std::string_view line : split(log, '\n')) {
    constexpr std::string_view opening = "Compiling entry function '";
    if (const std::size_t found = line.find(opening); found != std::string_view::npos) {
      const std::size_t begin = found + opening.size();
      current = line.substr(begin, line.find('\'', begin) - begin);
      entries[current];
    } else if (line.find("registers") != std::string_view::npos && !current.empty()) {
      entries[current].registers = static_cast<int>(number_before(line, " registers"));
      entries[current].shared_bytes = number_before(line, " bytes smem");
      current.clear();
    } else if (!current.empty() && line.find("bytes stack frame") != std::string_view::npos) {
      entries[current].local_bytes = number_before(line, " bytes stack frame");
    }
  }
  return entries;
}

class CubinResources : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Targets, CubinResources, testing::Values(75, 80, 86, 89, 90, 100, 120));

TEST_P(CubinResources, AreWhatTheAssemblerReports) {
  const Toolkit toolkit = newest_toolkit();
  const auto nvrtc = Nvrtc::open(toolkit.nvrtc);
  ASSERT_TRUE(nvrtc) << nvrtc.error().text();
  const auto& known = nvrtc->architectures();
  if (std::find(known.begin(), known.end(), GetParam()) == known.end()) {
    GTEST_SKIP() << "NVRTC " << nvrtc->major() << "." << nvrtc->minor() << " does not compile for it";
  }
  for (const char* limit : {"--maxrregcount=32", "--maxrregcount=255"}) {
    const NvrtcOutput output = nvrtc->compile(
        {"k.cu",
         text,
         {},
         {"--gpu-architecture=sm_" + std::to_string(GetParam()), "-lineinfo", "--ptxas-options=-v", limit}});
    ASSERT_TRUE(output.compiled) << output.log;
    const auto read = read_resources(output.cubin, GetParam() / 10);
    ASSERT_TRUE(read) << read.error().text();
    const auto expected = reported(output.log);
    ASSERT_EQ(read->size(), 5u);
    ASSERT_EQ(expected.size(), 5u) << output.log;
    for (const auto& [name, resources] : *read) {
      ASSERT_TRUE(expected.contains(name)) << name;
      EXPECT_EQ(resources.registers, expected.at(name).registers) << name << "\n" << output.log;
      EXPECT_EQ(resources.shared_bytes, expected.at(name).shared_bytes) << name << "\n" << output.log;
      EXPECT_EQ(resources.local_bytes, expected.at(name).local_bytes) << name << "\n" << output.log;
    }
    EXPECT_EQ(read->at("spills").max_threads, 1024);
    EXPECT_EQ(read->at("tile").max_threads, 256);
    EXPECT_EQ(read->at("nothing").max_threads, 0);
    EXPECT_EQ(read->at("tile").shared_bytes, 4 * 32 * 33);
    EXPECT_GT(read->at("spills").local_bytes, 0);
  }
}

TEST(Cubin, IsAnErrorOrReadableWhereverItIsCutOffOrChanged) {
  const auto compiled = open_compiler().compile(request(text));
  ASSERT_TRUE(compiled) << compiled.error().text();
  const std::vector<std::uint8_t>& cubin = compiled->cubin;
  ASSERT_EQ(read_resources(cubin, 8).value(), compiled->entries);
  std::size_t whole = 0;
  for (std::size_t length = 0; length < cubin.size(); length += length < 4096 ? 1 : 61) {
    const auto cut = read_resources(std::span(cubin).first(length), 8);
    if (cut) {
      ++whole;
      EXPECT_EQ(*cut, compiled->entries) << length;
    }
  }
  EXPECT_LT(whole, 100u) << "only what follows the last section may be missing";
  for (std::size_t i = 0; i < cubin.size(); i += i < 64 ? 1 : 7) {
    for (const std::uint8_t value : {std::uint8_t{0x00}, std::uint8_t{0xff}}) {
      std::vector<std::uint8_t> changed = cubin;
      changed[i] = value;
      const auto read = read_resources(changed, 8);
      if (!read) {
        ASSERT_FALSE(read.error().what.empty());
      }
    }
  }
}

TEST(Cubin, IsNotAnythingElse) {
  const std::string nonsense(1000, 'x');
  EXPECT_FALSE(read_resources({reinterpret_cast<const std::uint8_t*>(nonsense.data()), nonsense.size()}, 8));
  EXPECT_FALSE(read_resources({}, 8));
}

}  // namespace
}  // namespace lanescope::compiler
