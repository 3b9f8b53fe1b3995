#include "base/file.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#define XXH_INLINE_ALL  // the whole library is inlined, so nothing is linked
#include <xxhash.h>

#include "base/messages.h"

namespace lanescope {
namespace {

Expected<std::filesystem::path> xdg_folder(const char* variable, const char* below_home) {
  std::filesystem::path parent = environment(variable);
  // The XDG specification says that a relative path in these variables is ignored.
  if (!parent.is_absolute()) {
    const std::filesystem::path home = home_folder();
    if (home.empty()) return failure(message<"folder.no_home">(), "HOME", message<"folder.no_home_remedy">());
    parent = home / below_home;
  }
  std::filesystem::path folder = parent / "lanescope";
  std::error_code ignored;  // whoever writes into a folder that could not be made reports it with the file's name
  if (std::filesystem::create_directories(folder, ignored)) {
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all, ignored);
  }
  struct stat status {};
  if (stat(folder.c_str(), &status) == 0 && !is_trusted(status.st_uid)) {
    return failure(message<"folder.of_other_user">(), folder.string(),
                   message<"folder.of_other_user_remedy">(variable));
  }
  return folder;
}

}  // namespace

std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> entries;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    entries.push_back(entry->path());
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

Expected<ScratchFolder> ScratchFolder::make(std::string_view prefix) {
  std::error_code error;
  std::string pattern = (std::filesystem::temp_directory_path(error) / (std::string(prefix) + "XXXXXX")).string();
  if (error || mkdtemp(pattern.data()) == nullptr) {
    return failure(message<"folder.not_made">(), pattern, message<"folder.not_made_remedy">());
  }
  return ScratchFolder(pattern);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

std::string fingerprint(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::filesystem::path executable_path() {
  std::error_code error;
  std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw MachineError({message<"program.path_unknown">(error.message()), "", ""});
  return path;
}

Expected<std::filesystem::path> data_folder() {
  std::vector<std::filesystem::path> tried;
  if (const std::string given = environment("LANESCOPE_DATA"); !given.empty()) {
    tried.emplace_back(given);
  } else {
    for (std::filesystem::path folder = executable_path().parent_path(); folder.has_relative_path();
         folder = folder.parent_path()) {
      tried.push_back(folder / "share/lanescope");
    }
  }
  for (const std::filesystem::path& candidate : tried) {
    std::error_code error;
    if (std::filesystem::is_directory(candidate / "kernels", error)) return std::filesystem::canonical(candidate);
  }
  std::string names;
  for (const std::filesystem::path& folder : tried) {
    names += (names.empty() ? "" : ", ") + folder.lexically_normal().string();
  }
  return failure(message<"data.no_kernels">(), names, message<"data.no_kernels_remedy">());
}

Expected<std::filesystem::path> documentation_folder() {
  TRY(const auto data, data_folder());
  std::error_code error;
  std::filesystem::path folder = std::filesystem::canonical(data / "docs", error);
  if (error)
    return failure(message<"data.no_documentation">(), (data / "docs").string(),
                   message<"data.no_documentation_remedy">());
  return folder;
}

std::filesystem::path home_folder() {
  if (std::filesystem::path home = environment("HOME"); home.is_absolute()) return home;
  constexpr std::size_t room = 16384;  // sysconf() may know none
  std::string texts(room, '\0');
  passwd entry{}, *found = nullptr;
  if (getpwuid_r(geteuid(), &entry, texts.data(), texts.size(), &found) != 0 || found == nullptr) return {};
  std::filesystem::path home = found->pw_dir;
  return home.is_absolute() ? home : std::filesystem::path();
}

Expected<std::filesystem::path> config_folder() {
  return xdg_folder("XDG_CONFIG_HOME", ".config");
}
Expected<std::filesystem::path> cache_folder() {
  return xdg_folder("XDG_CACHE_HOME", ".cache");
}

std::filesystem::path path_in(const Expected<std::filesystem::path>& folder, const std::filesystem::path& name) {
  return folder ? *folder / name : std::filesystem::path();
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here changes the environment
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace lanescope
