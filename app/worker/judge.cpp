#include "worker/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "catalogue/fill.h"
#include "catalogue/reference.h"
#include "worker/element_value.h"

namespace warpscope::worker {
namespace {

using catalogue::Buffer;
using catalogue::Check;
using catalogue::LaunchPlan;
using Inputs = std::map<std::string, std::vector<std::byte>>;

/// Infinite when either is NaN: NaN never passes.
double relative_error(catalogue::ElementType type, std::uint64_t expected, std::uint64_t got) {
  const double wanted = element_value(type, expected);
  const double value = element_value(type, got);
  if (value == wanted) return 0;
  const double error = std::fabs(value - wanted) / std::max(std::fabs(wanted), gpu::tiny);
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

bool is_integer(catalogue::ElementType type) {
  return type <= catalogue::ElementType::u64;
}

void compare(const LaunchPlan& plan, const std::vector<std::byte>& got, const std::vector<std::byte>& expected,
             bool poisoned, gpu::Verdict& verdict) {
  const Check& check = plan.check;
  const Buffer& output = plan.buffers.at(check.output);
  const bool relative = check.compare == Check::Compare::relative;
  const bool wrap = check.compare == Check::Compare::wrap && is_integer(output.type);
  const std::uint64_t poison = catalogue::poison_bits(output.type);
  double max_error = 0;
  verdict.checked = output.elements();
  for (std::uint64_t index = 0; index < verdict.checked; ++index) {
    const std::uint64_t wanted = element_bits(expected, index, output.type);
    const std::uint64_t value = element_bits(got, index, output.type);
    bool right = value == wanted;
    if (relative) {
      const double error = relative_error(output.type, wanted, value);
      max_error = std::max(max_error, error);
      right = error <= check.tolerance;
    } else if (wrap) {
      right = static_cast<std::uint32_t>(value) == static_cast<std::uint32_t>(wanted);
    }
    if (right) continue;
    const bool unwritten = poisoned && value == poison;
    if (verdict.mismatches++ == 0) {
      verdict.first_index = index;
      verdict.first_expected = wanted;
      verdict.first_got = value;
      verdict.first_unwritten = unwritten;
    }
    verdict.unwritten += unwritten ? 1 : 0;
  }
  if (relative) {
    verdict.max_error = max_error;
    verdict.tolerance = check.tolerance;
  }
}

void check_input(const LaunchPlan& plan, std::size_t index, const std::vector<std::byte>& before,
                 const std::vector<std::byte>& after, gpu::Verdict& verdict) {
  if (before == after) return;
  const Buffer& buffer = plan.buffers[index];
  std::uint64_t changed = 0, first = 0;
  for (std::uint64_t element = 0; element < buffer.elements(); ++element) {
    if (element_bits(before, element, buffer.type) == element_bits(after, element, buffer.type)) continue;
    if (changed++ == 0) first = element;
  }
  gpu::Failure fault;
  fault.kind = "input_changed";
  fault.message =
      fmt::format("{} elements of the input {} were changed, the first is number {}", changed, buffer.name, first);
  fault.remedy = "an input must stay as it is; give the buffer the role inout if it is meant to change";
  fault.buffer = buffer.name;
  fault.offset = static_cast<std::int64_t>(first * catalogue::size_of(buffer.type));
  verdict.faults.push_back(std::move(fault));
}

}  // namespace

std::vector<std::byte> initial_bytes(const LaunchPlan& plan, std::size_t buffer, const Inputs& inputs) {
  const auto given = inputs.find(plan.buffers[buffer].name);
  return given != inputs.end() ? given->second : catalogue::fill_buffer(plan, buffer);
}

Expected<gpu::Verdict> judge(const LaunchPlan& plan, const std::vector<std::vector<std::byte>>& buffers,
                             const Inputs& inputs) {
  gpu::Verdict verdict;
  const Check& check = plan.check;
  // What a reference needs; an input that it does not is made only to be compared.
  std::vector<std::vector<std::byte>> before(plan.buffers.size());
  for (std::size_t index = 0; index < plan.buffers.size(); ++index) {
    const bool wanted = std::find(check.inputs.begin(), check.inputs.end(), index) != check.inputs.end();
    const bool input = plan.buffers[index].role == catalogue::Role::in;
    if (!wanted && !input) continue;
    before[index] = initial_bytes(plan, index, inputs);
    if (input) check_input(plan, index, before[index], buffers.at(index), verdict);
  }
  if (!check.present()) {
    verdict.method = "faults and inputs only";
  } else if (check.reference.empty()) {
    return failure("the emulator does not compare with the output of another kernel (" + check.same_as + ")",
                   plan.kernel, "run it on a GPU, or give the kernel a CPU reference");
  } else {
    const auto expected = catalogue::compute_reference(plan, before);
    if (!expected) return failure(expected.error());
    verdict.method = "CPU reference";
    const bool poisoned = plan.buffers.at(check.output).fill == catalogue::Fill::poison &&
                          !inputs.contains(plan.buffers.at(check.output).name);
    compare(plan, buffers.at(check.output), *expected, poisoned, verdict);
  }
  verdict.passed = verdict.faults.empty() && verdict.mismatches == 0;
  return verdict;
}

}  // namespace warpscope::worker
