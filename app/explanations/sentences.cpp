#include "explanations/sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/names.h"
#include "base/text.h"
#include "counters/unit_text.h"

namespace lanescope::explanations {
namespace {

using counters::Unit;
namespace names = number_names;

/// The finding's number of that name as text; "—" where it has none.
std::string text(const Finding& finding, std::string_view name) {
  const FindingNumber* const number = finding.number(name);
  return number == nullptr ? "—" : text_of(number->unit, number->value).text();
}

/// The first number of the verdict: the share of the busiest unit, with its origin.
std::string busiest(const Finding& verdict) {
  if (verdict.numbers.empty()) return "—";
  const FindingNumber& first = verdict.numbers.front();
  return fmt::format("{} ({})", text_of(first.unit, first.value).text(), name_of(first.origin));
}

std::string unit_of(const Finding& verdict) {
  if (verdict.numbers.empty()) return "no unit";
  const std::string& name = verdict.numbers.front().name;
  if (name == "sol.compute") return "instruction issue";
  if (name == "sol.l1") return "the LSU pipe (L1 and shared memory)";
  if (name == "sol.l2") return "the L2";
  if (name == "sol.dram") return "device memory";
  return "the launch of the kernel and its blocks";
}

std::string verdict_sentence(const Finding& verdict) {
  const std::string share = busiest(verdict);
  switch (verdict.kind) {
    case FindingKind::memory_bound:
      return fmt::format("Device memory bandwidth limits it: {} of its peak.", share);
    case FindingKind::l2_bound:
      return fmt::format("L2 bandwidth limits it: {} of its peak.", share);
    case FindingKind::l1_bound:
      return fmt::format("The LSU pipe of the SMs, with L1 and shared memory, limits it: {} of its peak.", share);
    case FindingKind::compute_bound:
      return fmt::format("Instruction issue limits it: {} of its peak.", share);
    case FindingKind::launch_bound:
      return fmt::format("Launch overhead limits it: {} of the time.", share);
    case FindingKind::block_start_bound:
      return fmt::format("The block launch rate limits it for {} of the time: the grid has {} blocks.", share,
                         text(verdict, names::blocks));
    case FindingKind::atomics_bound:
      return fmt::format("Atomics that contend for the same addresses limit it for {} of the time.", share);
    case FindingKind::latency_bound:
      return fmt::format("Latency limits it: the busiest unit, {}, reaches only {} of its peak.", unit_of(verdict),
                         share);
    case FindingKind::busy:
      return fmt::format("No single unit limits it: the busiest, {}, reaches {} of its peak.", unit_of(verdict), share);
    default:
      return "The limit is not known: no time was counted or predicted.";
  }
}

std::string operation_text(const Finding& finding) {
  if (finding.operation == trace::Operation::load) return "loads from";
  return finding.operation == trace::Operation::store ? "stores to" : "atomics on";
}

/// "Line 92 has 80 % of them: 4 wavefronts per request, ideal 2."
std::string line_sentence(const Finding& finding, std::string_view unit) {
  if (!finding.place || finding.place->line <= 0) return {};
  return fmt::format(" Line {} has {} of them: {} {} per request, ideal {}.", finding.place->line,
                     text(finding, names::line_share), text(finding, names::line_per_request), unit,
                     text(finding, names::line_ideal));
}

std::string limits_text(const Finding& finding) {
  std::vector<std::string> limits;
  for (const model::Limit limit : finding.limits) limits.emplace_back(name_of(limit));
  return limits.empty() ? "" : fmt::format(", limited by {}", join(limits, " and "));
}

/// What a warp waits for, by the reasons of the hardware, and what helps.
struct StallMeaning {
  std::string_view reason, waits_for, remedy;
};
constexpr std::array stall_meanings = {
    StallMeaning{"barrier", "other warps of the block at a barrier",
                 "give the warps of a block equal work between barriers, or use smaller blocks"},
    StallMeaning{"branch_resolving", "the target of a branch", "unroll short loops"},
    StallMeaning{"dispatch_stall", "the dispatcher", ""},
    StallMeaning{"drain", "its last stores, before it ends", "store whole sectors, or give a block more work"},
    StallMeaning{"gmma", "a matrix instruction of its warpgroup", ""},
    StallMeaning{"imc_miss", "a constant that missed in the constant cache",
                 "let the lanes of a warp read the same constants"},
    StallMeaning{"lg_throttle", "room in the queue of global and local accesses",
                 "make fewer and wider accesses to global and local memory"},
    StallMeaning{"long_scoreboard", "a value from global, local or texture memory",
                 "load earlier and more at a time, have more warps, or keep what is used again in shared memory"},
    StallMeaning{"math_pipe_throttle", "a busy arithmetic pipe", "use cheaper instructions"},
    StallMeaning{"membar", "a memory fence", "use fewer fences, or of a smaller scope"},
    StallMeaning{"mio_throttle", "room in the queue of shared memory and special functions",
                 "make fewer and wider accesses to shared memory, and remove bank conflicts"},
    StallMeaning{"misc", "something else", ""},
    StallMeaning{"no_instruction", "its next instruction to be fetched",
                 "keep loops short enough for the instruction cache"},
    StallMeaning{"short_scoreboard", "a value from shared memory or a special function",
                 "remove bank conflicts, load more at a time, or keep values in registers"},
    StallMeaning{"sleeping", "the end of its sleep", ""},
    StallMeaning{"tex_throttle", "room in the queue of texture accesses", "make fewer texture accesses"},
    StallMeaning{"wait", "the fixed latency of its last instruction",
                 "have more warps, or more independent instructions"},
};

const StallMeaning* meaning_of(std::string_view reason) {
  const auto* found = std::find_if(stall_meanings.begin(), stall_meanings.end(),
                                   [&](const StallMeaning& each) { return each.reason == reason; });
  return found == stall_meanings.end() ? nullptr : found;
}

}  // namespace

std::string sentence_of(const Finding& finding) {
  const auto of = [&](std::string_view name) { return text(finding, name); };
  switch (finding.kind) {
    case FindingKind::bank_conflicts:
      return fmt::format(
                 "Bank conflicts of {} shared memory: {} wavefronts per request, ideal {}; {} of the wavefronts are "
                 "conflicts.",
                 operation_text(finding), of(names::per_request), of(names::ideal_per_request), of(names::excess)) +
             line_sentence(finding, "wavefronts");
    case FindingKind::uncoalesced_loads:
      return fmt::format("Uncoalesced global loads: {} sectors per request, ideal {}; {} are not needed.",
                         of(names::per_request), of(names::ideal_per_request), of(names::excess)) +
             line_sentence(finding, "sectors");
    case FindingKind::scattered_stores:
      return fmt::format("Scattered global stores: {} sectors per request, ideal {}; {} are not needed.",
                         of(names::per_request), of(names::ideal_per_request), of(names::excess)) +
             line_sentence(finding, "sectors");
    case FindingKind::extra_traffic:
      return fmt::format("Device memory moves more bytes than the problem needs: {} read and {} written, ideal {}.",
                         of("memory.read.bytes"), of("memory.write.bytes"), of(names::needed_bytes));
    case FindingKind::local_memory:
      if (finding.number(names::excess) == nullptr)
        return fmt::format("A thread uses {} of local memory: registers are spilled.", of(names::local_bytes));
      return fmt::format("Local memory (spilled registers or dynamically indexed arrays) takes {} of all sectors.",
                         of(names::excess));
    case FindingKind::low_occupancy:
      return fmt::format("Few warps are resident: the occupancy is {}{}, and latency limits the kernel.",
                         of("occupancy.theoretical"), limits_text(finding));
    case FindingKind::few_blocks:
      return fmt::format("The grid has {} blocks for {} SMs.", of(names::blocks), of(names::multiprocessors));
    case FindingKind::tail:
      return fmt::format("The last wave of blocks is not full: the grid is {} waves.", of(names::waves));
    case FindingKind::few_issued:
      return fmt::format("A scheduler issues {} instructions per cycle and has {} eligible warps.", of("warps.issued"),
                         of("warps.eligible"));
    case FindingKind::stall: {
      const StallMeaning* const meaning = meaning_of(finding.reason);
      return fmt::format("Warps wait for {} in {} of their time (stall {}).",
                         meaning != nullptr ? meaning->waits_for : finding.reason, of(names::share), finding.reason);
    }
    case FindingKind::divergence:
      return fmt::format("Warps run with {} of 32 threads active on average.", of("instructions.threads"));
    case FindingKind::arbitration:
      return fmt::format(
          "{} of the shared memory wavefronts are not caused by the addresses: the counter shows {} conflicts, but the "
          "addresses cause {}. The others are arbitration between accesses.",
          of(names::excess), of(names::counted_conflicts), of(names::derived_conflicts));
    default:
      return verdict_sentence(finding);
  }
}

std::string remedy_of(const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::bank_conflicts:
      return "let the lanes that are served together access different banks: pad the rows, swizzle the columns, or "
             "give each lane fewer adjacent columns";
    case FindingKind::uncoalesced_loads:
      return "let neighbouring lanes load neighbouring addresses, or load through shared memory";
    case FindingKind::scattered_stores:
      return "let neighbouring lanes store to neighbouring addresses, or collect the values in shared memory first";
    case FindingKind::extra_traffic:
      return "reuse data in shared memory or registers, and write whole sectors";
    case FindingKind::local_memory:
      return "use fewer registers per thread, or compile-time indices";
    case FindingKind::low_occupancy:
      return "use less of the resource that limits it, or give each thread more independent work";
    case FindingKind::few_blocks:
      return "split the work into more blocks";
    case FindingKind::tail:
      return "choose another block size, or use a persistent kernel";
    case FindingKind::few_issued:
      return "give the schedulers more warps, or each warp more independent instructions";
    case FindingKind::stall: {
      const StallMeaning* const meaning = meaning_of(finding.reason);
      return meaning != nullptr ? std::string(meaning->remedy) : "";
    }
    case FindingKind::divergence:
      return "let the threads of a warp take the same path";
    case FindingKind::memory_bound:
      return "move fewer bytes: nothing else makes it faster";
    case FindingKind::block_start_bound:
      return "give each block more work";
    case FindingKind::launch_bound:
      return "give one launch more work";
    case FindingKind::atomics_bound:
      return "reduce within a warp or a block first";
    case FindingKind::arbitration:
      return "addresses do not matter: it decreases when fewer accesses compete";
    default:
      return {};
  }
}

std::string gain_text(const Finding& finding) {
  if (!finding.gain) return {};
  constexpr EnumNames<gain_bases> bases{"by the time model", "by the counted utilisation", "by the number of blocks"};
  const std::string ms = finding.gain->ms ? fmt::format(", {}", text_of(Unit::ms, *finding.gain->ms).text()) : "";
  return fmt::format("removing it saves at most {} of the time{} ({})",
                     text_of(Unit::percent, 100 * finding.gain->share).text(), ms,
                     enum_name(bases, finding.gain->basis));
}

}  // namespace lanescope::explanations
