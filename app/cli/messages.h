// The messages of the command line.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("calibrate.no_setting", "the recording has none of the settings that calibration needs");
MESSAGE("calibrate.no_setting_remedy", "record the probes that `lanescope calibrate` names");
MESSAGE("calibrate.no_sheet", "no data sheet of the {} is known");
MESSAGE("calibrate.no_sheet_remedy",
        "add one to the sheets of devices and a profile to assets/gpus, with its sizes and clock");
MESSAGE("calibrate.probe_failed", "the probe failed");
MESSAGE("calibrate.probe_failed_remedy", "`lanescope run` shows why");

MESSAGE("doctor.devices_remedy", "restart the machine, or reinstall the NVIDIA driver");
MESSAGE("doctor.display_remedy", "start it on a desktop, or over ssh -X");
MESSAGE("doctor.nvidia_gpu_remedy", "on a laptop with two GPUs, start the program on NVIDIA's");

MESSAGE("driver.no_answer", "the graphics driver has not come back from {}");
MESSAGE("driver.no_answer_remedy",
        "try again, or draw in software, with Mesa: "
        "__EGL_VENDOR_LIBRARY_FILENAMES=/usr/share/glvnd/egl_vendor.d/50_mesa.json");

MESSAGE("handout.folder_remedy", "name a folder that can be made");

MESSAGE("internal.error", "internal error: {}");
MESSAGE("internal.error_remedy", "please report it with the file that `lanescope doctor --report` writes");

MESSAGE("kernel_file.has_front_matter", "the kernel has a front matter, which says what is launched");
MESSAGE(
    "kernel_file.has_front_matter_remedy",
    "leave out --entry, --grid, --block, --argument, --shared-bytes, --include and --save, or edit the front matter");
MESSAGE("kernel_file.no_kernel", "this file has no kernel");
MESSAGE("kernel_file.no_kernel_remedy",
        "name a file with a __global__ function or one that includes it in quotes, or PTX with an .entry");
MESSAGE("kernel_file.several_kernels", "this file has no front matter and several kernels: {}");
MESSAGE("kernel_file.several_kernels_remedy", "choose one with --entry");

MESSAGE("option.another_file_remedy", "name another file");
MESSAGE("option.empty", "the value is empty");
MESSAGE("option.file_size", "the file has {} bytes, buffer '{}' has {}");
MESSAGE("option.file_size_remedy", "give raw little-endian elements, or set the sizes with -p");
MESSAGE("option.form", "'{}' is not of the form {}");
MESSAGE("option.form_remedy", "write {} {}");
MESSAGE("option.is_input", "this would be written over {}");
MESSAGE("option.is_output_too", "this is the file of {} too");
MESSAGE("option.no_backend", "'{}' is no backend");
MESSAGE("option.no_backend_remedy", "write gpu, emulator or cpu");
MESSAGE("option.no_buffer", "the kernel has no buffer '{}'");
MESSAGE("option.no_folder", "there is no folder '{}'");
MESSAGE("option.no_folder_remedy", "name a folder that holds headers");
MESSAGE("option.no_integer", "'{}' is no whole number from {} to {}");
MESSAGE("option.no_number", "'{}' is no number from {} to {}");
MESSAGE("option.no_size", "'{}' is not a size");
MESSAGE("option.no_size_remedy", "write WIDTHxHEIGHT, each from {} to {}");

MESSAGE("program.no_memory", "there is not enough memory");
MESSAGE("program.no_memory_remedy", "choose smaller sizes or files, or end other programs");

MESSAGE("recording.empty", "the recording holds no result");
MESSAGE("recording.empty_remedy", "record one with `lanescope run KERNEL --record FILE.jsonl`");
MESSAGE("recording.has_more_settings", "choose a setting that it has: {}; and {} more");
MESSAGE("recording.has_settings", "choose a setting that it has: {}");
MESSAGE("recording.no_result_with", "it has no result of {} with {}");
MESSAGE("recording.no_result_with_remedy", "record the kernel first, with lanescope run --record");

MESSAGE("run.buffer_not_computed", "the buffer was not computed, nothing was written");

MESSAGE("snapshot.comparison", "a comparison is one picture of two runs");
MESSAGE("snapshot.comparison_remedy", "leave --recording and --frames out");

MESSAGE("sweep.no_kernel_called", "no kernel is called '{}'");
MESSAGE("sweep.no_kernel_called_remedy", "`lanescope list` shows their names");
MESSAGE("sweep.only_gpu_recorded_here", "a recording keeps what was measured on a GPU");
MESSAGE("sweep.only_gpu_recorded_here_remedy", "use --csv or --json, or run on a machine with a GPU");

MESSAGE("trace.no_blocks", "'{}' is no choice of blocks");
MESSAGE("trace.no_blocks_remedy", "write all, or FIRST:COUNT with a COUNT of at least 1");
MESSAGE("trace.no_view", "'{}' is no view");
MESSAGE("trace.no_view_remedy", "write executed or written");

MESSAGE("worker.did_not_start", "the worker did not start");
MESSAGE("worker.did_not_start_remedy", "`lanescope doctor` says what is missing");

}  // namespace lanescope
