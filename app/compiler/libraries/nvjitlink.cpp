#include "compiler/libraries/nvjitlink.h"

#include <cstddef>

#include <fmt/format.h>

#include "base/library.h"
#include "compiler/libraries/pin.h"

namespace warpscope::compiler {
namespace {

using Handle = void*;         // nvJitLinkHandle
constexpr int input_ptx = 2;  // NVJITLINK_INPUT_PTX

struct NvJitLinkFunctions {
  int (*create)(Handle*, std::uint32_t, const char**) = nullptr;
  int (*destroy)(Handle*) = nullptr;
  int (*add_data)(Handle, int, const void*, std::size_t, const char*) = nullptr;
  int (*complete)(Handle) = nullptr;
  int (*cubin_size)(Handle, std::size_t*) = nullptr;
  int (*cubin)(Handle, void*) = nullptr;
  int (*error_size)(Handle, std::size_t*) = nullptr;
  int (*error)(Handle, char*) = nullptr;
  int (*information_size)(Handle, std::size_t*) = nullptr;
  int (*information)(Handle, char*) = nullptr;
};

/// The header maps each name to one with the release in it, such as __nvJitLinkCreate_12_4; every release keeps those
/// of the earlier ones of its major version, so _12_0 and _13_0 do. Undecorated ones are a fallback.
template <class Function>
bool load(Function*& function, const SharedLibrary& library, const char* name, int major) {
  return library.load(function, fmt::format("__nvJitLink{}_{}_0", name, major).c_str()) ||
         library.load(function, fmt::format("nvJitLink{}", name).c_str());
}

std::string log_of(Handle handle, int (*size)(Handle, std::size_t*), int (*content)(Handle, char*)) {
  std::size_t count = 0;
  if (size(handle, &count) != 0 || count == 0) return {};
  std::string text(count + 1, '\0');
  if (content(handle, text.data()) != 0) return {};
  text.resize(std::char_traits<char>::length(text.c_str()));
  return text;
}

}  // namespace

struct NvJitLink::State {
  SharedLibrary library;
  NvJitLinkFunctions functions;
};

NvJitLink::NvJitLink(std::unique_ptr<State> state) : state_(std::move(state)) {}
NvJitLink::~NvJitLink() = default;
NvJitLink::NvJitLink(NvJitLink&&) noexcept = default;
NvJitLink& NvJitLink::operator=(NvJitLink&&) noexcept = default;

Expected<NvJitLink> NvJitLink::open(const std::filesystem::path& path, int major) {
  auto state = std::make_unique<State>();
  Expected<SharedLibrary> library = SharedLibrary::open({path.string()});
  if (!library) {
    return failure("nvJitLink cannot be opened: " + library.error().what, path.string(),
                   "install the CUDA Toolkit or the nvJitLink package again");
  }
  state->library = std::move(*library);
  pin(state->library);
  const char* missing = nullptr;
  const auto take = [&](auto& function, const char* name) {
    if (!load(function, state->library, name, major) && missing == nullptr) missing = name;
  };
  NvJitLinkFunctions& functions = state->functions;
  take(functions.create, "Create");
  take(functions.destroy, "Destroy");
  take(functions.add_data, "AddData");
  take(functions.complete, "Complete");
  take(functions.cubin_size, "GetLinkedCubinSize");
  take(functions.cubin, "GetLinkedCubin");
  take(functions.error_size, "GetErrorLogSize");
  take(functions.error, "GetErrorLog");
  take(functions.information_size, "GetInfoLogSize");
  take(functions.information, "GetInfoLog");
  if (missing != nullptr) {
    return failure(fmt::format("this nvJitLink has no {} for CUDA {}", missing, major), path.string(),
                   "install the nvJitLink of the same CUDA version as NVRTC");
  }
  return NvJitLink(std::move(state));
}

NvJitLinkOutput NvJitLink::link(const std::string& ptx, const std::vector<std::string>& options) const {
  const NvJitLinkFunctions& functions = state_->functions;
  std::vector<const char*> words;
  words.reserve(options.size());
  for (const std::string& option : options) words.push_back(option.c_str());
  NvJitLinkOutput output;
  Handle handle = nullptr;
  const int created = functions.create(&handle, static_cast<std::uint32_t>(words.size()), words.data());
  if (handle == nullptr) {
    output.log = fmt::format("nvJitLink did not start (status {})", created);
    return output;
  }
  // The final zero belongs to the PTX.
  const bool complete = created == 0 &&
                        functions.add_data(handle, input_ptx, ptx.c_str(), ptx.size() + 1, "kernel.ptx") == 0 &&
                        functions.complete(handle) == 0;
  std::size_t size = 0;
  if (complete && functions.cubin_size(handle, &size) == 0) {
    output.cubin.resize(size);
    output.linked = functions.cubin(handle, output.cubin.data()) == 0;
  }
  output.log = log_of(handle, functions.error_size, functions.error);
  if (output.linked) output.log += log_of(handle, functions.information_size, functions.information);
  functions.destroy(&handle);
  return output;
}

}  // namespace warpscope::compiler
