// How modules compare, and where their instructions come from.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "ptx/module.h"

namespace lanescope::ptx {

/// Equal but for PTX lines.
inline bool same_text(const Instruction& a, const Instruction& b) {
  return a.opcode == b.opcode && a.suffixes == b.suffixes && a.operands == b.operands && a.guard == b.guard &&
         a.location == b.location;
}
inline bool same_text(const Function& a, const Function& b) {
  const auto all_but_instructions = [](const Function& f) {
    return std::tie(f.name, f.entry, f.linkage, f.no_return, f.has_body, f.results, f.parameters, f.directives,
                    f.variables, f.registers, f.register_ranges, f.no_return_callees, f.body_directives, f.locations);
  };
  return all_but_instructions(a) == all_but_instructions(b) &&
         std::equal(a.instructions.begin(), a.instructions.end(), b.instructions.begin(), b.instructions.end(),
                    [](const Instruction& left, const Instruction& right) { return same_text(left, right); });
}
inline bool same_text(const Module& a, const Module& b) {
  const auto all_but_functions = [](const Module& m) {
    return std::tie(m.version_major, m.version_minor, m.target, m.address_size, m.files, m.variables, m.sections,
                    m.items, m.others);
  };
  return all_but_functions(a) == all_but_functions(b) &&
         std::equal(a.functions.begin(), a.functions.end(), b.functions.begin(), b.functions.end(),
                    [](const Function& left, const Function& right) { return same_text(left, right); });
}

/// A place in a source file; file as .file names it, empty where there is no .loc.
struct SourcePlace {
  std::string_view file;
  std::int32_t line = 0, column = 0;
  friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
};
/// Where an instruction comes from: `innermost` is the line that was compiled, maybe in an inlined function of a
/// header; `outermost` is the line of the kernel (or .func) itself into which that was inlined, through all levels.
struct SourcePlaces {
  SourcePlace innermost, outermost;
};
/// location: Instruction::location; -1 gives empty places. The views live as long as the module.
inline SourcePlaces source_place(const Function& function, const Module& module, std::int32_t location) {
  const auto place_of = [&](const Location& at) {
    const auto file = module.files.find(at.file);
    return SourcePlace{file == module.files.end() ? std::string_view() : file->second, at.line, at.column};
  };
  const auto known = [&](std::int32_t index) {
    return index >= 0 && static_cast<std::size_t>(index) < function.locations.size();
  };
  if (!known(location)) return {};
  const Location* at = &function.locations[static_cast<std::size_t>(location)];
  SourcePlaces places;
  places.innermost = place_of(*at);
  // What parse() made refers to earlier locations only; the bound keeps other chains from going in circles.
  for (std::size_t steps = 0; known(at->inlined_at) && steps < function.locations.size(); ++steps) {
    at = &function.locations[static_cast<std::size_t>(at->inlined_at)];
  }
  places.outermost = place_of(*at);
  return places;
}

}  // namespace lanescope::ptx
