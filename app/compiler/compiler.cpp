#include "compiler/compiler.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <mutex>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/missing_header.h"
#include "compiler/cache.h"
#include "compiler/debug_types/parameter_types.h"
#include "compiler/headers/precompiled.h"
#include "compiler/host/host_code.h"
#include "compiler/host/host_headers.h"
#include "compiler/host/kernel_names.h"
#include "compiler/libraries/nvrtc.h"
#include "compiler/messages.h"
#include "compiler/messages/failure.h"
#include "compiler/messages/subjects.h"

namespace lanescope::compiler {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

bool has_option(const std::vector<std::string>& options, std::string_view option) {
  return std::any_of(options.begin(), options.end(), [&](const std::string& o) { return o.starts_with(option); });
}

constexpr std::string_view line_information = "--generate-line-info";
constexpr std::string_view architecture_option = "--gpu-architecture=sm_";

/// The architecture with features of its own that the kernel file asks for: "90a". Empty: it asks for none.
std::string specific_architecture(const Request& request) {
  for (const std::string& option : request.options) {
    if (option.starts_with(architecture_option)) return option.substr(architecture_option.size());
  }
  return {};
}

/// The architecture that the PTX names where it is the target with features of its own ("90a"), else the target ("90").
std::string architecture_of(const std::string& ptx, ComputeCapability target) {
  constexpr std::string_view directive = "\n.target", prefix = "sm_";
  const std::size_t line = ptx.find(directive);
  if (line == std::string::npos) return target.number();
  const std::size_t name = ptx.find_first_not_of(" \t", line + directive.size());
  const std::string specific = target.number() + "a";
  const bool named = name != std::string::npos && std::string_view(ptx).substr(name, prefix.size() + specific.size()) ==
                                                      std::string(prefix) + specific;
  return named ? specific : target.number();
}

/// For a real architecture ("sm") NVRTC returns the PTX and the cubin assembled from it at once; for a virtual one
/// ("compute") it returns the PTX alone.
std::vector<std::string> all_options(const Toolkit& toolkit, const Request& request,
                                     std::string_view architecture = "sm") {
  const std::string specific = specific_architecture(request);
  std::vector<std::string> options{
      fmt::format("--gpu-architecture={}_{}", architecture, specific.empty() ? request.target.number() : specific),
      std::string(line_information)};
  if (!has_option(request.options, "-std=") && !has_option(request.options, "--std=")) {
    options.emplace_back(toolkit.major >= 12 ? "--std=c++20" : "--std=c++17");
  }
  for (const std::filesystem::path& folder : include_folders(toolkit)) {
    options.push_back("--include-path=" + folder.string());
  }
  // Where there is a driver, NVRTC caches results of its own. Measured times would then not be those of a compilation,
  // and Cache keeps what is worth keeping. Source: NVRTC's guide, chapter Caching.
  if (std::pair(toolkit.major, toolkit.minor) >= std::pair(12, 9)) options.emplace_back("--no-cache");
  std::copy_if(request.options.begin(), request.options.end(), std::back_inserter(options),
               [](const std::string& option) { return !option.starts_with(architecture_option); });
  return options;
}

/// Finds names such as "cudaTextureObject_t" and "cudaMalloc".
bool uses_cuda_runtime(std::string_view text) {
  constexpr std::string_view prefix = "cuda";
  for (std::size_t at = text.find(prefix); at != std::string_view::npos; at = text.find(prefix, at + 1)) {
    const std::size_t after = at + prefix.size();
    if (after < text.size() && text[after] >= 'A' && text[after] <= 'Z') return true;
  }
  return false;
}

/// Whether --minimal is worth trying: without NVRTC's declarations of textures and of the runtime's types and
/// functions a small kernel takes a third less time. Source: NVRTC's guide, --minimal, new in CUDA 12.4.
bool may_be_minimal(const Toolkit& toolkit, const Request& request) {
  if (std::pair(toolkit.major, toolkit.minor) < std::pair(12, 4)) return false;
  return !uses_cuda_runtime(request.text) &&
         std::none_of(request.headers.begin(), request.headers.end(),
                      [](const auto& header) { return uses_cuda_runtime(header.second); });
}

std::vector<NvrtcHeader> headers_of(const Request& request) {
  std::vector<NvrtcHeader> headers;
  for (const auto& [name, text] : request.headers) {
    headers.push_back({name, fmt::format("#line 1 \"{}{}\"\n{}", source_root, name, text)});
  }
  return headers;
}

std::optional<Error> wrong_target(const Nvrtc& nvrtc, const Request& request) {
  const ComputeCapability target = request.target;
  if (const std::string specific = specific_architecture(request);
      !specific.empty() && specific != target.number() + "a") {
    return Error{message<"target.of_kernel_file">(specific, target.text()), "",
                 message<"target.of_kernel_file_remedy">(), FaultKind::compile};
  }
  const auto& known = nvrtc.architectures();
  if (std::find(known.begin(), known.end(), 10 * target.major + target.minor) != known.end()) return std::nullopt;
  return Error{message<"target.not_compiled_for">(nvrtc.major(), nvrtc.minor(), target.text()), "",
               message<"target.not_compiled_for_remedy">(), FaultKind::compile};
}

/// Tells this library from others: releases of one minor version differ in their code, and in size.
std::string identity(std::string_view name, const Toolkit& toolkit, const std::filesystem::path& library) {
  std::error_code ignored;
  return fmt::format("{} {}.{} of {} bytes", name, toolkit.major, toolkit.minor,
                     std::filesystem::file_size(library, ignored));
}

/// Returns the resources of the cubin, or adds a warning when they cannot be read, because the cubin may still run.
std::map<std::string, Resources> resources_or_warning(const std::vector<std::uint8_t>& cubin, ComputeCapability target,
                                                      std::vector<Diagnostic>& messages) {
  auto resources = read_resources(cubin, target.major);
  if (resources) return *std::move(resources);
  messages.push_back({Diagnostic::Severity::warning,
                      {},
                      0,
                      0,
                      "registers and shared memory of the kernel are not known: " + resources.error().what.text()});
  return {};
}

/// One way of compiling a request, and what came of it.
struct Attempt {
  NvrtcOutput output;
  std::vector<Diagnostic> messages = {};
  LinesByFile left_out = {};
  Message remedy = {};  ///< of the first error; empty: the usual one
};

/// Of warnings only those about the sources of the request: the headers that stand in for others are nobody's concern.
void keep_own(std::vector<Diagnostic>& messages, const Request& request) {
  std::erase_if(messages, [&](const Diagnostic& message) {
    return message.file != request.file && !request.headers.contains(message.file);
  });
}

bool lacks_header(const std::vector<Diagnostic>& messages) {
  return std::any_of(messages.begin(), messages.end(),
                     [](const Diagnostic& message) { return !missing_header(message).empty(); });
}

/// Whether a name is missing that nvcc itself would have read before the file.
bool lacks_implied_name(const std::vector<Diagnostic>& messages) {
  const std::vector<std::string_view> implied = words_in(host_header(implied_header)->text);
  return std::ranges::any_of(messages, [&](const Diagnostic& message) {
    const std::string name = undefined_name(message);
    return !name.empty() && std::ranges::find(implied, name) != implied.end();
  });
}

const Diagnostic* first_error_of(const std::vector<Diagnostic>& messages) {
  const auto first = std::ranges::find_if(messages, is_error);
  return first == messages.end() ? nullptr : &*first;
}

Error failure_of(const Request& request, Attempt&& attempt) {
  if (!attempt.output.crash.empty()) {
    return {message<"compile.crash">(attempt.output.crash), request.file, message<"compile.crash_remedy">(),
            FaultKind::compile};
  }
  std::vector<Diagnostic> messages = with_missing_kernels(std::move(attempt.messages), request.kernels);
  Error error = compile_failure(request, without_follow_up_errors(std::move(messages), request.file, request.text),
                                attempt.output.log, attempt.output.status);
  if (!attempt.remedy.empty()) error.remedy = std::move(attempt.remedy);
  return error;
}

}  // namespace

