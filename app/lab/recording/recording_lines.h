// The lines of a recording.
//
// The file (warpscope.recording/3) is JSON Lines. The first line says what all results share: schema, title, date and
// machine. Each further line is one result, in one of two ways:
//
//   {"stage":"refined","columns":["/cold/median", ...]}   what differs from the line before (JSON Merge Patch, RFC
//   7396).
//                                                         `columns`, where they change, are places (JSON Pointer, RFC
//                                                         6901)
//   [0.0218, ...]                                         the line before, with these values in the columns, sorted by
//   name
//
// Thousands of points so take a few hundred bytes each. Lists of objects are objects with the keys "0", "1", ...: a
// patch can then change one field of one of them. bench/recording_lines.py reads and writes the same in a few lines of
// Python.
//
// Of two results with the same setting and seed the later one counts; a kernel whose `fingerprint` changes loses the
// results of its older text. A line that is added can thus take the place of others.
//
// What only the machine at hand can use, or can find again from the source, is left out: PTX and SASS, single samples,
// what device printf wrote, metrics site by site, occupancy curves. Floating-point numbers keep six digits, which is
// far finer than any spread.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>

#include "base/error.h"
#include "lab/recording/recording.h"

namespace warpscope::lab {

/// The lines of a recording, one after the other, each with its line end.
class RecordingLines {
 public:
  /// Begins after the last line of a text, whose results come back. `file` names the place of errors.
  [[nodiscard]] Expected<Recording> read(std::string_view text, const std::string& file);
  [[nodiscard]] std::string first(const Recording& recording);
  /// `source`: fingerprint of the kernel's text; empty: not known.
  [[nodiscard]] std::string next(const Result& result, const std::string& source);

 private:
  [[nodiscard]] bool take(nlohmann::json line);

  nlohmann::json last_;            ///< the last line, in full
  std::set<std::string> columns_;  ///< JSON pointers into it
};

}  // namespace warpscope::lab
