#include "compiler/libraries/nvrtc.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "compiler/libraries/isolated.h"
#include "compiler/libraries/sandbox.h"
#include "compiler/messages.h"
#include "compiler/toolkit/files.h"

namespace lanescope::compiler {
namespace {

/// What NVRTC itself needs: headers of the toolkit and precompiled ones as the options name them, and libraries. All
/// else that a text includes comes with the input; a path that it makes up leads nowhere.
AllowedPaths needed(const std::filesystem::path& library, const std::vector<std::string>& options) {
  std::error_code unknown;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(unknown);
  AllowedPaths needed{{library.parent_path(), "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/nix/store", "/gnu/store",
                       "/etc/ld.so.cache", "/etc/localtime", "/sys", "/proc/cpuinfo", "/proc/meminfo", "/proc/driver",
                       "/proc/sys/vm/overcommit_memory"},
                      {"/dev"}};
  for (const std::string& option : options) {
    const std::size_t equals = option.find('=');
    const std::string name = option.substr(0, equals);
    if (name == "--include-path") needed.readable.emplace_back(option.substr(equals + 1));
    if (name == "--create-pch" || name == "--use-pch") needed.writable.push_back(temporary);
  }
  return needed;
}

/// Returns the first function that the library lacks, or null.
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
  take(functions.add_expression, "nvrtcAddNameExpression");
  take(functions.lowered_name, "nvrtcGetLoweredName");
  static_cast<void>(library.load(functions.precompiled, "nvrtcGetPCHCreateStatus"));
  return missing;
}

/// An output as it travels between processes, where nothing crashed.
std::vector<std::string> texts_of(const NvrtcOutput& output) {
  const auto text_of_bool = [](bool value) { return std::string(value ? "1" : ""); };
  std::vector<std::string> texts{text_of_bool(output.compiled),
                                 text_of_bool(output.precompiled),
                                 output.status,
                                 output.log,
                                 output.ptx,
                                 {output.cubin.begin(), output.cubin.end()}};
  for (const auto& [expression, name] : output.lowered) texts.insert(texts.end(), {expression, name});
  return texts;
}

NvrtcOutput output_of(const std::vector<std::string>& texts) {
  NvrtcOutput output{!texts.at(0).empty(), !texts.at(1).empty(), texts.at(2), texts.at(3), texts.at(4), {}};
  const std::string& cubin = texts.at(5);
  output.cubin.assign(cubin.begin(), cubin.end());
  for (std::size_t i = 6; i + 1 < texts.size(); i += 2) output.lowered[texts[i]] = texts[i + 1];
  return output;
}

}  // namespace

Expected<Nvrtc> Nvrtc::open(const std::filesystem::path& path) {
  const Message remedy = message<"compiler.nvrtc_remedy">();
  Nvrtc nvrtc;
  nvrtc.file_ = path;
  TRY(nvrtc.library_, open_pinned("NVRTC", path, remedy));
  if (const char* missing = load(nvrtc.functions_, nvrtc.library_)) {
    return failure(message<"compiler.no_nvrtc">(missing), path.string(), remedy);
  }
  int count = 0;
  if (nvrtc.functions_.version(&nvrtc.major_, &nvrtc.minor_) != 0 || nvrtc.functions_.architecture_count(&count) != 0 ||
      count < 0) {
    return failure(message<"compiler.no_version">(), path.string(), remedy);
  }
  nvrtc.architectures_.resize(static_cast<std::size_t>(count));
  if (nvrtc.functions_.architectures(nvrtc.architectures_.data()) != 0) {
    return failure(message<"compiler.no_architectures">(), path.string(), remedy);
  }
  // NVRTC opens its builtins by bare name at the first compilation, and 13 has no run path: in a wheel it would not
  // find them, and beside another installation it would take the wrong ones. The loader finds a loaded library by name.
  if (const auto builtins = builtins_of(path, nvrtc.major_, nvrtc.minor_); !builtins.empty()) {
    if (Expected<SharedLibrary> opened = SharedLibrary::open({builtins.string()})) nvrtc.builtins_ = *std::move(opened);
  }
  return nvrtc;
}

NvrtcOutput Nvrtc::compile(const NvrtcInput& input) const {
  const AllowedPaths paths = needed(file_, input.options);
  NvrtcOutput output;
  if (input.isolated || !input.expressions.empty()) {
    const IsolatedAnswer answer = run_isolated([&] {
      restrict_this_thread(paths);
      return texts_of(compile_here(input));
    });
    if (answer.texts) return output_of(*answer.texts);
    if (answer.ended.status || answer.ended.signal) {
      output.crash = answer.ended.text();
      return output;
    }
  }
  run_sandboxed(paths, [&] { output = compile_here(input); });
  return output;
}

NvrtcOutput Nvrtc::compile_here(const NvrtcInput& input) const {
  std::vector<const char*> names, texts;
  for (const NvrtcHeader& header : input.headers) {
    names.push_back(header.name.c_str());
    texts.push_back(header.text.c_str());
  }
  void* program = nullptr;
  int status = functions_.create(&program, input.text.c_str(), input.name.c_str(), static_cast<int>(names.size()),
                                 texts.data(), names.data());
  const auto destroy = [this](void* created) { functions_.destroy(&created); };
  const std::unique_ptr<void, decltype(destroy)> owner(program, destroy);
  const std::vector<const char*> options = c_strings(input.options);
  for (const std::string& expression : input.expressions) {
    if (status == 0) status = functions_.add_expression(program, expression.c_str());
  }
  if (status == 0) status = functions_.compile(program, static_cast<int>(options.size()), options.data());
  NvrtcOutput output;
  output.compiled = status == 0;
  output.precompiled = program != nullptr && functions_.precompiled != nullptr && functions_.precompiled(program) == 0;
  output.status = functions_.error_name(status);
  output.log = text_of(program, functions_.log_size, functions_.log);
  output.ptx = text_of(program, functions_.ptx_size, functions_.ptx);
  const std::string cubin = bytes_of(program, functions_.cubin_size, functions_.cubin);
  output.cubin.assign(cubin.begin(), cubin.end());
  for (const std::string& expression : input.expressions) {
    const char* lowered = nullptr;
    if (output.compiled && functions_.lowered_name(program, expression.c_str(), &lowered) == 0) {
      output.lowered[expression] = lowered;
    }
  }
  return output;
}

Expected<SharedLibrary> open_pinned(const std::string& name, const std::filesystem::path& path, const Message& remedy) {
  Expected<SharedLibrary> library = SharedLibrary::open({path.string()});
  if (!library)
    return failure(message<"compiler.library_not_opened">(name, library.error().what), path.string(), remedy);
  library->pin();
  return library;
}

std::vector<const char*> c_strings(const std::vector<std::string>& options) {
  std::vector<const char*> words;
  std::transform(options.begin(), options.end(), std::back_inserter(words), [](const auto& o) { return o.c_str(); });
  return words;
}

std::string bytes_of(void* handle, SizeFunction size, ContentFunction content) {
  std::size_t count = 0;
  if (handle == nullptr || size(handle, &count) != 0 || count == 0) return {};
  std::string bytes(count + 1, '\0');
  if (content(handle, bytes.data()) != 0) return {};
  bytes.resize(count);
  return bytes;
}

std::string text_of(void* handle, SizeFunction size, ContentFunction content) {
  std::string text = bytes_of(handle, size, content);
  text.resize(std::char_traits<char>::length(text.c_str()));
  return text;
}

}  // namespace lanescope::compiler
