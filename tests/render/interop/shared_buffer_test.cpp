#include "render/interop/shared_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "render/drawing.h"

namespace lanescope::render {
namespace {

class SharedBufferByBytes : public Drawing {};

std::vector<std::byte> bytes_from(std::uint32_t seed, std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t index = 0; index < count; ++index) {
    bytes[index] = static_cast<std::byte>((index * 31 + seed) ^ (index >> 8));
  }
  return bytes;
}

TEST_F(SharedBufferByBytes, HoldsExactlyTheBytesOfTheLastUpdateWhileItGrowsAndShrinks) {
  auto shared = SharedBuffer::create();
  ASSERT_TRUE(shared) << shared.error().text();
  std::uint32_t seed = 1;
  for (const std::size_t count : {4u, 1'000'000u, 12u, 1'000'004u, 0u}) {
    const auto bytes = bytes_from(++seed, count);
    const auto updated = shared->update_from_bytes(bytes);
    ASSERT_TRUE(updated) << updated.error().text();
    EXPECT_EQ(shared->filled_bytes(), count);
    EXPECT_GE(shared->buffer().size(), count);
    EXPECT_EQ(shared->buffer().read(0, count), bytes) << count << " bytes";
  }
}

TEST_F(SharedBufferByBytes, SaysThatNothingCameAndThenThatBytesCame) {
  auto shared = SharedBuffer::create().value();
  EXPECT_EQ(shared.transport(), "nothing was transferred yet");
  ASSERT_TRUE(shared.update_from_bytes(bytes_from(1, 16)));
  EXPECT_FALSE(shared.by_ipc());
  EXPECT_EQ(shared.transport(), "bytes: the worker sent them");
}

TEST_F(SharedBufferByBytes, AHandleThatCannotBeOpenedLeadsToBytesWithTheReason) {
  auto shared = SharedBuffer::create().value();
  const std::array<std::byte, 64> handle{};
  const IpcSource source{handle, "GPU-00000000-0000-0000-0000-000000000000", 0, 64};
  const auto first = shared.update_from_ipc(source);
  ASSERT_FALSE(first);
  EXPECT_FALSE(first.error().what.empty());
  const auto second = shared.update_from_ipc(source);
  ASSERT_FALSE(second) << "refused again, without asking CUDA again";

  const auto bytes = bytes_from(5, 64);
  ASSERT_TRUE(shared.update_from_bytes(bytes));
  EXPECT_FALSE(shared.by_ipc());
  EXPECT_EQ(shared.transport(), "bytes: " + first.error().text());
  EXPECT_EQ(shared.buffer().read(0, 64), bytes);
}

TEST_F(SharedBufferByBytes, WithoutNvidiasOpenGlTheReasonNamesWhoDraws) {
  if (context_->info().vendor.find("NVIDIA") != std::string::npos) GTEST_SKIP() << "NVIDIA draws here";
  auto shared = SharedBuffer::create().value();
  const auto refused = shared.update_from_ipc({{}, "GPU-1", 0, 4});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.text().find(context_->info().renderer), std::string::npos) << refused.error().what;
}

class GlBuffer : public Drawing {};

TEST_F(GlBuffer, ReadsAndWritesParts) {
  Buffer buffer = Buffer::create(16).value();
  buffer.write(bytes_from(1, 16));
  const auto part = bytes_from(9, 4);
  buffer.write(part, 8);
  auto expected = bytes_from(1, 16);
  std::copy(part.begin(), part.end(), expected.begin() + 8);
  EXPECT_EQ(buffer.read(0, 16), expected);
  EXPECT_EQ(buffer.read(8, 4), part);
}

TEST_F(GlBuffer, ARangeOutsideIsABugAndTouchesNothing) {
  Buffer buffer = Buffer::create(16).value();
  EXPECT_THROW(buffer.write(bytes_from(1, 17)), MachineError);
  EXPECT_THROW(buffer.write(bytes_from(1, 4), 13), MachineError);
  EXPECT_THROW(static_cast<void>(buffer.read(16, 1)), MachineError);
  EXPECT_THROW(static_cast<void>(buffer.read(1, ~std::uint64_t{0})), MachineError);
}

TEST_F(GlBuffer, MoreThanThereIsIsAnErrorWithARemedy) {
  const auto buffer = Buffer::create(std::uint64_t{1} << 62);
  ASSERT_FALSE(buffer);
  EXPECT_FALSE(buffer.error().remedy.empty());
  EXPECT_FALSE(Buffer::create(~std::uint64_t{0}));
}

TEST_F(GlBuffer, APictureWithoutPixelsOrBeyondTheDriverIsRefusedWithTheLimit) {
  EXPECT_FALSE(Framebuffer::create(0, 5));
  const auto vast = Framebuffer::create(5, 1u << 30);
  ASSERT_FALSE(vast);
  EXPECT_FALSE(vast.error().remedy.empty());
}

}  // namespace
}  // namespace lanescope::render
