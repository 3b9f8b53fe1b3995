// EGL, opened at run time: its functions and its devices. Private to this room.
#pragma once

#include <glad/egl.h>

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpscope::render {

/// The functions used. Null where the library has none: those of extensions.
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

/// Error: the library is not there, or too old to find a display without a window system.
[[nodiscard]] Expected<Egl> open_egl();

/// What EGL last said in this thread: "EGL_BAD_ALLOC", or the number.
[[nodiscard]] std::string egl_error(const Egl& egl);

/// One way to get a display: a device, or Mesa without any surface.
struct EglPlatform {
  std::string name;                ///< "EGL device 0 (CUDA device 0)"
  EGLDeviceEXT device = nullptr;   ///< null: Mesa's surfaceless platform
  std::optional<int> cuda_device;  ///< its CUDA ordinal
  bool software = false;           ///< known to draw on the processor
};

/// All platforms in the order in which they are worth trying: devices of CUDA, other hardware, Mesa without surface,
/// software devices.
[[nodiscard]] std::vector<EglPlatform> egl_platforms(const Egl& egl);

}  // namespace warpscope::render
