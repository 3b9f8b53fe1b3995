// EGL, opened at run time, with its functions and devices. It is private to this room.
#pragma once

#include <glad/egl.h>

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace lanescope::render {

/// The functions that are used. Functions of extensions are null where the library lacks them.
struct Egl {
  PFNEGLGETPROCADDRESSPROC get_proc_address = nullptr;
  PFNEGLQUERYSTRINGPROC query_string = nullptr;
  PFNEGLGETERRORPROC get_error = nullptr;
  PFNEGLINITIALIZEPROC initialize = nullptr;
  PFNEGLBINDAPIPROC bind_api = nullptr;
  PFNEGLCHOOSECONFIGPROC choose_config = nullptr;
  PFNEGLCREATECONTEXTPROC create_context = nullptr;
  PFNEGLDESTROYCONTEXTPROC destroy_context = nullptr;
  PFNEGLMAKECURRENTPROC make_current = nullptr;
  PFNEGLGETCURRENTCONTEXTPROC get_current_context = nullptr;
  PFNEGLGETPLATFORMDISPLAYEXTPROC get_platform_display = nullptr;
  PFNEGLQUERYDEVICESEXTPROC query_devices = nullptr;
  PFNEGLQUERYDEVICESTRINGEXTPROC query_device_string = nullptr;
  PFNEGLQUERYDEVICEATTRIBEXTPROC query_device_attribute = nullptr;
};

/// Fails when the library is missing, or too old to find a display without a window system.
[[nodiscard]] Expected<Egl> open_egl();

/// Returns the last error of EGL in this thread: "EGL_BAD_ALLOC", or its number.
[[nodiscard]] std::string egl_error(const Egl& egl);

/// One way to get a display: through a device, or through Mesa without any surface.
struct EglPlatform {
  std::string name;                ///< "EGL device 0 (CUDA device 0)"
  EGLDeviceEXT device = nullptr;   ///< null means Mesa's surfaceless platform
  std::optional<int> cuda_device;  ///< its CUDA ordinal
  bool software = false;           ///< It is known to draw on the processor.
};

/// Returns all platforms in the order of preference: devices of CUDA, other hardware, Mesa without a surface, software
/// devices.
[[nodiscard]] std::vector<EglPlatform> egl_platforms(const Egl& egl);

}  // namespace lanescope::render
