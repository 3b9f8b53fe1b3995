// Whole reads of files that come from outside: what cannot be read as a file is named, and nothing takes more memory
// than its budget.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/file.h"
#include "base/messages.h"
#include "base/process.h"
#include "base/text.h"

namespace lanescope {
namespace {

constexpr std::size_t min_read_bytes = 4096;

/// Returns what a path leads to when that is no file; empty for a file.
Message non_file_kind(mode_t mode) {
  if (S_ISREG(mode)) return {};
  if (S_ISDIR(mode)) return message<"file.folder">();
  if (S_ISFIFO(mode)) return message<"file.pipe">();
  if (S_ISSOCK(mode)) return message<"file.socket">();
  return message<"file.device">();
}

Expected<std::string> read_whole(const std::filesystem::path& path, std::uint64_t max_bytes, bool own) {
  const auto unreadable = [&] {
    return failure(message<"file.unreadable">(std::strerror(errno)), path.string(),
                   message<"file.unreadable_remedy">());
  };
  const auto too_large = [&](const Message& size) {
    return failure(message<"file.too_large">(size, human_bytes(max_bytes)), path.string(),
                   message<"file.too_large_remedy">());
  };
  // A pipe without a writer and some devices would keep a plain open() waiting for ever.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status {};
  if (!file || fstat(file.get(), &status) != 0) return unreadable();
  if (const Message what = non_file_kind(status.st_mode); !what.empty()) {
    return failure(what, path.string(),
                   S_ISDIR(status.st_mode) ? message<"file.name_one_in_folder">() : message<"file.copy_remedy">());
  }
  if (own && !is_trusted(status.st_uid)) {
    return failure(message<"file.of_other_user">(), path.string(), message<"file.of_other_user_remedy">());
  }
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > max_bytes) return too_large(human_bytes(size));
  std::string text;
  text.reserve(static_cast<std::size_t>(size) + 1);
  // Files of /proc say that they have no bytes, and others grow: the end is where a read returns nothing.
  for (;;) {
    const std::size_t before = text.size();
    const std::size_t room = std::max<std::size_t>(text.capacity() - before, min_read_bytes);
    text.resize(before + room);
    const ssize_t count = read(file.get(), text.data() + before, room);
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failure(message<"file.reading_failed">(std::strerror(errno)), path.string());
    if (count == 0) return text;
    if (text.size() > max_bytes) return too_large(message<"file.more_than">(human_bytes(max_bytes)));
  }
}

}  // namespace

bool is_trusted(unsigned user) {
  return user == geteuid() || user == 0;
}

Expected<std::string> read_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
  return read_whole(path, max_bytes, false);
}

Expected<std::string> read_own_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
  return read_whole(path, max_bytes, true);
}

}  // namespace lanescope
