// Finds accesses of a trace by the source line and their number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "analysis/traced.h"

namespace lanescope::lessons {

/// Returns the record (index into Trace::headers) of the n-th access, from 0, in the order of the trace, of this line
/// of the kernel's own file (0 means any line) in a space that `shows` names. A part of a merged access does not count.
[[nodiscard]] std::optional<std::size_t> nth_access(const analysis::Traced& traced, std::string_view kernel, int line,
                                                    const std::function<bool(trace::Space)>& shows, std::uint32_t n);

/// Returns the number n with which nth_access() finds the record, or nothing when it never does.
[[nodiscard]] std::optional<std::uint32_t> number_of_access(const analysis::Traced& traced, std::string_view kernel,
                                                            int line, const std::function<bool(trace::Space)>& shows,
                                                            std::size_t record);

/// Tells whether a file, as traces and metrics name it, is the kernel's own, and not a header.
[[nodiscard]] bool is_own_file(std::string_view file, std::string_view kernel);

}  // namespace lanescope::lessons
