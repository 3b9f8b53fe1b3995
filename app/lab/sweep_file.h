// The files that a sweep fills: after each point they are whole, so that whatever ends the sweep costs one point.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "base/error.h"
#include "lab/result.h"
#include "lab/sweep_key.h"

namespace warpscope::lab {

class SweepFile {
 public:
  virtual ~SweepFile() = default;
  /// Whether the point is there from an earlier sweep, or was added.
  [[nodiscard]] virtual bool holds(const SweepKey& key) const = 0;
  /// Appends one point. Error: the file cannot be written, or is one that this point must not be mixed into.
  [[nodiscard]] virtual Status add(const SweepKey& key, const Result& result) = 0;
  /// Takes out what is to be measured afresh. (A recording keeps a point until the new one comes.)
  [[nodiscard]] virtual Status forget(const std::vector<SweepKey>& keys) = 0;

 protected:
  SweepFile() = default;
  SweepFile(const SweepFile&) = default;
  SweepFile& operator=(const SweepFile&) = default;
};

/// Open what is there, or begin it. Errors: it cannot be read or written, or it is another kind of file, which is then
/// left as it is.
[[nodiscard]] Expected<std::unique_ptr<SweepFile>> open_sweep_csv(const std::filesystem::path& file);
[[nodiscard]] Expected<std::unique_ptr<SweepFile>> open_sweep_json(const std::filesystem::path& file);
/// A recording holds one result for each setting of a kernel, of one machine: results of an older text of the kernel
/// make room for the new ones.
[[nodiscard]] Expected<std::unique_ptr<SweepFile>> open_sweep_recording(const std::filesystem::path& file);

}  // namespace warpscope::lab
