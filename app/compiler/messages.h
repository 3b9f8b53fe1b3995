// The messages around the compiler.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("compile.assembler_log_remedy", "see the ptxas log");
MESSAGE("compile.crash", "the CUDA compiler (NVRTC) itself crashed on this file: {}");
MESSAGE("compile.crash_remedy",
        "simplify what a kernel template has as parameters and arguments, or use another CUDA Toolkit");
MESSAGE("compile.declared_in_host_code", "it is declared in {}, which is not compiled for the device: {}");
MESSAGE(
    "compile.device_side_launch_remedy",
    "dynamic parallelism needs the CUDA device runtime, which is not available: launch the kernel with a [[launch]]");
MESSAGE(
    "compile.header_not_found_remedy",
    "if it belongs to {}, which was not found, put that file next to the kernel or in a folder of [compile] include");
MESSAGE("compile.headers_remedy", "a kernel may include its own headers and CUDA headers, but not host headers");
MESSAGE("compile.host_code_remedy",
        "a kernel uses {}, which is host-only: put host code between #ifndef __CUDACC_RTC__ and #endif, or move it to "
        "another file");
MESSAGE("compile.host_function_remedy", "write __device__ before the function");
MESSAGE("compile.host_variable_remedy", "write __device__ or __constant__ before the variable");
MESSAGE("compile.log_remedy", "see the compiler log");
MESSAGE("compile.more_errors", "{}, and {} more errors");
MESSAGE("compile.nvjitlink_failed", "nvJitLink failed");
MESSAGE("compile.one_more_error", "{}, and 1 more error");
MESSAGE("compile.option", "the compiler option '{}' is not allowed in a kernel file");
MESSAGE("compile.option_remedy",
        "only options for code generation are allowed, each as one string: --use_fast_math, -DNAME=3, "
        "--maxrregcount=32, --ptxas-options=-dlcm=cg");
MESSAGE("compile.own_headers_remedy",
        "the kernel's own headers are {}; it may also include CUDA headers, but not host headers");
MESSAGE("compile.remedy", "fix the source");
MESSAGE("compile.shared_memory_remedy",
        "use a smaller tile, or declare it extern __shared__ and set its size with shared_bytes in [[launch]]");
MESSAGE("compile.source_name", "the name of a source is empty or has quotes, backslashes or control characters");
MESSAGE("compile.source_name_remedy", "rename it");
MESSAGE("compile.texture_reference",
        "{} declares a texture reference, which CUDA 12 no longer has: pass a cudaTextureObject_t to the kernel");
MESSAGE("compile.undefined_remedy", "define it in the same file or in a header");
MESSAGE("compile.write_before", "write {} before it in {}, where it is host code");
MESSAGE("compile.zero_byte", "the source contains a NUL byte");
MESSAGE("compile.zero_byte_remedy", "save it as a text file");

MESSAGE("compiler.library_not_opened", "{} cannot be opened: {}");
MESSAGE("compiler.no_architectures", "NVRTC does not report its supported architectures");
MESSAGE("compiler.no_nvjitlink", "there is no nvJitLink next to NVRTC {}.{}");
MESSAGE("compiler.no_nvjitlink_remedy", "install nvJitLink of CUDA 12 or newer");
MESSAGE("compiler.no_nvrtc", "NVRTC 11.8 or newer is required; this library has no {}");
MESSAGE("compiler.no_version", "NVRTC does not report its version");
MESSAGE("compiler.nvjitlink_function", "this nvJitLink has no {} for CUDA {}");
MESSAGE("compiler.nvjitlink_function_remedy", "install the nvJitLink of the same CUDA version as NVRTC");
MESSAGE("compiler.nvjitlink_remedy", "reinstall the CUDA Toolkit or the nvJitLink package");
MESSAGE("compiler.nvrtc_remedy", "set LANESCOPE_NVRTC to another library, or reinstall the CUDA Toolkit");

MESSAGE("cubin.no_registers", "the cubin does not say how many registers the kernel {} uses");

MESSAGE("debug_types.malformed", "the compiler's debugging information cannot be read");
MESSAGE("debug_types.no_entry", "the compiler's debugging information does not describe the kernel {}");
MESSAGE("debug_types.remedy", "write --argument for each parameter, or use another CUDA Toolkit");
MESSAGE("debug_types.version", "DWARF version {} is not supported");

MESSAGE("place.line_of", "line {} of {}");
MESSAGE("place.lines_of", "lines {} to {} of {}");

MESSAGE("target.no_capability", "'{}' is not a compute capability");
MESSAGE("target.no_capability_remedy", "write it as 9.0, 90 or sm_90");
MESSAGE("target.not_compiled_for", "NVRTC {}.{} does not support compute capability {}");
MESSAGE("target.not_compiled_for_remedy", "choose another target, or a toolkit that supports this one");
MESSAGE("target.of_kernel_file", "the kernel file requires sm_{}, which runs on no other GPU, but the target is {}");
MESSAGE("target.of_kernel_file_remedy", "choose a target with that compute capability, or another kernel");

MESSAGE("toolkit.compiles_only_for", "it compiles only for {}");
MESSAGE("toolkit.install",
        "install CUDA Toolkit {}, or the Python packages nvidia-cuda-nvrtc{} and nvidia-cuda-runtime{}; or set "
        "LANESCOPE_NVRTC to the library");
MESSAGE("toolkit.install_which",
        "install CUDA Toolkit {}, {}, or the Python packages nvidia-cuda-nvrtc{} and nvidia-cuda-runtime{}; or set "
        "LANESCOPE_NVRTC to the library");
MESSAGE("toolkit.last_for_device", "the last that compiles for this device");
MESSAGE("toolkit.newer_than_driver", "it is newer than the driver, which supports CUDA {}.{}");
MESSAGE("toolkit.none", "no CUDA compiler (NVRTC) was found");
MESSAGE("toolkit.none_for_capability", "no CUDA compiler on this machine supports compute capability {}: {}");
MESSAGE("toolkit.that_driver_can_use", "that the driver can use");
MESSAGE("toolkit.too_old", "it is older than 11.8");
MESSAGE("toolkit.update_driver", "update the NVIDIA driver");

}  // namespace lanescope
