#include "cuda/driver.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/messages.h"
#include "cuda/functions.h"
#include "cuda/messages.h"

namespace lanescope::cuda {
namespace {

Error library_error(const std::string& library, const Error& loader) {
  // The loader has no error codes, only this sentence of the C library.
  const bool absent = loader.what.text().find("cannot open shared object file: No such file") != std::string::npos &&
                      loader.what.text().find(library) != std::string::npos;
  if (absent) {
    return Error{message<"driver.not_found">(library), "", message<"driver.not_found_remedy">()};
  }
  return Error{message<"driver.not_loaded">(loader.what), "", message<"driver.not_loaded_remedy">()};
}

}  // namespace

Error initialisation_error(CUresult code, const std::string& words) {
  struct Cause {
    int code;
    Message what, remedy;
  };
  // The codes are numbers here, because headers of older toolkits do not name all of them.
  const std::array causes = {
      Cause{34, message<"driver.stub">(), message<"driver.stub_remedy">()},
      Cause{35, message<"driver.too_old">(), message<"driver.too_old_remedy">()},
      Cause{36, message<"driver.too_old">(), message<"driver.too_old_remedy">()},
      Cause{46, message<"driver.gpu_busy">(), message<"driver.gpu_busy_remedy">()},
      Cause{100, message<"driver.no_gpu">(), message<"driver.no_gpu_remedy">()},
      Cause{802, message<"driver.services_not_ready">(), message<"driver.services_not_ready_remedy">()},
      Cause{803, message<"driver.versions_differ">(), message<"driver.versions_differ_remedy">()},
      Cause{804, message<"driver.forward_compatibility">(), message<"driver.forward_compatibility_remedy">()},
      Cause{999, message<"driver.failed">(), message<"driver.failed_remedy">()}};
  const auto* const known = std::ranges::find(causes, static_cast<int>(code), &Cause::code);
  const Cause cause =
      known != causes.end() ? *known : Cause{0, message<"driver.failed">(), message<"driver.failed_smi_remedy">()};
  return Error{message<"error.at">(cause.what, words), "", cause.remedy};
}

struct Driver::State {
  explicit State(SharedLibrary opened) : library(std::move(opened)), functions(library) {}
  SharedLibrary library;
  Functions functions;
  int version = 0;
};

Driver::Driver(std::unique_ptr<State> state) : state_(std::move(state)) {}
Driver::~Driver() = default;
Driver::Driver(Driver&&) noexcept = default;
Driver& Driver::operator=(Driver&&) noexcept = default;

Expected<Driver> Driver::open(const std::string& library) {
  auto opened = SharedLibrary::open({library});
  if (!opened) return failure(library_error(library, opened.error()));
  auto state = std::make_unique<State>(std::move(*opened));
  const Functions& functions = state->functions;
  if (!functions.cuInit || !functions.cuDriverGetVersion) {
    return failure(message<"driver.no_driver_library">(state->library.file()), "",
                   message<"driver.no_driver_library_remedy">());
  }
  if (const CUresult code = functions.cuInit.call_noexcept(0); code != CUDA_SUCCESS) {
    return failure(initialisation_error(code, functions.loader.words.text(code)));
  }
  TRY_STATUS(functions.cuDriverGetVersion(&state->version));
  int count = 0;
  TRY_STATUS(functions.cuDeviceGetCount(&count));
  if (count == 0) {
    return failure(initialisation_error(CUDA_ERROR_NO_DEVICE, functions.loader.words.text(CUDA_ERROR_NO_DEVICE)));
  }
  return Driver(std::move(state));
}

int Driver::version() const {
  return state_->version;
}

Expected<std::vector<DeviceInfo>> Driver::devices() const {
  int count = 0;
  TRY_STATUS(state_->functions.cuDeviceGetCount(&count));
  std::vector<DeviceInfo> devices;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    TRY(auto info, device_info(state_->functions, ordinal));
    devices.push_back(std::move(info));
  }
  return devices;
}

const Functions& Driver::functions() const {
  return state_->functions;
}

}  // namespace lanescope::cuda
