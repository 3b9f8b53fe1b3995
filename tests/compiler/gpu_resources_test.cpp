// What is read from a cubin against what the driver says of the same cubin. Needs a device.
#include <gtest/gtest.h>

#include "base/process.h"
#include "catalogue/catalogue.h"
#include "catalogue/every_setting.h"
#include "compiler/fixture.h"
#include "cuda/context.h"
#include "cuda/driver.h"
#include "cuda/module.h"

namespace lanescope::compiler {
namespace {

const std::string text = R"(
extern "C" __global__ void __launch_bounds__(512) spills(double* p) {
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

class OnTheDevice : public testing::Test {
 protected:
  void SetUp() override {
    auto driver = cuda::Driver::open();
    if (!driver) GTEST_SKIP() << driver.error().text();
    driver_.emplace(std::move(*driver));
    const auto devices = driver_->devices();
    ASSERT_TRUE(devices) << devices.error().text();
    ASSERT_FALSE(devices->empty());
    target_ = {devices->front().compute_major, devices->front().compute_minor};
    auto context = cuda::PrimaryContext::retain(driver_->functions(), devices->front().ordinal);
    ASSERT_TRUE(context) << context.error().text();
    context_.emplace(std::move(*context));
    const auto toolkit = choose_toolkit(find_toolkits(), target_, driver_->version());
    ASSERT_TRUE(toolkit) << toolkit.error().text();
    auto compiler = Compiler::open(*toolkit, {});
    ASSERT_TRUE(compiler) << compiler.error().text();
    compiler_.emplace(std::move(*compiler));
  }

  void expect_the_drivers_numbers(const std::vector<std::uint8_t>& cubin,
                                  const std::map<std::string, Resources>& entries) {
    const auto module = cuda::Module::load(driver_->functions(), cubin);
    ASSERT_TRUE(module) << module.error().text();
    for (const auto& [name, resources] : entries) {
      const auto entry = module->entry(name);
      ASSERT_TRUE(entry) << name << ": " << entry.error().text();
      const auto said = cuda::attributes(driver_->functions(), *entry);
      ASSERT_TRUE(said) << name << ": " << said.error().text();
      EXPECT_EQ(resources.registers, said->registers) << name;
      EXPECT_EQ(static_cast<std::uint64_t>(resources.shared_bytes), said->static_shared_bytes) << name;
      EXPECT_EQ(static_cast<std::uint64_t>(resources.local_bytes), said->local_bytes) << name;
      if (resources.max_threads > 0) {
        EXPECT_LE(said->max_threads_per_block, resources.max_threads) << name;
      }
    }
  }

  std::optional<cuda::Driver> driver_;
  std::optional<cuda::PrimaryContext> context_;
  std::optional<Compiler> compiler_;
  ComputeCapability target_;
};

TEST_F(OnTheDevice, TheDriverSaysTheSameOfACubinFromNvrtc) {
  Request sample = request(text);
  sample.target = target_;
  const auto compiled = compiler_->compile(sample);
  ASSERT_TRUE(compiled) << compiled.error().text();
  ASSERT_EQ(compiled->entries.size(), 5u);
  expect_the_drivers_numbers(compiled->cubin, compiled->entries);
}

TEST_F(OnTheDevice, TheDriverSaysTheSameOfACubinFromNvJitLink) {
  if (compiler_->toolkit().nvjitlink.empty()) GTEST_SKIP() << "this toolkit came without nvJitLink";
  Request sample = request(text);
  sample.target = target_;
  const auto compiled = compiler_->compile(sample);
  ASSERT_TRUE(compiled) << compiled.error().text();
  const auto assembled = compiler_->assemble(compiled->ptx, target_);
  ASSERT_TRUE(assembled) << assembled.error().text();
  ASSERT_EQ(assembled->entries.size(), 5u);
  expect_the_drivers_numbers(assembled->cubin, assembled->entries);
}

TEST_F(OnTheDevice, TheDriverSaysTheSameOfEveryKernelOfTheCatalogue) {
  catalogue::Catalogue kernels(std::filesystem::path(LANESCOPE_SOURCES) / "kernels");
  kernels.refresh();
  const auto snapshot = kernels.snapshot();
  ASSERT_GE(snapshot->kernels.size(), 5u);
  for (const auto& entry : snapshot->kernels) {
    const catalogue::KernelSource& source = entry.second->source;
    for (const auto& [id, values] : catalogue::every_id(*entry.second)) {
      const auto plan = catalogue::resolve(*entry.second, values, 1);
      ASSERT_TRUE(plan) << id << ": " << plan.error().text();
      const auto compiled = compiler_->compile({source.path, source.text, source.headers, plan->defines, target_});
      ASSERT_TRUE(compiled) << id << ": " << compiled.error().text();
      expect_the_drivers_numbers(compiled->cubin, compiled->entries);
    }
  }
}

// Where there is a driver NVRTC keeps results in the driver's cache: the time of a compilation would be that of a look.
TEST_F(OnTheDevice, CompilationsLeaveNothingInTheCacheOfTheDriver) {
  const TemporaryFolder ours, drivers;
  const auto run =
      run_process({"env", "CUDA_CACHE_PATH=" + drivers.path().string(), "XDG_CACHE_HOME=" + ours.path().string(),
                   LANESCOPE_PROGRAM, "run", std::string(LANESCOPE_SOURCES) + "/kernels/transpose/naive_row.cu"},
                  std::chrono::seconds(60));
  ASSERT_TRUE(run) << run.error().text();
  ASSERT_EQ(run->state.status, 0) << run->error;
  EXPECT_FALSE(std::filesystem::is_empty(ours.path()));
  EXPECT_TRUE(std::filesystem::is_empty(drivers.path()));
}

}  // namespace
}  // namespace lanescope::compiler
