#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/process.h"
#include "cuda/driver.h"
#include "images.h"
#include "render/context/offscreen.h"
#include "render/drawing.h"
#include "render/interop/shared_buffer.h"
#include "render/ipc_field.h"
#include "render/renderers/field_summary.h"
#include "render/renderers/matrix_renderer.h"
#include "render/summarise.h"

namespace lanescope::render {
namespace {

constexpr std::uint32_t width = 257, height = 131;  // no power of two, so that a wrong stride shows
constexpr std::uint32_t slots = 3;
constexpr std::uint64_t slot_bytes = std::uint64_t{width} * height * sizeof(float);

/// Another process that owns GPU memory.
class Exporter {
 public:
  static Expected<Exporter> start(int ordinal) {
    auto child = ChildProcess::start({LANESCOPE_IPC_EXPORTER, std::to_string(ordinal), std::to_string(width),
                                      std::to_string(height), std::to_string(slots)});
    if (!child) return failure(child.error());
    Exporter exporter(std::move(*child));
    const std::string line = exporter.read_line();
    const std::size_t space = line.find(' ');
    if (space == std::string::npos || line.size() != space + 1 + 128) {
      return failure("the exporter says '" + line + "' " + exporter.complaint());
    }
    exporter.uuid = line.substr(0, space);
    for (std::size_t at = space + 1; at < line.size(); at += 2) {
      unsigned value = 0;
      std::from_chars(line.data() + at, line.data() + at + 2, value, 16);
      exporter.handle.push_back(static_cast<std::byte>(value));
    }
    return exporter;
  }

  /// Waits until the slot holds that version of the field.
  void fill(std::uint32_t slot, std::uint32_t version) {
    const std::string wish = fmt::format("{} {}\n", slot, version);
    ASSERT_EQ(::write(child_.input().get(), wish.data(), wish.size()), static_cast<ssize_t>(wish.size()));
    ASSERT_EQ(read_line(), "done") << complaint();
  }

  void kill() {
    child_.kill();
    static_cast<void>(child_.wait(std::chrono::seconds(20)));
  }

  [[nodiscard]] IpcSource source(std::uint32_t slot) const { return {handle, uuid, slot * slot_bytes, slot_bytes}; }

  std::string uuid;
  std::vector<std::byte> handle;

 private:
  explicit Exporter(ChildProcess child) : child_(std::move(child)) {}

  std::string read_line() {
    std::string line;
    char letter = 0;
    while (::read(child_.output().get(), &letter, 1) == 1 && letter != '\n') line += letter;
    return line;
  }

  std::string complaint() {
    std::string text(4096, '\0');
    pollfd waiting{child_.error().get(), POLLIN, 0};
    if (::poll(&waiting, 1, 1000) <= 0) return {};
    const ssize_t count = ::read(child_.error().get(), text.data(), text.size());
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return text;
  }

  ChildProcess child_;
};

/// A context on the first CUDA device that draws OpenGL. The driver is asked before, so that its absence is the reason
/// for skipping.
class SharedBufferOnTheGpu : public ::testing::Test {
 protected:
  void SetUp() override {
    std::signal(SIGPIPE, SIG_IGN);  // an exporter that died is a failed write, not the end of the tests
    {
      const auto driver = cuda::Driver::open();
      if (!driver) GTEST_SKIP() << driver.error().text();
    }
    auto opened = Offscreen::open();
    if (!opened) GTEST_SKIP() << opened.error().text();
    context_ = std::move(*opened);
    if (!context_->cuda_device()) {
      GTEST_SKIP() << "OpenGL is rendered by " << context_->info().renderer << ", not by a CUDA device";
    }
  }

  Image picture_of(const Buffer& buffer) {
    auto matrix = MatrixRenderer::load(shaders_folder());
    EXPECT_TRUE(matrix) << matrix.error().text();
    const Framebuffer target = Framebuffer::create(640, 400).value();
    target.clear({0, 0, 0, 255});
    matrix->draw(target, {10, 10, 620, 380}, buffer, {width, height, 0}, {-1, 1});
    return target.read();
  }

