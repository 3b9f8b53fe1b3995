#include "client/link.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace warpscope::client {
namespace {

/// As much as is read from one descriptor before the others get their turn.
constexpr std::size_t most_at_once = std::size_t{4} << 20;
constexpr std::size_t chunk = std::size_t{256} * 1024;

void make_nonblocking(const Descriptor& descriptor) {
  const int flags = fcntl(descriptor.get(), F_GETFL);
  if (flags < 0 || fcntl(descriptor.get(), F_SETFL, flags | O_NONBLOCK) < 0) {
    throw MachineError({fmt::format("a pipe cannot be set to non-blocking: {}", std::strerror(errno)), "", ""});
  }
}

/// Gives what can be read now to `take`, which says whether to go on; closes the descriptor at its end.
template <class Take>
void read_available(Descriptor& descriptor, const Take& take) {
  std::vector<std::uint8_t> bytes(chunk);
  for (std::size_t total = 0; descriptor && total < most_at_once;) {
    const ssize_t count = read(descriptor.get(), bytes.data(), bytes.size());
    if (count > 0) {
      total += static_cast<std::size_t>(count);
      if (!take(bytes.data(), static_cast<std::size_t>(count))) return;
    } else if (count < 0 && errno == EINTR) {
      continue;
    } else if (count < 0 && errno == EAGAIN) {
      return;
    } else {
      descriptor.close();
    }
  }
}

}  // namespace

std::vector<std::string> LineReader::feed(const char* bytes, std::size_t count) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < count; ++i) {
    if (bytes[i] != '\n') pending_ += bytes[i];
    if (bytes[i] == '\n' || pending_.size() >= longest_line) lines.push_back(std::exchange(pending_, {}));
  }
  return lines;
}

std::optional<std::string> LineReader::rest() {
  if (pending_.empty()) return std::nullopt;
  return std::exchange(pending_, {});
}

Expected<Link> Link::start(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
  auto child = ChildProcess::start(command, environment);
  if (!child) return failure(child.error());
  Link link(std::move(*child));
  for (const Descriptor* descriptor : {&link.child_.input(), &link.child_.output(), &link.child_.error()}) {
    make_nonblocking(*descriptor);
  }
  link.send(lab::handshake());
  return link;
}

void Link::send(const std::vector<std::uint8_t>& bytes) {
  if (!sending()) {
    outgoing_.clear();
    sent_ = 0;
  }
  outgoing_.insert(outgoing_.end(), bytes.begin(), bytes.end());
}

std::array<pollfd, 3> Link::descriptors() const {
  auto& child = const_cast<ChildProcess&>(child_);
  return {pollfd{sending() ? child.input().get() : -1, POLLOUT, 0}, pollfd{child.output().get(), POLLIN, 0},
          pollfd{child.error().get(), POLLIN, 0}};
}

Link::Heard Link::exchange() {
  Heard heard;
  write_queued();
  read_frames(heard);
  read_lines(heard.lines);
  heard.ended = !child_.output();
  return heard;
}

void Link::write_queued() {
  while (sending() && child_.input()) {
    const ssize_t count = write(child_.input().get(), outgoing_.data() + sent_, outgoing_.size() - sent_);
    if (count > 0) {
      sent_ += static_cast<std::size_t>(count);
    } else if (count < 0 && errno == EINTR) {
      continue;
    } else if (count < 0 && errno == EAGAIN) {
      return;
    } else {
      child_.input().close();  // it does not read any more: its output tells why
    }
  }
  if (!child_.input()) sent_ = outgoing_.size();
}

void Link::read_frames(Heard& heard) {
  read_available(child_.output(), [&](const std::uint8_t* bytes, std::size_t count) {
    const Status status = frames_.feed(bytes, count);
    while (auto frame = frames_.next()) heard.frames.push_back(std::move(*frame));
    if (!status) heard.broken = status.error();
    return status.has_value();
  });
}

void Link::read_lines(std::vector<std::string>& lines) {
  read_available(child_.error(), [&](const std::uint8_t* bytes, std::size_t count) {
    for (std::string& line : lines_.feed(reinterpret_cast<const char*>(bytes), count)) lines.push_back(std::move(line));
    return true;
  });
}

Link::Death Link::death_of(const std::optional<ExitState>& state) {
  Death death;
  death.how = state ? state->text() : "it could not be ended";
  if (state) death.exit_status = state->status;
  read_lines(death.lines);
  if (auto rest = lines_.rest()) death.lines.push_back(std::move(*rest));
  return death;
}

Link::Death Link::kill() {
  // One that has just ended by itself keeps its own exit status; a moment passes between its last byte and its end.
  constexpr std::chrono::milliseconds moment{20};
  // A driver that tears a context down may need a while even for a killed process.
  constexpr std::chrono::milliseconds reaping{10'000};
  auto state = child_.wait(child_.output() ? std::chrono::milliseconds(0) : moment);
  if (!state) {
    child_.kill();
    state = child_.wait(reaping);
  }
  return death_of(state);
}

void Link::part(std::chrono::milliseconds limit) {
  write_queued();
  child_.input().close();
  if (!child_.wait(limit)) child_.kill();
}

}  // namespace warpscope::client
