// A file of lines that grows while something is measured. It is whole after each line, however the program ends.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"

namespace warpscope::lab {

class LineFile {
 public:
  /// The file need not exist yet.
  explicit LineFile(std::filesystem::path path) : path_(std::move(path)) {}

  /// Reads all whole lines. A last line without its line end was being written when its program ended: it is left out,
  /// warning() says so, and the next append() overwrites it. The text is empty when there is no file. It fails when the
  /// file cannot be read.
  [[nodiscard]] Expected<std::string> read();
  /// Adds whole lines in one write. It fails when they cannot be written; the file then ends as before.
  [[nodiscard]] Status append(std::string_view lines);
  /// Replaces the whole contents by these lines.
  [[nodiscard]] Status rewrite(std::string_view lines);

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// Says to people what read() left out; empty when everything was whole.
  [[nodiscard]] const std::string& warning() const noexcept { return warning_; }

 private:
  std::filesystem::path path_;
  std::size_t bytes_ = 0;  ///< of the whole lines
  std::string warning_;
};

}  // namespace warpscope::lab
