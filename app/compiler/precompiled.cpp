#include "compiler/precompiled.h"

#include <fcntl.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace warpscope::compiler {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double slow_ms = 250;          // a compilation that is worth looking at
constexpr double worth_ms = 150;         // headers that are worth a file; cuda_fp16.h is read in 30
constexpr std::size_t most_entries = 4;  // 100 MB each

/// "include <cuda/barrier>" of "  # include <cuda/barrier>  // ..."; empty when the line is no directive.
std::string_view directive(std::string_view line) {
  line = trim(line);
  if (!line.starts_with('#')) return {};
  return trim(line.substr(1));
}

/// "cuda/barrier", or empty.
std::string_view name_in_brackets(std::string_view directive) {
  constexpr std::string_view include = "include";
  if (!directive.starts_with(include)) return {};
  directive = trim(directive.substr(include.size()));
  const std::size_t end = directive.find('>');
  if (!directive.starts_with('<') || end == std::string_view::npos) return {};
  return directive.substr(1, end - 1);
}

/// Whether a header of the toolkit may ask for a macro of this name: those are reserved ones or begin like these.
bool asked_for(std::string_view name) {
  constexpr std::string_view beginnings[] = {"_", "CCCL", "CG", "CU", "LIBCUDACXX", "NDEBUG", "NV", "THRUST"};
  return std::any_of(std::begin(beginnings), std::end(beginnings),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

bool defines_what_is_asked_for(std::string_view text) {
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view words = directive(line);
    for (const std::string_view word : {"define", "undef"}) {
      if (words.starts_with(word) && asked_for(trim(words.substr(word.size())))) return true;
    }
  }
  return false;
}

bool defines(std::string_view option) {
  return option.starts_with("-D") && option.size() > 2;
}

/// Headers that are read before all macros of the program would not see these.
bool tells_headers(const NvrtcInput& input) {
  return defines_what_is_asked_for(input.text) ||
         std::any_of(input.headers.begin(), input.headers.end(),
                     [](const NvrtcHeader& header) { return defines_what_is_asked_for(header.text); }) ||
         std::any_of(input.options.begin(), input.options.end(),
                     [](std::string_view option) { return defines(option) && asked_for(option.substr(2)); });
}

/// A file holds only for the options that it was made with; those that differ with each knob go into the text.
std::vector<std::string> options_for_all(const std::vector<std::string>& options) {
  std::vector<std::string> rest;
  std::copy_if(options.begin(), options.end(), std::back_inserter(rest),
               [](const std::string& option) { return !defines(option); });
  return rest;
}

/// "-DBLOCK=32" as "#define BLOCK 32", "-DFAST" as "#define FAST 1".
std::string definitions(const std::vector<std::string>& options) {
  std::string text;
  for (const std::string_view option : options) {
    if (!defines(option)) continue;
    const std::size_t equals = option.find('=');
    const std::string_view value = equals == std::string_view::npos ? "1" : option.substr(equals + 1);
    text += fmt::format("#define {} {}\n", option.substr(2, equals - 2), value);
  }
  return text;
}

std::string includes(const std::vector<std::string>& headers) {
  std::string text;
  for (const std::string& header : headers) text += fmt::format("#include <{}>\n", header);
  return text;
}

/// Those of the named headers that this text includes with these options, in the order in which it does: all are
/// replaced by texts that only report themselves. NVRTC knows the conditions around an #include best.
std::vector<std::string> included(const Nvrtc& nvrtc, NvrtcInput input, const std::vector<std::string>& named) {
  const auto report = [](const std::string& header) { return fmt::format("included by warpscope: <{}>", header); };
  for (const std::string& header : named) {
    input.headers.push_back({header, fmt::format("#pragma once\nstatic_assert(false, \"{}\");\n", report(header))});
  }
  input.options.emplace_back("--fdevice-syntax-only");
  const std::string log = nvrtc.compile(input).log;
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const std::string& header : named) {
    if (const std::size_t at = log.find(report(header)); at != std::string::npos) found.emplace_back(at, header);
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> headers;
  for (auto& [at, header] : found) headers.push_back(std::move(header));
  return headers;
}

std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// A complete file that has no name any more. None: NVRTC made none, or the headers do not take long.
Descriptor precompile(const Nvrtc& nvrtc, const std::vector<std::string>& headers, std::vector<std::string> options) {
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  std::string folder = (temporary / "warpscope-headers-XXXXXX").string();
  if (error || mkdtemp(folder.data()) == nullptr) return {};
  const std::string file = fs::path(folder) / "headers";
  options.push_back("--create-pch=" + file);
  const Clock::time_point start = Clock::now();
  const NvrtcOutput output = nvrtc.compile({"headers", includes(headers), {}, options});
  const std::chrono::duration<double, std::milli> spent = Clock::now() - start;
  const bool worth = output.compiled && spent.count() > worth_ms;
  Descriptor made(worth ? open(file.c_str(), O_RDONLY | O_CLOEXEC) : -1);
  fs::remove_all(folder, error);
  return made;
}

}  // namespace

