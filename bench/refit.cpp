#include "refit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "must.h"

namespace lanescope::bench {
namespace {

/// No setting counts for more than this, so that a few that the model does not understand do not decide.
constexpr double max_error = 0.4;
constexpr int rounds = 2;

double error_of(const predict::GpuProfile& profile, const std::vector<MeasuredSetting>& settings) {
  double sum = 0, weights = 0;
  for (const MeasuredSetting& setting : settings) {
    const auto prediction =
        simulator::predict_traced(setting.traced->program.module, setting.traced->launches, profile);
    const double error = prediction ? std::abs(std::log(prediction->cold.ms / setting.cold_ms)) : max_error;
    sum += setting.weight * std::min(error, max_error);
    weights += setting.weight;
  }
  return sum / weights;
}

}  // namespace

predict::GpuProfile refit(const predict::GpuProfile& profile, const std::vector<MeasuredSetting>& settings,
                          FitFrom begin) {
  predict::GpuProfile fitted = profile;
  fitted.fast = fitted.slow = fitted.value;
  std::vector<std::pair<predict::ConstantText, double>> constants;
  for (const predict::ConstantText& constant : profile.constants) {
    if (constant.source != predict::ConstantSource::fit || constant.low >= constant.high) continue;
    constants.emplace_back(constant,
                           begin == FitFrom::profile ? constant.value : std::sqrt(constant.low * constant.high));
    must(predict::set_constant(fitted, constant.key, constants.back().second));
  }
  double best = error_of(fitted, settings);
  for (int round = 0; round < rounds; ++round) {
    for (auto& [constant, value] : constants) {
      // A coarse look at the whole range, then a finer one.
      const bool coarse = round == 0 && begin == FitFrom::middle_of_ranges;
      const double step = std::pow(constant.high / constant.low, coarse ? 0.25 : 0.08);
      const double from = value;
      for (const double tried : {from / step / step, from / step, from * step, from * step * step}) {
        if (tried < constant.low * 0.999 || tried > constant.high * 1.001) continue;
        must(predict::set_constant(fitted, constant.key, tried));
        const double error = error_of(fitted, settings);
        if (error < best) {
          best = error;
          value = tried;
        }
      }
      must(predict::set_constant(fitted, constant.key, value));
    }
  }
  for (const auto& [constant, value] : constants)
    fmt::print(stderr, "  {} = {:.4g} (the profile has {:.4g})\n", constant.key, value, constant.value);
  fmt::print(stderr, "  mean error {:.1f} %\n", 100 * best);
  fitted.fast = profile.fast;
  fitted.slow = profile.slow;
  return fitted;
}

}  // namespace lanescope::bench
