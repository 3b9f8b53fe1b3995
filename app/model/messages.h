// The messages of the model.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("metrics.dropped_records", "the trace dropped records, so that its blocks are not whole");
MESSAGE("metrics.fewer_blocks_remedy", "trace fewer blocks");
MESSAGE("metrics.no_whole_block", "the trace has no whole block to scale from");

MESSAGE("occupancy.impossible_demand",
        "a block of {} threads with {} registers each and {} + {} bytes of shared memory is none");
MESSAGE("occupancy.impossible_demand_remedy", "give at least one thread, and no size below 0");
MESSAGE("occupancy.newer_toolkit_remedy", "build with the headers of a newer CUDA Toolkit");
MESSAGE("occupancy.refused", "CUDA's occupancy calculator refuses the numbers for compute capability {}.{}");
MESSAGE("occupancy.unknown_capability", "CUDA's occupancy calculator does not know compute capability {}.{}");

MESSAGE("patterns.address", "the address of lane {} is \"{}\"");
MESSAGE("patterns.address_count", "lane_byte_addresses has {} entries");
MESSAGE("patterns.address_count_remedy", "give 32, one a lane, with `-` for a lane that takes no part");
MESSAGE("patterns.address_remedy", "write a byte address as a decimal number from 0 up, or `-`");
MESSAGE("patterns.bytes_per_lane", "bytes_per_lane is \"{}\"");
MESSAGE("patterns.cell_count", "there are {} cells under {} columns");
MESSAGE("patterns.cell_count_remedy", "give one cell a column");
MESSAGE("patterns.column_twice", "there are two columns \"{}\"");
MESSAGE("patterns.column_twice_remedy", "rename or remove one of them");
MESSAGE("patterns.empty", "there is nothing in the file");
MESSAGE("patterns.misaligned", "the address {} of lane {} is no multiple of {}");
MESSAGE("patterns.misaligned_remedy", "the hardware refuses accesses that are not aligned to their size");
MESSAGE("patterns.no_column", "there is no column \"{}\"");
MESSAGE("patterns.no_column_remedy", "the first line names the columns; needed are {}");
MESSAGE("patterns.no_rule", "no rule is known for a shared {} of {} bytes");
MESSAGE("patterns.no_rule_remedy", "remove the row; shared reductions and atomics are known for 4 bytes a lane");
MESSAGE("patterns.operation", "the operation is \"{}\"");
MESSAGE("patterns.operation_remedy", "write load, store, reduce, atomic, matrix load or matrix store");
MESSAGE("patterns.quotation_mark", "a quotation mark has no end");
MESSAGE("patterns.quotation_mark_remedy", "close it on the same line");
MESSAGE("patterns.space", "the space is \"{}\"");
MESSAGE("patterns.space_remedy", "write shared or global");

}  // namespace lanescope
