#include "gui/fault_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/text.h"
#include "gui/numbers.h"

namespace warpscope::gui {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> nouns{{
    {"out_of_bounds", "an access out of bounds"},
    {"race", "a race"},
    {"uninitialised", "a read of what nothing wrote"},
    {"divergent_barrier", "a divergent barrier"},
    {"unwritten", "elements that stay unwritten"},
    {"mismatch", "wrong elements"},
    {"endless", "a loop that does not end"},
}};

/// Kernel, block, thread, buffer and offset.
std::vector<std::string> participants(const lab::Fault& fault) {
  std::vector<std::string> parts;
  if (!fault.entry.empty()) parts.push_back("kernel " + fault.entry);
  if (fault.block) parts.push_back(fmt::format("block {}", *fault.block));
  if (fault.thread) parts.push_back(fmt::format("thread {}", *fault.thread));
  if (!fault.buffer.empty()) {
    parts.push_back(fault.buffer == "shared memory" ? fault.buffer : "buffer " + fault.buffer);
  }
  if (fault.offset) parts.push_back(fmt::format("offset {} B", *fault.offset));
  return parts;
}

}  // namespace

std::string fault_noun(std::string_view kind) {
  const auto* found =
      std::find_if(nouns.begin(), nouns.end(), [kind](const auto& entry) { return entry.first == kind; });
  if (found != nouns.end()) return std::string(found->second);
  std::string name(kind);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string promise_kept_text(std::string_view kind) {
  return fmt::format("shows {}, as it promises", fault_noun(kind));
}

std::string place_text(const lab::Fault& fault) {
  std::vector<std::string> parts = participants(fault);
  if (!fault.file.empty() && fault.line > 0) {
    const std::string name = std::filesystem::path(fault.file).filename().string();
    parts.insert(parts.begin(), fmt::format("{}:{}", name, fault.line));
  }
  return join(parts, ", ");
}

std::string fault_details(const lab::Fault& fault) {
  std::vector<std::string> lines{fault.message};
  if (const std::vector<std::string> parts = participants(fault); !parts.empty()) lines.push_back(join(parts, ", "));
  if (fault.address) lines.push_back(fmt::format("address {:#x}", *fault.address));
  if (fault.count > 1) {
    lines.push_back(fmt::format("{} times at this line", grouped(static_cast<double>(fault.count), 0)));
  }
  if (!fault.remedy.empty()) lines.push_back("Remedy: " + fault.remedy + ".");
  return join(lines, "\n");
}

bool told_by_verification(const lab::Fault& fault) {
  return fault.kind == "mismatch" || fault.kind == "unwritten";
}

}  // namespace warpscope::gui
