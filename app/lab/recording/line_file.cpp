#include "lab/recording/line_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/file.h"
#include "base/process.h"

namespace warpscope::lab {

Expected<std::string> LineFile::read() {
  std::error_code error;
  if (!std::filesystem::exists(path_, error)) return std::string();
  auto text = read_file(path_);
  if (!text) return text;
  bytes_ = text->rfind('\n') + 1;  // 0 when there is no line end
  if (bytes_ < text->size()) {
    warning_ = fmt::format("{}: the last line was only half written, and is left out", path_.string());
    text->resize(bytes_);
  }
  return text;
}

Status LineFile::append(std::string_view lines) {
  if (bytes_ == 0) return rewrite(lines);
  const Descriptor descriptor(open(path_.c_str(), O_WRONLY | O_CLOEXEC));
  const auto end = static_cast<off_t>(bytes_);
  const ssize_t written = descriptor ? pwrite(descriptor.get(), lines.data(), lines.size(), end) : -1;
  int reason = written < 0 ? errno : ENOSPC;
  const bool whole = written == static_cast<ssize_t>(lines.size());
  if (descriptor && ftruncate(descriptor.get(), whole ? end + written : end) != 0 && whole) reason = errno;
  if (whole) {
    bytes_ += lines.size();
    return {};
  }
  return failure(fmt::format("the file cannot be added to: {}", std::strerror(reason)), path_.string(),
                 "check its permissions and the free space; the same command continues");
}

Status LineFile::rewrite(std::string_view lines) {
  auto written = write_file(path_, lines);
  if (written) bytes_ = lines.size();
  return written;
}

}  // namespace warpscope::lab
