// A file of lines that grows while something is measured: whole after each line, whatever ends the program.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"

namespace warpscope::lab {

class LineFile {
 public:
  /// The file need not be there yet.
  explicit LineFile(std::filesystem::path path) : path_(std::move(path)) {}

  /// All whole lines. A last one without its line end was being written when its program ended: it is left out,
  /// warning() says so, and the next line that is added overwrites it. Empty when there is no file. Error: it cannot be
  /// read.
  [[nodiscard]] Expected<std::string> read();
  /// Adds whole lines in one write. Error: they could not be written; the file then ends as before.
  [[nodiscard]] Status append(std::string_view lines);
  /// Puts these lines in place of all that is there.
  [[nodiscard]] Status rewrite(std::string_view lines);

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// For people; empty: everything that read() found was whole.
  [[nodiscard]] const std::string& warning() const noexcept { return warning_; }

 private:
  std::filesystem::path path_;
  std::size_t bytes_ = 0;  ///< of the whole lines
  std::string warning_;
};

}  // namespace warpscope::lab
