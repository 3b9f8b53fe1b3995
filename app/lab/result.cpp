#include "lab/result.h"

namespace warpscope::lab {
namespace {

/// Work per time in 10^9 a second. Empty without either.
std::optional<double> rate(std::int64_t work, const Samples* time) {
  if (work <= 0 || time == nullptr || !(time->median > 0)) return std::nullopt;
  return static_cast<double>(work) / (time->median * 1e6);
}

}  // namespace

std::optional<double> Result::gb_per_s() const {
  return rate(work_bytes, time());
}

std::optional<double> Result::gflop_per_s() const {
  return rate(work_flops, time());
}

}  // namespace warpscope::lab
