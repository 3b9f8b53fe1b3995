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
MESSAGE("access.counts_with_mbarrier", "counts with the mbarrier of");
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

MESSAGE("assertion.failed", "the assertion '{2}' does not hold in {3} (thread {0} of block {1})");

MESSAGE("barrier.other_waits_elsewhere", "thread {} waits elsewhere ({}) and");
MESSAGE("barrier.others_ended", "others have ended, and");
MESSAGE("barrier.others_wait", "others wait, and");
MESSAGE("barrier.unknown", "there is no barrier {2}: a block has 16, from 0 (thread {0} of block {1})");

MESSAGE("bulk_copy.adds_to_uninitialised", "thread {} of block {} adds to byte {} of {}, which nothing has written");
MESSAGE("bulk_copy.block_ended", "thread {} of block {} {} to the shared memory of block {}, which has ended");
MESSAGE("bulk_copy.block_mask", "thread {} of block {} {} to the blocks of the mask {:#x}; the cluster has {}");
MESSAGE("bulk_copy.global_misaligned",
        "thread {} of block {} {} {} bytes at {:#x} of global memory, which is no multiple of {}");
MESSAGE("bulk_copy.misaligned", "thread {} of block {} {} {} bytes at {}, which is no multiple of {}");
MESSAGE("bulk_copy.no_shared_memory", "thread {} of block {} {} {:#x}, which is no shared memory");
MESSAGE("bulk_copy.out_of_bounds", "thread {} of block {} {} {} bytes at {}, of which the block has {}");
MESSAGE("bulk_copy.shared_memory_uninitialised",
        "thread {} of block {} copies {} bytes at byte {} of shared memory, which nothing has written");
MESSAGE("bulk_copy.size", "thread {} of block {} {} {} bytes, which is no multiple of {}");
MESSAGE("bulk_copy.source_of_other_block",
        "thread {} of block {} {} from the shared memory of block {}; the source must be the block's own");
MESSAGE("bulk_copy.uninitialised", "thread {} of block {} copies {} bytes at byte {} of {}, which nothing has written");

MESSAGE("divergent_barrier.arrived_twice",
        "thread {} of block {} arrives twice at the barrier of the cluster without waiting between");
MESSAGE("divergent_barrier.elsewhere",
        "thread {} of block {} waits at this barrier while thread {} waits at another one ({})");
MESSAGE("divergent_barrier.never",
        "thread {} of block {} waits here for threads that never come: {} the block cannot go on");
MESSAGE("divergent_barrier.not_arrived",
        "thread {} of block {} waits at the barrier of the cluster without having arrived");

MESSAGE("emulator.unsupported", "{2} (thread {0} of block {1})");

MESSAGE("endless.block", "the block did not end within {2} warp instructions (thread {0} of block {1})");

MESSAGE("free.inside_allocation",
        "thread {} of block {} frees byte {} of {}; only the address that malloc returned can be freed");
MESSAGE("free.not_allocated", "thread {} of block {} frees {:#x}, which malloc did not return");
MESSAGE("free.twice", "thread {} of block {} frees {} a second time: {}");

MESSAGE("launch.shape_remedy", "a grid has at least one block, a block 1 to 1024 threads");
MESSAGE("launch.shared_memory", "a block would have {} bytes of shared memory");
MESSAGE("launch.shared_memory_remedy", "no chip gives a block more than {}");
MESSAGE("launch.too_large", "a launch of {} blocks of {} threads");

MESSAGE("matrix.and_rise", " and to rise");
MESSAGE("matrix.sparse_metadata",
        "multiplies a sparse matrix whose metadata for row {2} is not valid: the two indices of a group have to "
        "differ{3}, and those of tf32 are 0b0100 or 0b1110 (thread {0} of block {1})");
MESSAGE("matrix.without_lane",
        "thread {} of block {} executes an instruction on matrices without lane {}: what it gets is undefined");

