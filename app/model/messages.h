// The messages of the model.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("metrics.dropped_records", "the trace dropped records, so its blocks are incomplete");
MESSAGE("metrics.fewer_blocks_remedy", "trace fewer blocks");
MESSAGE("metrics.no_whole_block", "the trace has no complete block to scale from");

MESSAGE("occupancy.impossible_demand",
        "a block of {} threads with {} registers each and {} + {} bytes of shared memory is not possible");
MESSAGE("occupancy.impossible_demand_remedy", "use at least one thread, and no negative sizes");
MESSAGE("occupancy.newer_toolkit_remedy", "build with the headers of a newer CUDA Toolkit");
MESSAGE("occupancy.refused", "CUDA's occupancy calculator rejects the numbers for compute capability {}.{}");
MESSAGE("occupancy.unknown_capability", "CUDA's occupancy calculator does not support compute capability {}.{}");

MESSAGE("patterns.address", "the address of lane {} is \"{}\"");
MESSAGE("patterns.address_count", "lane_byte_addresses has {} entries");
MESSAGE("patterns.address_count_remedy", "give 32, one per lane, with `-` for an inactive lane");
MESSAGE("patterns.address_remedy", "write a byte address as a non-negative decimal number, or `-`");
MESSAGE("patterns.bytes_per_lane", "bytes_per_lane is \"{}\"");
MESSAGE("patterns.cell_count", "there are {} cells for {} columns");
MESSAGE("patterns.cell_count_remedy", "give one cell per column");
MESSAGE("patterns.column_twice", "there are two columns \"{}\"");
MESSAGE("patterns.column_twice_remedy", "rename or remove one of them");
MESSAGE("patterns.empty", "the file is empty");
MESSAGE("patterns.misaligned", "the address {} of lane {} is not a multiple of {}");
MESSAGE("patterns.misaligned_remedy", "align each address to the access size");
MESSAGE("patterns.no_column", "there is no column \"{}\"");
MESSAGE("patterns.no_column_remedy", "the first line has the column names; required: {}");
MESSAGE("patterns.no_rule", "no rule is known for a shared {} of {} bytes");
MESSAGE("patterns.no_rule_remedy", "remove the row; shared reductions and atomics are supported for 4 bytes per lane");
MESSAGE("patterns.operation", "the operation is \"{}\"");
MESSAGE("patterns.operation_remedy", "write load, store, reduce, atomic, matrix load or matrix store");
MESSAGE("patterns.quotation_mark", "a quotation mark is never closed");
MESSAGE("patterns.quotation_mark_remedy", "close it on the same line");
MESSAGE("patterns.space", "the space is \"{}\"");
MESSAGE("patterns.space_remedy", "write shared or global");

}  // namespace lanescope
