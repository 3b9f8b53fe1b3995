// What a plan that ran is found to be: how long it took, and whether its output is right. The same from a GPU, from the
// emulator and in a recording.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"

namespace warpscope::catalogue {

/// Why no more samples were taken. spread: they lie within 0.5 %. stable: more no longer change how far apart they lie.
/// budget: the time for it was over. samples: there are as many as were asked for. abandoned: nobody wanted more.
enum class SamplingEnd { unknown, spread, stable, budget, samples, abandoned };
[[nodiscard]] std::string_view name_of(SamplingEnd end);  ///< of unknown ""

/// Time of the plan. Milliseconds.
struct Samples {
  double median = 0, q1 = 0, q3 = 0;
  std::uint32_t samples = 0;
  std::uint32_t throttled = 0;  ///< discarded because the clock of the SMs was low (below 75 % of the default)
  bool low_clock = false;       ///< it was low all the time: these are the samples that would have been discarded
  std::uint32_t batch = 1;      ///< plans a sample, whose mean it is
  bool queue_blocked = false;   ///< the queue was blocked while it was filled, so that launch costs are not in the time
  SamplingEnd stop = SamplingEnd::unknown;  ///< why there are no more samples
  std::optional<double> clock_mhz = {};     ///< of the SMs, median of the samples
  friend bool operator==(const Samples&, const Samples&) = default;
};

/// The first element that was not what it must be.
struct Mismatch {
  std::uint64_t index = 0;                ///< in the output buffer, in elements
  std::vector<std::int64_t> coordinates;  ///< the same by the buffer's shape, slowest dimension first
  std::string expected, got;              ///< as element_text() writes them
  bool unwritten = false;                 ///< still holds the poison
  friend bool operator==(const Mismatch&, const Mismatch&) = default;
};
/// `expected`, `got`: raw bits of the element.
[[nodiscard]] Mismatch mismatch_in(const Buffer& buffer, std::uint64_t index, std::uint64_t expected, std::uint64_t got,
                                   bool unwritten);

struct Verification {
  bool passed = false;
  std::string method;                     ///< "exact property on the device", "CPU reference", ...
  std::uint64_t checked = 0;              ///< elements of the output; 0: the plan has no check
  std::uint64_t mismatches = 0;           ///< of these, wrong
  std::uint64_t unwritten = 0;            ///< of the wrong ones, still holding the poison
  std::uint64_t guard_bytes_changed = 0;  ///< in the zones around all buffers
  std::optional<double> max_error = {};   ///< relative comparison only (catalogue/reference/expected_output.h)
  std::optional<double> tolerance = {};   ///< the same
  std::optional<Mismatch> first = {};     ///< with the lowest index
  std::vector<std::uint64_t> wrong = {};  ///< indices of wrong elements, rising: all, or max_wrong_listed
  friend bool operator==(const Verification&, const Verification&) = default;
};
inline constexpr std::size_t max_wrong_listed = 1024;

/// A verification, and what was found wrong beside the output: guard zones (guard) and inputs (input_changed) that were
/// changed, with buffer and offset.
struct Verdict : Verification {
  std::vector<Error> faults = {};
};

/// The fault of an input of which `changed` elements are not any more what they were, the first number `first`.
[[nodiscard]] Error input_changed(const Buffer& buffer, std::uint64_t changed, std::uint64_t first);

/// Raw bits in the low bytes: "-3", or "0.100000001 (0x3dcccccd)": shortest digits that give the same value back, and
/// the bits, because two that look alike may differ.
[[nodiscard]] std::string element_text(ElementType type, std::uint64_t bits);

}  // namespace warpscope::catalogue