MESSAGE("memory.blocks_at_once", "{} blocks at once");
MESSAGE("memory.buffer_size", "{} bytes were given for a buffer of {}");
MESSAGE("memory.buffer_size_remedy", "give one element of its type for each of its places");
MESSAGE("memory.local_memory", "the emulator would need {} MiB for the local memory of {}; {} MiB is the limit");
MESSAGE("memory.local_memory_remedy", "choose smaller blocks, or give a thread less local memory");
MESSAGE("memory.too_large",
        "the emulator would need {} MiB for the buffers, their shadow and the trace; {} MiB is the limit");
MESSAGE("memory.too_large_remedy", "choose a smaller problem, or run chosen blocks");

MESSAGE("misaligned.access", "thread {} of block {} {} {} bytes at {:#x}, {}: the address is no multiple of {}");
MESSAGE("misaligned.copy_async",
        "thread {} of block {} copies {} bytes to byte {} of shared memory, which is no multiple of {}");
MESSAGE("misaligned.local_memory",
        "thread {} of block {} {} {} bytes at byte {} of its local memory, which is no multiple of {}");
MESSAGE("misaligned.shared_memory", "thread {} of block {} {} {} bytes at byte {} of {}, which is no multiple of {}");
MESSAGE("misaligned.surface",
        "thread {} of block {} {} {} bytes at byte {} of a row of the surface on {}: the place is no multiple of {}");
MESSAGE("misaligned.tensor_map", "thread {} of block {} copies with a tensor map at {:#x}, which is no multiple of {}");

MESSAGE("module.no_kernel", "the program has no kernel named {}");
MESSAGE("module.no_kernel_remedy",
        "declare it __global__ with the name that [[launch]] gives; a template takes its arguments there: reduce<int, "
        "256>");

MESSAGE("note.equal_writes",
        "several threads write the same value to byte {} of {} ({} and {}) with nothing to order them: it makes no "
        "difference");
MESSAGE("note.incomplete",
        "counts and trace are incomplete: they end where a thread came to {}, which the emulator does not execute");
MESSAGE("note.not_freed", "{} allocations of the device heap with {} bytes were not freed, the first: {}");
MESSAGE("note.races_not_checked",
        "races in global memory were not checked in the launch of {}: the checks need too much memory");

MESSAGE("order.barrier", "barrier");
MESSAGE("order.fence_for_copies", "fence.proxy.async (which lets copies see what threads wrote)");
MESSAGE("order.fence_for_products", "fence.proxy.async (which lets products see what threads wrote)");
MESSAGE("order.no_barrier", "no barrier stands between");
MESSAGE("order.no_cluster_barrier", "no barrier of the cluster stands between");
MESSAGE("order.no_order_of_blocks", "nothing orders the two blocks");

MESSAGE("out_of_bounds.access", "thread {} of block {} {} {} bytes at {:#x}, {}");
MESSAGE("out_of_bounds.array", "thread {} of block {} {} {} bytes {}");
MESSAGE("out_of_bounds.bulk_copy",
        "thread {} of block {} {} {} bytes at {:#x}, which is byte {} of {} with its {} bytes");
MESSAGE("out_of_bounds.bulk_copy_of_no_buffer", "thread {} of block {} {} {} bytes at {:#x}");
MESSAGE("out_of_bounds.cluster_rank",
        "thread {} of block {} {} byte {} of the shared memory of rank {} of a cluster of size {}");
MESSAGE("out_of_bounds.copy_async",
        "thread {} of block {} copies {} bytes to byte {} of shared memory, of which the block has {}");
MESSAGE("out_of_bounds.local_memory",
        "thread {} of block {} {} {} bytes at byte {} of its local memory, of which it has {}");
MESSAGE("out_of_bounds.no_surface", "thread {} of block {} uses {:#x}, which is no surface of this launch");
MESSAGE("out_of_bounds.no_texture", "thread {} of block {} fetches from {:#x}, which is no texture of this launch");
MESSAGE("out_of_bounds.parameter", "thread {} of block {} reads byte {} of the kernel's parameters, which have {}");
MESSAGE("out_of_bounds.shared_memory", "thread {} of block {} {} {} bytes at byte {} of {}, of which the block has {}");
MESSAGE("out_of_bounds.surface",
        "thread {} of block {} {} {} bytes at byte {} of row {} of the surface on {}, which has {} rows of {} bytes");