  Image picture_by_bytes(std::uint32_t version) {
    auto by_bytes = SharedBuffer::create().value();
    const std::vector<float> values = exported_field(width, height, version);
    EXPECT_TRUE(by_bytes.update_from_bytes(std::as_bytes(std::span(values))));
    EXPECT_FALSE(by_bytes.by_ipc());
    return picture_of(by_bytes.buffer());
  }

  std::unique_ptr<Offscreen> context_;
};

TEST_F(SharedBufferOnTheGpu, BothPathsGiveTheSamePicturePixelByPixelFromEverySlot) {
  auto exporter = Exporter::start(*context_->cuda_device());
  ASSERT_TRUE(exporter) << exporter.error().text();
  auto shared = SharedBuffer::create().value();
  for (std::uint32_t round = 0; round < 2 * slots; ++round) {
    const std::uint32_t slot = (round + 1) % slots;
    ASSERT_NO_FATAL_FAILURE(exporter->fill(slot, round));
    const auto updated = shared.update_from_ipc(exporter->source(slot));
    ASSERT_TRUE(updated) << updated.error().text();
    EXPECT_TRUE(shared.by_ipc());
    EXPECT_EQ(shared.filled_bytes(), slot_bytes);
    EXPECT_EQ(shared.transport().text().rfind("CUDA IPC: copied on ", 0), 0u) << shared.transport();

    const Image by_ipc = picture_of(shared.buffer());
    EXPECT_TRUE(same_picture(by_ipc, picture_by_bytes(round))) << "round " << round;
    EXPECT_NE(by_ipc, picture_by_bytes(round + 1)) << "the versions must differ for this test to mean anything";
  }
}

TEST_F(SharedBufferOnTheGpu, TheSummaryOfImportedMemoryIsThatOfItsValues) {
  auto exporter = Exporter::start(*context_->cuda_device());
  ASSERT_TRUE(exporter) << exporter.error().text();
  ASSERT_NO_FATAL_FAILURE(exporter->fill(1, 7));
  auto shared = SharedBuffer::create().value();
  const auto updated = shared.update_from_ipc(exporter->source(1));
  ASSERT_TRUE(updated) << updated.error().text();
  auto summariser = FieldSummariser::load(shaders_folder());
  ASSERT_TRUE(summariser) << summariser.error().text();
  EXPECT_EQ(summariser->summarise(shared.buffer(), {width, height, 0}), summarise(exported_field(width, height, 7)));
}

TEST_F(SharedBufferOnTheGpu, ThePictureOutlivesAKilledWorkerAndTheNextWorkerIsTaken) {
  auto shared = SharedBuffer::create().value();
  auto first = Exporter::start(*context_->cuda_device());
  ASSERT_TRUE(first) << first.error().text();
  ASSERT_NO_FATAL_FAILURE(first->fill(0, 3));
  ASSERT_TRUE(shared.update_from_ipc(first->source(0)));
  first->kill();
  EXPECT_TRUE(same_picture(picture_of(shared.buffer()), picture_by_bytes(3)));

  auto second = Exporter::start(*context_->cuda_device());
  ASSERT_TRUE(second) << second.error().text();
  ASSERT_NO_FATAL_FAILURE(second->fill(2, 4));
  const auto updated = shared.update_from_ipc(second->source(2));
  ASSERT_TRUE(updated) << updated.error().text();
  EXPECT_TRUE(same_picture(picture_of(shared.buffer()), picture_by_bytes(4)));
}

TEST_F(SharedBufferOnTheGpu, BytesAndIpcMayAlternateInOneBuffer) {
  auto exporter = Exporter::start(*context_->cuda_device());
  ASSERT_TRUE(exporter) << exporter.error().text();
  ASSERT_NO_FATAL_FAILURE(exporter->fill(0, 1));
  auto shared = SharedBuffer::create().value();

  ASSERT_TRUE(shared.update_from_ipc(exporter->source(0)));
  // Larger than before: the buffer that CUDA has registered is replaced.
  const std::vector<float> larger = exported_field(2 * width, 2 * height, 9);
  ASSERT_TRUE(shared.update_from_bytes(std::as_bytes(std::span(larger))));
  const auto bytes = std::as_bytes(std::span(larger));
  EXPECT_EQ(shared.buffer().read(0, bytes.size()), std::vector<std::byte>(bytes.begin(), bytes.end()));

  const auto updated = shared.update_from_ipc(exporter->source(0));
  ASSERT_TRUE(updated) << updated.error().text();
  EXPECT_TRUE(same_picture(picture_of(shared.buffer()), picture_by_bytes(1)));
}

TEST_F(SharedBufferOnTheGpu, AHandleOfNobodyIsAnErrorAndBytesStillWork) {
  auto exporter = Exporter::start(*context_->cuda_device());
  ASSERT_TRUE(exporter) << exporter.error().text();
  auto shared = SharedBuffer::create().value();
  const std::vector<std::byte> short_handle(10);
  EXPECT_FALSE(shared.update_from_ipc({short_handle, exporter->uuid, 0, slot_bytes}));
  const auto refused = shared.update_from_ipc({short_handle, exporter->uuid, 0, slot_bytes});
  ASSERT_FALSE(refused);

  const std::vector<float> values = exported_field(width, height, 5);
  ASSERT_TRUE(shared.update_from_bytes(std::as_bytes(std::span(values))));
  EXPECT_EQ(shared.transport(), "bytes: " + refused.error().text());
  EXPECT_TRUE(same_picture(picture_of(shared.buffer()), picture_by_bytes(5)));

  ASSERT_NO_FATAL_FAILURE(exporter->fill(0, 6));
  const auto updated = shared.update_from_ipc(exporter->source(0));
  ASSERT_TRUE(updated) << "a good handle after a bad one: " << updated.error().text();
  EXPECT_TRUE(same_picture(picture_of(shared.buffer()), picture_by_bytes(6)));
}

TEST_F(SharedBufferOnTheGpu, AWorkerOnAnotherDeviceIsRefusedByItsUuid) {
  auto shared = SharedBuffer::create().value();
  const std::vector<std::byte> handle(64);
  const std::string uuid = "GPU-00000000-0000-0000-0000-000000000000";
  const auto refused = shared.update_from_ipc({handle, uuid, 0, slot_bytes});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.text().find(uuid), std::string::npos) << refused.error().text();
}

TEST_F(SharedBufferOnTheGpu, TheContextOfADeviceIsFoundByItsOrdinalAndByItsUuid) {
  const int ordinal = *context_->cuda_device();
  std::string uuid;
  {
    const auto driver = cuda::Driver::open();
    ASSERT_TRUE(driver) << driver.error().text();
    const auto devices = driver->devices();
    ASSERT_TRUE(devices) << devices.error().what;
    for (const cuda::DeviceInfo& device : *devices) {
      if (device.ordinal == ordinal) uuid = device.uuid;
    }
  }
  ASSERT_FALSE(uuid.empty());
  OffscreenOptions by_ordinal;
  by_ordinal.cuda_device = ordinal;
  OffscreenOptions by_uuid;
  by_uuid.device_uuid = uuid;
  for (const OffscreenOptions& options : {by_ordinal, by_uuid}) {
    const auto context = Offscreen::open(options);
    ASSERT_TRUE(context) << context.error().text();
    EXPECT_EQ((*context)->cuda_device(), ordinal);
    EXPECT_FALSE((*context)->info().is_software);
  }
}

}  // namespace
}  // namespace lanescope::render
