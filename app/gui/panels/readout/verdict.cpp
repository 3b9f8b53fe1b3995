#include "gui/panels/readout/verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gui/panels/readout/fault_text.h"
#include "gui/state/numbers.h"
#include "lab/experiment.h"

namespace warpscope::gui {

namespace {

std::string count(std::uint64_t number) {
  return grouped(static_cast<double>(number), 0);
}

std::string right_text(const Language& words, const lab::Verification& verification) {
  std::string text = verification.method.empty()
                         ? words.say("verdict.right", count(verification.checked))
                         : words.say("verdict.right_by", count(verification.checked), verification.method);
  if (verification.max_error && verification.tolerance) {
    text += words.say("verdict.error", *verification.max_error, *verification.tolerance);
  }
  return text;
}

std::string wrong_text(const Language& words, const lab::Verification& verification) {
  std::string text = words.say("verdict.wrong_count", count(verification.mismatches), count(verification.checked));
  if (verification.unwritten > 0) text += words.say("verdict.never_written", count(verification.unwritten));
  if (verification.guard_bytes_changed > 0) {
    text += words.say("verdict.overwritten", count(verification.guard_bytes_changed));
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

std::string first_wrong_text(const Language& words, const lab::Mismatch& first) {
  std::string place = words.say("verdict.element", first.index);
  if (!first.coordinates.empty()) {
    place = words.say("verdict.element_at", fmt::format("{}", fmt::join(first.coordinates, ", ")), first.index);
  }
  if (first.unwritten) return words.say("verdict.first_unwritten", place, first.expected);
  return words.say("verdict.first_wrong", place, first.expected, first.got);
}

void write_verdict(const Language& words, Readout& readout, const lab::Result& result, bool verified_before) {
  if (result.launch_blocked) {
    readout.verdict = Verdict::held;
    readout.verdict_text = words.say("verdict.held_text");
    return;
  }
  if (result.as_expected()) {
    readout.verdict = Verdict::promised;
    readout.verdict_text = promise_kept_text(words, result.expected);
    return;
  }
  if (!result.expected.empty() && result.verification) {
    readout.verdict = Verdict::unpromised;
    readout.verdict_text = words.say("verdict.unpromised_text", fault_noun(words, result.expected));
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
    readout.verdict_text = words.say(verified_before ? "verdict.verified_before" : "verdict.unchecked");
    return;
  }
  const lab::Verification& verification = *result.verification;
  if (verification.passed) {
    readout.verdict = Verdict::verified;
    readout.verdict_text = right_text(words, verification);
    return;
  }
  readout.verdict = Verdict::wrong;
  readout.verdict_text = wrong_text(words, verification);
  if (verification.first) readout.first_wrong = first_wrong_text(words, *verification.first);
  for (const lab::Fault& fault : result.faults) {
    if (fault.kind == "mismatch" || fault.kind == "unwritten") readout.wrong_remedy = fault.remedy;
  }
}

}  // namespace warpscope::gui
