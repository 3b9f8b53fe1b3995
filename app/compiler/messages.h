// The messages around the compiler.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("compile.assembler_log_remedy", "look at the assembler's log");
MESSAGE("compile.declared_in_host_code", "it is declared in {}, which a device does not compile: {}");
MESSAGE("compile.device_side_launch_remedy",
        "kernels that launch kernels need CUDA's device runtime, which is not there: launch it with a [[launch]]");
MESSAGE("compile.header_not_found_remedy",
        "if it belongs to {}, which was not found, put that file beside the kernel's or into a folder of [compile] "
        "include");
MESSAGE("compile.headers_remedy", "a kernel may include its own headers and CUDA's, not those of the host");
MESSAGE("compile.host_code_remedy",
        "a kernel uses {}, which only a host can compile: put what belongs to the host between #ifndef __CUDACC_RTC__ "
        "and #endif, or move it to another file");
MESSAGE("compile.host_function_remedy", "write __device__ before the function");
MESSAGE("compile.host_variable_remedy", "write __device__ or __constant__ before the variable");
MESSAGE("compile.log_remedy", "look at the compiler's log");
MESSAGE("compile.more_errors", "{}, and {} more errors");
MESSAGE("compile.nvjitlink_failed", "nvJitLink failed");
MESSAGE("compile.one_more_error", "{}, and 1 more error");
MESSAGE("compile.option", "'{}' is no compiler option that a kernel file may ask for");
MESSAGE("compile.option_remedy",
        "only options that decide about the code alone are passed on, each as one text: --use_fast_math, -DNAME=3, "
        "--maxrregcount=32, --ptxas-options=-dlcm=cg");
MESSAGE("compile.own_headers_remedy",
        "the kernel's own headers are {}; beside them it may include CUDA's, not those of the host");
MESSAGE("compile.remedy", "correct the source");
MESSAGE("compile.shared_memory_remedy",
        "make the tile smaller, or declare it extern __shared__ and give its size as shared_bytes of the launch");
MESSAGE("compile.source_name", "the name of a source has quotes, backslashes or control characters, or is empty");
MESSAGE("compile.source_name_remedy", "rename it");
MESSAGE("compile.undefined_remedy", "define it in the same file or in a header");
MESSAGE("compile.write_before", "write {} before it in {}, where it belongs to the host");
MESSAGE("compile.zero_byte", "the source holds a zero byte");
MESSAGE("compile.zero_byte_remedy", "save it as text");

MESSAGE("compiler.library_not_opened", "{} cannot be opened: {}");
MESSAGE("compiler.no_architectures", "NVRTC does not tell what it compiles for");
MESSAGE("compiler.no_nvjitlink", "there is no nvJitLink beside NVRTC {}.{}");
MESSAGE("compiler.no_nvjitlink_remedy", "install nvJitLink of CUDA 12 or newer");
MESSAGE("compiler.no_nvrtc", "NVRTC 11.8 or newer is needed; this library lacks {}");
MESSAGE("compiler.no_version", "NVRTC does not tell its version");
MESSAGE("compiler.nvjitlink_function", "this nvJitLink has no {} for CUDA {}");
MESSAGE("compiler.nvjitlink_function_remedy", "install the nvJitLink of the same CUDA version as NVRTC");
MESSAGE("compiler.nvjitlink_remedy", "install the CUDA Toolkit or the nvJitLink package again");
MESSAGE("compiler.nvrtc_remedy", "name another library in LANESCOPE_NVRTC, or install the CUDA Toolkit again");

MESSAGE("cubin.no_registers", "the cubin does not say how many registers entry {} needs");

MESSAGE("place.line_of", "line {} of {}");
MESSAGE("place.lines_of", "lines {} to {} of {}");

MESSAGE("target.no_capability", "'{}' is not a compute capability");
MESSAGE("target.no_capability_remedy", "write it as 9.0, 90 or sm_90");
MESSAGE("target.not_compiled_for", "NVRTC {}.{} does not compile for compute capability {}");
MESSAGE("target.not_compiled_for_remedy", "choose another target, or a toolkit that knows this one");
MESSAGE("target.of_kernel_file",
        "the kernel file asks for sm_{}, whose code runs on no other GPU, and the target is {}");
MESSAGE("target.of_kernel_file_remedy", "choose a target of that compute capability, or another kernel");

MESSAGE("toolkit.compiles_only_for", "it compiles only for {}");
MESSAGE("toolkit.install",
        "install CUDA Toolkit {}, or the Python packages nvidia-cuda-nvrtc{} and nvidia-cuda-runtime{}; or name the "
        "library in LANESCOPE_NVRTC");
MESSAGE("toolkit.install_which",
        "install CUDA Toolkit {}, {}, or the Python packages nvidia-cuda-nvrtc{} and nvidia-cuda-runtime{}; or name "
        "the library in LANESCOPE_NVRTC");
MESSAGE("toolkit.last_for_device", "the last that compiles for this device");
MESSAGE("toolkit.newer_than_driver", "it is newer than the driver, which is for CUDA {}.{}");
MESSAGE("toolkit.none", "no CUDA compiler (NVRTC) was found");
MESSAGE("toolkit.none_for_capability", "no CUDA compiler here serves compute capability {}: {}");
MESSAGE("toolkit.that_driver_can_use", "that the driver can use");
MESSAGE("toolkit.too_old", "it is older than 11.8");
MESSAGE("toolkit.update_driver", "update the NVIDIA driver");

}  // namespace lanescope
