// The messages of the emulator: faults, notes, and why it does not run a plan.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("access.adds_asynchronously", "adds asynchronously");
MESSAGE("access.adds_asynchronously_to", "adds asynchronously to");
MESSAGE("access.copies", "copies");
MESSAGE("access.copies_asynchronously", "copies asynchronously");
MESSAGE("access.copies_asynchronously_from", "copies asynchronously from");
MESSAGE("access.copies_asynchronously_to", "copies asynchronously to");
MESSAGE("access.counts_with_mbarrier", "updates the mbarrier of");
MESSAGE("access.prefetches", "prefetches");
MESSAGE("access.read", "read");
MESSAGE("access.reads", "reads");
MESSAGE("access.reads_register", "reads a register");
MESSAGE("access.updates", "updates");
MESSAGE("access.writes", "writes");
MESSAGE("access.writes_register", "writes a register");
MESSAGE("access.wrote", "wrote");

MESSAGE("arguments.count", "{} arguments for {} parameters");
MESSAGE("arguments.count_remedy", "give one argument for each parameter of the kernel");

MESSAGE("assertion.failed", "assertion '{2}' failed in {3} (thread {0} of block {1})");

MESSAGE("barrier.other_waits_elsewhere", "thread {} waits elsewhere ({}) and");
MESSAGE("barrier.others_ended", "others have exited, and");
MESSAGE("barrier.others_wait", "others wait, and");
MESSAGE("barrier.unknown", "there is no barrier {2}: a block has barriers 0 to 15 (thread {0} of block {1})");

MESSAGE("bulk_copy.adds_to_uninitialised", "thread {} of block {} adds to byte {} of {}, which was never written");
MESSAGE("bulk_copy.block_ended", "thread {} of block {} {} to the shared memory of block {}, which has exited");
MESSAGE("bulk_copy.block_mask",
        "thread {} of block {} {} to the blocks of the mask {:#x}, but the cluster has {} blocks");
MESSAGE("bulk_copy.global_misaligned",
        "thread {} of block {} {} {} bytes at {:#x} of global memory, which is not a multiple of {}");
MESSAGE("bulk_copy.misaligned", "thread {} of block {} {} {} bytes at {}, which is not a multiple of {}");
MESSAGE("bulk_copy.no_shared_memory", "thread {} of block {} {} {:#x}, which is not shared memory");
MESSAGE("bulk_copy.out_of_bounds", "thread {} of block {} {} {} bytes at {}, but the block has only {} bytes");
MESSAGE("bulk_copy.shared_memory_uninitialised",
        "thread {} of block {} copies {} bytes at byte {} of shared memory, which were never written");
MESSAGE("bulk_copy.size", "thread {} of block {} {} {} bytes, which is not a multiple of {}");
MESSAGE("bulk_copy.source_of_other_block",
        "thread {} of block {} {} from the shared memory of block {}; the source must be in its own block");
MESSAGE("bulk_copy.uninitialised", "thread {} of block {} copies {} bytes at byte {} of {}, which were never written");

MESSAGE("divergent_barrier.arrived_twice",
        "thread {} of block {} arrives twice at the cluster barrier without waiting in between");
MESSAGE("divergent_barrier.elsewhere",
        "thread {} of block {} waits at this barrier while thread {} waits at another one ({})");
MESSAGE(
    "divergent_barrier.grid_block",
    "thread {} of block {} waits for the whole grid, but block {} has ended without waiting here: the grid deadlocks");
MESSAGE(
    "divergent_barrier.grid_blocks",
    "thread {} of block {} waits for the whole grid, but block {} and {} others have ended without waiting here: the "
    "grid deadlocks");
MESSAGE("divergent_barrier.never",
        "thread {} of block {} waits here for threads that never arrive: {} the block deadlocks");
MESSAGE("divergent_barrier.not_arrived", "thread {} of block {} waits at the cluster barrier without having arrived");

MESSAGE("emulator.unsupported", "{2} (thread {0} of block {1})");

MESSAGE("endless.block", "the block did not finish within {2} warp instructions (thread {0} of block {1})");

MESSAGE("free.inside_allocation",
        "thread {} of block {} frees byte {} of {}; only the address that malloc returned can be freed");
MESSAGE("free.not_allocated", "thread {} of block {} frees {:#x}, which malloc did not return");
MESSAGE("free.twice", "thread {} of block {} frees {} a second time: {}");

MESSAGE("launch.shape_remedy", "a grid has at least one block; a block has 1 to 1024 threads");
MESSAGE("launch.shared_memory", "a block would need {} bytes of shared memory");
MESSAGE("launch.shared_memory_remedy", "no GPU allows more than {} per block");
MESSAGE("launch.too_large", "the launch has {} blocks of {} threads");

