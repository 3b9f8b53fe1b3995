// The messages of the GPU: launches, memory, hardware counters, and records of instrumented kernels.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("arguments.given", "{} arguments were given, but the kernel has {} parameters: {}");
MESSAGE("arguments.given_remedy", "give one entry of 'arguments' for each parameter, in their order");
MESSAGE("arguments.wrong", "argument {} ({}): {}");

MESSAGE("buffer.not_of_plan", "{} has no buffer {}");
MESSAGE("buffer.of_plan", "its buffers are {}");

MESSAGE("check.expected_bytes", "the expected output has {} bytes, but {} has {}");
MESSAGE("check.expected_bytes_remedy", "run both kernels with the same sizes");
MESSAGE("check.not_computed", "the {} was not computed");

MESSAGE("copy.source_too_small", "{} has {} bytes, but {} has only {}");
MESSAGE("copy.source_too_small_remedy", "the destination must be at least as large as the source");
MESSAGE("copy.two_buffers", "a copy takes two buffers");
MESSAGE("copy.two_buffers_remedy", "write arguments = [\"destination\", \"source\"]");

MESSAGE("counters.abandoned", "counting was cancelled");
MESSAGE("counters.administrator_only",
        "the driver allows only administrators to read hardware counters (ERR_NVGPUCTRPERM)");
MESSAGE("counters.another_gpu_remedy", "use another GPU");
MESSAGE("counters.confidential_computing", "the GPU is in confidential computing mode, which disables its counters");
MESSAGE("counters.confidential_computing_remedy", "ask the administrator of the machine to turn that mode off");
MESSAGE("counters.doctor_remedy", "`lanescope doctor` shows what this machine supports");
MESSAGE("counters.dropped_ranges", "CUPTI dropped {} ranges");
MESSAGE("counters.dropped_records", "CUPTI dropped {} records");
MESSAGE("counters.dropped_records_remedy", "run it again");
MESSAGE("counters.failed", "counting failed: {}");
MESSAGE("counters.guest_without_permission",
        "the host of this virtual machine does not allow guests to read hardware counters");
MESSAGE("counters.guest_without_permission_remedy",
        "ask the administrator of the host to enable profiling for this virtual GPU");
MESSAGE("counters.held", "another profiler uses the hardware counters");
MESSAGE("counters.held_by_remedy", "stop {} (DCGM pauses with `dcgmi profstat --pause`)");
MESSAGE("counters.held_remedy", "stop the other profiler (ncu, nsys, DCGM: `dcgmi profstat --pause`)");
MESSAGE("counters.instructions_once", "CUPTI can count the instructions of a device only once per process");
MESSAGE("counters.instructions_once_remedy", "restart lanescope");
MESSAGE("counters.linked_gpus", "linked GPUs (SLI) have no hardware counters");
MESSAGE("counters.linked_gpus_remedy", "turn SLI off");
MESSAGE("counters.mining_processor", "a mining processor has no hardware counters");
MESSAGE("counters.no_instruction_counted", "CUPTI counted no instructions for a kernel that ran");
MESSAGE("counters.no_instruction_metrics", "{} supports none of these metrics per instruction");
MESSAGE("counters.no_memory", "not enough memory to read the counters");
MESSAGE("counters.no_metrics", "{} supports none of the metrics, the first of which is {}");
MESSAGE("counters.no_samples", "none of the {} samples belongs to a kernel of this plan");
MESSAGE("counters.no_samples_remedy", "choose a larger problem, so that the kernels run longer");
MESSAGE("counters.no_stall_reasons", "CUPTI reports no stall reasons");
MESSAGE("counters.no_stall_reasons_remedy", "use another version of CUPTI");
MESSAGE("counters.old_driver", "the driver is too old for this CUPTI");
MESSAGE("counters.old_driver_remedy", "install a newer driver, or an older CUPTI");
MESSAGE("counters.old_gpu", "hardware counters need compute capability 7.5 or later, but {} has {}.{}");
MESSAGE("counters.old_gpu_remedy", "use a newer GPU");
MESSAGE("counters.partitioned_gpu", "hardware counters cannot be read on this MIG instance");
MESSAGE("counters.permission_remedy",
        "run as root, or allow all users: set the driver option NVreg_RestrictProfilingToAdminUsers=0, then reboot");
MESSAGE("counters.permission_remedy_container",
        "start the container with the option --cap-add=SYS_ADMIN, or allow all users on its host: set the driver "
        "option NVreg_RestrictProfilingToAdminUsers=0 there, then reboot it");
MESSAGE("counters.permission_remedy_windows",
        "in Windows, open the NVIDIA Control Panel as administrator, choose Desktop, Enable Developer Settings, then "
        "Developer, Manage GPU Performance Counters, and allow access to all users");
