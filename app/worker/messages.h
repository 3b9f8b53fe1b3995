// The messages of the worker: notes of a run, remedies of faults, and why something is not known.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("arguments.buffer_type", "the buffer {} holds {}, but parameter {} of {} is {}");
MESSAGE("arguments.buffer_type_remedy", "make it a buffer of {}: type = \"{}\", or --argument NAME={}[...]");

MESSAGE("blocks.unknown", "there is no block {}: the grid has {}");

MESSAGE("buffer.unknown", "the kernel has no buffer '{}'");
MESSAGE("buffer.unknown_output", "the kernel has no buffer '{}'");
MESSAGE("buffer.unknown_output_remedy", "use one of its buffers");

MESSAGE("check.file_missing", "the file {} with the expected output is missing");
MESSAGE("check.file_missing_remedy", "put it at the path in [check] expect");

MESSAGE("counters.no_gpu", "hardware counters need a GPU, and this did not run on one");
MESSAGE("counters.no_gpu_remedy", "run it on a machine with an NVIDIA GPU; predicted values do not need one");
MESSAGE("counters.unknown_chip", "the counters of {} ({}) are not supported");
MESSAGE("counters.unknown_chip_remedy", "the predicted values are shown instead");

MESSAGE("cpu.compared_with_kernel", "the kernel has no CPU reference to time: its output is compared with that of {}");
MESSAGE("cpu.compared_with_kernel_remedy", "run it with --backend emulator, or on a GPU");
MESSAGE("cpu.no_reference", "the kernel has no CPU reference to time");

MESSAGE("divergent_barrier.remedy",
        "all threads that have not returned must reach the same barrier: move it out of the condition");

MESSAGE("doing.reading_preview", "reading the preview");
MESSAGE("doing.reserving_access_memory", "reserving memory for accesses");
MESSAGE("doing.reserving_shown_memory", "reserving memory for what the window shows");

MESSAGE("duration.about", "about {}");
MESSAGE("duration.hours", "{:.0f} hours");
MESSAGE("duration.minutes", "{:.0f} minutes");
MESSAGE("duration.more_than", "more than {}");
MESSAGE("duration.seconds", "{:.2g} s");

MESSAGE("emulator.blocks_take_too_long", "the blocks take too long in the emulator");
MESSAGE("emulator.time_limit", "the emulator did not finish within {:.3g} s");
MESSAGE("emulator.time_limit_at", "{}: {}");
MESSAGE("emulator.time_limit_for", "the emulator did not finish within {:.3g} s for {}");
MESSAGE("emulator.time_limit_remedy", "choose smaller sizes, look for an infinite loop, or raise --timeout");
MESSAGE("emulator.time_limit_with_estimate", "the emulator did not finish within {:.3g} s, and {}");
MESSAGE("emulator.too_slow", "the emulator {}; the limit is {:.3g} s");
MESSAGE("emulator.too_slow_remedy", "choose smaller sizes, trace fewer blocks with --blocks, or raise --timeout");
MESSAGE("emulator.would_take", "would take {} for {}");
MESSAGE("emulator.would_take_time", "would take {}");

MESSAGE("endless.remedy", "look for an infinite loop, or raise --timeout");

MESSAGE("expectation.appeared", " appeared");
MESSAGE("expectation.further_faults", "the kernel should show the fault {}, but also showed {}");
MESSAGE("expectation.no_fault", "the kernel should show the fault {}, but showed no fault");
MESSAGE("expectation.not_kept_remedy", "use the default settings, which do show it");
MESSAGE("expectation.only_emulator", "the kernel should show the fault {}");
MESSAGE("expectation.only_emulator_remedy", "run it in the emulator to see it");
MESSAGE("expectation.other_faults", "the kernel should show the fault {}, but showed {}");
MESSAGE("expectation.other_launch_argument", "the expected fault of this kernel{}: {}");

MESSAGE("free.remedy", "free each allocation once, with the address that malloc or new returned");

MESSAGE("kernel_name.ambiguous", "several kernels are called '{}': {}");
MESSAGE("kernel_name.ambiguous_remedy", "choose one by its parameter types: entry = \"{}\"");

MESSAGE("launch.bounds", "a block of {} threads, but __launch_bounds__ of {} allows {}");
MESSAGE("launch.bounds_remedy", "launch at most {} threads per block: block, or --block {}");