MESSAGE("matrix.and_rise", " and increase");
MESSAGE("matrix.sparse_metadata",
        "the sparse metadata of row {2} is invalid: the two indices of a group must differ{3}, and those of tf32 must "
        "be 0b0100 or 0b1110 (thread {0} of block {1})");
MESSAGE("matrix.without_lane",
        "thread {} of block {} executes a matrix instruction while lane {} is inactive: the result is undefined");

MESSAGE("memory.blocks_at_once", "{} blocks at once");
MESSAGE("memory.buffer_size", "{} bytes were given for a buffer of {} bytes");
MESSAGE("memory.buffer_size_remedy", "give exactly one value for each element");
MESSAGE("memory.local_memory", "the emulator would need {} MiB for the local memory of {}; the limit is {} MiB");
MESSAGE("memory.local_memory_remedy", "use smaller blocks, or less local memory per thread");
MESSAGE("memory.one_block", "one block");
MESSAGE("memory.too_large",
        "the emulator would need {} MiB for the buffers, their shadow memory and the trace; the limit is {} MiB");
MESSAGE("memory.too_large_remedy", "choose a smaller problem, or run only some blocks");

MESSAGE("misaligned.access", "thread {} of block {} {} {} bytes at {:#x}, {}: the address is not a multiple of {}");
MESSAGE("misaligned.copy_async",
        "thread {} of block {} copies {} bytes to byte {} of shared memory, which is not a multiple of {}");
MESSAGE("misaligned.local_memory",
        "thread {} of block {} {} {} bytes at byte {} of its local memory, which is not a multiple of {}");
MESSAGE("misaligned.shared_memory",
        "thread {} of block {} {} {} bytes at byte {} of {}, which is not a multiple of {}");
MESSAGE(
    "misaligned.surface",
    "thread {} of block {} {} {} bytes at byte {} of a row of the surface on {}: the offset is not a multiple of {}");
MESSAGE("misaligned.tensor_map",
        "thread {} of block {} copies with a tensor map at {:#x}, which is not a multiple of {}");

MESSAGE("module.no_kernel", "the program has no kernel named {}");
MESSAGE("module.no_kernel_remedy",
        "declare it __global__ with the name in [[launch]]; a template needs its arguments: reduce<int, 256>");

MESSAGE("note.equal_writes",
        "several threads write the same value to byte {} of {} ({} and {}) without synchronisation: a benign race");
MESSAGE("note.incomplete",
        "counts and trace are incomplete: they stop where a thread reached {}, which the emulator does not support");
MESSAGE("note.not_freed", "{} allocations of the device heap with {} bytes were not freed; the first: {}");
MESSAGE("note.printed_too_much", "only the first {} that printf wrote are kept; {} followed");
MESSAGE("note.races_not_checked",
        "races in global memory were not checked in the launch of {}: the checks need too much memory");
MESSAGE(
    "note.volatile",
    "volatile accesses of byte {} of {} ({} and {}) are no race with each other, but they order no other access: that "
    "takes __threadfence() before the write and behind the read");

MESSAGE("order.barrier", "barrier");
MESSAGE("order.fence_for_copies", "fence.proxy.async (which makes the writes of threads visible to copies)");
MESSAGE("order.fence_for_products", "fence.proxy.async (which makes the writes of threads visible to wgmma)");
MESSAGE("order.no_barrier", "there is no barrier in between");
MESSAGE("order.no_cluster_barrier", "there is no cluster barrier in between");
MESSAGE("order.no_order_of_blocks", "the two blocks are not synchronised");

MESSAGE("out_of_bounds.access", "thread {} of block {} {} {} bytes at {:#x}, {}");
MESSAGE("out_of_bounds.array", "thread {} of block {} {} {} bytes {}");
MESSAGE("out_of_bounds.bulk_copy",
        "thread {} of block {} {} {} bytes at {:#x}, which is byte {} of {}, which has {} bytes");
MESSAGE("out_of_bounds.bulk_copy_of_no_buffer", "thread {} of block {} {} {} bytes at {:#x}");
MESSAGE("out_of_bounds.cluster_rank",
        "thread {} of block {} {} byte {} of the shared memory of rank {} of a cluster of size {}");
MESSAGE("out_of_bounds.copy_async",
        "thread {} of block {} copies {} bytes to byte {} of shared memory, but the block has only {} bytes");
MESSAGE("out_of_bounds.local_memory",
        "thread {} of block {} {} {} bytes at byte {} of its local memory, which has only {} bytes");
