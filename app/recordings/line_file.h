// A file of lines that grows while something is measured. It is whole after each line, however the program ends, and
// only one program at a time adds to it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/process.h"

namespace lanescope::recordings {

class LineFile {
 public:
  /// The file need not exist yet.
  explicit LineFile(std::filesystem::path path) : path_(std::move(path)) {}
  ~LineFile();  ///< It removes a file that it made and that nothing was added to.
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  /// Reads all lines, the last with or without its line end. Until set_valid_size() says otherwise, all of it stays.
  /// The text is empty when there is no file. It fails when the file cannot be read.
  [[nodiscard]] Expected<std::string> read();
  /// Does the same for one that will be added to: it makes the file and holds it until this object ends. It also fails
  /// when another program holds it.
  [[nodiscard]] Expected<std::string> read_for_append();
  /// Says how much of what was read was understood, up to the end of a line. Behind it lies a line that was being
  /// written when its program ended: it is left out, warning() says so, and the next append() overwrites it. A line
  /// that is whole and lacks only its line end gets one.
  void set_valid_size(std::size_t bytes);
  /// Adds whole lines in one write. It fails when they cannot be written; the file then ends as before. It also fails,
  /// as rewrite() does, when another program has written to the file: what that wrote stays.
  [[nodiscard]] Status append(std::string_view lines);
  /// Replaces the whole contents by these lines.
  [[nodiscard]] Status rewrite(std::string_view lines);

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// Says to people what set_valid_size() left out; empty when everything was whole.
  [[nodiscard]] const std::string& warning() const noexcept { return warning_; }

 private:
  [[nodiscard]] Status lock_file();
  [[nodiscard]] Status fail_if_changed() const;

  std::filesystem::path path_;
  Descriptor locked_;            ///< open and locked while it is added to
  std::size_t bytes_ = 0;        ///< of what is kept
  bool created_ = false;         ///< There was no file of that name.
  bool lacks_line_end_ = false;  ///< of the last line that is kept
  /// Of the file, as this program left it or found it: what set_valid_size() left out is part of it.
  std::size_t size_ = 0;
  std::string warning_;
};

/// Returns where the last line begins that has no line end: the size of the text when there is none.
[[nodiscard]] std::size_t end_of_lines(std::string_view text);

}  // namespace lanescope::recordings
