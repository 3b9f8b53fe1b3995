// The results of a plan that ran: how long it took, and whether its output is right. They are the same from a GPU, from
// the emulator and in a recording.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"

namespace lanescope::catalogue {

/// The reason why sampling ended. spread: samples lie within 0.5 %. stable: more samples no longer change how far apart
/// they lie. budget: the time is over. samples: the number asked for is reached. abandoned: the request was replaced or
/// cancelled.
enum class SamplingEnd { unknown, spread, stable, budget, samples, abandoned };
[[nodiscard]] std::string_view name_of(SamplingEnd end);  ///< It is "" for unknown.

/// Time of the plan, in milliseconds.
struct Samples {
  double median = 0, q1 = 0, q3 = 0;
  std::uint32_t samples = 0;
  std::uint32_t throttled = 0;  ///< Samples discarded because the clock of the SMs was low (below 75 % of the default).
  bool low_clock = false;       ///< The clock was always low, so the samples are those that would have been discarded.
  std::uint32_t batch = 1;      ///< The runs of the plan of which a sample is the mean.
  bool queue_blocked = false;   ///< The queue was blocked while it was filled, so the time has no launch costs.
  SamplingEnd stop = SamplingEnd::unknown;  ///< The reason why there are no more samples.
  std::optional<double> clock_mhz = {};     ///< The clock of the SMs, as the median of the samples.
  friend bool operator==(const Samples&, const Samples&) = default;
};

/// The first element of the output that is wrong.
struct Mismatch {
  std::uint64_t index = 0;                ///< The index in the output buffer, in elements.
  std::vector<std::int64_t> coordinates;  ///< The index by the buffer's shape, slowest dimension first.
  std::string expected, got;              ///< as element_text() writes them
  bool unwritten = false;                 ///< The element still holds the poison.
  friend bool operator==(const Mismatch&, const Mismatch&) = default;
};
/// `expected` and `got` are raw bits of the element.
[[nodiscard]] Mismatch mismatch_in(const Buffer& buffer, std::uint64_t index, std::uint64_t expected, std::uint64_t got,
                                   bool unwritten);

struct Verification {
  bool passed = false;
  Message method;                         ///< "exact property on the device", "CPU reference", ...
  std::uint64_t checked = 0;              ///< The elements compared; 0 means the plan has no check.
  std::uint64_t mismatches = 0;           ///< The number of wrong elements among them.
  std::uint64_t unwritten = 0;            ///< The wrong elements that still hold the poison.
  std::uint64_t guard_bytes_changed = 0;  ///< in the zones around all buffers
  std::optional<double> max_error = {};   ///< only for a relative comparison (catalogue/reference/expected_output.h)
  std::optional<double> tolerance = {};   ///< only for a relative comparison
  std::optional<Mismatch> first = {};     ///< The mismatch with the lowest index.
  std::vector<std::uint64_t> wrong = {};  ///< Indices of wrong elements, rising; at most max_wrong_listed.
  friend bool operator==(const Verification&, const Verification&) = default;
};
inline constexpr std::size_t max_wrong_listed = 1024;

/// A verification with the faults outside the output: guard zones (guard) and inputs (input_changed) that were changed,
/// with buffer and offset.
struct Verdict : Verification {
  std::vector<Error> faults = {};
};

/// Returns the fault of an input of which `changed` elements differ from what they were, `first` being the first.
[[nodiscard]] Error input_changed(const Buffer& buffer, std::uint64_t changed, std::uint64_t first);

/// Writes raw bits (in the low bytes) as "-3" or "0.100000001 (0x3dcccccd)": the shortest digits that give the same
/// value back, and the bits, because two values that look alike may differ.
[[nodiscard]] std::string element_text(ElementType type, std::uint64_t bits);

}  // namespace lanescope::catalogue
