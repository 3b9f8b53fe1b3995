#include "sass/cubin.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/narrow.h"
#include "sass/elf.h"
#include "sass/line_table.h"
#include "sass/messages.h"

namespace lanescope::sass {
namespace {

constexpr unsigned oldest_architecture = 70;  // before Volta, instructions have 8 bytes
constexpr std::string_view code_prefix = ".text.";

const LineSequence* sequence_of(const LineTable& table, std::uint32_t section) {
  const auto found = std::find_if(table.sequences.begin(), table.sequences.end(),
                                  [&](const LineSequence& sequence) { return sequence.section == section; });
  return found == table.sequences.end() ? nullptr : &*found;
}

SourceLine source_of(const LineRow& row) {
  return {row.line > 0 ? row.file : 0, row.line};
}

/// Returns the index into `function.calls` of the call in row number `row` (from 1), which is added with its callers on
/// first use. Each row names an earlier one, so that chains end.
std::int32_t call_at(const LineSequence& sequence, std::int32_t row, Function& function,
                     std::map<std::int32_t, std::int32_t>& known) {
  std::vector<std::int32_t> chain;
  std::int32_t outer = -1;
  for (std::int32_t at = row; at > 0; at = sequence.rows[static_cast<std::size_t>(at - 1)].inlined_at) {
    if (const auto found = known.find(at); found != known.end()) {
      outer = found->second;
      break;
    }
    chain.push_back(at);
  }
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    function.calls.push_back({source_of(sequence.rows[static_cast<std::size_t>(*at - 1)]), outer});
    outer = static_cast<std::int32_t>(function.calls.size() - 1);
    known[*at] = outer;
  }
  return outer;
}

Function read_function(Bytes code, unsigned architecture, const LineSequence* source, const LineSequence* ptx) {
  Function function;
  function.architecture = architecture;
  function.instructions.reserve(code.size() / bytes_per_instruction);
  std::map<std::int32_t, std::int32_t> known_calls;
  ByteReader reader(code);
  while (reader.left() >= bytes_per_instruction) {
    Instruction instruction;
    instruction.address = static_cast<std::uint32_t>(reader.position());
    instruction.bits = {reader.read<std::uint64_t>(), reader.read<std::uint64_t>()};
    instruction.memory = decode_memory(instruction.bits, architecture);
    if (const LineRow* row = source == nullptr ? nullptr : source->at(instruction.address)) {
      instruction.source = source_of(*row);
      if (row->inlined_at > 0) instruction.call = call_at(*source, row->inlined_at, function, known_calls);
    }
    if (const LineRow* row = ptx == nullptr ? nullptr : ptx->at(instruction.address)) instruction.ptx_line = row->line;
    function.instructions.push_back(std::move(instruction));
  }
  return function;
}

}  // namespace

const Function* Cubin::function(std::string_view name) const {
  const auto found = std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

Expected<Cubin> read_cubin(Bytes bytes) {
  TRY(const auto elf, read_elf(bytes));
  if (elf.architecture < oldest_architecture) {
    return failure(message<"cubin.unknown_capability">(elf.architecture / 10, elf.architecture % 10), {},
                   message<"cubin.unknown_capability_remedy">());
  }
  TRY(const auto source, read_line_table(elf, ".debug_line"));
  TRY(const auto ptx, read_line_table(elf, ".nv_debug_line_sass"));

  Cubin cubin;
  cubin.architecture = elf.architecture;
  cubin.has_source_lines = !source.sequences.empty();
  cubin.has_ptx_lines = !ptx.sequences.empty();
  cubin.files = source.files;
  std::size_t code_left = bytes.size();  // overlapping sections could have more code than the file has bytes
  for (std::uint32_t i = 0; i < elf.sections.size(); ++i) {
    const ElfSection& section = elf.sections[i];
    if (!section.name.starts_with(code_prefix)) continue;
    std::string name = section.name.substr(code_prefix.size());
    if (section.content.size() % bytes_per_instruction != 0 || !narrow<std::uint32_t>(section.content.size())) {
      return failure(message<"cubin.code_length">(name, section.content.size(), bytes_per_instruction));
    }
    if (section.content.size() > code_left) return failure(message<"cubin.code_overlaps">(), section.name);
    code_left -= section.content.size();
    Function function = read_function(section.content, elf.architecture, sequence_of(source, i), sequence_of(ptx, i));
    function.entry = std::any_of(elf.symbols.begin(), elf.symbols.end(), [&](const ElfSymbol& symbol) {
      return symbol.function && symbol.entry && symbol.section == i && symbol.name == name;
    });
    function.name = std::move(name);
    cubin.functions.push_back(std::move(function));
  }
  return cubin;
}

}  // namespace lanescope::sass
