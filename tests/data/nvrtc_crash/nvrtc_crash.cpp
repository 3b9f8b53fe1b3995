// An NVRTC that presents itself as version 13.0 and dies of SIGSEGV as soon as it is asked to compile. Only what a
// client of the library calls before that point does something.
#include <csignal>
#include <cstddef>

namespace {

constexpr int architectures[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
constexpr int invalid_input = 3;  // NVRTC_ERROR_INVALID_INPUT
int program = 0;

}  // namespace

extern "C" {

int nvrtcVersion(int* major, int* minor) {
  *major = 13;
  *minor = 0;
  return 0;
}
int nvrtcGetNumSupportedArchs(int* count) {
  *count = static_cast<int>(sizeof architectures / sizeof *architectures);
  return 0;
}
int nvrtcGetSupportedArchs(int* list) {
  for (const int architecture : architectures) *list++ = architecture;
  return 0;
}
const char* nvrtcGetErrorString(int) {
  return "NVRTC_ERROR of the crashing stand-in";
}

int nvrtcCreateProgram(void** handle, const char*, const char*, int, const char* const*, const char* const*) {
  *handle = &program;
  return 0;
}
int nvrtcDestroyProgram(void** handle) {
  *handle = nullptr;
  return 0;
}
int nvrtcAddNameExpression(void*, const char*) {
  return invalid_input;
}
int nvrtcGetLoweredName(void*, const char*, const char**) {
  return invalid_input;
}
int nvrtcCompileProgram(void*, int, const char* const*) {
  std::signal(SIGSEGV, SIG_DFL);  // a sanitizer's handler would turn the signal into an exit status
  return std::raise(SIGSEGV);
}

int nvrtcGetPTXSize(void*, std::size_t*) {
  return invalid_input;
}
int nvrtcGetPTX(void*, char*) {
  return invalid_input;
}
int nvrtcGetCUBINSize(void*, std::size_t*) {
  return invalid_input;
}
int nvrtcGetCUBIN(void*, char*) {
  return invalid_input;
}
int nvrtcGetProgramLogSize(void*, std::size_t*) {
  return invalid_input;
}
int nvrtcGetProgramLog(void*, char*) {
  return invalid_input;
}

}  // extern "C"
