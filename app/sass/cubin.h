// The contents of a cubin: instructions, the source lines that they come from, and their memory accesses.
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

namespace lanescope::sass {

inline constexpr std::uint32_t bytes_per_instruction = 16;

struct SourceLine {
  std::uint32_t file = 0;  ///< index into Cubin::files; 0 for none
  std::int32_t line = 0;   ///< from 1; 0 for none
  friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

struct Instruction {
  std::uint32_t address = 0;  ///< in its function, in bytes
  Bits bits{};
  SourceLine source;  ///< for inlined code, the line within the inlined function
  /// Index into Function::calls of the place where the code was inlined; -1 when it was not. ptxas begins a new row
  /// when the line changes, but not when only the call does: of two consecutive calls of one function, both can have
  /// the first one's.
  std::int32_t call = -1;
  std::int32_t ptx_line = 0;  ///< from 1, in the PTX that ptxas read; 0 for none
  std::optional<MemoryInstruction> memory;
};

/// A place where a function was inlined.
struct InlinedCall {
  SourceLine source;
  std::int32_t call = -1;  ///< index into Function::calls of the place where the caller was inlined; -1 when it was not
};

/// One section of code: an entry point with the functions that ptxas put after it, or a function on its own.
struct Function {
  std::string name;
  bool entry = false;
  unsigned architecture = 0;              ///< that of the cubin
  std::vector<Instruction> instructions;  ///< by address, without gaps
  std::vector<InlinedCall> calls;
};

struct Cubin {
  unsigned architecture = 0;  ///< 75, 80, ...
  bool has_source_lines = false;
  bool has_ptx_lines = false;
  std::vector<std::string> files;  ///< as in the line table, with folder; [0] is empty
  std::vector<Function> functions;

  [[nodiscard]] const Function* function(std::string_view name) const;
};

/// Reads a cubin for compute capability 7.0 or newer, in time linear in its size. It fails when the bytes are not a
/// cubin or are malformed, and never guesses. Missing line tables (no -lineinfo) are not an error.
[[nodiscard]] Expected<Cubin> read_cubin(Bytes cubin);

/// The text of the instructions as NVIDIA's nvdisasm writes it, by function (as in Cubin) and address: "@!P0 LDG.E R2,
/// desc[UR4][R2.64]", without the final semicolon. It is optional everywhere, because nothing is computed from it.
using Disassembly = std::map<std::string, std::map<std::uint32_t, std::string>>;

/// Runs `nvdisasm -c` on the cubin, which takes 0.1 to 0.4 s for a small kernel and must not run on the drawing thread.
/// It fails when the program cannot be started, fails (the error has its own words), or does not end within the limit.
[[nodiscard]] Expected<Disassembly> disassemble(Bytes cubin, const std::filesystem::path& nvdisasm,
                                                std::chrono::milliseconds limit = std::chrono::seconds(20));

/// Reads the output of nvdisasm. Lines that are not instructions are skipped.
[[nodiscard]] Disassembly read_disassembly(std::string_view text);

}  // namespace lanescope::sass
