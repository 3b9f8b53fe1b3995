#include "cuda/driver.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cuda/functions.h"

namespace lanescope::cuda {
namespace {

Error library_error(const std::string& library, const Error& loader) {
  // The loader has no error codes, only this sentence of the C library.
  const bool absent = loader.what.find("cannot open shared object file: No such file") != std::string::npos &&
                      loader.what.find(library) != std::string::npos;
  if (absent) {
    return Error{
        "no NVIDIA driver: " + library + " was not found", "",
        "install NVIDIA's driver for the GPU (Debian and Ubuntu: the package nvidia-driver); under WSL install "
        "it in Windows and none in Linux; in a container start it with access to the GPU"};
  }
  return Error{"the NVIDIA driver cannot be loaded: " + loader.what, "",
               "reinstall the driver; the program and libcuda must be of the same architecture"};
}

}  // namespace

Error initialisation_error(CUresult code, const std::string& words) {
  struct Cause {
    int code;
    const char *what, *remedy;
  };
  // The codes are numbers here, because headers of older toolkits do not name all of them.
  static constexpr std::array causes = {
      Cause{34, "libcuda.so.1 is the toolkit's stub, not a driver",
            "remove the folder 'stubs' of the toolkit from LD_LIBRARY_PATH"},
      Cause{35, "the NVIDIA driver is too old", "install a newer driver"},
      Cause{36, "the NVIDIA driver is too old", "install a newer driver"},
      Cause{46, "the GPU is busy or reserved", "another program may hold it in exclusive mode; nvidia-smi shows which"},
      Cause{100, "the NVIDIA driver is installed, but it sees no GPU",
            "check that CUDA_VISIBLE_DEVICES is not empty, that nvidia-smi lists the GPU, and that a container was "
            "started with access to it"},
      Cause{802, "the GPU's system services are not ready",
            "on servers with NVSwitch start nvidia-fabricmanager, of the driver's own version"},
      Cause{803, "the driver's library and its kernel module are of different versions",
            "restart the machine after a driver update; in a container use the library of the host's driver"},
      Cause{804, "a forward-compatibility libcuda was found, and this GPU does not support it",
            "remove the package cuda-compat or its folder from LD_LIBRARY_PATH"},
      Cause{999, "the NVIDIA driver failed to start",
            "check that the kernel module is loaded (lsmod lists nvidia) and that /dev/nvidia* can be read; otherwise "
            "restart the machine"}};
  const auto* const known = std::ranges::find(causes, static_cast<int>(code), &Cause::code);
  const Cause cause =
      known != causes.end() ? *known : Cause{0, "the NVIDIA driver failed to start", "nvidia-smi may say more"};
  return Error{fmt::format("{}: {}", cause.what, words), "", cause.remedy};
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
    return failure(state->library.file() + " is not an NVIDIA driver: it lacks cuInit", "",
                   "check LD_LIBRARY_PATH for another library of that name");
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
