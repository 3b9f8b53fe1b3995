// What CUPTI knows of the metrics of a chip. It needs CUPTI's libraries, but neither a GPU nor a driver.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace lanescope::gpu {

struct Cupti;

/// How CUPTI collects a set of metrics.
struct MetricConfig {
  std::vector<std::string> metrics;
  std::vector<std::uint8_t> image;
  int passes = 0;  ///< how often the work must run
};

/// Returns "CUPTI 13.0.1 (/usr/local/cuda/lib64/libcupti.so.13)" of the first file that opens. It fails with
/// no_counters.
[[nodiscard]] Expected<std::string> cupti_description(const std::vector<std::string>& cupti_files);

/// The metrics of one chip.
class MetricHost {
 public:
  /// Opens CUPTI from the first of the files that opens. It fails with no_counters.
  [[nodiscard]] static Expected<MetricHost> open(const std::vector<std::string>& cupti_files, const std::string& chip);
  /// The same with a library that is open already.
  [[nodiscard]] static Expected<MetricHost> create(std::shared_ptr<const Cupti> cupti, const std::string& chip);
  ~MetricHost();
  MetricHost(MetricHost&&) noexcept;
  MetricHost& operator=(MetricHost&&) noexcept;

  /// Returns "TU102", "GH100", ...: every chip of which this CUPTI knows the metrics.
  [[nodiscard]] static Expected<std::vector<std::string>> chips(const std::vector<std::string>& cupti_files);

  [[nodiscard]] const std::string& chip() const noexcept { return chip_; }
  /// Returns what a metric counts, in CUPTI's words; nothing when the chip has no metric of this name.
  [[nodiscard]] std::optional<std::string> description(const std::string& metric) const;
  /// Returns the configuration for the metrics, which must not be empty. Those that the chip does not have are left out
  /// of MetricConfig::metrics.
  [[nodiscard]] Expected<MetricConfig> config(std::span<const std::string> metrics) const;
  /// Computes the metrics of range `range` of a decoded image of counters. A value that CUPTI cannot compute is absent.
  [[nodiscard]] Expected<std::vector<std::optional<double>>> evaluate(const std::vector<std::uint8_t>& counters,
                                                                      std::size_t range,
                                                                      const std::vector<std::string>& metrics) const;
  /// Returns the metrics that can be counted for each instruction, with their numbers in CUPTI.
  [[nodiscard]] Expected<std::map<std::string, std::uint64_t>> instruction_metrics() const;

 private:
  MetricHost() = default;
  std::shared_ptr<const Cupti> cupti_;
  std::string chip_;
};

}  // namespace lanescope::gpu
