// Commands of the window as text, and their replay without a display.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"
#include "gui/store/actions.h"

namespace lanescope::soak {

/// Returns the command that a line stands for: "kernel transpose/naive_row", "knob block_x 64", "size nx 128",
/// "record 12", "warp 0", "lane 3", "bank 3", "line 20", "advance 16000" (microseconds), "write" what the export dialog
/// says, or else the name of an action.
/// It fails when a number is missing or wrong.
[[nodiscard]] Expected<gui::Command> command_of(const std::string& line);

/// Gives the commands of a file, one a line, to a window without a display, with kernels in the emulator. After each
/// one that changes the experiment its result is waited for. Writes FOLDER/states.txt with the state after each
/// command, FOLDER/numbers.txt with what is derived of the experiment, and FOLDER/N.png with the window after every
/// tenth. The same program writes the same files; sweeps and notices, which go by the clock, are in none.
[[nodiscard]] Status replay(const std::filesystem::path& file, const std::filesystem::path& folder);

}  // namespace lanescope::soak
