#include "render/interop/shared_buffer.h"

#include <utility>

#include <fmt/format.h>

#include "render/interop/cuda_import.h"
#include "render/messages.h"

namespace lanescope::render {

Expected<SharedBuffer> SharedBuffer::create(std::uint64_t bytes) {
  TRY(Buffer buffer, Buffer::create(bytes));
  return SharedBuffer(std::move(buffer));
}

SharedBuffer::SharedBuffer(Buffer buffer) noexcept : buffer_(std::move(buffer)) {}
SharedBuffer::SharedBuffer(SharedBuffer&&) noexcept = default;
SharedBuffer& SharedBuffer::operator=(SharedBuffer&& other) noexcept {
  if (this == &other) return *this;
  // CUDA must end before the buffer that it has registered; a default assignment would reverse this order.
  std::destroy_at(this);
  return *std::construct_at(this, std::move(other));
}
SharedBuffer::~SharedBuffer() = default;

Status SharedBuffer::make_room(std::uint64_t bytes) {
  if (bytes <= buffer_.size()) return {};
  TRY(Buffer larger, Buffer::create(bytes));
  if (cuda_) cuda_->release_gl_buffer();
  buffer_ = std::move(larger);
  return {};
}

tl::unexpected<Error> SharedBuffer::close_ipc(Error error) {
  cuda_.reset();
  no_ipc_ = error.message();
  return failure(std::move(error));
}

/// The buffer stays with CUDA, and both stay for ever: who ends one of them waits, too.
Status SharedBuffer::abandon_ipc(const IpcSource& source) {
  refused_uuid_ = source.device_uuid;
  TRY(Buffer other, Buffer::create(source.bytes));
  static_cast<void>(cuda_.release());
  static_cast<void>(new Buffer(std::exchange(buffer_, std::move(other))));  // NOLINT(cppcoreguidelines-owning-memory)
  return {};
}

Status SharedBuffer::update_from_ipc(const IpcSource& source) {
  if (!source.device_uuid.empty() && refused_uuid_ == source.device_uuid) return failure(no_ipc_);
  if (cuda_ && cuda_->device().uuid != source.device_uuid) cuda_.reset();
  if (!cuda_) {
    auto opened = CudaImport::open(source.device_uuid);
    if (!opened) {
      refused_uuid_ = source.device_uuid;
      return close_ipc(opened.error());
    }
    cuda_ = std::make_unique<CudaImport>(std::move(*opened));
  }
  TRY_STATUS(make_room(source.bytes));
  if (auto copied = cuda_->copy(source.handle, source.offset, source.bytes, buffer_.name()); !copied) {
    if (copied.error().kind == FaultKind::timeout) TRY_STATUS(abandon_ipc(source));
    return close_ipc(copied.error());
  }
  filled_ = source.bytes;
  by_ipc_ = true;
  transport_ = message<"interop.copied_by_ipc">(cuda_->device().name);
  return {};
}

Status SharedBuffer::update_from_bytes(std::span<const std::byte> bytes) {
  TRY_STATUS(make_room(bytes.size()));
  buffer_.write(bytes);
  filled_ = bytes.size();
  by_ipc_ = false;
  transport_ = message<"interop.bytes">(no_ipc_);
  return {};
}

Message SharedBuffer::sent_as_bytes() {
  return message<"interop.bytes">(message<"interop.worker_sends_bytes">());
}

void SharedBuffer::close_source() {
  if (cuda_) cuda_->close_memory();
}

}  // namespace lanescope::render
