// What one copy of many bytes moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ptx/instruction.h"

namespace lanescope::emulator {

/// Neighbouring bytes, in global memory and in shared memory.
struct CopyPiece {
  std::uint64_t global = 0;  ///< address
  std::uint32_t shared = 0;  ///< offset in the block's shared memory
  std::uint32_t bytes = 0;
  std::uint32_t at = 0;  ///< offset in CopyPieces::bytes
  bool fills = false;    ///< outside of the tensor: there is no place in global memory
};

struct CopyPieces {
  std::vector<CopyPiece> list;
  std::vector<std::byte> bytes;      ///< on their way; those that fill are there from the start
  std::uint64_t alignment = 16;      ///< that the place in shared memory must have
  ptx::Type type = ptx::Type::none;  ///< of the elements, where they are reduced
};

}  // namespace lanescope::emulator
