#include "gui/screens/source/listings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "gui/screens/source/source_costs.h"
#include "ptx/module.h"

namespace lanescope::gui {
namespace {

/// Returns the line of the kernel's file that an instruction comes from, or 0 when it comes from another file or none.
int source_line_of(const ptx::Module& module, const ptx::Function& function, const ptx::Instruction& instruction,
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

/// Returns what was counted of an instruction: how often it ran, what it cost a request, and its stall samples.
std::string counted_text(const counters::CountedInstruction& instruction) {
  const counters::Values values = experiments::values_of(instruction);
  const auto written = [&](const char* column) {
    const SourceColumn& of = source_column(column);
    const double amount = of.amount.of(values).value_or(0), least = of.least.of(values).value_or(amount);
    if (amount == 0) return std::string();
    return short_count(amount) + (amount > least ? " / " + short_count(least) : "");
  };
  const std::string executed = written("counted/executed"), sampled = written("counted/samples");
  std::string cost = written("counted/wavefronts");
  if (cost.empty()) cost = written("counted/sectors");
  if (executed.empty() && cost.empty() && sampled.empty()) return {};
  return fmt::format("{:>8} {:>17} {:>7}", executed, cost, sampled);
}

using CountedByAddress = std::map<std::pair<std::string, std::uint32_t>, std::string>;

CountedByAddress counted_by_address(const counters::Counted* counted) {
  CountedByAddress texts;
  if (counted == nullptr) return texts;
  for (const counters::CountedInstruction& instruction : counted->instructions) {
    texts[{instruction.function, instruction.pc_offset}] = counted_text(instruction);
  }
  return texts;
}

Listing listing_of_sass(const State& state, const std::string& path) {
  if (state.source.disassembled) return sass_listing(*state.source.disassembled->sass, path, line_counters(state));
  if (state.known.connected) return {{}, state.say("source.sass_next"), {}};
  return {{}, state.say("source.recording_no_sass"), state.say("source.open_kernel")};
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
  if (!module) return listing;  // it is still worth reading; the worker has reported the error
  for (const ptx::Function& function : module->functions) {
    for (const ptx::Instruction& instruction : function.instructions) {
      const auto at = static_cast<std::size_t>(instruction.ptx_line);
      if (at < 1 || at > listing.lines.size()) continue;
      listing.lines[at - 1].source = source_line_of(*module, function, instruction, path);
    }
  }
  return listing;
}

Listing sass_listing(const experiments::Sass& sass, const std::string& path, const counters::Counted* counted) {
  Listing listing;
  const CountedByAddress texts = counted_by_address(counted);
  for (const experiments::SassFunction& function : sass.functions) {
    listing.lines.push_back({function.name + ":", 0, 0});
    for (const experiments::SassInstruction& instruction : function.instructions) {
      const bool here = !instruction.file.empty() && same_source(instruction.file, path);
      listing.lines.push_back({fmt::format("{:04x}  {}", instruction.address, instruction.text),
                               here ? instruction.line : 0, instruction.ptx_line});
      const auto found = texts.find({function.name, instruction.address});
      if (found != texts.end()) listing.lines.back().counted = found->second;
    }
  }
  listing.missing = sass.without_text;
  listing.remedy = sass.remedy;
  return listing;
}

const Listing& shown_ptx(const State& state) {
  const SourceState& source = state.source;
  const auto make = [&]() -> Listing {
    if (!source.ptx) return {};
    if (!source.compiled) return {{}, state.say("source.not_compiled"), {}};
    return ptx_listing(source.compiled->ptx, source.text.path);
  };
  return state.memo.get<Listing>(std::tuple(source.ptx, source.compiled, source.text.path, state.ui.language), make, 0);
}

const Listing& shown_sass(const State& state) {
  const SourceState& source = state.source;
  const auto make = [&] { return source.sass ? listing_of_sass(state, source.text.path) : Listing(); };
  return state.memo.get<Listing>(std::tuple(source.sass, source.disassembled, state.pages.numbers.counted,
                                            state.known.connected, source.text.path, state.ui.language),
                                 make, 1);
}

}  // namespace lanescope::gui