MESSAGE("counters.too_many_launches", "the plan has {} launches, but instructions are counted for at most {}");
MESSAGE("counters.too_many_passes", "counting did not finish after {} passes");
MESSAGE("counters.too_many_passes_remedy", "count fewer pages at once");
MESSAGE("counters.too_many_ranges", "CUPTI counted {} ranges instead of one");
MESSAGE("counters.unknown_gpu", "this CUPTI does not support the GPU");
MESSAGE("counters.unknown_gpu_remedy", "install a newer CUPTI");
MESSAGE("counters.unsupported", "this CUPTI does not support this GPU with this driver");
MESSAGE("counters.unsupported_remedy",
        "use a GPU of compute capability 7.5 or later, and a CUPTI that is no newer than the driver");
MESSAGE("counters.virtual_gpu", "this kind of virtual GPU has no hardware counters");
MESSAGE("counters.whole_gpu_remedy", "use the whole GPU");
MESSAGE("counters.windows_subsystem", "hardware counters cannot be read under WSL on this system");
MESSAGE("counters.windows_subsystem_remedy", "update Windows and its NVIDIA driver");

MESSAGE("cupti.attribute", "cuptiPCSamplingSetConfigurationAttribute, attribute {}");
MESSAGE("cupti.cannot_be_opened", "CUPTI cannot be opened: {}");
MESSAGE("cupti.cannot_be_opened_remedy",
        "install it with the CUDA Toolkit (cuda-cupti), or: pip install nvidia-cuda-cupti (for CUDA 12: "
        "nvidia-cuda-cupti-cu12)");
MESSAGE("cupti.no_file", "no library file was found");
MESSAGE("cupti.no_function", "this CUPTI has no function ");
MESSAGE("cupti.no_function_remedy", "install CUPTI of CUDA 12.6 update 2 or later");
MESSAGE("cupti.not_built_in", "this program was built without CUPTI headers");
MESSAGE("cupti.not_built_in_remedy",
        "install the CUPTI headers of CUDA 12.6 update 2 or later (cuda-cupti-dev), and rebuild");

MESSAGE("device.unknown", "there is no device {}: this machine has {}");
MESSAGE("device.unknown_remedy", "devices are numbered from 0, in the order of nvidia-smi");

MESSAGE("doing.copying_from_surface", "copying a surface into its buffer");
MESSAGE("doing.copying_into_texture", "copying a buffer into its texture");
MESSAGE("doing.drawing_preview", "drawing the preview");
MESSAGE("doing.filling_buffers", "filling the buffers");
MESSAGE("doing.flushing_l2", "flushing the L2 cache");
MESSAGE("doing.gathering_accesses", "gathering the accesses");
MESSAGE("doing.loading_tools", "loading the program's own kernels");
MESSAGE("doing.making_event", "making an event");
MESSAGE("doing.making_tensor_map", "making the tensor map {} on {}");
MESSAGE("doing.making_texture", "making the {} {} on {}");
MESSAGE("doing.measuring_copy", "measuring a copy");
MESSAGE("doing.measuring_empty_interval", "measuring an empty interval");
MESSAGE("doing.opening", "opening {}");
MESSAGE("doing.preparing_stopwatch", "preparing the stopwatch");
MESSAGE("doing.reading_buffer", "reading the buffer {}");
MESSAGE("doing.reading_clock", "reading the device's clock");
MESSAGE("doing.reading_from_device", "reading from the device");
MESSAGE("doing.reserving_device_memory", "reserving device memory");
MESSAGE("doing.running", "running {}");
MESSAGE("doing.sending_input", "sending the input {}");
MESSAGE("doing.sending_tensor_maps", "sending the tensor maps of {}");
MESSAGE("doing.sending_to_device", "sending to the device");
MESSAGE("doing.writing_variables", "writing the variables");

MESSAGE("gpu.device_message_names_line", "the message of the device gives file, line and thread");
MESSAGE("gpu.sanitizer_may_name_line", "compute-sanitizer with --profile may show the line");
MESSAGE("gpu.sanitizer_names_line", "compute-sanitizer with --profile shows the line and the thread");

MESSAGE("guard.before", "{} bytes before its start");
MESSAGE("guard.behind", "{} bytes past its end");
MESSAGE("guard.changed", "{} bytes outside the buffer {} were overwritten, the first {}");
MESSAGE("guard.remedy", "check the index against the size before storing");

MESSAGE("input.size", "{} bytes were given for the buffer {}, which has {} ({} elements of type {})");
MESSAGE("input.size_remedy", "give raw little-endian elements and the matching sizes");

MESSAGE("internal.no_cold_time", "a cold time cannot be measured");
MESSAGE("internal.no_stopwatch", "the stopwatch is missing");
MESSAGE("internal.other_plan_prepared", "another plan was prepared and uses the memory");
MESSAGE("internal.too_many_laps", "more timing intervals than were reserved");
MESSAGE("internal.tools_not_loaded", "the program's own kernels were not loaded");
MESSAGE("internal.tools_not_loaded_remedy", "call load_tools() first");

MESSAGE("kernel_name.did_you_mean", "did you mean {}?");
MESSAGE("kernel_name.extern_c_remedy", "write extern \"C\" before __global__");
MESSAGE("kernel_name.none", "the source has no kernel of that name; it has no kernels");
MESSAGE(
    "kernel_name.remedy",
    "entry must be the name of a __global__ function of this file; a template needs its arguments: reduce<int, 256>");
