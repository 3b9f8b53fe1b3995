// Writes of files: whole or not at all, in the place that links lead to, with the mode and owner that were there, and
// nowhere that somebody else has chosen.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/messages.h"
#include "base/process.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr int max_symlinks = 40;  // that of the kernel

tl::unexpected<Error> not_written(const fs::path& path, int reason) {
  return failure(message<"file.unwritable">(std::strerror(reason)), path.string(), message<"file.unwritable_remedy">());
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Fails for a link or a file that somebody else has laid into a folder in which everyone may write, such as /tmp.
/// Linux itself follows no such link and opens no such file (fs.protected_symlinks, fs.protected_regular), where it is
/// set up so.
Status refuse_files_of_others(const fs::path& path) {
  struct stat entry {
  }, folder{};
  if (lstat(path.c_str(), &entry) != 0 || stat(folder_of(path).c_str(), &folder) != 0) return {};
  constexpr mode_t shared = S_ISVTX | S_IWOTH;
  if ((folder.st_mode & shared) != shared || entry.st_uid == geteuid() || entry.st_uid == folder.st_uid) return {};
  return failure(message<"file.laid_by_other_user">(), path.string(), message<"file.laid_by_other_user_remedy">());
}

/// Returns the path to which all symbolic links of its last part lead. The file itself need not exist.
Expected<fs::path> resolve_symlinks(fs::path path) {
  const fs::path given = path;
  for (int link = 0; link < max_symlinks; ++link) {
    std::error_code error;
    TRY_STATUS(refuse_files_of_others(path));
    if (!fs::is_symlink(path, error)) return path;
    const fs::path target = fs::read_symlink(path, error);
    if (error) return failure(message<"file.link_unreadable">(error.message()), path.string());
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return failure(message<"file.links_in_circle">(), given.string(), message<"file.links_in_circle_remedy">());
}

/// Writes all bytes; it returns the reason why not, or 0.
int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

/// Writes to what is no file: a device, a pipe, a terminal.
Status write_through(const fs::path& path, std::string_view bytes) {
  // A pipe that nobody reads would keep a plain open() waiting for ever.
  const Descriptor target(open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!target && errno == ENXIO) {
    return failure(message<"file.nobody_reads">(), path.string(), message<"file.nobody_reads_remedy">());
  }
  if (!target) return not_written(path, errno);
  fcntl(target.get(), F_SETFL, fcntl(target.get(), F_GETFL) & ~O_NONBLOCK);
  if (const int reason = write_all(target.get(), bytes); reason != 0) return not_written(path, reason);
  return {};
}

/// A file that is being written. It is removed again unless it was renamed or kept.
class Unfinished {
 public:
  Unfinished(fs::path path, mode_t mode)
      : path_(std::move(path)), file_(open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)) {}
  ~Unfinished() {
    if (!path_.empty() && file_) unlink(path_.c_str());
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  [[nodiscard]] int get() const noexcept { return file_.get(); }
  explicit operator bool() const noexcept { return static_cast<bool>(file_); }
  /// Leaves it where it is, and says where.
  [[nodiscard]] fs::path keep() { return std::exchange(path_, {}); }
  [[nodiscard]] int rename_to(const fs::path& target) {
    if (rename(path_.c_str(), target.c_str()) != 0) return errno;
    path_.clear();
    return 0;
  }

 private:
  fs::path path_;
  Descriptor file_;
};

/// Overwrites a file where it is. Its bytes lie beside it too until this is done, and stay there when it fails. Nothing
/// is cut off first: a file that ends here, or a full disk, leaves the old bytes rather than none.
Status write_in_place(const fs::path& path, std::string_view bytes, Durable durable, Unfinished& part) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file) return not_written(path, errno);
  int reason = write_all(file.get(), bytes);
  if (reason == 0 && ftruncate(file.get(), static_cast<off_t>(bytes.size())) != 0) reason = errno;
  if (reason == 0 && durable == Durable::yes && fsync(file.get()) != 0) reason = errno;
  if (reason == 0) return {};
  return failure(message<"file.unwritable">(std::strerror(reason)), path.string(),
                 message<"file.kept_beside">(part.keep().string()));
}

/// The name of an unfinished file must be that of no other thread and no other process.
fs::path beside(const fs::path& path) {
  static std::atomic<unsigned> number{0};
  fs::path part = path;
  part += fmt::format(".{}-{}.part", getpid(), number++);
  return part;
}

void flush_folder_of(const fs::path& path) {
  const Descriptor opened(open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems cannot flush a folder; the file itself was flushed.
  if (opened) static_cast<void>(fsync(opened.get()));
}

}  // namespace

Status write_file(const fs::path& path, std::string_view bytes, Durable durable) {
  struct stat before {};
  const bool exists = stat(path.c_str(), &before) == 0;
  // Only what is not there may be made: a link that may not be followed is there.
  if (!exists && errno != ENOENT && errno != ELOOP) return not_written(path, errno);
  if (exists && S_ISDIR(before.st_mode)) {
    return failure(message<"file.is_folder">(), path.string(), message<"file.name_one_in_folder">());
  }
  TRY(const fs::path target, resolve_symlinks(path));
  if (exists && !S_ISREG(before.st_mode)) return write_through(path, bytes);
  std::error_code ignored;
  if (target.has_parent_path()) fs::create_directories(target.parent_path(), ignored);

  Unfinished part(beside(target), exists ? before.st_mode & 0777 : 0666);
  if (!part) return not_written(path, errno);
  if (const int reason = write_all(part.get(), bytes); reason != 0) return not_written(path, reason);
  if (durable == Durable::yes && fsync(part.get()) != 0) return not_written(path, errno);
  if (exists) {
    // The umask has taken bits away. A file of somebody else, or one with further names, keeps what it is only in
    // place.
    const bool owned = (before.st_uid == geteuid() && before.st_gid == getegid()) ||
                       fchown(part.get(), before.st_uid, before.st_gid) == 0;
    if (!owned || before.st_nlink > 1) return write_in_place(target, bytes, durable, part);
    if (fchmod(part.get(), before.st_mode & 07777) != 0) return not_written(path, errno);
  }
  if (const int reason = part.rename_to(target); reason != 0) {
    return failure(message<"file.not_replaced">(std::strerror(reason)), path.string());
  }
  if (durable == Durable::yes) flush_folder_of(target);
  return {};
}

bool is_same_file(const fs::path& one, const fs::path& other) {
  struct stat a {
  }, b{};
  const bool have_a = stat(one.c_str(), &a) == 0, have_b = stat(other.c_str(), &b) == 0;
  if (have_a && have_b) return S_ISREG(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
  if (have_a != have_b) return false;
  const auto target_of = [](const fs::path& path) {
    std::error_code error;
    const auto target = resolve_symlinks(path);
    return fs::weakly_canonical(fs::absolute(target ? *target : path, error), error);
  };
  return target_of(one) == target_of(other);
}

}  // namespace lanescope