struct Compiler::State {
  Toolkit toolkit;
  std::string identity;
  Nvrtc nvrtc;
  std::mutex compiling;
  Cache cache;
  PrecompiledHeaders precompiled{};
  std::map<std::string, std::string> without_headers{};  ///< by file: the text whose headers only a host has
  std::set<std::string> need_the_runtime{};              ///< files that compile only without --minimal

  [[nodiscard]] NvrtcOutput run(const NvrtcInput& input) {
    if (auto output = precompiled.compile(nvrtc, input)) return *std::move(output);
    const Clock::time_point start = Clock::now();
    NvrtcOutput output = nvrtc.compile(input);
    if (!output.crash.empty()) return explained(input, std::move(output));
    if (output.compiled) precompiled.record_duration(input, milliseconds_since(start));
    return output;
  }

  /// What NVRTC says is wrong where it is asked for no name, which is why it crashed; else the crash.
  [[nodiscard]] NvrtcOutput explained(NvrtcInput input, NvrtcOutput crashed) const {
    input.expressions.clear();
    input.isolated = true;
    NvrtcOutput again = nvrtc.compile(input);
    return again.compiled || again.log.empty() ? std::move(crashed) : std::move(again);
  }

  /// The PTX is the same with and without --minimal. A text that does not compile with it is compiled again without it,
  /// because a header of the toolkit may need more; messages are never about that.
  [[nodiscard]] NvrtcOutput run(const Request& request, std::vector<std::string> options) {
    NvrtcInput input{std::string(source_root) + request.file, request.text, headers_of(request), std::move(options),
                     name_expressions(request.kernels)};
    if (!may_be_minimal(toolkit, request) || need_the_runtime.contains(input.name)) return run(input);
    input.options.emplace_back("--minimal");
    NvrtcOutput output = run(input);
    if (output.compiled || !output.ptx.empty()) return output;
    input.options.pop_back();
    output = run(input);
    if (output.compiled) need_the_runtime.insert(input.name);
    return output;
  }

