// The messages of the driver's library.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("cublas.cannot_be_opened", "cuBLAS cannot be opened: {}");
MESSAGE("cublas.cannot_be_opened_remedy",
        "install it with the CUDA Toolkit, or: pip install nvidia-cublas (for CUDA 12: nvidia-cublas-cu12)");
MESSAGE("cublas.newer_than_driver_remedy", "use a cuBLAS that is no newer than the driver");
MESSAGE("cublas.no_file", "no library file was found");
MESSAGE("cublas.no_memory_remedy", "close other programs that use the GPU");
MESSAGE("cublas.old_library", "{} is not cuBLAS 11 or later");

MESSAGE("cuda.call_failed", "{}({}): {}");
MESSAGE("cuda.empty_allocation_not_shared", "an allocation of 0 bytes cannot be shared");
MESSAGE("cuda.ipc_handle_size", "the IPC handle has {} bytes instead of {}");
MESSAGE("cuda.missing_function", "{}: the installed NVIDIA driver does not have this function");
MESSAGE("cuda.no_cubin", "the {} bytes are not a cubin");
MESSAGE("cuda.not_finished", "the GPU did not finish within {} ms");
MESSAGE("cuda.opengl_buffer_size", "the OpenGL buffer has {} bytes, but the copy needs {}");
MESSAGE("cuda.other_device_remedy", "compile for exactly this device");

MESSAGE("driver.failed", "the NVIDIA driver failed to start");
MESSAGE(
    "driver.failed_remedy",
    "check that the kernel module is loaded (lsmod lists nvidia) and that /dev/nvidia* can be read; otherwise reboot");
MESSAGE("driver.failed_smi_remedy", "nvidia-smi may show more");
MESSAGE("driver.forward_compatibility", "a forward-compatibility libcuda was found, and this GPU does not support it");
MESSAGE("driver.forward_compatibility_remedy", "remove the package cuda-compat or its folder from LD_LIBRARY_PATH");
MESSAGE("driver.gpu_busy", "the GPU is busy or reserved");
MESSAGE("driver.gpu_busy_remedy", "another program may use it in exclusive mode; nvidia-smi shows which");
MESSAGE("driver.no_driver_library", "{} is not an NVIDIA driver: it has no cuInit");
MESSAGE("driver.no_driver_library_remedy", "check LD_LIBRARY_PATH for another library of that name");
MESSAGE("driver.no_gpu", "the NVIDIA driver is installed, but finds no GPU");
MESSAGE("driver.no_gpu_remedy",
        "check that CUDA_VISIBLE_DEVICES is not empty, that nvidia-smi lists the GPU, and that a container was started "
        "with access to it");
MESSAGE("driver.not_found", "no NVIDIA driver: {} was not found");
MESSAGE("driver.not_found_remedy",
        "install NVIDIA's driver for the GPU (Debian and Ubuntu: the package nvidia-driver); under WSL install it in "
        "Windows and none in Linux; in a container start it with access to the GPU");
MESSAGE("driver.not_loaded", "the NVIDIA driver cannot be loaded: {}");
MESSAGE("driver.not_loaded_remedy", "reinstall the driver; the program and libcuda must be of the same architecture");
MESSAGE("driver.services_not_ready", "the GPU's system services are not ready");
MESSAGE("driver.services_not_ready_remedy",
        "on servers with NVSwitch start nvidia-fabricmanager, of the driver's own version");
MESSAGE("driver.stub", "libcuda.so.1 is the toolkit's stub, not a driver");
MESSAGE("driver.stub_remedy", "remove the folder 'stubs' of the toolkit from LD_LIBRARY_PATH");
MESSAGE("driver.too_old", "the NVIDIA driver is too old");
MESSAGE("driver.too_old_remedy", "install a newer driver");
MESSAGE("driver.versions_differ", "the versions of the driver library and its kernel module differ");
MESSAGE("driver.versions_differ_remedy",
        "reboot after a driver update; in a container use the library of the host's driver");

}  // namespace lanescope
