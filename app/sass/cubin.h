// What a cubin says of its code: instructions, the lines they come from, and what they do with memory.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "sass/byte_reader.h"
#include "sass/memory.h"

namespace warpscope::sass {

inline constexpr std::uint32_t bytes_per_instruction = 16;

struct SourceLine {
  std::uint32_t file = 0;  ///< into Cubin::files; 0: none
  std::int32_t line = 0;   ///< from 1; 0: none
  friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

struct Instruction {
  std::uint32_t address = 0;  ///< in its function, in bytes
  Bits bits{};
  SourceLine source;  ///< of inlined code: the line within the inlined function
  /// Into Function::calls: where that code was inlined; -1: not inlined. ptxas begins a new row when the line changes,
  /// not when only the call does, so that of two calls of one function in a row both can have the first one's.
  std::int32_t call = -1;
  std::int32_t ptx_line = 0;  ///< from 1, in the PTX that ptxas was given; 0: none
  std::optional<MemoryInstruction> memory;
};

/// A place that a function was inlined at.
struct InlinedCall {
  SourceLine source;
  std::int32_t call = -1;  ///< into Function::calls: where the caller was itself inlined; -1: it was not
};

/// One section of code: an entry point with the functions that ptxas put behind it, or a function on its own.
struct Function {
  std::string name;
  bool entry = false;
  std::vector<Instruction> instructions;  ///< by address, without gaps
  std::vector<InlinedCall> calls;
};

struct Cubin {
  unsigned architecture = 0;  ///< 75, 80, ...
  bool has_source_lines = false;
  bool has_ptx_lines = false;
  std::vector<std::string> files;  ///< as the line table has them, with folder; [0] is empty
  std::vector<Function> functions;

  [[nodiscard]] const Function* function(std::string_view name) const;
};

/// Reads a cubin for compute capability 7.0 or newer. Takes time linear in its size. Error: it is none, or is
/// malformed; never a guess. Line tables that are not there (no -lineinfo) are no error.
[[nodiscard]] Expected<Cubin> read_cubin(Bytes cubin);

/// The text of the instructions, as NVIDIA's nvdisasm writes it. Optional everywhere: nothing is computed from it.
/// By function (as in Cubin) and address: "@!P0 LDG.E R2, desc[UR4][R2.64]", without the final semicolon.
using Disassembly = std::map<std::string, std::map<std::uint32_t, std::string>>;

/// Runs `nvdisasm -c` on the cubin. Some 0.1 to 0.4 s for a small kernel: not for the thread that draws. Error: the
/// program cannot be started, fails (its own words), or is not done within the limit.
[[nodiscard]] Expected<Disassembly> disassemble(Bytes cubin, const std::filesystem::path& nvdisasm,
                                                std::chrono::milliseconds limit = std::chrono::seconds(20));

/// What nvdisasm printed, read. Lines that are no instructions are passed over.
[[nodiscard]] Disassembly read_disassembly(std::string_view text);

}  // namespace warpscope::sass
