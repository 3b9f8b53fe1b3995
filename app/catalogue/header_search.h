// Finds where in the project of an opened file the headers lie that were not found for it. It looks at names alone:
// nothing is read of a file that the user has not named.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/kernel.h"

namespace lanescope::catalogue {

/// An #include whose header was not found.
struct MissingHeader {
  std::string name;  ///< as #include writes it
  std::string file;  ///< in which it stands
  int line = 0;
  friend bool operator==(const MissingHeader&, const MissingHeader&) = default;
};

/// Returns those that a compiler's messages are about, each name once.
[[nodiscard]] std::vector<MissingHeader> missing_headers(const std::vector<Diagnostic>& messages);
/// Returns those of the quoted names that do not travel with the source, each once: for a file that is not compiled.
[[nodiscard]] std::vector<MissingHeader> missing_headers(const KernelSource& source);

/// Where the headers lie.
struct HeadersElsewhere {
  struct Header {
    MissingHeader included;
    std::filesystem::path folder;               ///< from which the name leads to a file
    std::vector<std::filesystem::path> others;  ///< further such folders, as near as that one; a few
  };
  std::vector<Header> headers;                 ///< those that were found
  std::vector<std::filesystem::path> folders;  ///< theirs, each once

  /// Returns "utils.h (line 3 of a.cu), config.h (line 4 of a.cu)".
  [[nodiscard]] std::string names() const;
};

struct SearchLimits {
  std::size_t entries = 50'000;  ///< of folders that are looked at
  std::chrono::milliseconds time{1'000};
};

/// Whether a file, after all links, lies in the project of an opened file: in or below its folder or one above it, up
/// to the one that has .git, and four levels at most; without .git up to the last that has a README, a LICENSE or a
/// Makefile. The user's home, what is above it, the folder of temporary files and folders at the top of the file system
/// are no project. What is hidden in it (.env) is not the project's.
[[nodiscard]] bool lies_in_project(const std::filesystem::path& file, const std::filesystem::path& opened);

/// Looks for the headers in the folder of the file and below, then in the folder above and below that, and so on, in
/// its project. The nearest folder counts; of several as near, one that has most of the headers. Hidden folders and
/// links to folders are left out.
[[nodiscard]] HeadersElsewhere find_headers(const std::filesystem::path& file,
                                            const std::vector<MissingHeader>& missing, SearchLimits limits = {});

}  // namespace lanescope::catalogue
