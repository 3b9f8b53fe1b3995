// Kernel files and headers on disk: it finds them and tells whether they changed since they were read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpscope::catalogue {

/// It tells that a file changed without reading it.
struct Stamp {
  std::filesystem::file_time_type time;
  std::uintmax_t size = 0;
  friend bool operator==(const Stamp&, const Stamp&) = default;
};
/// Returns the stamp of a regular file, or nothing when there is none.
[[nodiscard]] std::optional<Stamp> stamp_of(const std::filesystem::path& file);

/// Returns FAMILY/NAME for a .cu file two levels below the folder, and an empty text for any other.
[[nodiscard]] std::string id_below(const std::filesystem::path& folder, const std::filesystem::path& file);

/// Returns the text of a kernel or header. It fails when the file is not regular, is too large or cannot be read.
[[nodiscard]] Expected<std::string> read_source(const std::filesystem::path& file);

/// The files of one folder that kernels may include (*.cuh, *.toml), kept until they change.
class Headers {
 public:
  explicit Headers(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Reads again what changed and tells whether something did.
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

}  // namespace warpscope::catalogue
