#include "gui/store/words/fault_words.h"

#include "base/text.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {

namespace {

std::string memory_text(const Language& language, const trace::Memory& memory) {
  if (memory.space == trace::Space::shared) return language.say("fault.shared");
  if (memory.space == trace::Space::local) return language.say("fault.local");
  return memory.buffer.empty() ? std::string() : language.say("fault.buffer", memory.buffer);
}

}  // namespace

std::vector<std::string> participants(const Language& language, const experiments::Fault& fault) {
  std::vector<std::string> parts;
  if (!fault.entry.empty()) parts.push_back(language.say("fault.kernel", fault.entry));
  if (fault.block) parts.push_back(language.say("fault.block", *fault.block));
  if (fault.thread) parts.push_back(language.say("fault.thread", *fault.thread));
  if (const std::string memory = memory_text(language, fault.memory); !memory.empty()) parts.push_back(memory);
  if (fault.offset) parts.push_back(language.say("fault.offset", *fault.offset));
  return parts;
}

std::string fault_details(const Language& language, const experiments::Fault& fault) {
  std::vector<std::string> lines{language.translated(fault.message)};
  if (const std::vector<std::string> parts = participants(language, fault); !parts.empty())
    lines.push_back(join(parts, ", "));
  if (fault.address) lines.push_back(language.say("fault.address", *fault.address));
  if (fault.count > 1) lines.push_back(language.say("fault.times", grouped(fault.count)));
  if (!fault.remedy.empty()) lines.push_back(language.say("fault.remedy", language.translated(fault.remedy)));
  return join(lines, "\n");
}

}  // namespace lanescope::gui
