#include "gui/panels/readout/rates.h"

namespace warpscope::gui {

Rate with_quartiles(double rate, const catalogue::Samples& time) {
  if (time.q1 <= 0 || time.q3 <= 0) return {rate, rate, rate};
  return {rate, rate * time.median / time.q3, rate * time.median / time.q1};
}

std::optional<double> median_rate(const lab::Result& result, bool arithmetic) {
  return arithmetic ? result.gflop_per_s() : result.gb_per_s();
}

std::optional<Rate> rate_of(const lab::Result& result, bool arithmetic) {
  const auto rate = median_rate(result, arithmetic);
  if (!rate || result.time()->q1 <= 0 || result.time()->q3 <= 0) return std::nullopt;
  return with_quartiles(*rate, *result.time());
}

}  // namespace warpscope::gui