MESSAGE("out_of_bounds.no_surface", "thread {} of block {} uses {:#x}, which is not a surface of this launch");
MESSAGE("out_of_bounds.no_texture", "thread {} of block {} fetches from {:#x}, which is not a texture of this launch");
MESSAGE("out_of_bounds.parameter",
        "thread {} of block {} reads byte {} of the kernel's parameters, which have only {} bytes");
MESSAGE("out_of_bounds.shared_memory",
        "thread {} of block {} {} {} bytes at byte {} of {}, but the block has only {} bytes");
MESSAGE("out_of_bounds.surface",
        "thread {} of block {} {} {} bytes at byte {} of row {} of the surface on {}, which has {} rows of {} bytes");
MESSAGE("out_of_bounds.tensor_map",
        "thread {} of block {} copies with a tensor map at {:#x}, which is in no buffer and no parameter");
MESSAGE("out_of_bounds.tensor_map_in_parameters",
        "thread {} of block {} copies with a tensor map at {:#x}, which is beyond the kernel's parameters");

MESSAGE("place.across_end", "across the end of {}, which has {} bytes");
MESSAGE("place.allocation", "the memory that thread {} of block {} allocated ({})");
MESSAGE("place.argument", "{}, argument {}");
MESSAGE("place.asynchronous_copy", "an asynchronous copy");
MESSAGE("place.asynchronous_copy_of_block", "an asynchronous copy of block {}");
MESSAGE("place.before_array", "before the start of {}");
MESSAGE("place.before_buffer", "{} bytes before the start of {}");
MESSAGE("place.behind_array", "past the end of {}, which has {} bytes");
MESSAGE("place.byte_of", "byte {} of {}");
MESSAGE("place.byte_of_local_memory", "byte {} of its local memory");
MESSAGE("place.byte_of_shared_memory", "byte {} of shared memory");
MESSAGE("place.earlier_line", "an earlier line");
MESSAGE("place.freed_by", "thread {} of block {} freed it ({})");
MESSAGE("place.grid_barrier", "the grid barrier");
MESSAGE("place.in_no_array", "{} (byte {} of shared memory)");
MESSAGE("place.in_no_buffer", "an address in no buffer");
MESSAGE("place.in_other_array", "{}, in {} (byte {} of shared memory)");
MESSAGE("place.line", "line {}");
MESSAGE("place.no_buffer", "no buffer at all");
MESSAGE("place.past_buffer", "{} bytes past the end of {}, which has {} bytes");
MESSAGE("place.several_threads", "several threads");
MESSAGE("place.shared_memory", "shared memory");
MESSAGE("place.shared_memory_of_block", "the shared memory of block {}");
MESSAGE("place.tensor_map", "the tensor map {}");
MESSAGE("place.thread", "thread {}");
MESSAGE("place.thread_of_block", "thread {} of block {}");

MESSAGE("plan.library_code", "the emulator executes PTX, but {} is machine code of a library");
MESSAGE("plan.library_code_remedy", "run it on a GPU; --backend cpu times the CPU reference");

MESSAGE("printf.conversion", "printf has no conversion %{}{}");
MESSAGE("printf.conversion_remedy", "conversions are d i o u x X f F e E g G a A c s p %");
MESSAGE("printf.precision", "printf of device code takes no * as precision");
MESSAGE("printf.precision_remedy", "write the precision as a number");
MESSAGE("printf.too_few_arguments", "printf has fewer arguments than its format string needs");
MESSAGE("printf.too_few_arguments_remedy", "give one argument for each conversion");
MESSAGE("printf.unfinished", "the format string of printf ends inside a conversion");
MESSAGE("printf.unfinished_remedy", "write %% for a %");
MESSAGE("printf.width", "a width or precision of printf is larger than {}");
MESSAGE("printf.width_remedy", "choose a smaller one");

MESSAGE("race.block_of_cluster_ended",
        "thread {} of block {} {} byte {} of the shared memory of block {}, which has exited: no cluster barrier keeps "
        "it waiting");
MESSAGE("race.block_of_cluster_may_end",
        "thread {} of block {} accesses the shared memory of block {}, which may exit first: no cluster barrier "
        "follows this access");
MESSAGE("race.bulk_copy_destination",
        "thread {} of block {} copies to byte {} of {}, which {} {} ({}), without ordering the copy after that");
MESSAGE("race.bulk_copy_source",
        "thread {} of block {} copies byte {} of shared memory, which {} wrote ({}), with no {} in between");
