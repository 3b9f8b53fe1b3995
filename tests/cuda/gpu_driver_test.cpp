#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <optional>
#include <vector>

#include "base/library.h"
#include "cuda/context.h"
#include "cuda/driver.h"
#include "cuda/functions.h"
#include "cuda/memory.h"

namespace lanescope::cuda {
namespace {

/// A retained context on the first device; tests skip where there is none.
class OnDevice : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = Driver::open();
    if (!opened) GTEST_SKIP() << opened.error().text();
    driver_.emplace(std::move(*opened));
    auto context = PrimaryContext::retain(driver_->functions(), 0);
    ASSERT_TRUE(context) << context.error().what;
    context_ = std::move(*context);
  }

  [[nodiscard]] const Functions& functions() const { return driver_->functions(); }

  std::optional<Driver> driver_;
  PrimaryContext context_;
};

TEST_F(OnDevice, HasEveryFunctionThatTheProgramNeedsToRunKernels) {
  EXPECT_TRUE(functions().cuLaunchKernel);
  EXPECT_TRUE(functions().cuLaunchCooperativeKernel);
  EXPECT_TRUE(functions().cuModuleLoadDataEx);
  EXPECT_TRUE(functions().cuEventElapsedTime);
  EXPECT_TRUE(functions().cuOccupancyMaxActiveBlocksPerMultiprocessor);
  EXPECT_TRUE(functions().cuIpcGetMemHandle);
  EXPECT_TRUE(functions().cuIpcOpenMemHandle);
  EXPECT_TRUE(functions().cuTexObjectCreate);
  EXPECT_TRUE(functions().cuGLGetDevices);
  EXPECT_TRUE(functions().cuGraphicsGLRegisterBuffer);
  EXPECT_TRUE(functions().cuGraphicsResourceGetMappedPointer);
}

TEST_F(OnDevice, DescribesItself) {
  const auto devices = driver_->devices();
  ASSERT_TRUE(devices) << devices.error().what;
  ASSERT_FALSE(devices->empty());
  const DeviceInfo& device = devices->front();
  EXPECT_GE(driver_->version(), 11000);
  EXPECT_FALSE(device.name.empty());
  EXPECT_EQ(device.uuid.size(), 40U) << device.uuid;
  EXPECT_GE(device.compute_major, 5);
  EXPECT_GT(device.sm_count, 0);
  EXPECT_EQ(device.max_threads_per_block, 1024);
  EXPECT_EQ(device.max_grid[1], 65535U);
  EXPECT_GE(device.shared_bytes_per_block_optin, device.shared_bytes_per_block);
  if (device.name == "NVIDIA H200") {
    EXPECT_NEAR(device.peak_gb_per_s, 4814, 1);
  }
}

TEST_F(OnDevice, GivesBackWhatWasCopiedThere) {
  const auto stream = Stream::create(functions());
  ASSERT_TRUE(stream) << stream.error().what;
  const auto memory = DeviceMemory::allocate(functions(), 4096);
  ASSERT_TRUE(memory) << memory.error().what;
  EXPECT_EQ(memory->address() % 256, 0U);
  std::vector<unsigned char> sent(4096);
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<unsigned char>(i * 7);
  std::vector<unsigned char> received(4096);
  ASSERT_TRUE(functions().cuMemcpyHtoDAsync(memory->address(), sent.data(), sent.size(), stream->get()));
  ASSERT_TRUE(functions().cuMemcpyDtoHAsync(received.data(), memory->address(), received.size(), stream->get()));
  ASSERT_TRUE(stream->synchronize());
  EXPECT_EQ(sent, received);
}