  /// Without other kernels, where Request::only asks for that. Else as the file stands; where that fails and code of
  /// the host stands in it, without that code, as far as it takes.
  [[nodiscard]] Attempt attempt(const Request& request, const std::vector<std::string>& options) {
    if (!request.only.empty()) {
      MixedSources sources(request, include_folders(toolkit));
      if (sources.leave_out_other_kernels(request.only)) {
        Attempt alone = attempt(request, options, sources);
        const auto found = lowered_names(request.only, alone.output.lowered, alone.output.ptx);
        if (alone.output.compiled && found.size() == request.only.size()) return alone;
      }
    }
    const auto known = without_headers.find(request.file);
    if (known == without_headers.end() || known->second != request.text) {
      Attempt strict{run(request, options)};
      strict.messages = read_log(strict.output.log, strict.output.ptx);
      // What only the assembler refused is code of the device.
      if (strict.output.compiled || !strict.output.ptx.empty()) return strict;
      MixedSources sources(request, include_folders(toolkit));
      if (!sources.is_needed(strict.messages))
        return lacks_implied_name(strict.messages) ? with_implied(request, options) : strict;
      if (lacks_header(strict.messages)) without_headers[request.file] = request.text;
      return attempt(request, options, sources);
    }
    MixedSources sources(request, include_folders(toolkit));
    return attempt(request, options, sources);
  }

  /// With the header that nvcc reads before every file (uint, ushort).
  [[nodiscard]] Attempt with_implied(const Request& request, std::vector<std::string> options) {
    NvrtcInput input{std::string(source_root) + request.file, request.text, headers_of(request), std::move(options),
                     name_expressions(request.kernels)};
    const std::string name(implied_header);
    input.headers.push_back({name, host_header(name)->text});
    input.options.push_back("--pre-include=" + name);
    Attempt again{run(input)};
    again.messages = read_log(again.output.log, again.output.ptx);
    return again;
  }

  [[nodiscard]] Attempt attempt(const Request& request, const std::vector<std::string>& options,
                                MixedSources& sources) {
    constexpr int max_attempts = 12;
    for (int i = 1;; ++i) {
      NvrtcInput input = sources.input(options);
      input.expressions = name_expressions(request.kernels);
      Attempt now{run(input)};
      now.messages = read_log(now.output.log, now.output.ptx);
      now.left_out = sources.left_out();
      if (now.output.compiled) keep_own(now.messages, request);
      if (now.output.compiled || !now.output.ptx.empty()) return now;
      if (i < max_attempts && sources.leave_out(now.messages)) continue;
      now.messages = without_follow_up_errors(std::move(now.messages), request.file, request.text);
      if (const Diagnostic* first = first_error_of(now.messages)) now.remedy = sources.remedy(*first);
      std::ranges::move(sources.headers_not_found(), std::back_inserter(now.messages));
      return now;
    }
  }
};

Compiler::Compiler(std::unique_ptr<State> state) : state_(std::move(state)) {}
Compiler::~Compiler() = default;
Compiler::Compiler(Compiler&&) noexcept = default;
Compiler& Compiler::operator=(Compiler&&) noexcept = default;

const Toolkit& Compiler::toolkit() const noexcept {
  return state_->toolkit;
}

Expected<Compiler> Compiler::open(const Toolkit& toolkit, std::filesystem::path cache) {
  TRY(auto nvrtc, Nvrtc::open(toolkit.nvrtc));
  return Compiler(std::unique_ptr<State>(
      new State{toolkit, identity("NVRTC", toolkit, toolkit.nvrtc), std::move(nvrtc), {}, Cache(std::move(cache))}));
}

std::optional<Compiled> Compiler::cached(const Request& request) const {
  if (refused(request)) return std::nullopt;
  return state_->cache.load(cache_key(state_->identity, request, all_options(state_->toolkit, request)));
}

std::optional<Error> Compiler::refused(const Request& request) const {
  std::optional<Error> error = wrong_target(state_->nvrtc, request);
  return error ? error : refusal(request);
}

