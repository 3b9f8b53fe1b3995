#include "compiler/libraries/nvrtc.h"
#include "compiler/messages.h"

#include <cstddef>
#include <memory>

#include <fmt/format.h>

namespace lanescope::compiler {
namespace {

using Handle = void*;         // nvJitLinkHandle
constexpr int input_ptx = 2;  // NVJITLINK_INPUT_PTX

struct NvJitLinkFunctions {
  int (*create)(Handle*, std::uint32_t, const char**) = nullptr;
  int (*destroy)(Handle*) = nullptr;
  int (*add_data)(Handle, int, const void*, std::size_t, const char*) = nullptr;
  int (*complete)(Handle) = nullptr;
  SizeFunction cubin_size = nullptr, error_size = nullptr, information_size = nullptr;
  ContentFunction cubin = nullptr, error = nullptr, information = nullptr;
};

/// Loads a function. The header maps each name to one with its release, such as __nvJitLinkCreate_12_4. Every release
/// keeps the names of earlier ones of its major version, so _12_0 and _13_0 exist. Plain names are a fallback.
template <class Function>
bool load(Function*& function, const SharedLibrary& library, const char* name, int major) {
  return library.load(function, fmt::format("__nvJitLink{}_{}_0", name, major).c_str()) ||
         library.load(function, fmt::format("nvJitLink{}", name).c_str());
}

}  // namespace

Expected<NvJitLinkOutput> link(const std::filesystem::path& path, int major, const std::string& ptx,
                               const std::vector<std::string>& options) {
  TRY(const SharedLibrary library, open_pinned("nvJitLink", path, message<"compiler.nvjitlink_remedy">()));
  const char* missing = nullptr;
  const auto take = [&](auto& function, const char* name) {
    if (!load(function, library, name, major) && missing == nullptr) missing = name;
  };
  NvJitLinkFunctions functions;
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
    return failure(message<"compiler.nvjitlink_function">(missing, major), path.string(),
                   message<"compiler.nvjitlink_function_remedy">());
  }
  std::vector<const char*> words = c_strings(options);
  NvJitLinkOutput output;
  Handle handle = nullptr;
  const int created = functions.create(&handle, static_cast<std::uint32_t>(words.size()), words.data());
  if (handle == nullptr) {
    output.log = fmt::format("nvJitLink did not start (status {})", created);
    return output;
  }
  const auto destroy = [&](Handle made) { functions.destroy(&made); };
  const std::unique_ptr<void, decltype(destroy)> owner(handle, destroy);
  // The terminating zero belongs to the PTX.
  const bool complete = created == 0 &&
                        functions.add_data(handle, input_ptx, ptx.c_str(), ptx.size() + 1, "kernel.ptx") == 0 &&
                        functions.complete(handle) == 0;
  const std::string cubin = complete ? bytes_of(handle, functions.cubin_size, functions.cubin) : std::string();
  output.cubin.assign(cubin.begin(), cubin.end());
  output.linked = !cubin.empty();
  output.log = text_of(handle, functions.error_size, functions.error);
  if (output.linked) output.log += text_of(handle, functions.information_size, functions.information);
  return output;
}

}  // namespace lanescope::compiler
