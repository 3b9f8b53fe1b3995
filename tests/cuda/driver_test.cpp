#include "cuda/driver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "cuda/functions.h"
#include "cuda/memory.h"
#include "cuda/module.h"

namespace lanescope::cuda {
namespace {

TEST(Driver, IsSaidToBeMissingWithTheFileAndTheRemedy) {
  const auto driver = Driver::open("libcuda_that_is_not_here.so.1");
  ASSERT_FALSE(driver);
  EXPECT_EQ(driver.error().what, "no NVIDIA driver: libcuda_that_is_not_here.so.1 was not found");
  EXPECT_NE(driver.error().remedy.text().find("nvidia-driver"), std::string::npos);
  EXPECT_NE(driver.error().remedy.text().find("WSL"), std::string::npos);
}

TEST(Driver, IsNotTakenFromALibraryThatIsNone) {
  const auto driver = Driver::open("libm.so.6");
  ASSERT_FALSE(driver);
  EXPECT_NE(driver.error().what.text().find("is not an NVIDIA driver"), std::string::npos) << driver.error().what;
}

TEST(Driver, EveryReasonNotToStartHasItsOwnWordsAndARemedy) {
  std::vector<std::string> sentences;
  for (const int code : {34, 36, 46, 100, 802, 803, 804, 999, 1}) {
    const Error error = initialisation_error(static_cast<CUresult>(code), "the driver's words");
    EXPECT_NE(error.what.text().find("the driver's words"), std::string::npos) << code;
    EXPECT_FALSE(error.remedy.empty()) << code;
    sentences.push_back(error.what.text() + error.remedy.text());
  }
  std::sort(sentences.begin(), sentences.end());
  EXPECT_EQ(std::adjacent_find(sentences.begin(), sentences.end()), sentences.end());
}

TEST(Driver, TellsAMismatchOfVersionsFromAMissingDevice) {
  EXPECT_NE(
      initialisation_error(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, "").what.text().find("versions of the driver library"),
      std::string::npos);
  EXPECT_NE(initialisation_error(CUDA_ERROR_NO_DEVICE, "").what.text().find("finds no GPU"), std::string::npos);
}

TEST(Functions, ThatTheDriverLacksSayTheirNameWhenTheyAreCalled) {
  const auto library = SharedLibrary::open({"libm.so.6"});
  ASSERT_TRUE(library);
  const Functions functions(*library);
  EXPECT_FALSE(functions.cuMemAlloc);
  CUdeviceptr address = 0;
  const auto made = functions.cuMemAlloc(&address, 1024);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, FaultKind::launch);
  EXPECT_EQ(made.error().what, "cuMemAlloc: the installed NVIDIA driver does not have this function");
  EXPECT_EQ(functions.cuMemAlloc.call_noexcept(&address, 1024), CUDA_ERROR_NOT_SUPPORTED);
}

TEST(CallError, HoldsTheCallTheNameAndTheDescription) {
  ErrorStrings words;
  words.name = [](CUresult, const char** text) {
    *text = "CUDA_ERROR_OUT_OF_MEMORY";
    return CUDA_SUCCESS;
  };
  words.description = [](CUresult, const char** text) {
    *text = "out of memory";
    return CUDA_SUCCESS;
  };
  const Error error = call_error(words, CUDA_ERROR_OUT_OF_MEMORY, "cuMemAlloc_v2",
                                 {argument_text(static_cast<CUdeviceptr*>(nullptr)), argument_text(CUdeviceptr{0x1000}),
                                  argument_text(std::size_t{4096})});
  EXPECT_EQ(error.what, "cuMemAlloc(null, 0x1000, 4096): CUDA_ERROR_OUT_OF_MEMORY (out of memory)");
  EXPECT_EQ(error.kind, FaultKind::out_of_memory);
  EXPECT_FALSE(error.context_lost);
  EXPECT_TRUE(call_error(words, CUDA_ERROR_ILLEGAL_ADDRESS, "cuStreamSynchronize", {}).context_lost);
  EXPECT_EQ(call_error(words, CUDA_ERROR_ASSERT, "cuStreamSynchronize", {}).kind, FaultKind::assertion);
}

TEST(CallError, HasANumberWhenThereIsNobodyToAskForWords) {
  EXPECT_EQ(ErrorStrings{}.text(CUDA_ERROR_INVALID_VALUE), "error 1");
}

TEST(CallError, IsStickyExactlyWhenTheContextIsLost) {
  for (const int code : {700, 702, 710, 714, 715, 716, 717, 718, 719}) {
    EXPECT_TRUE(is_sticky(static_cast<CUresult>(code))) << code;
  }
  for (const int code : {0, 1, 2, 100, 200, 209, 400, 500, 600, 701, 720, 801}) {
    EXPECT_FALSE(is_sticky(static_cast<CUresult>(code))) << code;
  }
}

TEST(Device, UuidReadsAsNvidiaSmiPrintsIt) {
  CUuuid uuid{};
  std::iota(std::begin(uuid.bytes), std::end(uuid.bytes), static_cast<char>(0x9a));
  EXPECT_EQ(uuid_text(uuid), "GPU-9a9b9c9d-9e9f-a0a1-a2a3-a4a5a6a7a8a9");
}

TEST(Device, TheoreticalBandwidthCountsBothEdgesOfTheClock) {
  EXPECT_NEAR(peak_gb_per_s(3'201'000, 6016), 4814.3, 0.1);  // H200
  EXPECT_NEAR(peak_gb_per_s(3'504'000, 128), 112.1, 0.1);    // GTX 1050 Ti
  EXPECT_EQ(peak_gb_per_s(0, 384), 0);
}

TEST(Memory, AnIpcHandleOfAnotherLengthIsRefusedBeforeTheDriverSeesIt) {
  const auto library = SharedLibrary::open({"libm.so.6"});
  ASSERT_TRUE(library);
  const Functions functions(*library);
  const std::vector<std::byte> handle(63);
  const auto opened = IpcMemory::open(functions, handle);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().what, "the IPC handle has 63 bytes instead of 64");
}

TEST(Module, WhatIsNoCubinIsRefusedBeforeTheDriverReadsPastItsEnd) {
  const auto library = SharedLibrary::open({"libm.so.6"});
  ASSERT_TRUE(library);
  const Functions functions(*library);
  for (const std::size_t bytes : {0, 3, 256}) {
    const auto loaded = Module::load(functions, std::vector<std::uint8_t>(bytes, 0x5a));
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, FaultKind::launch);
    EXPECT_EQ(loaded.error().what, "the " + std::to_string(bytes) + " bytes are not a cubin");
  }
}

}  // namespace
}  // namespace lanescope::cuda
