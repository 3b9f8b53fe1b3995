// The lines of a recording.
//
// The file (lanescope.recording/3) is JSON Lines. The first line holds what all results share: schema, title, date and
// machine. Each further line is one result, in one of two ways:
//
//   {"stage":"refined","columns":["/cold/median", ...]}   a change to the line before (JSON Merge Patch, RFC 7396).
//                                                         `columns` is present when it changes: a list of places
//                                                         (JSON Pointer, RFC 6901)
//   [0.0218, ...]                                         the line before, with these values in the columns, which are
//                                                         sorted by name
//
// With thousands of points, each takes a few hundred bytes. Lists of objects are stored as objects with the keys "0",
// "1", ..., so that a patch can change one field of one of them. bench/recording_lines.py reads and writes the same in
// a few lines of Python.
//
// Of two results with the same setting and seed, the later one counts. A kernel whose `fingerprint` changes loses the
// results of its older text. An added line can thus replace others.
//
// Data that only this machine can use, or that can be computed again from the source, is left out: PTX and SASS, single
// samples, what device printf wrote, metrics by site, occupancy curves. Floating-point numbers keep six digits, which
// is far finer than any spread; whole ones, which were counted, keep all. Counted instructions are columns
// (recordings/instruction_columns.h).
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>

#include "base/error.h"
#include "recordings/recording.h"

namespace lanescope::recordings {

/// Reads and writes the lines of a recording one after another, each with its line end.
class RecordingLines {
 public:
  /// Reads a text, returns its results, and continues after its last line. `file` names the place of errors. A last
  /// line without its line end counts when it is whole JSON.
  [[nodiscard]] Expected<Recording> read(std::string_view text, const std::string& file);
  /// Returns how many bytes of that text are whole lines.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::string first(const Recording& recording);
  /// `source` is the fingerprint of the kernel's text, empty when it is not known.
  [[nodiscard]] std::string next(const experiments::Result& result, const std::string& source);

 private:
  [[nodiscard]] bool take(nlohmann::json line);

  nlohmann::json last_;  ///< the whole result of the last line
  std::size_t bytes_ = 0;
  std::set<std::string> columns_;  ///< JSON pointers into it
};

}  // namespace lanescope::recordings
