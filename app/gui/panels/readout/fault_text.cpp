#include "gui/panels/readout/fault_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/text.h"
#include "gui/state/numbers.h"

namespace warpscope::gui {

namespace {

constexpr std::array<std::pair<FaultKind, std::string_view>, 7> nouns{{
    {FaultKind::out_of_bounds, "fault.out_of_bounds"},
    {FaultKind::race, "fault.race"},
    {FaultKind::uninitialised, "fault.uninitialised"},
    {FaultKind::divergent_barrier, "fault.divergent_barrier"},
    {FaultKind::unwritten, "fault.unwritten"},
    {FaultKind::mismatch, "fault.mismatch"},
    {FaultKind::endless, "fault.endless"},
}};

/// Kernel, block, thread, buffer and offset.
std::vector<std::string> participants(const Language& language, const lab::Fault& fault) {
  std::vector<std::string> parts;
  if (!fault.entry.empty()) parts.push_back(language.say("fault.kernel", fault.entry));
  if (fault.block) parts.push_back(language.say("fault.block", *fault.block));
  if (fault.thread) parts.push_back(language.say("fault.thread", *fault.thread));
  if (!fault.buffer.empty()) {
    const bool shared = fault.buffer == "shared memory";
    parts.push_back(shared ? language.say("fault.shared") : language.say("fault.buffer", fault.buffer));
  }
  if (fault.offset) parts.push_back(language.say("fault.offset", *fault.offset));
  return parts;
}

}  // namespace

std::string fault_noun(const Language& language, FaultKind kind) {
  const auto* found = std::ranges::find_if(nouns, [kind](const auto& entry) { return entry.first == kind; });
  if (found != nouns.end()) return language.say(found->second);
  std::string name(name_of(kind));
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::string promise_kept_text(const Language& language, FaultKind kind) {
  return language.say("fault.promise_kept", fault_noun(language, kind));
}

std::string place_text(const Language& language, const lab::Fault& fault) {
  std::vector<std::string> parts = participants(language, fault);
  if (!fault.file.empty() && fault.line > 0) {
    const std::string name = std::filesystem::path(fault.file).filename().string();
    parts.insert(parts.begin(), fmt::format("{}:{}", name, fault.line));
  }
  return join(parts, ", ");
}

std::string fault_details(const Language& language, const lab::Fault& fault) {
  std::vector<std::string> lines{fault.message};
  if (const std::vector<std::string> parts = participants(language, fault); !parts.empty())
    lines.push_back(join(parts, ", "));
  if (fault.address) lines.push_back(language.say("fault.address", *fault.address));
  if (fault.count > 1) {
    lines.push_back(language.say("fault.times", grouped(fault.count)));
  }
  if (!fault.remedy.empty()) lines.push_back(language.say("fault.remedy", fault.remedy));
  return join(lines, "\n");
}

bool told_by_verification(const lab::Fault& fault) {
  return fault.kind == FaultKind::mismatch || fault.kind == FaultKind::unwritten;
}

}  // namespace warpscope::gui