MESSAGE("out_of_bounds.tensor_map",
        "thread {} of block {} copies with a tensor map at {:#x}, which lies in no buffer and no parameter");
MESSAGE("out_of_bounds.tensor_map_in_parameters",
        "thread {} of block {} copies with a tensor map at {:#x}, which is beyond the kernel's parameters");

MESSAGE("place.across_end", "across the end of {}, which has {} bytes");
MESSAGE("place.allocation", "the memory that thread {} of block {} allocated ({})");
MESSAGE("place.argument", "{}, argument {}");
MESSAGE("place.asynchronous_copy", "an asynchronous copy");
MESSAGE("place.asynchronous_copy_of_block", "an asynchronous copy of block {}");
MESSAGE("place.before_array", "before the start of {}");
MESSAGE("place.before_buffer", "{} bytes before the start of {}");
MESSAGE("place.behind_array", "behind the end of {}, which has {} bytes");
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
MESSAGE("place.ptx_line", "PTX line {}");
MESSAGE("place.several_threads", "several threads");
MESSAGE("place.shared_memory", "shared memory");
MESSAGE("place.shared_memory_of_block", "the shared memory of block {}");
MESSAGE("place.tensor_map", "the tensor map {}");
MESSAGE("place.thread", "thread {}");
MESSAGE("place.thread_of_block", "thread {} of block {}");

MESSAGE("plan.library_code", "the emulator executes PTX, and {} is a library's machine code");
MESSAGE("plan.library_code_remedy", "run it on a GPU; --backend cpu times the CPU reference");

MESSAGE("printf.conversion", "printf has no conversion %{}{}");
MESSAGE("printf.conversion_remedy", "conversions are d i o u x X f F e E g G a A c s p %");
MESSAGE("printf.precision", "printf of device code takes no * as precision");
MESSAGE("printf.precision_remedy", "write the precision as a number");
MESSAGE("printf.too_few_arguments", "printf has fewer arguments than its format names");
MESSAGE("printf.too_few_arguments_remedy", "give one argument for each conversion");
MESSAGE("printf.unfinished", "the format of printf ends inside a conversion");
MESSAGE("printf.unfinished_remedy", "write %% for a %");
MESSAGE("printf.width", "a width or precision of printf is beyond {}");
MESSAGE("printf.width_remedy", "choose a smaller one");

MESSAGE("race.block_of_cluster_ended",
        "thread {} of block {} {} byte {} of the shared memory of block {}, which has ended: no barrier of the cluster "
        "makes it wait");
MESSAGE("race.block_of_cluster_may_end",
        "thread {} of block {} accesses the shared memory of block {}, and nothing makes that block wait for it before "
        "it ends: no barrier of the cluster stands behind this access");
MESSAGE("race.bulk_copy_destination",
        "thread {} of block {} copies to byte {} of {}, which {} {} ({}), and nothing orders the copy after that");
MESSAGE("race.bulk_copy_source",
        "thread {} of block {} copies byte {} of shared memory, which {} wrote ({}), and no {} stands between");
MESSAGE("race.bulk_copy_unread",
        "thread {} of block {} copies asynchronously from shared memory and ends before that was read: "
        "cp.async.bulk.wait_group.read waits for it");
MESSAGE("race.copy_async",
        "thread {} of block {} copies to byte {} of shared memory, which {} {} ({}), and no barrier stands between");
MESSAGE("race.early_read",
        "thread {} of block {} reads byte {} of {} before {} writes it ({}), and no barrier stands between");
MESSAGE("race.free", "thread {} of block {} frees {}, whose byte {} {} {} ({}), and nothing orders the two");
MESSAGE("race.global_memory", "thread {} of block {} {} byte {} of {}, which {} {} ({}), and {}");
MESSAGE(
    "race.mbarrier",
    "thread {} of block {} counts with the mbarrier at byte {} of {}, which {} {} ({}), and no barrier stands between");
MESSAGE("race.shared_memory",
        "thread {} of block {} {} byte {} of {}, which {} {} ({}), and no barrier stands between");

