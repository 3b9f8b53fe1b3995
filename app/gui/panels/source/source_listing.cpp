#include "gui/panels/source/source_listing.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "gui/panels/source/source_view_model.h"
#include "ptx/module.h"

namespace warpscope::gui {

namespace {

/// The line of the kernel's file that an instruction comes from; 0: another file's, or none.
int source_of(const ptx::Module& module, const ptx::Function& function, const ptx::Instruction& instruction,
              const std::string& path) {
  std::int32_t at = instruction.location;
  if (at < 0) return 0;
  while (function.locations[static_cast<std::size_t>(at)].inlined_at >= 0) {
    at = function.locations[static_cast<std::size_t>(at)].inlined_at;
  }
  const ptx::Location& place = function.locations[static_cast<std::size_t>(at)];
  const auto file = module.files.find(place.file);
  return file != module.files.end() && same_source(file->second, path) ? place.line : 0;
}

}  // namespace

int Listing::first_of(int source) const {
  const auto found =
      std::ranges::find_if(lines, [source](const ListingLine& line) { return source > 0 && line.source == source; });
  return found == lines.end() ? -1 : static_cast<int>(found - lines.begin());
}

Listing ptx_listing(const std::string& ptx, const std::string& path) {
  Listing listing;
  for (const std::string_view line : split(ptx, '\n')) {
    listing.lines.push_back({without_tabs(line), 0, static_cast<int>(listing.lines.size()) + 1});
  }
  while (!listing.lines.empty() && listing.lines.back().text.empty()) listing.lines.pop_back();
  const auto module = ptx::parse(ptx);
  if (!module) return listing;  // still worth reading; the worker has said what is wrong
  for (const ptx::Function& function : module->functions) {
    for (const ptx::Instruction& instruction : function.instructions) {
      const auto at = static_cast<std::size_t>(instruction.ptx_line);
      if (at < 1 || at > listing.lines.size()) continue;
      listing.lines[at - 1].source = source_of(*module, function, instruction, path);
    }
  }
  return listing;
}

Listing sass_listing(const lab::Sass& sass, const std::string& path) {
  Listing listing;
  for (const lab::SassFunction& function : sass.functions) {
    listing.lines.push_back({function.name + ":", 0, 0});
    for (const lab::SassInstruction& instruction : function.instructions) {
      const bool here = !instruction.file.empty() && same_source(instruction.file, path);
      listing.lines.push_back({fmt::format("{:04x}  {}", instruction.address, instruction.text),
                               here ? instruction.line : 0, instruction.ptx_line});
    }
  }
  listing.missing = sass.without_text;
  listing.remedy = sass.remedy;
  return listing;
}

}  // namespace warpscope::gui