std::vector<std::string> toolkit_headers(const NvrtcInput& input) {
  std::vector<std::string> names;
  const auto own = [&](std::string_view name) {
    return std::any_of(input.headers.begin(), input.headers.end(),
                       [&](const NvrtcHeader& header) { return header.name == name; });
  };
  const auto take = [&](std::string_view text) {
    for (const std::string_view line : split(text, '\n')) {
      const std::string_view name = name_in_brackets(directive(line));
      if (name.empty() || own(name) || std::find(names.begin(), names.end(), name) != names.end()) continue;
      names.emplace_back(name);
    }
  };
  take(input.text);
  for (const NvrtcHeader& header : input.headers) take(header.text);
  return names;
}

const PrecompiledHeaders::Entry& PrecompiledHeaders::entry_for(const Nvrtc& nvrtc, std::vector<std::string> headers,
                                                               std::vector<std::string> options) {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.headers == headers && entry.options == options;
  });
  if (found != entries_.end()) return *found;
  if (entries_.size() == most_entries) entries_.pop_front();
  Descriptor file = precompile(nvrtc, headers, options);
  return entries_.emplace_back(Entry{std::move(headers), std::move(options), std::move(file)});
}

std::optional<NvrtcOutput> PrecompiledHeaders::compile(const Nvrtc& nvrtc, const NvrtcInput& input) {
  if (slow_.empty() || tells_headers(input)) return std::nullopt;
  const std::vector<std::string> named = toolkit_headers(input);
  const std::vector<std::string> common = options_for_all(input.options);
  if (named.empty() || !slow_.contains(joined(named, common))) return std::nullopt;
  std::vector<std::string> headers = included(nvrtc, input, named);
  if (headers.empty()) return std::nullopt;
  std::vector<std::string> options = joined(common, {"--pch-messages=false"});
  const Entry& entry = entry_for(nvrtc, std::move(headers), std::move(options));
  if (!entry.file) return std::nullopt;
  NvrtcInput shorter{input.name, "", input.headers,
                     joined(entry.options, {fmt::format("--use-pch=/proc/self/fd/{}", entry.file.get())})};
  shorter.text = fmt::format("{}{}#line 1 \"{}\"\n{}", includes(entry.headers), definitions(input.options), input.name,
                             input.text);
  NvrtcOutput output = nvrtc.compile(shorter);
  if (!output.compiled || output.log.find("precompiled header") != std::string::npos) return std::nullopt;
  return output;
}

void PrecompiledHeaders::took(const NvrtcInput& input, double milliseconds) {
  if (milliseconds < slow_ms) return;
  const std::vector<std::string> named = toolkit_headers(input);
  if (!named.empty()) slow_.insert(joined(named, options_for_all(input.options)));
}

}  // namespace warpscope::compiler
