// Files: whole reads, atomic writes, fingerprints, and where the program's own data lies.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace warpscope {

[[nodiscard]] Expected<std::string> read_file(const std::filesystem::path& path);

/// Writes beside the target and renames, so that a reader never sees half a file. Makes missing folders.
[[nodiscard]] Status write_file(const std::filesystem::path& path, std::string_view bytes);

/// The files and folders in a folder, sorted; one that cannot be read has none.
[[nodiscard]] std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

/// A new folder among the temporary files, gone with all in it when this is.
class ScratchFolder {
 public:
  /// prefix: of its name. Error: there is no room, or no such place.
  [[nodiscard]] static Expected<ScratchFolder> make(std::string_view prefix);
  ~ScratchFolder();
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

/// 128-bit XXH3 of the bytes as 32 hexadecimal digits: a key, not a signature.
[[nodiscard]] std::string fingerprint(std::string_view bytes);

/// Absolute path of the running program.
[[nodiscard]] std::filesystem::path executable_path();

/// The folder that holds kernels/, shaders/, assets/ and fonts/: $WARPSCOPE_DATA, else share/warpscope beside the
/// program or beside one of the folders above it (an installation has PREFIX/bin and PREFIX/share; a build folder has
/// share/ with links to the sources). Error: none of them has kernels/, naming all that were tried.
[[nodiscard]] Expected<std::filesystem::path> data_folder();

/// XDG folders of this program, made when missing: settings, and what may be deleted at any time.
[[nodiscard]] std::filesystem::path config_folder();
[[nodiscard]] std::filesystem::path cache_folder();

/// Value of an environment variable, empty when unset.
[[nodiscard]] std::string environment(const char* name);

}  // namespace warpscope
