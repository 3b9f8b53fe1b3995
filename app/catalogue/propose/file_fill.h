// What a file puts into a buffer before it launches its kernel: a number, an index, random integers of a range.
#pragma once

#include <cstdint>
#include <optional>

#include "catalogue/host/host_code.h"
#include "catalogue/host/host_values.h"
#include "catalogue/launch_plan.h"

namespace lanescope::catalogue {

struct FileFill {
  Fill fill = Fill::value;  ///< value, index or random
  std::int64_t value = 0;   ///< of value
  std::int64_t step = 1;    ///< of index: what follows an element is larger by so much
  std::int64_t from = 0;    ///< of random integers: the smallest
  std::int64_t below = 0;   ///< of random integers: the first that is too large
  friend bool operator==(const FileFill&, const FileFill&) = default;
};

/// Returns what is in the buffer to which an argument of a launch leads: what cudaMemset puts there, a host loop that
/// fills it or the array that is copied into it, memset, std::fill, std::iota and std::generate. Nothing where the file
/// does not tell it. `count`: the elements of the buffer, of which what fills fewer is not the fill.
[[nodiscard]] std::optional<FileFill> fill_of(const HostCode& code, const HostValues& values, TokenRange argument,
                                              const PointedType& type, const std::optional<HostTerm>& count);

}  // namespace lanescope::catalogue
