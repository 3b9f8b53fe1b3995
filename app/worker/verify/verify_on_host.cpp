#include "worker/verify/verify_on_host.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/text.h"
#include "catalogue/element.h"
#include "catalogue/reference/expected_output.h"
#include "catalogue/reference/fill.h"
#include "catalogue/reference/reference.h"
#include "gpu/messages.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

using catalogue::Buffer;
using catalogue::Check;
using catalogue::LaunchPlan;
using Inputs = std::map<std::string, std::vector<std::byte>>;

/// Of the output so many bytes are computed and compared at once, where its rows allow it.
constexpr std::uint64_t piece_bytes = std::uint64_t{16} << 20;

/// Compares the expected elements one after another.
class Comparer {
 public:
  Comparer(const LaunchPlan& plan, bool poisoned, catalogue::Verdict& verdict)
      : check_(plan.check), output_(plan.buffers.at(check_.output)), poisoned_(poisoned), verdict_(verdict) {}

  void compare(std::span<const std::byte> got, const catalogue::ExpectedOutput& expected) {
    std::uint64_t place = 0;
    for (const catalogue::ElementRun& run : expected.runs) {
      compare_run(got, run, expected.values, expected.magnitudes, place);
      place += run.count;
    }
    end(place);
  }
  /// The same where all elements are compared, with values that lie elsewhere.
  void compare_all(std::span<const std::byte> got, std::span<const std::byte> expected) {
    compare_run(got, {0, output_.elements()}, expected, {}, 0);
    end(output_.elements());
  }

 private:
  /// Compares a run with the values from `place` on.
  void compare_run(std::span<const std::byte> got, const catalogue::ElementRun& run,
                   std::span<const std::byte> expected, std::span<const double> magnitudes, std::uint64_t place) {
    const std::size_t width = catalogue::size_of(type_);
    // Equal bits are right, unless they are not a number and a relative error is asked for.
    if (check_.compare != Check::Compare::relative &&
        std::memcmp(got.data() + run.begin * width, expected.data() + place * width, run.count * width) == 0) {
      return;
    }
    for (std::uint64_t index = run.begin; index < run.begin + run.count; ++index, ++place) {
      const std::uint64_t wanted = catalogue::element_bits(expected, place, type_);
      const std::uint64_t value = catalogue::element_bits(got, index, type_);
      if (!is_right(value, wanted, magnitudes, place)) note(index, value, wanted);
    }
  }

  void end(std::uint64_t compared) {
    verdict_.checked += compared;
    if (check_.compare != Check::Compare::relative) return;
    verdict_.max_error = max_error_;
    verdict_.tolerance = check_.tolerance;
  }

  bool is_right(std::uint64_t value, std::uint64_t wanted, std::span<const double> magnitudes, std::uint64_t place) {
    if (check_.compare == Check::Compare::relative) {
      const double reference = catalogue::element_value(type_, wanted);
      const double magnitude = magnitudes.empty() ? std::fabs(reference) : magnitudes[place];
      const double error = catalogue::relative_error(catalogue::element_value(type_, value), reference, magnitude);
      max_error_ = std::max(max_error_, error);
      return error <= check_.tolerance;
    }
    if (check_.compare == Check::Compare::wrap && is_integer(type_)) {
      return static_cast<std::uint32_t>(value) == static_cast<std::uint32_t>(wanted);
    }
    return value == wanted;
  }

  void note(std::uint64_t index, std::uint64_t value, std::uint64_t wanted) {
    const bool unwritten = poisoned_ && value == catalogue::poison_bits(type_);
    if (verdict_.mismatches++ == 0) verdict_.first = catalogue::mismatch_in(output_, index, wanted, value, unwritten);
    if (verdict_.wrong.size() < catalogue::max_wrong_listed) verdict_.wrong.push_back(index);
    verdict_.unwritten += unwritten ? 1 : 0;
  }

  const Check& check_;
  const Buffer& output_;
  catalogue::ElementType type_ = output_.type;
  bool poisoned_;
  catalogue::Verdict& verdict_;
  double max_error_ = 0;
};

/// Compares the output with that of another kernel, or with what the reference computes from the inputs.
Status compare_output(const LaunchPlan& plan, const std::vector<std::span<const std::byte>>& inputs,
                      std::span<const std::byte> got, std::span<const std::byte> reference_output, bool poisoned,
                      catalogue::Verdict& verdict) {
  Comparer comparer(plan, poisoned, verdict);
  const Buffer& output = plan.buffers.at(plan.check.output);
  if (plan.check.reference.empty()) {
    if (reference_output.size() != output.bytes()) {
      return failure(message<"reference_kernel.bytes">(plan.check.reference_name(), reference_output.size(),
                                                       output.name, output.bytes()),
                     plan.kernel, message<"check.expected_bytes_remedy">());
    }
    verdict.method = plan.check.reference_name();
    comparer.compare_all(got, reference_output);
    return {};
  }
  TRY(const auto move, catalogue::move_property(plan));
  const bool is_copy = move && move->column_stride == 1 && move->row_stride == move->columns &&
                       inputs.at(move->input).size() == output.bytes();
  if (is_copy && catalogue::sampled_rows(plan).empty()) {
    verdict.method = catalogue::reference_method({});
    comparer.compare_all(got, inputs.at(move->input));
    return {};
  }
  // In pieces the expected values take less memory, and a part of them is still in the cache when it is compared.
  const std::uint64_t rows = catalogue::output_rows(plan);
  const bool in_pieces = plan.check.compare != Check::Compare::relative && output.bytes() > piece_bytes && rows > 1 &&
                         catalogue::sampled_rows(plan).empty();
  if (!in_pieces) {
    TRY(const auto expected, catalogue::expected_of_views(plan, inputs));
    verdict.method = catalogue::reference_method(expected);
    comparer.compare(got, expected);
    return {};
  }
  const std::uint64_t rows_of_piece = std::max<std::uint64_t>(1, piece_bytes / (output.bytes() / rows));
  for (std::uint64_t row = 0; row < rows; row += rows_of_piece) {
    TRY(const auto expected, catalogue::expected_rows(plan, inputs, row, std::min(rows_of_piece, rows - row)));
    verdict.method = catalogue::reference_method(expected);
    comparer.compare(got, expected);
  }
  return {};
}

