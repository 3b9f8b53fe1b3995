#include "catalogue/reference/expected_output.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "catalogue/messages.h"
#include "catalogue/reference/fill.h"
#include "catalogue/reference/reference_rule.h"

namespace lanescope::catalogue {
namespace {

/// It replaces the number of a buffer in hashes of fills, so rows are chosen independently of the inputs' contents.
constexpr std::uint64_t row_choice = std::numeric_limits<std::uint64_t>::max() - 1;

std::uint64_t row_elements(const Buffer& output) {
  return output.shape.empty() ? 1 : static_cast<std::uint64_t>(output.shape.back());
}

/// Joins neighbouring rows to one run.
std::vector<ElementRun> runs_of(const std::vector<std::uint64_t>& rows, std::uint64_t columns) {
  std::vector<ElementRun> runs;
  for (const std::uint64_t row : rows) {
    if (!runs.empty() && runs.back().begin + runs.back().count == row * columns) {
      runs.back().count += columns;
    } else {
      runs.push_back({row * columns, columns});
    }
  }
  return runs;
}

std::vector<ElementRun> all_elements(const Buffer& output) {
  if (output.elements() == 0) return {};
  return {{0, output.elements()}};
}

}  // namespace

std::uint64_t ExpectedOutput::elements() const {
  std::uint64_t elements = 0;
  for (const ElementRun& run : runs) elements += run.count;
  return elements;
}

std::vector<std::uint64_t> sampled_rows(const LaunchPlan& plan) {
  const std::uint64_t all = output_rows(plan);
  const auto wanted = static_cast<std::uint64_t>(std::max<std::int64_t>(plan.check.sampled_rows, 2));
  if (plan.check.sampled_rows == 0 || wanted >= all) return {};
  std::vector<std::uint64_t> rows{0};
  // The rows between the first and the last are divided into equal parts; the first few parts are one row longer.
  const std::uint64_t parts = wanted - 2;
  const std::uint64_t between = all - 2;
  for (std::uint64_t part = 0; part < parts; ++part) {
    const std::uint64_t shorter = between / parts, longer = between % parts;
    const std::uint64_t begin = 1 + part * shorter + std::min(part, longer);
    const std::uint64_t width = shorter + (part < longer ? 1 : 0);
    rows.push_back(begin + hash(plan.seed, row_choice, part) % width);
  }
  rows.push_back(all - 1);
  return rows;
}

std::uint64_t output_rows(const LaunchPlan& plan) {
  const Buffer& output = plan.buffers.at(plan.check.output);
  const std::uint64_t columns = row_elements(output);
  return columns == 0 ? 0 : output.elements() / columns;
}

Expected<ExpectedOutput> expected_rows(const LaunchPlan& plan, const std::vector<std::span<const std::byte>>& buffers,
                                       std::uint64_t first, std::uint64_t count) {
  if (count == 0) return ExpectedOutput{};
  WantedRows wanted{std::vector<std::uint64_t>(count), plan.check.compare == Check::Compare::relative};
  std::iota(wanted.rows.begin(), wanted.rows.end(), first);
  TRY(ComputedRows computed, compute_rows(plan, buffers, wanted));
  ExpectedOutput expected;
  expected.runs = runs_of(wanted.rows, row_elements(plan.buffers.at(plan.check.output)));
  expected.values = std::move(computed.values);
  expected.magnitudes = std::move(computed.magnitudes);
  return expected;
}

Expected<ExpectedOutput> expected_output(const LaunchPlan& plan, const std::vector<std::vector<std::byte>>& buffers) {
  return expected_of_views(plan, views_of(buffers));
}

Expected<ExpectedOutput> expected_of_views(const LaunchPlan& plan,
                                           const std::vector<std::span<const std::byte>>& buffers) {
  const Buffer& output = plan.buffers.at(plan.check.output);
  const std::vector<std::uint64_t> rows = sampled_rows(plan);
  TRY(ComputedRows computed, compute_rows(plan, buffers, {rows, plan.check.compare == Check::Compare::relative}));
  ExpectedOutput expected;
  expected.runs = rows.empty() ? all_elements(output) : runs_of(rows, row_elements(output));
  expected.values = std::move(computed.values);
  expected.magnitudes = std::move(computed.magnitudes);
  expected.sampled_rows = rows.size();
  return expected;
}

ExpectedOutput whole_output(const LaunchPlan& plan, std::vector<std::byte> bytes) {
  return {all_elements(plan.buffers.at(plan.check.output)), std::move(bytes), {}, 0};
}

Message reference_method(const ExpectedOutput& expected) {
  if (expected.sampled_rows == 0) return message<"method.cpu_reference">();
  return message<"method.cpu_reference_rows">(expected.sampled_rows);
}

double relative_error(double value, double expected, double magnitude) {
  if (value == expected) return 0;
  // A magnitude that is NaN stays NaN.
  const double error = std::fabs(value - expected) / (magnitude < min_magnitude ? min_magnitude : magnitude);
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

}  // namespace lanescope::catalogue