TEST_F(OnDevice, TimePassesBetweenTwoEvents) {
  const auto stream = Stream::create(functions());
  const auto start = Event::create(functions());
  const auto end = Event::create(functions());
  constexpr std::uint64_t half = std::uint64_t{32} << 20;
  const auto memory = DeviceMemory::allocate(functions(), 2 * half);
  ASSERT_TRUE(stream && start && end && memory);
  ASSERT_TRUE(start->record(*stream));
  ASSERT_TRUE(functions().cuMemcpyDtoDAsync(memory->address(), memory->address() + half, half, stream->get()));
  ASSERT_TRUE(end->record(*stream));
  ASSERT_TRUE(end->synchronize());
  const auto milliseconds = end->milliseconds_since(*start);
  ASSERT_TRUE(milliseconds) << milliseconds.error().what;
  EXPECT_GT(*milliseconds, 0);
}

TEST_F(OnDevice, WaitsNoLongerThanWantedForAStreamThatStandsStill) {
  auto library = SharedLibrary::open({"libcuda.so.1"});
  ASSERT_TRUE(library);
  CUresult(CUDAAPI * launch_host_function)(CUstream, void (*)(void*), void*) = nullptr;
  ASSERT_TRUE(library->load(launch_host_function, "cuLaunchHostFunc"));
  const auto stream = Stream::create(functions());
  ASSERT_TRUE(stream) << stream.error().what;
  EXPECT_TRUE(stream->synchronize(std::chrono::milliseconds(100))) << "nothing is in it";
  std::promise<void> go_on;
  const auto waits = [](void* promise) { static_cast<std::promise<void>*>(promise)->get_future().wait(); };
  ASSERT_EQ(launch_host_function(stream->get(), waits, &go_on), CUDA_SUCCESS);
  const Status late = stream->synchronize(std::chrono::milliseconds(100));
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().kind, FaultKind::timeout);
  EXPECT_NE(late.error().what.text().find("100 ms"), std::string::npos) << late.error().what;
  go_on.set_value();
  EXPECT_TRUE(stream->synchronize(std::chrono::minutes(2)));
}

TEST_F(OnDevice, ARefusedAllocationNamesTheCallAndTheErrorAndLosesNothing) {
  const auto memory = DeviceMemory::allocate(functions(), std::uint64_t{1} << 50);
  ASSERT_FALSE(memory);
  EXPECT_EQ(memory.error().kind, FaultKind::out_of_memory);
  EXPECT_NE(memory.error().what.text().find("cuMemAlloc("), std::string::npos) << memory.error().what;
  EXPECT_NE(memory.error().what.text().find("1125899906842624"), std::string::npos) << memory.error().what;
  EXPECT_NE(memory.error().what.text().find("CUDA_ERROR_OUT_OF_MEMORY"), std::string::npos) << memory.error().what;
  EXPECT_FALSE(memory.error().context_lost);
  EXPECT_TRUE(DeviceMemory::allocate(functions(), 1024));
}

TEST_F(OnDevice, MemoryComesBackWhenItsOwnerEnds) {
  std::uint64_t free_while_held = 0;
  {
    const auto memory = DeviceMemory::allocate(functions(), std::uint64_t{1} << 30);
    ASSERT_TRUE(memory) << memory.error().what;
    const auto during = memory_info(functions());
    ASSERT_TRUE(during) << during.error().what;
    free_while_held = during->free;
  }
  const auto after = memory_info(functions());
  ASSERT_TRUE(after) << after.error().what;
  // Half of it: other programs may use the device at the same time.
  EXPECT_GT(after->free, free_while_held + (std::uint64_t{1} << 29));
}

TEST_F(OnDevice, ShareableMemoryHasAHandleForOtherProcesses) {
  const auto memory = DeviceMemory::allocate_shareable(functions(), 1000);
  ASSERT_TRUE(memory) << memory.error().what;
  EXPECT_EQ(memory->bytes(), std::uint64_t{2} << 20);
  const auto handle = memory->ipc_handle();
  ASSERT_TRUE(handle) << handle.error().what;
  EXPECT_NE(*handle, IpcHandle{});
}

}  // namespace
}  // namespace lanescope::cuda
