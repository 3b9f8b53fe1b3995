#include "render/context/egl.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <type_traits>

#include <fmt/format.h>

#include "base/library.h"
#include "base/text.h"
#include "render/messages.h"

namespace lanescope::render {

namespace {

bool has_extension(const char* list, std::string_view name) {
  if (list == nullptr) return false;
  const auto names = split(list, ' ');
  return std::find(names.begin(), names.end(), name) != names.end();
}

EglPlatform describe(const Egl& egl, EGLDeviceEXT device, int number) {
  EglPlatform platform;
  platform.device = device;
  platform.name = fmt::format("EGL device {}", number);
  const char* extensions =
      egl.query_device_string == nullptr ? nullptr : egl.query_device_string(device, EGL_EXTENSIONS);
  platform.software = has_extension(extensions, "EGL_MESA_device_software");
  if (platform.software) platform.name += " (software)";
  EGLAttrib ordinal = 0;
  if (has_extension(extensions, "EGL_NV_device_cuda") && egl.query_device_attribute != nullptr &&
      egl.query_device_attribute(device, EGL_CUDA_DEVICE_NV, &ordinal) == EGL_TRUE) {
    platform.cuda_device = static_cast<int>(ordinal);
    platform.name += fmt::format(" (CUDA device {})", ordinal);
  }
  return platform;
}

int rank(const EglPlatform& platform) {
  if (platform.cuda_device) return 0;
  if (platform.software) return 3;
  return platform.device != nullptr ? 1 : 2;
}

}  // namespace

Expected<Egl> open_egl() {
  auto library = SharedLibrary::open({"libEGL.so.1", "libEGL.so"});
  if (!library) {
    return failure(message<"egl.cannot_be_opened">(library.error().what), "", message<"egl.cannot_be_opened_remedy">());
  }
  // The library stays loaded for good, because drivers leave threads and exit handlers that must still find their code.
  if (void* pin = dlopen(library->file().c_str(), RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE)) dlclose(pin);

  Egl egl;
  if (!library->load(egl.get_proc_address, "eglGetProcAddress")) {
    return failure(message<"egl.not_one">(), library->file(), message<"egl.not_one_remedy">());
  }
  const auto find = [&](auto& function, const char* name) {
    // Core functions are exported; only EGL itself finds those of extensions.
    if (!library->load(function, name)) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(egl.get_proc_address(name));
    }
    return function != nullptr;
  };
  const bool core = find(egl.query_string, "eglQueryString") && find(egl.get_error, "eglGetError") &&
                    find(egl.initialize, "eglInitialize") && find(egl.bind_api, "eglBindAPI") &&
                    find(egl.choose_config, "eglChooseConfig") && find(egl.create_context, "eglCreateContext") &&
                    find(egl.destroy_context, "eglDestroyContext") && find(egl.make_current, "eglMakeCurrent") &&
                    find(egl.get_current_context, "eglGetCurrentContext");
  const char* extensions = core ? egl.query_string(EGL_NO_DISPLAY, EGL_EXTENSIONS) : nullptr;
  if (has_extension(extensions, "EGL_EXT_platform_base")) find(egl.get_platform_display, "eglGetPlatformDisplayEXT");
  if (egl.get_platform_display == nullptr) {
    return failure(message<"egl.too_old">(), library->file(), message<"egl.too_old_remedy">());
  }
  if (has_extension(extensions, "EGL_EXT_device_base") || has_extension(extensions, "EGL_EXT_device_enumeration")) {
    find(egl.query_devices, "eglQueryDevicesEXT");
    find(egl.query_device_string, "eglQueryDeviceStringEXT");
    find(egl.query_device_attribute, "eglQueryDeviceAttribEXT");
  }
  return egl;
}

std::string egl_error(const Egl& egl) {
  // The numbers of EGL 1.5 are consecutive.
  constexpr std::array names{"no reason given",   "EGL_NOT_INITIALIZED",     "EGL_BAD_ACCESS",
                             "EGL_BAD_ALLOC",     "EGL_BAD_ATTRIBUTE",       "EGL_BAD_CONFIG",
                             "EGL_BAD_CONTEXT",   "EGL_BAD_CURRENT_SURFACE", "EGL_BAD_DISPLAY",
                             "EGL_BAD_MATCH",     "EGL_BAD_NATIVE_PIXMAP",   "EGL_BAD_NATIVE_WINDOW",
                             "EGL_BAD_PARAMETER", "EGL_BAD_SURFACE",         "EGL_CONTEXT_LOST"};
  static_assert(EGL_CONTEXT_LOST - EGL_SUCCESS + 1 == names.size());
  const EGLint code = egl.get_error();
  const auto index = static_cast<std::size_t>(code - EGL_SUCCESS);
  return index < names.size() ? names.at(index) : fmt::format("EGL error 0x{:x}", code);
}

std::vector<EglPlatform> egl_platforms(const Egl& egl) {
  std::vector<EglPlatform> platforms;
  const char* extensions = egl.query_string(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (egl.query_devices != nullptr && has_extension(extensions, "EGL_EXT_platform_device")) {
    std::array<EGLDeviceEXT, 64> devices{};
    EGLint count = 0;
    if (egl.query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count) == EGL_TRUE) {
      for (int number = 0; number < count; ++number) {
        platforms.push_back(describe(egl, devices[static_cast<std::size_t>(number)], number));
      }
    }
  }
  if (has_extension(extensions, "EGL_MESA_platform_surfaceless"))
    platforms.push_back({"Mesa without surface", nullptr, std::nullopt, false});
  std::ranges::stable_sort(platforms, {}, rank);
  return platforms;
}

}  // namespace lanescope::render
