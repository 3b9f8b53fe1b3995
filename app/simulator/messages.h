// The messages of the simulator: why a plan was not run, counted or predicted.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("arguments.overlap", "{} and {} overlap, but are not the same memory");
MESSAGE("arguments.overlap_remedy", "give both arguments the whole memory");

MESSAGE("blocks.beyond_grid", "the {} blocks from {} on are outside the grid, which has {}");
MESSAGE("blocks.beyond_grid_remedy", "blocks are numbered from 0, x fastest");

MESSAGE("emulator.no_memory", "the machine does not have enough memory to emulate it");

MESSAGE("internal.report_with_kernel", "this is a bug in lanescope: please report it with the kernel");

MESSAGE("prediction.blocks_take_too_long", "{} has blocks that take too long in the emulator");
MESSAGE("prediction.dependent_blocks", "{} has blocks that wait for each other");
MESSAGE("prediction.endless_block", "{} has a block that does not terminate when it runs alone");
MESSAGE("prediction.faulty_access", "{} makes an invalid memory access in block {} when that block runs alone");
MESSAGE("prediction.library_code", "{} is machine code of a library");
MESSAGE("prediction.no_launch", "the plan launches nothing");
MESSAGE("prediction.no_lines", "{} has machine code without line information");
MESSAGE("prediction.no_machine_code", "{} has no machine code: {}");
MESSAGE("prediction.too_few_records", "a warp has fewer than {} records at an instruction");
MESSAGE("prediction.too_large_blocks", "{} has blocks that do not fit on an SM");

}  // namespace lanescope