MESSAGE("launch_blocked.nothing_launched", "nothing was launched on the GPU");
MESSAGE("launch_blocked.nothing_launched_and", "{}; nothing was launched on the GPU");

MESSAGE("method.cpu_reference_of", "CPU reference of {}");
MESSAGE("method.faults_and_inputs", "faults and inputs only");

MESSAGE("misaligned.remedy", "the address must be a multiple of the access width");

MESSAGE("mismatch.elements", "{} of {} elements of {} are wrong, the first is {}: expected {}, got {}");
MESSAGE("mismatch.some_elements", "{} of {} elements of {} are wrong");

MESSAGE("note.accesses_of_emulator", "the accesses are those of the emulator: {}");
MESSAGE("note.blocks_sampled", "{} of {} blocks were executed, because all of them {}");
MESSAGE("note.both", "{}; {}");
MESSAGE("note.buffer_cleared",
        "the buffer {} has zeros in it, because random numbers led the kernel out of its memory");
MESSAGE("note.buffer_grown", "the buffer {} has {} elements, because the kernel reaches further than {}");
MESSAGE("note.cpu_reference", "timed: the reference on one core of the CPU; the kernel itself did not run");
MESSAGE("note.dependent_blocks", "{}: the blocks depend on each other, so all of them run");
MESSAGE("note.fault_only_in_emulator", "the kernel should show the fault {}, which only the emulator detects");
MESSAGE("note.no_accesses", "no accesses to show: {}");
MESSAGE("note.no_block_times", "the times of the blocks were not measured: {}");
MESSAGE("note.no_cold_time", "no cold time: {}");
MESSAGE("note.no_heat", "the whole grid is not shown: {}");
MESSAGE("note.no_prediction", "no predicted time: {}");
MESSAGE("note.no_sectors", "no sectors and wavefronts: {}");
MESSAGE("note.not_assembled", "the PTX was not assembled, so registers and merged accesses are not known: {}");
MESSAGE("note.not_verified", "the output was not verified, because the run stopped at a fault");
MESSAGE("note.ptx_module", "several modules of this file hold {} with different code; the one in line {} for {} runs");
MESSAGE("note.reference_of_cpu", "compared with the CPU reference of {}, which calls a library that needs a GPU");
MESSAGE("note.sectors_of_sizes", "sectors and wavefronts are for {}");
MESSAGE(
    "note.removed_array",
    "the array {} (line {}) is not in the compiled kernel, because nothing there reads it; stores to it were removed");
MESSAGE("note.shared_grown",
        "the blocks of {} have {} bytes of dynamic shared memory, because the kernel reaches further than {}");
MESSAGE("note.sizes_reduced", "sizes reduced from {} to {} so that the emulator finishes within a second");
MESSAGE("note.sizes_shrunk", "sizes reduced from {} to {}, because the kernel leaves its memory with the first ones");
MESSAGE("note.small_problem",
        "only {} of the {} threads shown access memory: this is the picture of a problem that small");
MESSAGE("note.trace_at_sizes", "the accesses shown are those at {}");
MESSAGE("note.trace_incomplete", "the accesses shown end at line {}: {}");

MESSAGE("out_of_bounds.remedy", "check the index against the size before the access");

MESSAGE("pipe.client_gone", "the client disconnected: {}");
MESSAGE("pipe.descriptor", "cannot duplicate the descriptor: {}");
MESSAGE("pipe.event", "cannot create an event descriptor: {}");
MESSAGE("pipe.redirect", "the standard streams cannot be redirected: {}");

MESSAGE("prediction.no_gpu", "no known GPU matches the target of the program");

MESSAGE("ptx.no_module", "none of the {} modules of this file holds all of these kernels: {}");
MESSAGE("ptx.no_module_remedy", "launch kernels of one module, or split the file where a module begins (.version)");

MESSAGE("race.remedy",
        "put __syncthreads() between the two (__syncwarp() within a warp, cluster.sync() within a cluster); between "
        "blocks use atomics, or a fence and a flag");

MESSAGE("read_only.remedy", "store to a buffer instead");

MESSAGE("record.no_own_kernel", "the plan launches no kernel from source");
MESSAGE("record.size_unknown", "the number of accesses is not known, because no block was recorded");
MESSAGE("record.textures", "texture fetches are recorded only for a few blocks");
MESSAGE("record.too_many_sites", "the program has too many memory instructions");
MESSAGE("record.too_many_steps", "the plan has too many steps");

