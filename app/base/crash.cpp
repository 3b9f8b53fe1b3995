#include "base/crash.h"

#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "crash-", suffix = ".txt";

/// All that the handler of a signal may touch: memory that is there already.
struct LastWords {
  std::array<char, 4096> file{};
  std::array<char, 256> heading{};
  std::array<char, 200> action{};
  std::array<char, 200> exception{};
  std::array<char, 65536> stack{};  ///< of the handler, because the usual one may be what overflowed
};
LastWords last_words;

template <std::size_t size>
void keep(std::array<char, size>& place, std::string_view text) noexcept {
  const std::size_t length = std::min(text.size(), size - 1);
  std::memcpy(place.data(), text.data(), length);
  place.at(length) = '\0';
}

void put(int file, const char* text) noexcept {
  [[maybe_unused]] const ssize_t ignored = write(file, text, std::strlen(text));
}

void write_crash_file(int signal) {
  const int file = open(last_words.file.data(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file >= 0) {
    put(file, last_words.heading.data());
    put(file, "\nsignal: ");
    const char* const name = sigabbrev_np(signal);
    put(file, name == nullptr ? "unknown" : name);
    put(file, "\nlast action: ");
    put(file, last_words.action[0] == '\0' ? "none" : last_words.action.data());
    if (last_words.exception[0] != '\0') {
      put(file, "\nexception: ");
      put(file, last_words.exception.data());
    }
    put(file, "\nstack:\n");
    std::array<void*, 64> frames{};
    backtrace_symbols_fd(frames.data(), backtrace(frames.data(), static_cast<int>(frames.size())), file);
    close(file);
  }
  // The default action follows: a core where the machine keeps one, and the exit status that a shell knows.
  ::signal(signal, SIG_DFL);
  raise(signal);
}

void note_exception() {
  try {
    if (const auto exception = std::current_exception()) std::rethrow_exception(exception);
  } catch (const std::exception& error) {
    keep(last_words.exception, error.what());
  } catch (...) {
    keep(last_words.exception, "of an unknown type");
  }
  std::abort();
}

}  // namespace

void note_last_action(std::string_view action) noexcept {
  keep(last_words.action, action);
}

void install_crash_handler(const fs::path& folder, std::string_view heading) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  if (folder.empty()) return;
  keep(last_words.file, (folder / fmt::format("{}{}{}", prefix, getpid(), suffix)).string());
  keep(last_words.heading, heading);
  std::array<void*, 1> first{};
  backtrace(first.data(), 1);  // the first call loads a library, which no handler may
  std::set_terminate(note_exception);
  stack_t stack{};
  stack.ss_sp = last_words.stack.data();
  stack.ss_size = last_words.stack.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = write_crash_file;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
#else
  static_cast<void>(folder);
  static_cast<void>(heading);
  static_cast<void>(write_crash_file);
  static_cast<void>(note_exception);
#endif
}

fs::path last_crash_file(const fs::path& folder) {
  return folder / last_crash_name;
}

std::string Crash::summary() const {
  // The first line is the heading; the two after it are the signal and the action.
  const auto lines = split(text, '\n');
  return lines.size() < 3 ? std::string() : fmt::format("{}, {}", lines[1], lines[2]);
}

std::optional<Crash> take_crash(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> left;
  for (const fs::path& entry : entries_of(folder)) {
    const std::string name = entry.filename().string();
    std::error_code error;
    if (name.starts_with(prefix) && name.ends_with(suffix)) left.emplace_back(fs::last_write_time(entry, error), entry);
  }
  if (left.empty()) return std::nullopt;
  std::sort(left.begin(), left.end());
  std::error_code ignored;
  for (const auto& [time, file] : left) fs::rename(file, last_crash_file(folder), ignored);
  const auto text = read_own_file(last_crash_file(folder));
  return text ? std::optional(Crash{*text}) : std::nullopt;
}

}  // namespace lanescope
