#include "client/link.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/text.h"

namespace lanescope::client {
namespace {

/// A longer line is cut, because a kernel's printf may write without end.
constexpr std::size_t longest_line = 4096;

void make_non_blocking(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

bool would_block() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

}  // namespace

Expected<Link> Link::start(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
  TRY(auto process, ChildProcess::start(command, environment));
  for (const Descriptor* end : {&process.input(), &process.output(), &process.error()}) make_non_blocking(end->get());
  Link link(std::move(process));
  link.send(experiments::handshake());
  return link;
}

void Link::send(const std::vector<std::uint8_t>& bytes) {
  if (written_ == outgoing_.size()) {
    outgoing_.clear();
    written_ = 0;
  }
  outgoing_.insert(outgoing_.end(), bytes.begin(), bytes.end());
}

void Link::write_some() {
  while (has_unsent() && process_.input()) {
    const ssize_t count = write(process_.input().get(), outgoing_.data() + written_, outgoing_.size() - written_);
    if (count < 0 && would_block()) return;
    if (count < 0) process_.input().close();
    if (count > 0) written_ += static_cast<std::size_t>(count);
  }
  if (!process_.input()) written_ = outgoing_.size();
}

Expected<bool> Link::read_some() {
  std::array<std::uint8_t, 65536> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled by read
  for (;;) {
    const ssize_t count = read(process_.output().get(), buffer.data(), buffer.size());
    if (count == 0) return false;
    if (count < 0) return would_block();
    TRY_STATUS(reader_.feed(buffer.data(), static_cast<std::size_t>(count)));
  }
}

std::vector<std::string> Link::read_lines() {
  std::vector<std::string> lines;
  if (!process_.error()) return lines;
  std::array<char, 16384> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled by read
  bool ended = false;
  for (;;) {
    const ssize_t count = read(process_.error().get(), buffer.data(), buffer.size());
    ended = count == 0;
    if (count <= 0) break;
    unfinished_line_.append(buffer.data(), static_cast<std::size_t>(count));
    if (unfinished_line_.size() > 64 * longest_line) break;  // the next call reads the rest
  }
  if (ended) process_.error().close();
  std::size_t start = 0;
  for (std::size_t end; (end = unfinished_line_.find('\n', start)) != std::string::npos; start = end + 1) {
    lines.push_back(unfinished_line_.substr(start, std::min(end - start, longest_line)));
  }
  unfinished_line_.erase(0, start);
  if (unfinished_line_.size() > longest_line || (ended && !unfinished_line_.empty())) {
    lines.push_back(unfinished_line_.substr(0, longest_line));
    unfinished_line_.clear();
  }
  return lines;
}

}  // namespace lanescope::client
