#include "lab/sweep_append.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/process.h"

namespace warpscope::lab {

Status write_at(const std::filesystem::path& file, std::size_t offset, std::string_view bytes, std::string_view tail) {
  const auto fails = [&](int reason) {
    return failure(fmt::format("the file cannot be added to: {}", std::strerror(reason)), file.string(),
                   "check its permissions and the free space; the same command continues");
  };
  const Descriptor descriptor(open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!descriptor) return fails(errno);
  const auto place = static_cast<off_t>(offset);
  const ssize_t written = pwrite(descriptor.get(), bytes.data(), bytes.size(), place);
  if (written == static_cast<ssize_t>(bytes.size())) return {};
  const int reason = written < 0 ? errno : ENOSPC;
  // The bytes of the tail have their place on the disk already, and so do not need the space that is missing.
  const bool restored =
      pwrite(descriptor.get(), tail.data(), tail.size(), place) == static_cast<ssize_t>(tail.size()) &&
      ftruncate(descriptor.get(), place + static_cast<off_t>(tail.size())) == 0;
  return restored ? fails(reason)
                  : failure("the file was cut in the middle of a point", file.string(),
                            "remove what follows the last whole one");
}

}  // namespace warpscope::lab
