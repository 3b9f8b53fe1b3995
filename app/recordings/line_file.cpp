#include "recordings/line_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/file.h"
#include "base/messages.h"
#include "recordings/messages.h"

namespace lanescope::recordings {

std::size_t end_of_lines(std::string_view text) {
  return text.rfind('\n') + 1;  // 0 when there is no line end
}

namespace {

/// Whether the name still leads to the file that was opened.
bool is_still(const std::filesystem::path& path, const Descriptor& file) {
  struct stat of_name {
  }, of_file{};
  return stat(path.c_str(), &of_name) == 0 && fstat(file.get(), &of_file) == 0 && of_name.st_dev == of_file.st_dev &&
         of_name.st_ino == of_file.st_ino;
}

}  // namespace

LineFile::~LineFile() {
  if (locked_ && created_ && bytes_ == 0 && fail_if_changed()) unlink(path_.c_str());
}

Expected<std::string> LineFile::read() {
  std::error_code error;
  if (!std::filesystem::exists(path_, error)) return std::string();
  auto text = read_file(path_);
  if (!text) return text;
  bytes_ = size_ = text->size();
  lacks_line_end_ = end_of_lines(*text) < text->size();
  return text;
}

Expected<std::string> LineFile::read_for_append() {
  TRY_STATUS(lock_file());
  return read();
}

/// Opens and locks the file. It stays the file of that name: another program may replace it by a new one meanwhile.
Status LineFile::lock_file() {
  std::error_code ignored;
  if (path_.has_parent_path()) std::filesystem::create_directories(path_.parent_path(), ignored);
  struct stat of_name {};
  const bool exists = stat(path_.c_str(), &of_name) == 0;
  if (exists && !S_ISREG(of_name.st_mode)) return {};  // read() says what it is
  for (;;) {
    Descriptor file(open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
    if (!file) {
      return failure(message<"file.unwritable">(std::strerror(errno)), path_.string(),
                     message<"file.unwritable_remedy">());
    }
    if (flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      return failure(message<"line_file.locked">(), path_.string(), message<"line_file.locked_remedy">());
    }
    if (!is_still(path_, file)) continue;
    locked_ = std::move(file);
    created_ = created_ || !exists;
    return {};
  }
}

void LineFile::set_valid_size(std::size_t bytes) {
  if (bytes < size_) {
    warning_ = message<"line_file.half_written">(path_.string());
    lacks_line_end_ = false;
  }
  bytes_ = bytes;
}

/// A lock keeps out only programs that ask for it: an editor, or `cat >>`, may have written meanwhile.
Status LineFile::fail_if_changed() const {
  struct stat status {};
  if (!locked_) return {};
  const bool same = is_still(path_, locked_) && fstat(locked_.get(), &status) == 0;
  if (same && static_cast<std::size_t>(status.st_size) == size_) return {};
  return failure(same ? message<"line_file.changed">() : message<"line_file.replaced">(), path_.string(),
                 message<"line_file.changed_remedy">());
}

Status LineFile::append(std::string_view lines) {
  if (!locked_) TRY_STATUS(lock_file());
  TRY_STATUS(fail_if_changed());
  const std::string text = (lacks_line_end_ ? "\n" : "") + std::string(lines);
  const auto end = static_cast<off_t>(bytes_);
  // What is written goes behind everything that is there by then, so that a line that comes this moment stays.
  const bool ready = locked_ && (size_ == bytes_ || ftruncate(locked_.get(), end) == 0);
  const ssize_t written = ready ? write(locked_.get(), text.data(), text.size()) : -1;
  const int reason = written < 0 ? errno : ENOSPC;
  if (ready) size_ = bytes_;
  if (written == static_cast<ssize_t>(text.size())) {
    size_ = bytes_ += text.size();
    lacks_line_end_ = false;
    return {};
  }
  if (written > 0 && ftruncate(locked_.get(), end) != 0) size_ += static_cast<std::size_t>(written);
  return failure(message<"line_file.not_added_to">(std::strerror(reason)), path_.string(),
                 message<"line_file.not_added_to_remedy">());
}

Status LineFile::rewrite(std::string_view lines) {
  const bool was_locked = static_cast<bool>(locked_);
  TRY_STATUS(fail_if_changed());
  TRY_STATUS(write_file(path_, lines));
  bytes_ = size_ = lines.size();
  lacks_line_end_ = false;
  if (!was_locked) return {};
  locked_.close();  // the name leads to a new file now
  return lock_file();
}

}  // namespace lanescope::recordings
