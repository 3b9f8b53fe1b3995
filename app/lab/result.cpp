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

std::optional<double> Result::share_of_peak() const {
  const std::optional<double> rate = gb_per_s();
  if (!rate || machine.peak_gb_per_s <= 0) return std::nullopt;
  return *rate / machine.peak_gb_per_s;
}

bool Result::as_expected() const {
  return !expected.empty() && verification && verification->passed;
}

std::optional<double> Result::share_of_copy() const {
  const std::optional<double> rate = gb_per_s();
  if (!rate || !best_copy || best_copy->gb_per_s <= 0) return std::nullopt;
  return *rate / best_copy->gb_per_s;
}

}  // namespace warpscope::lab
