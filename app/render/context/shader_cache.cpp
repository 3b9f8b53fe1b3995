#include "render/context/shader_cache.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "base/process.h"

namespace lanescope::render {
namespace {

namespace fs = std::filesystem;

constexpr off_t bytes_of_index = off_t{2} << 20;  ///< Mesa's has 1.3 MB, filled little by little

std::optional<fs::path> folder_of_variable(const char* variable, const char* below = "") {
  const char* const value = std::getenv(variable);
  return value == nullptr || *value == '\0' ? std::nullopt : std::optional(fs::path(value) / below);
}

/// Returns the folder that Mesa uses, or what of it exists.
fs::path existing_folder() {
  std::optional<fs::path> folder = folder_of_variable("MESA_SHADER_CACHE_DIR");
  if (!folder) folder = folder_of_variable("XDG_CACHE_HOME");
  if (!folder) folder = folder_of_variable("HOME", ".cache");
  if (!folder) return {};
  std::error_code error;
  fs::path existing = fs::absolute(*folder, error);
  while (!existing.empty() && existing != existing.root_path() && !fs::is_directory(existing, error)) {
    existing = existing.parent_path();
  }
  return existing;
}

/// Tries to get that room, and returns the reason why there is none; else 0. A quota is no less full than a disk. Where
/// nothing may be written at all, the driver copes.
int disk_full_error(const fs::path& folder) {
  std::string name = (folder / ".lanescope-XXXXXX").string();
  const Descriptor file(mkostemp(name.data(), O_CLOEXEC));
  const int reason = file ? posix_fallocate(file.get(), 0, bytes_of_index) : errno;
  if (file) unlink(name.c_str());
  return reason == ENOSPC || reason == EDQUOT || reason == EFBIG ? reason : 0;
}

}  // namespace

std::string disable_shader_cache_if_disk_full() {
  const fs::path folder = existing_folder();
  if (folder.empty()) return {};
  const int reason = disk_full_error(folder);
  if (reason == 0) return {};
  for (const char* const variable : {"MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"})
    setenv(variable, "true", 1);
  setenv("__GL_SHADER_DISK_CACHE", "0", 1);
  return fmt::format("OpenGL keeps no compiled shaders, so that each start takes longer: {}: {}", folder.string(),
                     std::strerror(reason));
}

}  // namespace lanescope::render
