// The messages of the command line.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("calibrate.no_setting", "the recording has none of the settings that calibration requires");
MESSAGE("calibrate.no_setting_remedy", "record the probes that `lanescope calibrate` lists");
MESSAGE("calibrate.no_sheet", "there is no data sheet for the {}");
MESSAGE("calibrate.no_sheet_remedy", "add its data sheet, and a profile in assets/gpus, with its sizes and clock");
MESSAGE("calibrate.probe_failed", "the probe failed");
MESSAGE("calibrate.probe_failed_remedy", "run it with `lanescope run` to see the error");

MESSAGE("doctor.devices_remedy", "reboot, or reinstall the NVIDIA driver");
MESSAGE("doctor.display_remedy", "start lanescope on a desktop, or over ssh -X");
MESSAGE("doctor.nvidia_gpu_remedy", "on a laptop with two GPUs, run lanescope on the NVIDIA GPU");

MESSAGE("driver.no_answer", "the graphics driver hangs while {}");
MESSAGE("driver.no_answer_remedy",
        "try again, or render in software with Mesa: "
        "__EGL_VENDOR_LIBRARY_FILENAMES=/usr/share/glvnd/egl_vendor.d/50_mesa.json");

MESSAGE("handout.folder_remedy", "choose a folder that can be created");

MESSAGE("internal.error", "internal error: {}");
MESSAGE("internal.error_remedy", "please report it with the file that `lanescope doctor --report` writes");

MESSAGE("kernel_file.has_front_matter", "the kernel has front matter, which defines the launch");
MESSAGE("kernel_file.has_front_matter_remedy",
        "remove --entry, --launch, --grid, --block, --argument, --shared-bytes, --include, --define and --save, or "
        "edit the "
        "front matter");
MESSAGE("kernel_file.no_kernel", "this file has no kernel");
MESSAGE("kernel_file.no_kernel_remedy",
        "use a file that defines a __global__ function or includes one with \" \", or PTX with an .entry");

MESSAGE("lesson.other_caption", "step {}: the view says \"{}\", which lacks \"{}\"");
MESSAGE("lesson.other_caption_remedy", "select what the step speaks of: line, access, knobs");

MESSAGE("option.another_file_remedy", "choose another file");
MESSAGE("option.empty", "the value is empty");
MESSAGE("option.file_size", "the file has {} bytes, but buffer '{}' has {}");
MESSAGE("option.file_size_remedy", "give raw little-endian elements, or set the sizes with -p");
MESSAGE("option.form", "'{}' is not of the form {}");
MESSAGE("option.form_remedy", "write {} {}");
MESSAGE("option.is_input", "this would overwrite {}");
MESSAGE("option.is_output_too", "{} writes the same file");
MESSAGE("option.layout_too_large", "the layouts have {} elements; at most {} are compared");
MESSAGE("option.no_backend", "'{}' is not a backend");
MESSAGE("option.no_backend_remedy", "write gpu, emulator or cpu");
MESSAGE("option.no_buffer", "the kernel has no buffer '{}'");
MESSAGE("option.no_folder", "there is no folder '{}'");
MESSAGE("option.no_folder_remedy", "use a folder that contains headers");
MESSAGE("option.no_integer", "'{}' is not an integer from {} to {}");
MESSAGE("option.no_number", "'{}' is not a number from {} to {}");
MESSAGE("option.no_size", "'{}' is not a size");
MESSAGE("option.no_size_remedy", "write WIDTHxHEIGHT, each from {} to {}");

MESSAGE("option.sizes_differ", "one layout has {} elements, the other {}");
MESSAGE("option.sizes_differ_remedy", "compare layouts of the same, smaller size");

MESSAGE("program.no_memory", "out of memory");
MESSAGE("program.no_memory_remedy", "choose smaller sizes or files, or close other programs");

MESSAGE("recording.empty", "the recording has no results");
MESSAGE("recording.empty_remedy", "record one with `lanescope run KERNEL --record FILE.jsonl`");
MESSAGE("recording.has_more_settings", "choose one of its settings: {}; and {} more");
MESSAGE("recording.has_settings", "choose one of its settings: {}");
MESSAGE("recording.no_result_with", "it has no result for {} with {}");
MESSAGE("recording.no_result_with_remedy", "record the kernel first, with `lanescope run --record`");

MESSAGE("run.buffer_not_computed", "the buffer was not computed, so no file was written");

MESSAGE("snapshot.comparison", "a comparison is a single picture of two runs");
MESSAGE("snapshot.comparison_remedy", "remove --recording and --frames");

MESSAGE("sweep.no_kernel_called", "there is no kernel '{}'");
MESSAGE("sweep.no_kernel_called_remedy", "`lanescope list` shows their names");
MESSAGE("sweep.only_gpu_recorded_here", "recordings store only GPU measurements");
MESSAGE("sweep.only_gpu_recorded_here_remedy", "use --csv or --json, or run on a machine with a GPU");

MESSAGE("trace.no_blocks", "'{}' is not a range of blocks");
MESSAGE("trace.no_blocks_remedy", "write all, or FIRST:COUNT with a COUNT of at least 1");
MESSAGE("trace.no_view", "'{}' is not a view");
MESSAGE("trace.no_view_remedy", "write executed or written");

MESSAGE("worker.did_not_start", "the worker did not start");
MESSAGE("worker.did_not_start_remedy", "`lanescope doctor` shows what is missing");

}  // namespace lanescope
