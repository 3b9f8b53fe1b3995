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

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> nouns{{
    {"out_of_bounds", "fault.out_of_bounds"},
    {"race", "fault.race"},
    {"uninitialised", "fault.uninitialised"},
    {"divergent_barrier", "fault.divergent_barrier"},
    {"unwritten", "fault.unwritten"},
    {"mismatch", "fault.mismatch"},
    {"endless", "fault.endless"},
}};

/// Kernel, block, thread, buffer and offset.
std::vector<std::string> participants(const Language& words, const lab::Fault& fault) {
  std::vector<std::string> parts;
  if (!fault.entry.empty()) parts.push_back(words.say("fault.kernel", fault.entry));
  if (fault.block) parts.push_back(words.say("fault.block", *fault.block));
  if (fault.thread) parts.push_back(words.say("fault.thread", *fault.thread));
  if (!fault.buffer.empty()) {
    const bool shared = fault.buffer == "shared memory";
    parts.push_back(shared ? words.say("fault.shared") : words.say("fault.buffer", fault.buffer));
  }
  if (fault.offset) parts.push_back(words.say("fault.offset", *fault.offset));
  return parts;
}

}  // namespace

std::string fault_noun(const Language& words, std::string_view kind) {
  const auto* found =
      std::find_if(nouns.begin(), nouns.end(), [kind](const auto& entry) { return entry.first == kind; });
  if (found != nouns.end()) return words.say(found->second);
  std::string name(kind);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string promise_kept_text(const Language& words, std::string_view kind) {
  return words.say("fault.promise_kept", fault_noun(words, kind));
}

std::string place_text(const Language& words, const lab::Fault& fault) {
  std::vector<std::string> parts = participants(words, fault);
  if (!fault.file.empty() && fault.line > 0) {
    const std::string name = std::filesystem::path(fault.file).filename().string();
    parts.insert(parts.begin(), fmt::format("{}:{}", name, fault.line));
  }
  return join(parts, ", ");
}

std::string fault_details(const Language& words, const lab::Fault& fault) {
  std::vector<std::string> lines{fault.message};
  if (const std::vector<std::string> parts = participants(words, fault); !parts.empty())
    lines.push_back(join(parts, ", "));
  if (fault.address) lines.push_back(words.say("fault.address", *fault.address));
  if (fault.count > 1) {
    lines.push_back(words.say("fault.times", grouped(static_cast<double>(fault.count), 0)));
  }
  if (!fault.remedy.empty()) lines.push_back(words.say("fault.remedy", fault.remedy));
  return join(lines, "\n");
}

bool told_by_verification(const lab::Fault& fault) {
  return fault.kind == "mismatch" || fault.kind == "unwritten";
}

}  // namespace warpscope::gui