Expected<Compiled> Compiler::compile(const Request& request) const {
  if (auto error = refused(request)) return failure(*std::move(error));
  const std::vector<std::string> options = all_options(state_->toolkit, request);
  const std::string key = cache_key(state_->identity, request, options);
  if (std::optional<Compiled> found = state_->cache.load(key)) return *std::move(found);

  Attempt attempt;
  Compiled compiled;
  {
    const std::lock_guard lock(state_->compiling);
    const Clock::time_point start = Clock::now();
    attempt = state_->attempt(request, options);
    compiled.milliseconds = milliseconds_since(start);
  }
  // libcu++ defines some macros of the implied header again, with the same values.
  std::erase_if(attempt.messages, [](const Diagnostic& message) {
    return message.severity == Diagnostic::Severity::warning &&
           message.message.find(implied_header) != std::string::npos;
  });
  if (!attempt.output.compiled || attempt.output.cubin.empty()) return failure(failure_of(request, std::move(attempt)));
  compiled.lowered = lowered_names(request.kernels, attempt.output.lowered, attempt.output.ptx);
  compiled.ptx = std::move(attempt.output.ptx);
  compiled.cubin = std::move(attempt.output.cubin);
  compiled.messages = std::move(attempt.messages);
  compiled.left_out = std::move(attempt.left_out);
  compiled.entries = resources_or_warning(compiled.cubin, request.target, compiled.messages);
  compiled.nvrtc = fmt::format("{}.{}", state_->nvrtc.major(), state_->nvrtc.minor());
  state_->cache.store(key, compiled);
  return compiled;
}

Expected<std::string> Compiler::ptx(const Request& request) const {
  if (auto error = refused(request)) return failure(*std::move(error));
  if (std::optional<Compiled> whole = cached(request)) return std::move(whole->ptx);
  TRY(Compiled alone, ptx_alone(request, all_options(state_->toolkit, request, "compute")));
  return std::move(alone.ptx);
}

Expected<ValueTypes> Compiler::parameter_types(Request request, const std::string& kernel) const {
  request.kernels = request.only = {kernel};
  if (auto error = refused(request)) return failure(*std::move(error));
  std::vector<std::string> options = all_options(state_->toolkit, request, "compute");
  std::erase(options, line_information);
  options.emplace_back("--device-debug");
  TRY(const Compiled alone, ptx_alone(request, options));
  const auto entry = alone.lowered.find(kernel);
  if (entry == alone.lowered.end()) {
    return failure(FaultKind::compile, message<"debug_types.no_entry">(kernel), "", message<"debug_types.remedy">());
  }
  return with_kind(FaultKind::compile, compiler::parameter_types(alone.ptx, entry->second));
}

/// Compiles to PTX and to the names of the kernels in it, through the cache.
Expected<Compiled> Compiler::ptx_alone(const Request& request, const std::vector<std::string>& options) const {
  const std::string key = cache_key(state_->identity, request, options);
  if (std::optional<Compiled> found = state_->cache.load(key)) return *std::move(found);

  Attempt attempt;
  {
    const std::lock_guard lock(state_->compiling);
    attempt = state_->attempt(request, options);
  }
  if (!attempt.output.compiled) return failure(failure_of(request, std::move(attempt)));
  Compiled alone;
  alone.lowered = lowered_names(request.kernels, attempt.output.lowered, attempt.output.ptx);
  alone.ptx = std::move(attempt.output.ptx);
  state_->cache.store(key, alone);
  return alone;
}

Expected<Compiled> Compiler::assemble(const std::string& ptx, ComputeCapability target) const {
  const Toolkit& toolkit = state_->toolkit;
  if (toolkit.nvjitlink.empty()) {
    return failure(FaultKind::no_compiler, message<"compiler.no_nvjitlink">(toolkit.major, toolkit.minor),
                   toolkit.nvrtc.string(), message<"compiler.no_nvjitlink_remedy">());
  }
  const std::vector<std::string> options{"-arch=sm_" + architecture_of(ptx, target), "-lineinfo"};
  const std::string key =
      cache_key(identity("nvJitLink", toolkit, toolkit.nvjitlink), {"", ptx, {}, {}, target}, options);
  if (std::optional<Compiled> found = state_->cache.load(key)) return *std::move(found);

  const std::lock_guard lock(state_->compiling);
  const Clock::time_point start = Clock::now();
  TRY(NvJitLinkOutput output, with_kind(FaultKind::no_compiler, link(toolkit.nvjitlink, toolkit.major, ptx, options)));
  Compiled assembled;
  assembled.milliseconds = milliseconds_since(start);
  assembled.messages = read_log(output.log, ptx);
  if (!output.linked) return failure(assembly_failure(std::move(assembled.messages), output.log));
  assembled.cubin = std::move(output.cubin);
  assembled.entries = resources_or_warning(assembled.cubin, target, assembled.messages);
  state_->cache.store(key, assembled);
  return assembled;
}

}  // namespace lanescope::compiler