MESSAGE("race.bulk_copy_unread",
        "thread {} of block {} exits before its asynchronous copy has read shared memory: wait with "
        "cp.async.bulk.wait_group.read");
MESSAGE("race.copy_async",
        "thread {} of block {} copies to byte {} of shared memory, which {} {} ({}), without a barrier in between");
MESSAGE("race.early_read",
        "thread {} of block {} reads byte {} of {} before {} writes it ({}), without a barrier in between");
MESSAGE("race.free", "thread {} of block {} frees {}, whose byte {} {} {} ({}), without synchronisation");
MESSAGE("race.global_memory", "thread {} of block {} {} byte {} of {}, which {} {} ({}), and {}");
MESSAGE("race.mbarrier",
        "thread {} of block {} updates the mbarrier at byte {} of {}, which {} {} ({}), without a barrier in between");
MESSAGE("race.shared_memory", "thread {} of block {} {} byte {} of {}, which {} {} ({}), without a barrier in between");

MESSAGE("read_only.access", "thread {} of block {} {} {}, which is constant");
MESSAGE("read_only.parameter", "thread {} of block {} writes to a parameter of the kernel, which is constant");

MESSAGE("shuffle.caller_outside_mask",
        "thread {} of block {} is lane {}, which is not in its own mask {}: the result is undefined");
MESSAGE("shuffle.lane_ended", "which has exited or does not exist");
MESSAGE("shuffle.lane_gives_nothing", "thread {} of block {} reads from lane {}, {}: the result is undefined");
MESSAGE("shuffle.lane_outside_mask", "which is not in its mask");

MESSAGE("stack_overflow.calls", "thread {} of block {} is {} calls deep, the last one to {}");
MESSAGE("stack_overflow.local_memory", "thread {} of block {} needs more than {} KiB of local memory in a call of {}");

MESSAGE("symbol.size", "the variable {} has {} bytes, but its buffer has {}");
MESSAGE("symbol.size_remedy", "give the buffer the size of the variable");
MESSAGE("symbol.unknown", "the program has no variable {}");
MESSAGE("symbol.unknown_remedy", "use a __device__ or __constant__ variable that a kernel uses");

MESSAGE("tensor_copy.dimensions",
        "copies with {2} coordinates from the tensor map {3}, which has {4} dimensions (thread {0} of block {1})");
MESSAGE("tensor_copy.misaligned_box",
        "thread {} of block {} {} a box of the tensor map {} that starts at a global address that is not a multiple of "
        "{} (coordinate {} of {}-byte elements); a GPU raises an illegal instruction error: start at a coordinate that "
        "is a multiple of {}");
MESSAGE("tensor_copy.negative_coordinate",
        "thread {} of block {} {} a box of the tensor map {} that starts at the negative coordinate {} of dimension "
        "{}; a GPU raises an illegal instruction error: start within the tensor, only loads may start before it");
MESSAGE(
    "tensor_copy.reduction",
    "uses a reduction on the tensor map {2} that the emulator does not support for its type (thread {0} of block {1})");

MESSAGE("tensor_map.changes_numbers",
        "the tensor map {} converts values during the copy (TF32, or flushed subnormals), which the emulator does not "
        "support");
MESSAGE("tensor_map.changes_numbers_remedy", "run it on a GPU, or give the map the type f32");
MESSAGE(
    "tensor_map.short_swizzle",
    "the tensor map {} swizzles rows that are shorter than the span of {} bytes, which the emulator does not support");
MESSAGE("tensor_map.short_swizzle_remedy", "run it on a GPU, or make a row of the box as long as the span");

MESSAGE("timeout.runs", "thread {} of block {} was here");
MESSAGE("timeout.waits", "thread {} of block {} waits here for a value that no thread changes");
MESSAGE("trap.branch_index", "an indirect branch has an index outside its table (thread {} of block {})");
MESSAGE("trap.executed", "the kernel executed a trap instruction (thread {} of block {})");
MESSAGE("trap.no_function", "a call through the pointer {2:#x}, which is not a function (thread {0} of block {1})");
MESSAGE("trap.no_tensor_map",
        "copies with a tensor map at {2:#x}, which is not a tensor map of this launch (thread {0} of block {1})");

MESSAGE("uninitialised.local_memory",
        "thread {} of block {} reads {} bytes at byte {} of its local memory, which it never wrote");
MESSAGE("uninitialised.mbarrier",
        "thread {} of block {} updates the mbarrier at byte {} of {}, which was not initialised");
MESSAGE("uninitialised.read", "thread {} of block {} reads {} bytes at {}, which were never written");
MESSAGE("uninitialised.shared_memory",
        "thread {} of block {} reads {} bytes at byte {} of {}, which were never written");
