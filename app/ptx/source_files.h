// The sources that a PTX text names: .file has their names, and .loc leads to their lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::ptx {

struct SourceFile {
  std::uint32_t number = 0;
  /// As .file writes it, often a path of another machine. What is no text is made visible.
  std::string path;
  /// The part after the last slash, or the path where another own source has the same.
  std::string name;
  /// Whether it lies in a folder, or below one, of the code that the kernels begin in. What is inlined from elsewhere
  /// (a header of the toolkit, the library of a compiler) belongs to the line that calls it.
  bool own = false;
  std::uint64_t places = 0;  ///< how many .loc of kernels name it
};

/// Returns the sources of one module that .loc names, those with most places first, in time linear in the text. It is
/// empty when no .loc of a kernel leads to a line of a file that .file names.
[[nodiscard]] std::vector<SourceFile> source_files(std::string_view ptx);

/// Returns the text with the name of each own source, below `root`, in the place of its path.
[[nodiscard]] std::string with_source_names(std::string_view ptx, const std::vector<SourceFile>& files,
                                            std::string_view root);

}  // namespace lanescope::ptx