/// Returns whether the buffer holds what it was filled with. The fill is made again in small pieces.
bool is_as_filled(const LaunchPlan& plan, std::size_t index, std::span<const std::byte> bytes) {
  constexpr std::uint64_t grain_size = 1u << 16, piece = 1u << 14;  // elements
  const std::size_t width = catalogue::size_of(plan.buffers[index].type);
  if (bytes.size() != plan.buffers[index].bytes()) return false;
  std::atomic<bool> same{true};
  parallel_for(bytes.size() / width, grain_size, 1, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<std::byte> filled(piece * width);
    for (std::uint64_t first = begin; first < end && same; first += piece) {
      const std::span<std::byte> part = std::span(filled).first(std::min(piece, end - first) * width);
      catalogue::fill_elements(plan, index, first, part);
      if (std::memcmp(part.data(), bytes.data() + first * width, part.size()) != 0) same = false;
    }
  });
  return same;
}

void check_input(const LaunchPlan& plan, std::size_t index, std::span<const std::byte> before,
                 std::span<const std::byte> after, catalogue::Verdict& verdict) {
  if (before.size() == after.size() && std::memcmp(before.data(), after.data(), before.size()) == 0) return;
  const Buffer& buffer = plan.buffers[index];
  std::uint64_t changed = 0, first = 0;
  for (std::uint64_t element = 0; element < buffer.elements(); ++element) {
    if (catalogue::element_bits(before, element, buffer.type) == catalogue::element_bits(after, element, buffer.type))
      continue;
    if (changed++ == 0) first = element;
  }
  verdict.faults.push_back(catalogue::input_changed(buffer, changed, first));
}

}  // namespace

std::vector<std::byte> initial_bytes(const LaunchPlan& plan, std::size_t buffer, const Inputs& inputs) {
  const auto given = inputs.find(plan.buffers[buffer].name);
  return given != inputs.end() ? given->second : catalogue::fill_buffer(plan, buffer);
}

std::vector<std::vector<std::byte>> reference_inputs(const LaunchPlan& plan, const Inputs& inputs) {
  std::vector<std::vector<std::byte>> buffers(plan.buffers.size());
  for (const std::size_t input : plan.check.inputs) buffers[input] = initial_bytes(plan, input, inputs);
  return buffers;
}

Expected<catalogue::Verdict> verify_on_host(const LaunchPlan& plan,
                                            const std::vector<std::span<const std::byte>>& buffers,
                                            const Inputs& inputs, std::span<const std::byte> reference_output) {
  catalogue::Verdict verdict;
  const Check& check = plan.check;
  // The reference needs these contents; other inputs are made only to be compared.
  std::vector<std::vector<std::byte>> before(plan.buffers.size());
  std::vector<std::span<const std::byte>> contents(plan.buffers.size());
  for (std::size_t index = 0; index < plan.buffers.size(); ++index) {
    const bool wanted = std::find(check.inputs.begin(), check.inputs.end(), index) != check.inputs.end();
    const bool input = plan.buffers[index].role == catalogue::Role::in;
    if (!wanted && !input) continue;
    const bool given = inputs.contains(plan.buffers[index].name);
    if (input && !given && is_as_filled(plan, index, buffers.at(index))) {
      contents[index] = buffers[index];
      continue;
    }
    before[index] = initial_bytes(plan, index, inputs);
    contents[index] = before[index];
    if (input) check_input(plan, index, before[index], buffers.at(index), verdict);
  }
  if (!check.present()) {
    verdict.method = message<"method.faults_and_inputs">();
  } else {
    const Buffer& output = plan.buffers.at(check.output);
    const bool poisoned = output.fill == catalogue::Fill::poison && !inputs.contains(output.name);
    TRY_STATUS(compare_output(plan, contents, buffers.at(check.output), reference_output, poisoned, verdict));
  }
  verdict.passed = verdict.faults.empty() && verdict.mismatches == 0;
  return verdict;
}

void verify_expected_fault(experiments::Result& result) {
  if (result.expected == FaultKind::none) return;
  std::vector<std::string> others;
  bool appeared = false;
  for (const experiments::Fault& fault : result.faults) {
    if (fault.kind == result.expected) {
      appeared = true;
    } else if (std::find(others.begin(), others.end(), name_of(fault.kind)) == others.end()) {
      others.emplace_back(name_of(fault.kind));
    }
  }
  if (!result.verification) result.verification = catalogue::Verification{};
  catalogue::Verification& verification = *result.verification;
  verification.passed = appeared && others.empty();
  verification.method = message<"expectation.other_launch_argument">(
      verification.passed ? message<"expectation.appeared">() : Message(), name_of(result.expected));
  if (verification.passed) return;
  experiments::Fault fault;
  fault.kind = FaultKind::expectation;
  const std::string_view promised = name_of(result.expected);
  fault.message = others.empty() ? message<"expectation.no_fault">(promised)
                  : appeared     ? message<"expectation.further_faults">(promised, join(others, ", "))
                                 : message<"expectation.other_faults">(promised, join(others, ", "));
  fault.remedy = message<"expectation.not_kept_remedy">();
  result.faults.push_back(std::move(fault));
}

}  // namespace lanescope::worker
