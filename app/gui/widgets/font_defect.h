// Checks the bytes of a font, because Dear ImGui aborts at a damaged one.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace lanescope::gui {

/// Returns what is wrong with a font file, TrueType or OpenType, or the first font of a collection; empty when nothing
/// is: all tables are there, lie in the file and have the checksum that it states. Checksums of tables of more than
/// 4 MiB, the outlines of Chinese, are not computed.
[[nodiscard]] std::string font_defect(std::span<const std::uint8_t> file);

}  // namespace lanescope::gui
