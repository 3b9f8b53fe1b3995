#include "gui/readings/prediction_readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "gui/readings/comparison_view_model.h"
#include "gui/readings/readings.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

std::string cause_text(const Language& language, predict::Cause cause) {
  constexpr std::array<const char*, predict::causes> keys{
      "prediction.launch", "prediction.block_starts", "prediction.instructions", "prediction.pipe",
      "prediction.l2",     "prediction.memory",       "prediction.atomics",      "prediction.waiting"};
  return language.say(keys.at(static_cast<std::size_t>(cause)));
}

std::string confidence_text(const Language& language, predict::Confidence confidence) {
  constexpr std::array keys{"prediction.confidence_high", "prediction.confidence_medium", "prediction.confidence_low"};
  return language.say(keys.at(static_cast<std::size_t>(confidence)));
}

std::string interval(const predict::PredictedTime& time) {
  return fmt::format("[{}, {}]", duration(time.low, time.ms).value, duration(time.high, time.ms).value);
}

Reading time_reading(const Language& language, const char* label, const predict::PredictedTime& time,
                     std::string detail) {
  const NumberText shown = duration(time.ms);
  return {language.say(label),           shown.value, shown.unit, interval(time), std::move(detail), "",
          experiments::Origin::predicted};
}

}  // namespace

std::string limit_sentence(const Language& language, const predict::Prediction& prediction) {
  const std::vector<predict::CauseShare>& causes = prediction.by_cause;
  if (causes.empty()) return {};
  std::string text = language.say("prediction.limited", cause_text(language, causes[0].cause), 100 * causes[0].share);
  if (causes.size() > 1) {
    text += language.say("prediction.next", cause_text(language, causes[1].cause), 100 * causes[1].share);
  }
  return text;
}

std::vector<Reading> predicted_readings(const Language& language, const experiments::Result& result) {
  const predict::Prediction& prediction = result.predicted->prediction;
  std::vector<Reading> readings{
      time_reading(language, "reading.time_cold", prediction.cold, confidence_text(language, prediction.confidence)),
      time_reading(language, "reading.time_hot", prediction.hot, language.say("prediction.model", prediction.version))};
  // The headline has the first rate.
  const bool operations = is_compute_bound(result);
  if (const auto rate = experiments::rate_of(result, work_in(!operations))) {
    readings.push_back({language.say(operations ? "reading.bandwidth" : "reading.arithmetic"), figures(rate->number, 4),
                        rate_unit(!operations),
                        fmt::format("[{}, {}]", figures(rate->low(), 4), figures(rate->high(), 4)), "", "",
                        rate->origin});
  }
  std::ranges::move(accessed_readings(language, result), std::back_inserter(readings));
  const auto add_hits = [&](const char* label, const std::optional<double>& rate, double bytes) {
    if (!rate) return;
    readings.push_back({language.say(label), fmt::format("{:.1f}", 100 * *rate), "%", "",
                        language.say("prediction.moved", grouped(bytes * 1e-6, 1)), "",
                        experiments::Origin::predicted});
  };
  add_hits("prediction.l1_hits", prediction.l1_hit_rate, prediction.l1_bytes);
  add_hits("prediction.l2_hits", prediction.l2_hit_rate, prediction.l2_bytes);
  return readings;
}

std::string compared_sentence(const Language& language, const predict::Prediction& prediction,
                              const experiments::Result& shown) {
  const std::string sentence = limit_sentence(language, prediction);
  const catalogue::Samples* const time = shown.time();
  if (time == nullptr || time->median <= 0) return sentence;
  const predict::PredictedTime& predicted = shown.cold ? prediction.cold : prediction.hot;
  return language.say(shown.recorded.empty() ? "prediction.against_measured" : "prediction.against_recorded",
                      duration(predicted.ms).text(), percent_change(predicted.ms / time->median), sentence);
}

std::vector<Reading> compared_readings(const Language& language, const experiments::PredictedRun& run,
                                       const experiments::Result& shown) {
  std::vector<Reading> readings;
  const auto add = [&](const char* label, const std::optional<catalogue::Samples>& time,
                       const predict::PredictedTime& predicted) {
    if (!time || time->median <= 0) return;
    readings.push_back(time_reading(language, label, predicted, percent_change(predicted.ms / time->median)));
  };
  add("prediction.time_cold", shown.cold, run.prediction.cold);
  add("prediction.time_hot", shown.hot, run.prediction.hot);
  return readings;
}

}  // namespace lanescope::gui
