// Preloaded into programs under a sanitizer. Libraries stay loaded to the end, so that what OpenGL drivers leave behind
// carries the driver's name in the report, where tests/leaks.txt can tell it from a leak of ours. And none is opened
// with RTLD_DEEPBIND, as CUPTI opens libnvperf_host: such a library would pass the sanitizer's functions by, which
// therefore ends the process (google/sanitizers issue 611).
#include <dlfcn.h>

extern "C" int dlclose(void*) noexcept {
  return 0;
}

extern "C" void* dlopen(const char* file, int mode) noexcept {
  using Open = void* (*)(const char*, int);
  static const auto next = reinterpret_cast<Open>(dlsym(RTLD_NEXT, "dlopen"));
  return next(file, mode & ~RTLD_DEEPBIND);
}
