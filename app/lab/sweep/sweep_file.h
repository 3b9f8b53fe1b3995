// The files that a sweep fills: after each point they are whole, so that whatever ends the sweep costs one point.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "lab/recording/line_file.h"
#include "lab/result.h"
#include "lab/sweep/sweep_key.h"

namespace warpscope::lab {

class SweepFile {
 public:
  explicit SweepFile(const std::filesystem::path& file) : file_(file) {}
  virtual ~SweepFile() = default;
  SweepFile(const SweepFile&) = delete;
  SweepFile& operator=(const SweepFile&) = delete;

  /// Whether the point is there from an earlier sweep, or was added.
  [[nodiscard]] virtual bool holds(const SweepKey& key) const = 0;
  /// Appends one point. Error: the file cannot be written, or is one that this point must not be mixed into.
  [[nodiscard]] virtual Status add(const SweepKey& key, const Result& result) = 0;
  /// Takes out what is to be measured afresh. (A recording keeps a point until the new one comes.)
  [[nodiscard]] virtual Status forget(const std::vector<SweepKey>& keys) = 0;
  /// All whole lines that are there already. Error: they cannot be read.
  [[nodiscard]] Expected<std::string> text() { return file_.read(); }
  /// What of an earlier sweep could not be read, for people; empty: all was read.
  [[nodiscard]] const std::string& warning() const noexcept { return file_.warning(); }

 protected:
  LineFile file_;
};

/// Open what is there, or begin it. Errors: it cannot be read or written, or it is another kind of file, which is then
/// left as it is.
/// A table: a column for each knob, size and number (lab/sweep/sweep_row.h).
[[nodiscard]] Expected<std::unique_ptr<SweepFile>> open_sweep_csv(const std::filesystem::path& file);
/// JSON Lines (warpscope.sweep/2): schema, date and machine of the first point in the first line, then one point a line
/// as point_json() writes it.
[[nodiscard]] Expected<std::unique_ptr<SweepFile>> open_sweep_json(const std::filesystem::path& file);
/// A recording holds one result for each setting of a kernel, of one machine: results of an older text of the kernel
/// make room for the new ones.
[[nodiscard]] Expected<std::unique_ptr<SweepFile>> open_sweep_recording(const std::filesystem::path& file);

}  // namespace warpscope::lab
