#include "gui/verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gui/fault_text.h"
#include "gui/numbers.h"
#include "lab/experiment.h"

namespace warpscope::gui {

namespace {

std::string count(std::uint64_t number) {
  return grouped(static_cast<double>(number), 0);
}

std::string right_text(const lab::Verification& verification) {
  std::string text = fmt::format("{} elements are right", count(verification.checked));
  if (!verification.method.empty()) text += fmt::format(" ({})", verification.method);
  if (verification.max_error && verification.tolerance) {
    text += fmt::format("; largest error {:.2g}, allowed {:.2g}", *verification.max_error, *verification.tolerance);
  }
  return text;
}

std::string wrong_text(const lab::Verification& verification) {
  std::string text =
      fmt::format("{} of {} elements are wrong", count(verification.mismatches), count(verification.checked));
  if (verification.unwritten > 0) text += fmt::format(", {} of them never written", count(verification.unwritten));
  if (verification.guard_bytes_changed > 0) {
    text += fmt::format("; {} bytes outside the buffers were overwritten", count(verification.guard_bytes_changed));
  }
  return text;
}

/// The emulator found a fault, and the output behind it was not looked at.
bool stopped_at_fault(const lab::Result& result) {
  const bool emulated = result.backend == lab::name_of(lab::Backend::emulator);
  const bool judged = result.verification && result.verification->checked > 0;
  return emulated && !result.faults.empty() && !result.failed() && !judged;
}

}  // namespace

std::string first_wrong_text(const lab::Mismatch& first) {
  std::string place = fmt::format("element {}", first.index);
  if (!first.coordinates.empty()) {
    place = fmt::format("element [{}] (index {})", fmt::join(first.coordinates, ", "), first.index);
  }
  if (first.unwritten) return fmt::format("{}: never written, expected {}", place, first.expected);
  return fmt::format("{}: expected {}, got {}", place, first.expected, first.got);
}

void write_verdict(Readout& readout, const lab::Result& result, bool verified_before) {
  if (result.held) {
    readout.verdict = Verdict::held;
    readout.verdict_text = "the emulator found a fault, and nothing was launched on the GPU";
    return;
  }
  if (result.as_expected()) {
    readout.verdict = Verdict::promised;
    readout.verdict_text = promise_kept_text(result.expected);
    return;
  }
  if (!result.expected.empty() && result.verification) {
    readout.verdict = Verdict::unpromised;
    readout.verdict_text = fmt::format("promises {}, but does not show exactly that", fault_noun(result.expected));
    return;
  }
  if (stopped_at_fault(result)) {
    readout.verdict = Verdict::fault;
    readout.verdict_text = result.faults.front().message;
    return;
  }
  if (!result.verification) {
    if (result.time() == nullptr) return;
    readout.verdict = verified_before ? Verdict::verified : Verdict::unverified;
    readout.verdict_text =
        verified_before ? "the run before at this setting was right" : "measured, but the output was not checked yet";
    return;
  }
  const lab::Verification& verification = *result.verification;
  if (verification.passed) {
    readout.verdict = Verdict::verified;
    readout.verdict_text = right_text(verification);
    return;
  }
  readout.verdict = Verdict::wrong;
  readout.verdict_text = wrong_text(verification);
  if (verification.first) readout.first_wrong = first_wrong_text(*verification.first);
  for (const lab::Fault& fault : result.faults) {
    if (fault.kind == "mismatch" || fault.kind == "unwritten") readout.wrong_remedy = fault.remedy;
  }
}

}  // namespace warpscope::gui
