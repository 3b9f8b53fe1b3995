#include "compiler/libraries/isolated.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace lanescope::compiler {
namespace {

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::string read_all(int file) {
  std::string bytes;
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const ssize_t count = read(file, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

/// Each text behind its length, in the byte order of this machine.
std::string packed(const std::vector<std::string>& texts) {
  std::string bytes;
  for (const std::string& text : texts) {
    const std::uint64_t length = text.size();
    std::array<char, sizeof length> number{};
    std::memcpy(number.data(), &length, sizeof length);
    bytes.append(number.data(), number.size());
    bytes += text;
  }
  return bytes;
}

std::optional<std::vector<std::string>> unpacked(std::string_view bytes) {
  std::vector<std::string> texts;
  while (!bytes.empty()) {
    std::uint64_t length = 0;
    if (bytes.size() < sizeof length) return std::nullopt;
    std::memcpy(&length, bytes.data(), sizeof length);
    bytes.remove_prefix(sizeof length);
    if (length > bytes.size()) return std::nullopt;
    texts.emplace_back(bytes.substr(0, length));
    bytes.remove_prefix(length);
  }
  return texts;
}

/// Whoever started this process reads its crashes as his own: this one is expected.
void die_quietly() {
  for (const int each : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) ::signal(each, SIG_DFL);
  const rlimit nothing{0, 0};
  setrlimit(RLIMIT_CORE, &nothing);
}

[[noreturn]] void answer(int file, pid_t parent, const std::function<std::vector<std::string>()>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  die_quietly();
  bool written = false;
  try {
    written = write_all(file, packed(work()));
  } catch (...) {
    written = false;
  }
  // Not exit(): what the parent has registered, and what it has yet to write, is the parent's alone.
  _exit(written ? 0 : 1);
}

}  // namespace

IsolatedAnswer run_isolated(const std::function<std::vector<std::string>()>& work) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  Descriptor reading(ends[0]), writing(ends[1]);
  const pid_t parent = getpid();
  const pid_t id = fork();
  if (id < 0) return {};
  if (id == 0) answer(writing.get(), parent, work);
  writing.close();
  const std::string bytes = read_all(reading.get());
  int status = 0;
  while (waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  IsolatedAnswer result;
  if (WIFEXITED(status)) result.ended.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.ended.signal = WTERMSIG(status);
  if (result.ended.status == 0) result.texts = unpacked(bytes);
  return result;
}

}  // namespace lanescope::compiler
