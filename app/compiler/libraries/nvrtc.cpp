#include "compiler/libraries/nvrtc.h"

#include <fmt/format.h>

#include "base/library.h"
#include "compiler/libraries/pin.h"
#include "compiler/toolkit/files.h"

namespace warpscope::compiler {
namespace {

using Handle = void*;  // nvrtcProgram

/// The functions used, as nvrtc.h declares them with its enumeration as int. Declared here, so that building needs no
/// CUDA headers.
struct NvrtcFunctions {
  int (*version)(int*, int*) = nullptr;
  int (*architecture_count)(int*) = nullptr;
  int (*architectures)(int*) = nullptr;
  const char* (*error_name)(int) = nullptr;
  int (*create)(Handle*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  int (*destroy)(Handle*) = nullptr;
  int (*compile)(Handle, int, const char* const*) = nullptr;
  int (*log_size)(Handle, std::size_t*) = nullptr;
  int (*log)(Handle, char*) = nullptr;
  int (*ptx_size)(Handle, std::size_t*) = nullptr;
  int (*ptx)(Handle, char*) = nullptr;
  int (*cubin_size)(Handle, std::size_t*) = nullptr;
  int (*cubin)(Handle, char*) = nullptr;
  int (*precompiled)(Handle) = nullptr;  ///< since 12.8
};

/// The first function that the library lacks, or null.
const char* load(NvrtcFunctions& functions, const SharedLibrary& library) {
  const char* missing = nullptr;
  const auto take = [&](auto& function, const char* name) {
    if (!library.load(function, name) && missing == nullptr) missing = name;
  };
  take(functions.version, "nvrtcVersion");
  take(functions.architecture_count, "nvrtcGetNumSupportedArchs");
  take(functions.architectures, "nvrtcGetSupportedArchs");
  take(functions.error_name, "nvrtcGetErrorString");
  take(functions.create, "nvrtcCreateProgram");
  take(functions.destroy, "nvrtcDestroyProgram");
  take(functions.compile, "nvrtcCompileProgram");
  take(functions.log_size, "nvrtcGetProgramLogSize");
  take(functions.log, "nvrtcGetProgramLog");
  take(functions.ptx_size, "nvrtcGetPTXSize");
  take(functions.ptx, "nvrtcGetPTX");
  take(functions.cubin_size, "nvrtcGetCUBINSize");
  take(functions.cubin, "nvrtcGetCUBIN");
  static_cast<void>(library.load(functions.precompiled, "nvrtcGetPCHCreateStatus"));
  return missing;
}

/// Owns one nvrtcProgram.
class Program {
 public:
  Program(const NvrtcFunctions& functions, const NvrtcInput& input) : functions_(functions) {
    std::vector<const char*> names;
    std::vector<const char*> texts;
    for (const NvrtcHeader& header : input.headers) {
      names.push_back(header.name.c_str());
      texts.push_back(header.text.c_str());
    }
    status_ = functions_.create(&handle_, input.text.c_str(), input.name.c_str(), static_cast<int>(names.size()),
                                texts.data(), names.data());
  }
  ~Program() {
    if (handle_ != nullptr) functions_.destroy(&handle_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] int compile(const std::vector<std::string>& options) const {
    if (status_ != 0) return status_;
    std::vector<const char*> words;
    words.reserve(options.size());
    for (const std::string& option : options) words.push_back(option.c_str());
    return functions_.compile(handle_, static_cast<int>(words.size()), words.data());
  }

  [[nodiscard]] bool precompiled() const {
    return handle_ != nullptr && functions_.precompiled != nullptr && functions_.precompiled(handle_) == 0;
  }

  /// Log, PTX or cubin; empty when there is none.
  [[nodiscard]] std::string bytes(int (*size)(Handle, std::size_t*), int (*content)(Handle, char*)) const {
    std::size_t count = 0;
    if (handle_ == nullptr || size(handle_, &count) != 0 || count == 0) return {};
    std::string result(count, '\0');
    if (content(handle_, result.data()) != 0) return {};
    return result;
  }
  /// The same for text, whose size counts the final zero.
  [[nodiscard]] std::string text(int (*size)(Handle, std::size_t*), int (*content)(Handle, char*)) const {
    std::string result = bytes(size, content);
    result.resize(std::char_traits<char>::length(result.c_str()));
    return result;
  }

 private:
  const NvrtcFunctions& functions_;
  Handle handle_ = nullptr;
  int status_ = 0;
};

}  // namespace

struct Nvrtc::State {
  SharedLibrary builtins;  // before the library: closed after it
  SharedLibrary library;
  NvrtcFunctions functions;
  int major = 0, minor = 0;
  std::vector<int> architectures;
};

Nvrtc::Nvrtc(std::unique_ptr<State> state) : state_(std::move(state)) {}
Nvrtc::~Nvrtc() = default;
Nvrtc::Nvrtc(Nvrtc&&) noexcept = default;
Nvrtc& Nvrtc::operator=(Nvrtc&&) noexcept = default;

int Nvrtc::major() const noexcept {
  return state_->major;
}
int Nvrtc::minor() const noexcept {
  return state_->minor;
}
const std::vector<int>& Nvrtc::architectures() const noexcept {
  return state_->architectures;
}

Expected<Nvrtc> Nvrtc::open(const std::filesystem::path& path) {
  constexpr auto remedy = "name another library in WARPSCOPE_NVRTC, or install the CUDA Toolkit again";
  auto state = std::make_unique<State>();
  Expected<SharedLibrary> library = SharedLibrary::open({path.string()});
  if (!library) return failure("NVRTC cannot be opened: " + library.error().what, path.string(), remedy);
  state->library = std::move(*library);
  pin(state->library);
  if (const char* missing = load(state->functions, state->library)) {
    return failure(fmt::format("this is no NVRTC of 11.8 or newer: it has no {}", missing), path.string(), remedy);
  }
  int count = 0;
  if (state->functions.version(&state->major, &state->minor) != 0 || state->functions.architecture_count(&count) != 0 ||
      count < 0) {
    return failure("NVRTC does not tell its version", path.string(), remedy);
  }
  state->architectures.resize(static_cast<std::size_t>(count));
  if (state->functions.architectures(state->architectures.data()) != 0) {
    return failure("NVRTC does not tell what it compiles for", path.string(), remedy);
  }
  // NVRTC opens its builtins by bare name when it first compiles, and 13 has no run path: in a wheel it would not find
  // them, and beside another installation it would take the other's. A library that is loaded already is found by name.
  if (const auto builtins = builtins_of(path, state->major, state->minor); !builtins.empty()) {
    if (Expected<SharedLibrary> opened = SharedLibrary::open({builtins.string()})) state->builtins = std::move(*opened);
  }
  return Nvrtc(std::move(state));
}

NvrtcOutput Nvrtc::compile(const NvrtcInput& input) const {
  const NvrtcFunctions& functions = state_->functions;
  const Program program(functions, input);
  const int status = program.compile(input.options);
  NvrtcOutput output;
  output.compiled = status == 0;
  output.precompiled = program.precompiled();
  output.status = functions.error_name(status);
  output.log = program.text(functions.log_size, functions.log);
  output.ptx = program.text(functions.ptx_size, functions.ptx);
  const std::string cubin = program.bytes(functions.cubin_size, functions.cubin);
  output.cubin.assign(cubin.begin(), cubin.end());
  return output;
}

}  // namespace warpscope::compiler
