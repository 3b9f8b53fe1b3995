#include "gui/panels/readout/verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gui/panels/readout/fault_text.h"
#include "gui/state/numbers.h"
#include "lab/experiment.h"

namespace warpscope::gui {

namespace {

std::string right_text(const Language& language, const catalogue::Verification& verification) {
  std::string text = verification.method.empty()
                         ? language.say("verdict.right", grouped(verification.checked))
                         : language.say("verdict.right_by", grouped(verification.checked), verification.method);
  if (verification.max_error && verification.tolerance) {
    text += language.say("verdict.error", *verification.max_error, *verification.tolerance);
  }
  return text;
}

std::string wrong_text(const Language& language, const catalogue::Verification& verification) {
  std::string text =
      language.say("verdict.wrong_count", grouped(verification.mismatches), grouped(verification.checked));
  if (verification.unwritten > 0) text += language.say("verdict.never_written", grouped(verification.unwritten));
  if (verification.guard_bytes_changed > 0) {
    text += language.say("verdict.overwritten", grouped(verification.guard_bytes_changed));
  }
  return text;
}

/// The emulator found a fault, and the output behind it was not looked at.
bool stopped_at_fault(const lab::Result& result) {
  const bool emulated = result.backend == lab::Backend::emulator;
  const bool judged = result.verification && result.verification->checked > 0;
  return emulated && !result.faults.empty() && !result.failed() && !judged;
}

}  // namespace

std::string first_wrong_text(const Language& language, const catalogue::Mismatch& first) {
  std::string place = language.say("verdict.element", first.index);
  if (!first.coordinates.empty()) {
    place = language.say("verdict.element_at", fmt::format("{}", fmt::join(first.coordinates, ", ")), first.index);
  }
  if (first.unwritten) return language.say("verdict.first_unwritten", place, first.expected);
  return language.say("verdict.first_wrong", place, first.expected, first.got);
}

void write_verdict(const Language& language, Readout& readout, const lab::Result& result, bool verified_before) {
  if (result.launch_blocked) {
    readout.verdict = Verdict::held;
    readout.verdict_text = language.say("verdict.held_text");
    return;
  }
  if (result.as_expected()) {
    readout.verdict = Verdict::promised;
    readout.verdict_text = promise_kept_text(language, result.expected);
    return;
  }
  if (result.expected != FaultKind::none && result.verification) {
    readout.verdict = Verdict::unpromised;
    readout.verdict_text = language.say("verdict.unpromised_text", fault_noun(language, result.expected));
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
    readout.verdict_text = language.say(verified_before ? "verdict.verified_before" : "verdict.unchecked");
    return;
  }
  const catalogue::Verification& verification = *result.verification;
  if (verification.passed) {
    readout.verdict = Verdict::verified;
    readout.verdict_text = right_text(language, verification);
    return;
  }
  readout.verdict = Verdict::wrong;
  readout.verdict_text = wrong_text(language, verification);
  if (verification.first) readout.first_wrong = first_wrong_text(language, *verification.first);
  for (const lab::Fault& fault : result.faults) {
    if (fault.kind == FaultKind::mismatch || fault.kind == FaultKind::unwritten) readout.wrong_remedy = fault.remedy;
  }
}

}  // namespace warpscope::gui