MESSAGE("read_only.access", "thread {} of block {} {} {}, which is constant");
MESSAGE("read_only.parameter", "thread {} of block {} writes to a parameter of the kernel, which is constant");

MESSAGE("shuffle.lane_ended", "which has ended or never was");
MESSAGE("shuffle.lane_gives_nothing",
        "thread {} of block {} takes the value of lane {}, {}: what it gets is undefined");
MESSAGE("shuffle.lane_outside_mask", "which is not in its mask");

MESSAGE("stack_overflow.calls", "thread {} of block {} has {} calls open, the last of {}");
MESSAGE("stack_overflow.local_memory", "thread {} of block {} needs more than {} KiB of local memory in a call of {}");

MESSAGE("symbol.size", "the variable {} has {} bytes, its buffer {}");
MESSAGE("symbol.size_remedy", "give the buffer the size of the variable");
MESSAGE("symbol.unknown", "the program has no variable {}");
MESSAGE("symbol.unknown_remedy", "name a __device__ or __constant__ variable that a kernel uses");

MESSAGE("tensor_copy.dimensions",
        "copies with {2} coordinates from the tensor map {3}, which has {4} dimensions (thread {0} of block {1})");
MESSAGE("tensor_copy.misaligned_box",
        "thread {} of block {} {} a box of the tensor map {} that begins at a global address that is no multiple of {} "
        "(coordinate {} of {}-byte elements); a GPU answers with an illegal instruction: begin at a coordinate that is "
        "a multiple of {}");
MESSAGE("tensor_copy.negative_coordinate",
        "thread {} of block {} {} a box of the tensor map {} that begins at the negative coordinate {} of dimension "
        "{}; a GPU answers with an illegal instruction: begin within the tensor, only loads may begin before it");
MESSAGE("tensor_copy.reduction",
        "combines elements of the tensor map {2} in a way that the emulator does not support for its type (thread {0} "
        "of block {1})");

MESSAGE("tensor_map.changes_numbers",
        "the tensor map {} changes numbers on their way (TF32, or without subnormals), and how the hardware does that "
        "has not been measured");
MESSAGE("tensor_map.changes_numbers_remedy", "run it on a GPU, or give the map the type f32");
MESSAGE("tensor_map.short_swizzle",
        "the tensor map {} swizzles rows that are shorter than the span of {} bytes, and where the hardware puts them "
        "has not been measured");
MESSAGE("tensor_map.short_swizzle_remedy", "run it on a GPU, or let a row of the box fill the span");

MESSAGE("trap.branch_index", "an indirect branch has an index beyond its table (thread {} of block {})");
MESSAGE("trap.executed", "the kernel executed a trap instruction (thread {} of block {})");
MESSAGE("trap.no_function", "a call through the pointer {2:#x}, which is no function (thread {0} of block {1})");
MESSAGE("trap.no_tensor_map",
        "copies with a tensor map at {2:#x}, where the 128 bytes are no tensor map of this launch (thread {0} of block "
        "{1})");

MESSAGE("uninitialised.local_memory",
        "thread {} of block {} reads {} bytes at byte {} of its local memory, which it has not written");
MESSAGE("uninitialised.mbarrier",
        "thread {} of block {} counts with the mbarrier at byte {} of {}, which was not initialised");
MESSAGE("uninitialised.read", "thread {} of block {} reads {} bytes at {}, which nothing has written");
MESSAGE("uninitialised.shared_memory",
        "thread {} of block {} reads {} bytes at byte {} of {}, which nothing has written");
MESSAGE("uninitialised.texel", "thread {} of block {} fetches texel {} of {}, which nothing has written");
MESSAGE("uninitialised.used", "thread {} of block {} uses {} bytes that it read at {}, which nothing had written");

