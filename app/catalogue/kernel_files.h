// Finds kernel files and headers on disk, and checks whether they have changed since they were read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/kernel.h"

namespace lanescope::catalogue {

/// Shows that a file has changed without reading it.
struct Stamp {
  std::filesystem::file_time_type time;
  std::uintmax_t size = 0;
  friend bool operator==(const Stamp&, const Stamp&) = default;
};
/// Returns the stamp of a regular file, or nothing when there is none.
[[nodiscard]] std::optional<Stamp> stamp_of(const std::filesystem::path& file);

/// Whether the path leads to anything: a file, a folder, a pipe, or something that may not be looked at.
[[nodiscard]] bool path_exists(const std::filesystem::path& path);

/// Returns FAMILY/NAME for a .cu file two levels below the folder, and an empty text for any other.
[[nodiscard]] std::string id_below(const std::filesystem::path& folder, const std::filesystem::path& file);

/// Returns the text of a kernel or header. It fails when there is no file, when it is something else (which the error
/// names), is too large or cannot be read.
[[nodiscard]] Expected<std::string> read_source(const std::filesystem::path& file);

/// The headers that a kernel file includes from the folders around it.
struct SidecarFiles {
  using Stamps = std::map<std::filesystem::path, std::optional<Stamp>>;
  std::map<std::string, std::string> headers;  ///< by the name that #include gives
  /// Of the files that were read; nothing for headers that are not beside the file that includes them.
  Stamps stamps;
  std::set<std::string> outside;  ///< names of `headers`, as in KernelSource
  friend bool operator==(const SidecarFiles&, const SidecarFiles&) = default;
};

/// The name of an #include without the folders above it that it begins with: "common/x.h" of "../../common/x.h".
[[nodiscard]] std::filesystem::path name_below(const std::string& included);

/// The headers that a text includes, directly or through others, from the folder of the file that includes them, that
/// of the kernel file, `include` beside it, and `folders`, which are relative to it. The first that has the file
/// counts; in `folders` also one that has name_below(). What is in none of them is the compiler's business. What lies
/// outside of the kernel's own folders is read only where it lies in the project of the kernel file and is named as
/// source (not id_rsa, passwd): else an #error that says so stands for it. At most 500 files.
[[nodiscard]] SidecarFiles find_sidecar_files(const std::filesystem::path& file, const std::string& text,
                                              const std::vector<std::string>& folders);
/// Adds the headers that the source does not have yet.
void add_headers(KernelSource& source, const SidecarFiles& sidecars);

/// Whether a path that is absolute and without links lies below a folder of that kind, with nothing hidden on the way.
[[nodiscard]] bool has_plain_way(const std::filesystem::path& folder, const std::filesystem::path& target);

/// Whether a file, after all links, lies in or below the kernel file's folder, or one of `folders`, which are relative
/// to it. What is hidden there (.ssh/id_rsa) is not the kernel's own, whoever names it.
[[nodiscard]] bool lies_in_own_folder(const std::filesystem::path& file, const std::filesystem::path& kernel_file,
                                      const std::vector<std::string>& folders);
/// Returns what another machine may have of a source: where the rest is included, an #error says that it stays here. A
/// kernel may come from anybody, and what it includes is read before anything is compiled, also below #if 0.
[[nodiscard]] KernelSource without_outside_files(const KernelSource& source);

/// Whether one of the files is not any more what it was.
[[nodiscard]] bool have_changed(const SidecarFiles::Stamps& stamps);

/// What kernels may include (*.cuh, *.toml) of one folder, kept until it changes.
class Headers {
 public:
  explicit Headers(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Reads again what changed. Returns whether anything did.
  bool refresh();
  /// Returns the texts, by name, of the headers that a text includes directly or through others.
  [[nodiscard]] std::map<std::string, std::string> included_by(const std::string& text) const;

 private:
  struct Header {
    Stamp stamp;
    std::string text;
  };
  std::filesystem::path folder_;
  std::map<std::string, Header> headers_;  ///< by name
};

}  // namespace lanescope::catalogue
