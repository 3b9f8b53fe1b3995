#include <fmt/format.h>

#include "base/messages.h"
#include "catalogue/reference/expected_output.h"
#include "catalogue/reference/fill.h"
#include "catalogue/reference/reference.h"
#include "gpu/messages.h"
#include "gpu/state.h"

namespace lanescope::gpu {
namespace {

using catalogue::Buffer;
using catalogue::Check;
using catalogue::LaunchPlan;

tl::unexpected<Error> check_failure(const LaunchPlan& plan, const Message& message, Message remedy) {
  return failure(lanescope::message<"error.at">(plan.kernel, message), {"", plan.check.line}, std::move(remedy));
}

Message guard_message(const Buffer& buffer, const GuardReport& report) {
  const auto bytes = static_cast<std::int64_t>(buffer.bytes());
  const Message place =
      report.first < 0 ? message<"guard.before">(-report.first) : message<"guard.behind">(report.first - bytes);
  return message<"guard.changed">(report.changed, buffer.name, place);
}

/// Checks the bytes around the buffers that the plan must not touch.
Status check_guards(const Execution::State& state, catalogue::Verdict& verdict) {
  TRY(const auto reports, state.tools().check_guards(state.session->block.address(), state.layout));
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const GuardReport& report = reports[i];
    if (report.changed == 0) continue;
    verdict.guard_bytes_changed += report.changed;
    Error fault{guard_message(state.plan.buffers[i], report), "", message<"guard.remedy">(), FaultKind::guard};
    fault.buffer = state.plan.buffers[i].name;
    fault.offset = report.first;
    verdict.faults.push_back(std::move(fault));
  }
  return {};
}

const Buffer& output_of(const Execution::State& state) {
  return state.plan.buffers.at(state.plan.check.output);
}

/// Returns a comparison of a whole buffer with what fills it.
Comparison comparison_with_fill(const Execution::State& state, std::size_t buffer) {
  Comparison comparison;
  comparison.got = state.address(buffer);
  comparison.count = state.plan.buffers[buffer].elements();
  comparison.type = static_cast<std::uint64_t>(state.plan.buffers[buffer].type);
  comparison.filling = filling_of(state.plan, buffer);
  return comparison;
}

Status check_inputs(const Execution::State& state, catalogue::Verdict& verdict) {
  for (std::size_t i = 0; i < state.plan.buffers.size(); ++i) {
    const Buffer& buffer = state.plan.buffers[i];
    if (buffer.role != catalogue::Role::in) continue;
    const Comparison comparison = comparison_with_fill(state, i);
    const auto& given = state.inputs[i];
    TRY(const auto report, given ? state.tools().compare(comparison, *given) : state.tools().compare(comparison));
    if (report.mismatches == 0) continue;
    verdict.faults.push_back(catalogue::input_changed(buffer, report.mismatches, report.first));
  }
  return {};
}

/// Returns how the checked output is compared; the caller adds what it is compared with.
Comparison output_comparison(const Execution::State& state) {
  const Check& check = state.plan.check;
  const Buffer& output = output_of(state);
  Comparison comparison;
  comparison.got = state.address(check.output);
  comparison.count = output.elements();
  comparison.type = static_cast<std::uint64_t>(output.type);
  comparison.tolerance = check.tolerance;
  comparison.tiny = catalogue::min_magnitude;
  if (check.compare == Check::Compare::relative) comparison.method = Comparison::relative;
  // Modulo 2^32 has a meaning only for integers.
  if (check.compare == Check::Compare::wrap && is_integer(output.type)) comparison.method = Comparison::wrap;
  comparison.poisoned = output.fill == catalogue::Fill::poison && !state.inputs[check.output] ? 1 : 0;
  comparison.poison = catalogue::poison_bits(output.type);
  return comparison;
}

void note(catalogue::Verdict& verdict, const Buffer& output, std::uint64_t checked, const Comparison& comparison,
          const CompareReport& report) {
  verdict.checked = checked;
  verdict.mismatches = report.mismatches;
  verdict.unwritten = report.unwritten;
  if (comparison.method == Comparison::relative) {
    verdict.max_error = report.max_error;
    verdict.tolerance = comparison.tolerance;
  }
  if (report.mismatches == 0) return;
  verdict.first = catalogue::mismatch_in(output, report.first, report.expected, report.got,
                                         comparison.poisoned != 0 && report.got == comparison.poison);
  const auto listed = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(report.listed, report.wrong.size()));
  verdict.wrong.assign(report.wrong.begin(), report.wrong.begin() + listed);
  std::sort(verdict.wrong.begin(), verdict.wrong.end());
}