MESSAGE("kernel_name.unknown", "the source has no kernel of that name; it has {}");

MESSAGE("launch.block_limit", "a block of {} threads; this device allows {}");
MESSAGE("launch.cluster_limit", "no cluster of {} blocks fits on this device");
MESSAGE("launch.cluster_limit_remedy", "use smaller clusters, or blocks with fewer registers or less shared memory");
MESSAGE("launch.cooperative_limit",
        "a cooperative grid of {} blocks; {} fit on this device at once ({} on each of {} SMs)");
MESSAGE("launch.cooperative_limit_remedy", "use fewer blocks that each do more work");
MESSAGE("launch.empty", "a grid of {} blocks of {} threads is empty");
MESSAGE("launch.empty_remedy", "every extent of grid and block must be at least 1");
MESSAGE("launch.grid_limit", "a grid of {} blocks; this device allows {}");
MESSAGE("launch.grid_limit_remedy", "use larger blocks, or put the largest extent in x");
MESSAGE("launch.kernel_thread_limit",
        "{} threads per block; with {} registers per thread and its launch bounds this kernel allows {}");
MESSAGE("launch.kernel_thread_limit_remedy",
        "use smaller blocks, or __launch_bounds__ to reduce the registers per thread");
MESSAGE("launch.no_clusters", "{} has compute capability {}.{}, but thread block clusters need 9.0");
MESSAGE("launch.no_clusters_remedy", "run it in the emulator");
MESSAGE("launch.no_cooperative_launches", "this device does not support cooperative launches");
MESSAGE("launch.shared_memory_limit", "{} of shared memory per block ({} static, {} dynamic); this device allows {}");
MESSAGE("launch.smaller_blocks", "use smaller blocks");
MESSAGE("launch.smaller_tile", "use a smaller tile");
MESSAGE("launch.thread_limit", "{} threads per block; this device allows {}");

MESSAGE("library.arguments", "{} needs three buffers and three sizes");
MESSAGE("library.arguments_remedy",
        "write call = \"cublas_sgemm\", arguments = [\"c\", \"a\", \"b\", \"m\", \"n\", \"k\"]");

MESSAGE("memory.buffer_too_large", "the buffer {} is larger than any device's memory");
MESSAGE("memory.gpu_remedy", "choose a smaller problem, or close other programs that use the GPU");
MESSAGE("memory.too_little", "the buffers need {}, but only {} are free on the device ({} is kept in reserve)");

MESSAGE("method.exact_property", "exact property on the device");
MESSAGE("method.guards_and_inputs", "guard zones and inputs only");

MESSAGE("symbol.not_on_device", "{}: the program on the device has no such variable");
MESSAGE("symbol.not_on_device_remedy", "use a __device__ or __constant__ variable that a kernel uses");
MESSAGE("symbol.size_on_device", "{}: it has {} bytes, but its buffer has {}");
MESSAGE("symbol.size_on_device_remedy", "give the buffer the size of the variable");

MESSAGE("texture.element_type", "textures do not support elements of type {}");
MESSAGE("texture.element_type_remedy", "use i8, u8, i16, u16, i32, u32, f16 or f32");
MESSAGE("texture.kind_surface", "surface");
MESSAGE("texture.kind_texture", "texture");
MESSAGE("texture.plain_memory", "linear memory supports neither filtering nor normalised coordinates");
MESSAGE("texture.plain_memory_remedy", "use the layout array_1d or array_2d");
MESSAGE("texture.width_limit", "{} elements; this device allows {}");
MESSAGE("texture.wrong", "the {} {} on {}: {}");

MESSAGE("timing.abandoned", "the measurement was cancelled before its first sample");
MESSAGE("timing.no_flush_memory", "cannot allocate {} bytes to flush the L2 cache: {}");
MESSAGE("timing.no_l2_size", "the driver does not report the size of the L2 cache");

MESSAGE("trace.access_and_instruction", "an access at PTX line {} by {}");
MESSAGE("trace.barrier_among_accesses", "a barrier among the accesses");
MESSAGE("trace.block_clock_bytes", "{} blocks wrote {} bytes");
MESSAGE("trace.block_without_time", "block {} recorded no time");
MESSAGE("trace.block_without_time_remedy", "the kernel may have overwritten it");
MESSAGE("trace.heat_not_of_kernel", "the trace buffer is corrupt");
MESSAGE("trace.no_clock", "the SM clock is not known");
MESSAGE("trace.not_of_kernel", "the trace buffer is corrupt: {}");
MESSAGE("trace.record_without_lanes", "a record without lanes");
MESSAGE("trace.too_many_buffers", "the program has more than 256 buffers and variables");
MESSAGE("trace.too_many_records", "{} records of {} blocks exceed what an instrumented kernel can number");
MESSAGE("trace.too_many_records_remedy", "record fewer blocks, or choose a smaller problem");
MESSAGE("trace.too_short", "it is too short");
MESSAGE("trace.unknown_block", "block {}");
MESSAGE("trace.unknown_launch", "launch {}");
MESSAGE("trace.unknown_point", "point {}");

}  // namespace lanescope
