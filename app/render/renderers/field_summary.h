// A summary of a field in a buffer, computed where the field is: its range and its values that are no numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "render/renderers/matrix_renderer.h"

namespace lanescope::render {

struct FieldSummary {
  std::uint32_t finite = 0, infinite = 0, not_a_number = 0;  ///< the numbers of such elements
  ValueRange range{0, 0};                                    ///< The range of the finite ones; 0, 0 when there is none.
  friend bool operator==(const FieldSummary&, const FieldSummary&) = default;
};

/// Summarises values in an OpenGL buffer by a compute shader, so that only the summary is copied back.
class FieldSummariser {
 public:
  /// Compiles field_summary.comp of the folder.
  [[nodiscard]] static Expected<FieldSummariser> load(const std::filesystem::path& shaders);
  /// Waits for earlier drawing commands. It throws MachineError when the field does not lie in the buffer.
  [[nodiscard]] FieldSummary summarise(const Buffer& values, const Field& field);

 private:
  FieldSummariser(Program program, Buffer result) noexcept : program_(std::move(program)), result_(std::move(result)) {}
  Program program_;
  Buffer result_;
};

}  // namespace lanescope::render
