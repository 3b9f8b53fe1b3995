// The files that a sweep fills. They are whole after each point, so that a sweep that ends early loses one point only.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "experiments/result.h"
#include "recordings/line_file.h"
#include "recordings/sweep/sweep_key.h"

namespace lanescope::recordings {

class SweepFile {
 public:
  explicit SweepFile(const std::filesystem::path& file) : file_(file) {}
  virtual ~SweepFile() = default;
  SweepFile(const SweepFile&) = delete;
  SweepFile& operator=(const SweepFile&) = delete;

  /// Whether the file holds the point from an earlier sweep, or since add().
  [[nodiscard]] virtual bool contains(const SweepKey& key) const = 0;
  /// Appends one point. It fails when the file cannot be written, or when the point must not be mixed into it.
  [[nodiscard]] virtual Status add(const SweepKey& key, const experiments::Result& result) = 0;
  /// Removes points that are to be measured again. (A recording keeps a point until the new one comes.)
  [[nodiscard]] virtual Status forget(const std::vector<SweepKey>& keys) = 0;
  /// Returns the whole text of the file, and holds the file, so that no other sweep adds to it.
  [[nodiscard]] Expected<std::string> text() { return file_.read_for_append(); }
  /// Says to people what of an earlier sweep could not be read; empty when all was read.
  [[nodiscard]] const std::string& warning() const noexcept { return file_.warning(); }

 protected:
  LineFile file_;
};

/// These functions open the file or create it. They fail when it cannot be read or written, is another kind of file or
/// holds a line that is not understood, and when another program adds to it; it then stays unchanged. The first one
/// makes a table with a column for each knob, size and number (recordings/sweep/sweep_row.h).
[[nodiscard]] Expected<std::unique_ptr<SweepFile>> open_sweep_csv(const std::filesystem::path& file);
/// Opens JSON Lines (lanescope.sweep/2): the first line has the schema and the date and machine of the first point;
/// each further line is one point, as point_json() writes it.
[[nodiscard]] Expected<std::unique_ptr<SweepFile>> open_sweep_json(const std::filesystem::path& file);
/// Opens a recording, which holds one result for each setting of a kernel on one machine. The first result of a new
/// text of a kernel removes those of its older text.
[[nodiscard]] Expected<std::unique_ptr<SweepFile>> open_sweep_recording(const std::filesystem::path& file);

}  // namespace lanescope::recordings
