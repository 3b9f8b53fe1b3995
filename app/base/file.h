// Files: whole reads within a budget, atomic writes, fingerprints, and the folders of the program's own data.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace lanescope {

/// The bytes that read_file() takes at most where nothing else is said; the largest recording of the project has 2 MiB.
inline constexpr std::uint64_t max_input_bytes = std::uint64_t{256} << 20;

/// Reads a whole file of at most `max_bytes` bytes. It fails on a folder, a device, a pipe or a socket, which it names
/// for what it is, and on a file that is larger, before it takes memory for it.
[[nodiscard]] Expected<std::string> read_file(const std::filesystem::path& path,
                                              std::uint64_t max_bytes = max_input_bytes);

/// Reads a file of the program's own, such as settings: it also fails when that belongs to another user, who could have
/// written anything into it. The administrator's are taken.
[[nodiscard]] Expected<std::string> read_own_file(const std::filesystem::path& path,
                                                  std::uint64_t max_bytes = max_input_bytes);

/// Whether a file that was written must outlive a loss of power: what the program can make again need not.
enum class Durable { yes, no };

/// Writes a file beside the target and renames it, so a reader never sees half a file, and a failure leaves the old
/// one. It makes missing folders, follows symbolic links, and keeps mode, owner and further names of a file that
/// exists; what it was to hold stays beside it when that cannot be finished in place. It fails on links and files that
/// others have laid into a folder for all, such as /tmp. Into a device or a pipe it writes directly.
[[nodiscard]] Status write_file(const std::filesystem::path& path, std::string_view bytes,
                                Durable durable = Durable::yes);

/// Whether two paths lead to one file, which need not exist yet. Devices and pipes are never one file.
[[nodiscard]] bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

/// Returns the files and folders in a folder, sorted; for a folder that cannot be read it returns none.
[[nodiscard]] std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

/// A new folder among the temporary files. It and its contents are deleted when this object is destroyed.
class ScratchFolder {
 public:
  /// The folder's name starts with `prefix`. It fails when there is no space, or no folder for temporary files.
  [[nodiscard]] static Expected<ScratchFolder> make(std::string_view prefix);
  ~ScratchFolder();
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

/// Returns the 128-bit XXH3 of the bytes as 32 hexadecimal digits. It serves as a key, not as a signature.
[[nodiscard]] std::string fingerprint(std::string_view bytes);

/// The absolute path of the running program.
[[nodiscard]] std::filesystem::path executable_path();

/// Returns the folder that holds kernels/, shaders/, assets/ and fonts/: $LANESCOPE_DATA, else share/lanescope beside
/// the program or beside one of the folders above it (an installation has PREFIX/bin and PREFIX/share; a build folder
/// has share/ with links to the sources). It fails, naming all that were tried, when none has kernels/.
[[nodiscard]] Expected<std::filesystem::path> data_folder();
/// Returns the folder of the documentation, docs/ of the sources or of the installation.
[[nodiscard]] Expected<std::filesystem::path> documentation_folder();

/// Whether this process may rely on what belongs to a user, by number: its own, and the administrator's.
[[nodiscard]] bool is_trusted(unsigned user);

/// The user's home: $HOME, else that of the system's list of users. Empty: there is none.
[[nodiscard]] std::filesystem::path home_folder();

/// Return the XDG folders for settings and for what may be deleted at any time; they make missing folders. They fail
/// when there is no home to have one in, or when the folder belongs to another user: nothing is then kept, and nothing
/// read.
[[nodiscard]] Expected<std::filesystem::path> config_folder();
[[nodiscard]] Expected<std::filesystem::path> cache_folder();
/// Returns the path of something in such a folder; empty where there is none.
[[nodiscard]] std::filesystem::path path_in(const Expected<std::filesystem::path>& folder,
                                            const std::filesystem::path& name);

/// Returns the value of an environment variable, empty when it is unset.
[[nodiscard]] std::string environment(const char* name);

}  // namespace lanescope
