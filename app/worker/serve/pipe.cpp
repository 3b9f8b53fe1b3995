#include "worker/serve/pipe.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "worker/messages.h"

namespace lanescope::worker {
namespace {

constexpr int first_private = 3;  // 0, 1 and 2 stay the standard streams

Expected<Descriptor> private_copy(int descriptor) {
  Descriptor copy(fcntl(descriptor, F_DUPFD_CLOEXEC, first_private));
  if (!copy) return failure(message<"pipe.descriptor">(std::strerror(errno)));
  return copy;
}

}  // namespace

Expected<PrivatePipe> take_standard_pipes() {
  TRY(auto input, private_copy(STDIN_FILENO));
  TRY(auto output, private_copy(STDOUT_FILENO));
  const Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!nothing || dup2(nothing.get(), STDIN_FILENO) < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    return failure(message<"pipe.redirect">(std::strerror(errno)));
  }
  // A pipe would be fully buffered, and the buffer is lost when the worker is killed.
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  std::signal(SIGPIPE, SIG_IGN);
  return PrivatePipe{std::move(input), std::move(output)};
}

Status write_all(int descriptor, const std::vector<std::uint8_t>& bytes) {
  std::size_t position = 0;
  while (position < bytes.size()) {
    const ssize_t count = write(descriptor, bytes.data() + position, bytes.size() - position);
    if (count >= 0) {
      position += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      return failure(message<"pipe.client_gone">(std::strerror(errno)), "pipe");
    }
  }
  return {};
}

PipeReader::PipeReader(int descriptor, Handlers handlers)
    : descriptor_(descriptor), handlers_(std::move(handlers)), stop_(eventfd(0, EFD_CLOEXEC)) {
  if (!stop_) throw MachineError({message<"pipe.event">(std::strerror(errno)), "", ""});
  thread_ = std::thread([this] { read_frames(); });
}

PipeReader::~PipeReader() {
  const std::uint64_t one = 1;
  // The write cannot fail, because the counter is far from its limit.
  [[maybe_unused]] const ssize_t written = write(stop_.get(), &one, sizeof one);
  thread_.join();
}

bool PipeReader::wait_for_bytes() const {
  std::array<pollfd, 2> waiting = {pollfd{descriptor_, POLLIN, 0}, pollfd{stop_.get(), POLLIN, 0}};
  while (poll(waiting.data(), waiting.size(), -1) < 0 && errno == EINTR) {
  }
  return waiting[1].revents == 0;
}

void PipeReader::read_frames() {
  experiments::FrameReader reader;
  std::vector<std::uint8_t> bytes(std::size_t{256} * 1024);
  while (wait_for_bytes()) {
    const ssize_t count = read(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return handlers_.end({});
    const Status status = reader.feed(bytes.data(), static_cast<std::size_t>(count));
    while (auto frame = reader.next()) handlers_.frame(std::move(*frame));
    if (!status) return handlers_.end(status);
  }
}

}  // namespace lanescope::worker