Status compare_sent(const Execution::State& state, const catalogue::ExpectedOutput& expected,
                    catalogue::Verdict& verdict) {
  const Comparison comparison = output_comparison(state);
  TRY(const auto report, state.tools().compare(comparison, expected));
  note(verdict, output_of(state), expected.elements(), comparison, report);
  return {};
}

Status compare_with_other(const Execution::State& state, std::span<const std::byte> expected,
                          catalogue::Verdict& verdict) {
  const Buffer& output = output_of(state);
  if (expected.size() != output.bytes()) {
    return check_failure(state.plan, message<"check.expected_bytes">(expected.size(), output.name, output.bytes()),
                         message<"check.expected_bytes_remedy">());
  }
  return compare_sent(state, catalogue::whole_output(state.plan, {expected.begin(), expected.end()}), verdict);
}

/// The device itself computes where each element came from and what was there, so nothing is sent.
Status compare_moved(const Execution::State& state, const catalogue::MoveProperty& move, catalogue::Verdict& verdict) {
  Comparison comparison = output_comparison(state);
  comparison.filling = filling_of(state.plan, move.input);
  comparison.columns = move.columns;
  comparison.row_stride = move.row_stride;
  comparison.column_stride = move.column_stride;
  TRY(const auto report, state.tools().compare(comparison));
  note(verdict, output_of(state), comparison.count, comparison, report);
  return {};
}

Status compare_with_reference(const Execution::State& state, catalogue::Verdict& verdict) {
  std::vector<std::vector<std::byte>> buffers(state.plan.buffers.size());
  for (const std::size_t input : state.plan.check.inputs) {
    const auto& given = state.inputs.at(input);
    buffers.at(input) = given ? *given : catalogue::fill_buffer(state.plan, input);
  }
  const auto expected = catalogue::expected_output(state.plan, buffers);
  if (!expected) return check_failure(state.plan, expected.error().what, expected.error().remedy);
  verdict.method = catalogue::reference_method(*expected);
  return compare_sent(state, *expected, verdict);
}

Status check_output(const Execution::State& state, std::span<const std::byte> expected, catalogue::Verdict& verdict) {
  const Check& check = state.plan.check;
  if (!check.present()) {
    verdict.method = message<"method.guards_and_inputs">();
    return {};
  }
  if (check.reference.empty()) {
    verdict.method = check.reference_name();
    if (expected.empty() && output_of(state).bytes() != 0) {
      return check_failure(state.plan, message<"check.not_computed">(check.reference_name()), "");
    }
    return compare_with_other(state, expected, verdict);
  }
  const auto property = catalogue::move_property(state.plan);
  if (!property) return check_failure(state.plan, property.error().what, property.error().remedy);
  // Only this process knows what was given instead of a fill.
  if (*property && !state.inputs.at((*property)->input)) {
    verdict.method = message<"method.exact_property">();
    return compare_moved(state, **property, verdict);
  }
  return compare_with_reference(state, verdict);
}

}  // namespace

Expected<catalogue::Verdict> Execution::verify(std::span<const std::byte> expected) {
  TRY_STATUS(run());
  catalogue::Verdict verdict;
  TRY_STATUS(check_guards(*state_, verdict));
  TRY_STATUS(check_inputs(*state_, verdict));
  TRY_STATUS(check_output(*state_, expected, verdict));
  verdict.passed = verdict.faults.empty() && verdict.mismatches == 0;
  return verdict;
}

}  // namespace lanescope::gpu