MESSAGE("reference_kernel.bytes", "the {} has {} bytes, {} has {}");
MESSAGE("reference_kernel.check", "[check] same_as: {}");
MESSAGE("reference_kernel.fault", "the reference kernel {}: {}: {}");
MESSAGE("reference_kernel.input_type", "its input is {}, but here it is {}");
MESSAGE("reference_kernel.input_type_remedy", "give the inputs of both kernels the same type and shape");
MESSAGE("reference_kernel.lacks_size", "{} has no size '{}'");
MESSAGE("reference_kernel.missing", "the reference kernel {} is missing");
MESSAGE("reference_kernel.missing_remedy", "use a kernel of the catalogue that has a CPU reference: family/name");
MESSAGE("reference_kernel.needs_size", "{} needs a size '{}', which this kernel does not have");
MESSAGE("reference_kernel.no_output", "{} has no [check] that names its output, and no buffer '{}'");
MESSAGE("reference_kernel.no_output_remedy", "add one to it");
MESSAGE("reference_kernel.output_type", "its output is {}, but here it is {}");
MESSAGE("reference_kernel.output_type_remedy", "compare outputs of the same type and shape");
MESSAGE("reference_kernel.reads_other_buffer", "{} reads a buffer '{}', which this kernel does not have");
MESSAGE("reference_kernel.reads_other_buffer_remedy", "give the inputs of both kernels the same names");
MESSAGE("reference_kernel.several_entries",
        "[check] same_as: '{}' cannot be compared with launches of several kernels");
MESSAGE("reference_kernel.sizes_remedy", "give the sizes of both kernels the same names");
MESSAGE("reference_kernel.time_limit", "the emulator did not finish it in the remaining time");
MESSAGE("reference_kernel.time_limit_remedy", "choose smaller sizes, or raise --timeout");
MESSAGE("reference_kernel.to_compare", "running {} to compare with it");

MESSAGE("run.abandoned", "a newer request replaced this one");

MESSAGE("sass.no_nvdisasm", "nvdisasm was not found next to the compiler; it comes with the CUDA Toolkit");
MESSAGE("sass.no_nvdisasm_remedy",
        "install the CUDA Toolkit, or `pip install nvidia-cuda-nvdisasm`, and see `lanescope doctor`");

MESSAGE("shuffle.remedy", "put every lane that calls, and every lane whose value is taken, into the mask");

MESSAGE("stack_overflow.remedy", "look for infinite recursion or very large local arrays");

MESSAGE("symbol.ambiguous", "[symbols]: several variables are called '{}'");
MESSAGE("symbol.ambiguous_remedy", "add the namespace: {} or {}");
MESSAGE("symbol.buffer_size", "[symbols]: the variable {} has {} bytes, but its buffer has {} ({} elements of {})");
MESSAGE("symbol.did_you_mean", "did you mean '{}'? {}");
MESSAGE("symbol.in_program", "the program has {}; the compiler removes variables that no kernel uses");
MESSAGE("symbol.none_in_program", "the program has no variables; the compiler removes those that no kernel uses");
MESSAGE("symbol.shape_remedy", "write shape = [{}]");
MESSAGE("symbol.type_remedy", "give the buffer another type");
MESSAGE("symbol.unknown_in_program", "[symbols]: the program has no __device__ or __constant__ variable '{}'");

MESSAGE("target.not_of_device", "compiled for {}, which {} (compute capability {}) cannot run");
MESSAGE("target.not_of_device_remedy", "omit the target to run on this device");
MESSAGE("target.unknown", "'{}' is neither a compute capability nor a known GPU");
MESSAGE("target.unknown_remedy", "write 9.0, or one of {}");

MESSAGE("uninitialised.remedy", "write it before reading it, in every thread that should");

MESSAGE("unwritten.elements_of_output", "{} of {} elements of {} were never written, the first is {}");
MESSAGE("unwritten.remedy", "check that grid and block cover the whole output");
MESSAGE("unwritten.some_elements", "{} of {} elements of {} were never written");

MESSAGE("use_after_free.remedy", "free it after its last use, with a barrier in between if other threads use it");

MESSAGE("worker.too_much_memory", "this worker used more than {} of memory");

}  // namespace lanescope