MESSAGE("unsupported.address", "this address of {}");
MESSAGE("unsupported.branch_targets", "the list {}");
MESSAGE("unsupported.call_parameter", "'{}' as the parameter of a call");
MESSAGE("unsupported.call_without_target", "a call without a target");
MESSAGE("unsupported.coordinate_count", "{} with this many coordinates");
MESSAGE("unsupported.copy_size", "a copy of {} bytes");
MESSAGE("unsupported.copy_source", "this source of {}");
MESSAGE("unsupported.cvta_of_local", "cvta of a local variable's name");
MESSAGE("unsupported.destination", "this destination of {}");
MESSAGE("unsupported.dynamic_parallelism", "launches from device code (dynamic parallelism: {})");
MESSAGE("unsupported.function", "the function {}");
MESSAGE("unsupported.ignore_src", "{} with ignore-src");
MESSAGE("unsupported.instruction", "the emulator does not support {}");
MESSAGE("unsupported.label", "the label {}");
MESSAGE("unsupported.local_address", "{} with an address in local memory");
MESSAGE("unsupported.local_variable_address", "the address of a local variable here");
MESSAGE("unsupported.negated_operand", "{} with a negated operand");
MESSAGE("unsupported.operand", "{} with this operand");
MESSAGE("unsupported.operand_count", "{} with this many operands");
MESSAGE("unsupported.operand_form", "this operand of {}");
MESSAGE("unsupported.register_count", "{} with this many registers");
MESSAGE("unsupported.register_too_small", "{} with a register that is too small");
MESSAGE("unsupported.register_width", "{} with a register of this width");
MESSAGE("unsupported.register_widths", "{} with registers of several widths");
MESSAGE("unsupported.remedy", "run it on a GPU, or write this part of the kernel in another way");
MESSAGE("unsupported.scale", "{} with a scale that is not 1 or -1");
MESSAGE("unsupported.selector", "the selector {}");
MESSAGE("unsupported.selector_of_instruction", "{} with this selector");
MESSAGE("unsupported.special_register", "the special register {}");
MESSAGE("unsupported.symbol", "the symbol {}");
MESSAGE("unsupported.without_number", "{} without a number");

MESSAGE("unwritten.elements", "{} of {} elements of {} were never written, first element {}");

MESSAGE("use_after_free.access", "thread {} of block {} {} {} bytes at byte {} of {}: {}");

MESSAGE("wgmma.accumulator_as_operand",
        "thread {} of block {} begins a product with an accumulator of another one as A, and no wgmma.wait_group "
        "stands between");
MESSAGE("wgmma.different_products",
        "thread {} of block {} does not begin the same products as warp {} of its warpgroup: all four warps have to "
        "execute the same wgmma with the same descriptors");
MESSAGE("wgmma.divergent_wait",
        "thread {} of block {} waits for products here while warp {} of its warpgroup waits elsewhere ({})");
MESSAGE("wgmma.incomplete_warpgroup",
        "executes wgmma in a warpgroup of {2} warps: it needs four, from a multiple of 128 threads on (thread {0} of "
        "block {1})");
MESSAGE("wgmma.no_fence",
        "thread {} of block {} begins a product without any wgmma.fence before it: the product may not see the "
        "registers as they were set");
MESSAGE("wgmma.out_of_bounds",
        "thread {} of block {} multiplies with {} bytes at byte {} of shared memory, of which the block has {}: look "
        "at the offsets of the descriptor");
MESSAGE(
    "wgmma.race",
    "thread {} of block {} multiplies with byte {} of shared memory, which {} wrote ({}), and no {} stands between");
MESSAGE("wgmma.register_in_use",
        "thread {} of block {} {} that belongs to a product of wgmma ({}), and no wgmma.wait_group stands between");
MESSAGE("wgmma.register_set_after_fence",
        "thread {} of block {} begins a product with a register that was set after the last wgmma.fence: the product "
        "may not see it");
MESSAGE("wgmma.uninitialised",
        "thread {} of block {} multiplies with {} bytes at byte {} of shared memory, which nothing has written");
MESSAGE("wgmma.wait_without_lane",
        "thread {} of block {} waits for products of its warpgroup without lane {}: all 128 threads have to come");
MESSAGE(
    "wgmma.written_before_wait",
    "thread {} of block {} multiplies with byte {} of shared memory, which was written again before wgmma.wait_group");

}  // namespace lanescope
