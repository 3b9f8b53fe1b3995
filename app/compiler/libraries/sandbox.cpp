#include "compiler/libraries/sandbox.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <exception>
#include <thread>

#include "base/process.h"

namespace lanescope::compiler {
namespace {

/// The rights of Landlock's first version, which are all to read and change files and folders.
constexpr std::uint64_t reading =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t of_files =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE;
constexpr std::uint64_t all = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;

bool allow(int rules, const std::filesystem::path& path, std::uint64_t rights) {
  const Descriptor place(open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat status {};
  if (!place || fstat(place.get(), &status) != 0) return true;
  if (!S_ISDIR(status.st_mode)) rights &= of_files;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = rights;
  rule.parent_fd = place.get();
  return syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
}

}  // namespace

bool restrict_this_thread(const AllowedPaths& allowed) {
  landlock_ruleset_attr handled{};
  handled.handled_access_fs = all;
  const Descriptor rules(static_cast<int>(syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0)));
  if (!rules) return false;
  for (const auto& path : allowed.readable) {
    if (!allow(rules.get(), path, reading)) return false;
  }
  for (const auto& path : allowed.writable) {
    if (!allow(rules.get(), path, all)) return false;
  }
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, rules.get(), 0) == 0;
}

bool run_sandboxed(const AllowedPaths& allowed, const std::function<void()>& work) {
  bool restricted = false;
  std::exception_ptr thrown;
  std::thread([&] {
    restricted = restrict_this_thread(allowed);
    try {
      work();
    } catch (...) {
      thrown = std::current_exception();
    }
  }).join();
  if (thrown) std::rethrow_exception(thrown);
  return restricted;
}

}  // namespace lanescope::compiler
