// The machine code of a kernel with the lines that it comes from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::lab {

struct SassInstruction {
  std::uint32_t address = 0;  ///< in its function, in bytes
  std::string text;           ///< as nvdisasm writes it; empty where that is not to be had
  std::string file;           ///< empty: the cubin does not say
  std::int32_t line = 0;      ///< from 1; 0: none
  std::int32_t ptx_line = 0;  ///< in Result::ptx, from 1; 0: none
  friend bool operator==(const SassInstruction&, const SassInstruction&) = default;
};

struct SassFunction {
  std::string name;
  std::vector<SassInstruction> instructions;  ///< by address
  friend bool operator==(const SassFunction&, const SassFunction&) = default;
};

struct Sass {
  std::vector<SassFunction> functions;
  std::string without_text;  ///< why the instructions have no text; empty: they have
  std::string remedy;        ///< what to do about that; empty: nothing
  friend bool operator==(const Sass&, const Sass&) = default;
};

}  // namespace warpscope::lab
