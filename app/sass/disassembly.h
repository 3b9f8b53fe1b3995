// The text of SASS instructions, as NVIDIA's nvdisasm writes it. Optional everywhere: nothing is computed from it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "sass/byte_reader.h"

namespace warpscope::sass {

/// By function (as in Cubin) and address: "@!P0 LDG.E R2, desc[UR4][R2.64]", without the final semicolon.
using Disassembly = std::map<std::string, std::map<std::uint32_t, std::string>>;

/// Runs `nvdisasm -c` on the cubin. Some 0.1 to 0.4 s for a small kernel: not for the thread that draws. Error: the
/// program cannot be started, fails (its own words), or is not done within the limit.
[[nodiscard]] Expected<Disassembly> disassemble(Bytes cubin, const std::filesystem::path& nvdisasm,
                                                std::chrono::milliseconds limit = std::chrono::seconds(20));

/// What nvdisasm printed, read. Lines that are no instructions are passed over.
[[nodiscard]] Disassembly read_disassembly(std::string_view text);

}  // namespace warpscope::sass
