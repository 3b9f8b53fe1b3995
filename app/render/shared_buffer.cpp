#include "render/shared_buffer.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "render/cuda_import.h"

namespace warpscope::render {

struct SharedBuffer::State {
  explicit State(Buffer made) noexcept : buffer(std::move(made)) {}

  Buffer buffer;
  std::uint64_t filled = 0;
  std::string path = "nothing has been handed over yet";
  bool by_ipc = false;
  std::string no_ipc = "the worker sent them";  ///< why bytes, when it is bytes
  std::string refused_uuid;                     ///< a device that will never do for this context; not asked again
  std::unique_ptr<CudaImport> cuda;             ///< ends before the buffer that it has registered

  Status make_room(std::uint64_t bytes) {
    if (bytes <= buffer.size()) return {};
    auto larger = Buffer::create(bytes);
    if (!larger) return failure(larger.error());
    if (cuda) cuda->release_gl_buffer();
    buffer = std::move(*larger);
    return {};
  }

  tl::unexpected<Error> close_ipc(Error error) {
    cuda.reset();
    no_ipc = error.text();
    return failure(std::move(error));
  }
};

Expected<SharedBuffer> SharedBuffer::create(std::uint64_t bytes) {
  auto buffer = Buffer::create(bytes);
  if (!buffer) return failure(buffer.error());
  return SharedBuffer(std::make_unique<State>(std::move(*buffer)));
}

SharedBuffer::SharedBuffer(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
SharedBuffer::SharedBuffer(SharedBuffer&&) noexcept = default;
SharedBuffer& SharedBuffer::operator=(SharedBuffer&&) noexcept = default;
SharedBuffer::~SharedBuffer() = default;

Status SharedBuffer::update_from_ipc(const IpcSource& source) {
  State& state = *state_;
  if (!source.device_uuid.empty() && state.refused_uuid == source.device_uuid) return failure(state.no_ipc);
  if (state.cuda && state.cuda->device().uuid != source.device_uuid) state.cuda.reset();
  if (!state.cuda) {
    auto opened = CudaImport::open(source.device_uuid);
    if (!opened) {
      state.refused_uuid = source.device_uuid;
      return state.close_ipc(opened.error());
    }
    state.cuda = std::make_unique<CudaImport>(std::move(*opened));
  }
  if (auto room = state.make_room(source.bytes); !room) return room;
  if (auto copied = state.cuda->copy(source.handle, source.offset, source.bytes, state.buffer.name()); !copied) {
    return state.close_ipc(copied.error());
  }
  state.filled = source.bytes;
  state.by_ipc = true;
  state.path = fmt::format("CUDA IPC: copied on {}", state.cuda->device().name);
  return {};
}

Status SharedBuffer::update_from_bytes(std::span<const std::byte> bytes) {
  State& state = *state_;
  if (auto room = state.make_room(bytes.size()); !room) return room;
  state.buffer.write(bytes);
  state.filled = bytes.size();
  state.by_ipc = false;
  state.path = "bytes: " + state.no_ipc;
  return {};
}

void SharedBuffer::close_source() {
  if (state_->cuda) state_->cuda->close_memory();
}

const std::string& SharedBuffer::path() const noexcept {
  return state_->path;
}
bool SharedBuffer::by_ipc() const noexcept {
  return state_->by_ipc;
}
const Buffer& SharedBuffer::buffer() const noexcept {
  return state_->buffer;
}
std::uint64_t SharedBuffer::filled_bytes() const noexcept {
  return state_->filled;
}

}  // namespace warpscope::render