MESSAGE("uninitialised.texel", "thread {} of block {} fetches texel {} of {}, which was never written");
MESSAGE("uninitialised.used", "thread {} of block {} uses {} bytes that it read at {}, which were never written");

MESSAGE("unsupported.address", "this address of {}");
MESSAGE("unsupported.branch_targets", "the list {}");
MESSAGE("unsupported.call_parameter", "'{}' as the parameter of a call");
MESSAGE("unsupported.call_without_target", "a call without a target");
MESSAGE("unsupported.coordinate_count", "{} with this many coordinates");
MESSAGE("unsupported.copy_size", "a copy of {} bytes");
MESSAGE("unsupported.copy_source", "this source of {}");
MESSAGE("unsupported.destination", "this destination of {}");
MESSAGE("unsupported.dynamic_parallelism", "launches from device code (dynamic parallelism: {})");
MESSAGE("unsupported.function", "the function {}");
MESSAGE("unsupported.ignore_src", "{} with ignore-src");
MESSAGE("unsupported.instruction", "the emulator does not support {}");
MESSAGE("unsupported.label", "the label {}");
MESSAGE("unsupported.local_address", "{} with an address in local memory");
MESSAGE("unsupported.negated_operand", "{} with a negated operand");
MESSAGE("unsupported.operand", "{} with this operand");
MESSAGE("unsupported.operand_count", "{} with this many operands");
MESSAGE("unsupported.operand_form", "this operand of {}");
MESSAGE("unsupported.register_count", "{} with this many registers");
MESSAGE("unsupported.register_too_small", "{} with a register that is too small");
MESSAGE("unsupported.register_width", "{} with a register of this width");
MESSAGE("unsupported.register_widths", "{} with registers of several widths");
MESSAGE("unsupported.remedy", "run it on a GPU, or rewrite this part of the kernel");
MESSAGE("unsupported.scale", "{} with a scale that is not 1 or -1");
MESSAGE("unsupported.selector", "the selector {}");
MESSAGE("unsupported.selector_of_instruction", "{} with this selector");
MESSAGE("unsupported.special_register", "the special register {}");
MESSAGE("unsupported.symbol", "the symbol {}");
MESSAGE("unsupported.without_number", "{} without a number");

MESSAGE("unwritten.elements", "{} of {} elements of {} were never written, the first at index {}");

MESSAGE("use_after_free.access", "thread {} of block {} {} {} bytes at byte {} of {}: {}");

MESSAGE("wgmma.accumulator_as_operand",
        "thread {} of block {} starts a wgmma with the accumulator of an unfinished one as A, without wgmma.wait_group "
        "in between");
MESSAGE("wgmma.different_products",
        "thread {} of block {} does not start the same wgmma as warp {} of its warpgroup: all four warps must execute "
        "it with the same descriptors");
MESSAGE("wgmma.divergent_wait",
        "thread {} of block {} waits for wgmma here while warp {} of its warpgroup waits elsewhere ({})");
MESSAGE("wgmma.incomplete_warpgroup",
        "executes wgmma in a warpgroup of {2} warps: it needs four, starting at a multiple of 128 threads (thread {0} "
        "of block {1})");
MESSAGE(
    "wgmma.no_fence",
    "thread {} of block {} starts a wgmma without a wgmma.fence before it: it may not see the current register values");
MESSAGE("wgmma.out_of_bounds",
        "thread {} of block {} reads {} bytes at byte {} of shared memory with wgmma, but the block has only {} bytes: "
        "check the offsets in the descriptor");
MESSAGE("wgmma.race",
        "thread {} of block {} reads byte {} of shared memory with wgmma, which {} wrote ({}), with no {} in between");
MESSAGE("wgmma.register_in_use",
        "thread {} of block {} {} that an unfinished wgmma uses ({}), without wgmma.wait_group in between");
MESSAGE("wgmma.register_set_after_fence",
        "thread {} of block {} starts a wgmma with a register that was set after the last wgmma.fence: it may not see "
        "the new value");
MESSAGE("wgmma.uninitialised",
        "thread {} of block {} reads {} bytes at byte {} of shared memory with wgmma, which were never written");
MESSAGE("wgmma.wait_without_lane",
        "thread {} of block {} waits for the wgmma of its warpgroup while lane {} is inactive: all 128 threads must "
        "take part");
MESSAGE(
    "wgmma.written_before_wait",
    "thread {} of block {} reads byte {} of shared memory with wgmma, which was overwritten before wgmma.wait_group");

}  // namespace lanescope
