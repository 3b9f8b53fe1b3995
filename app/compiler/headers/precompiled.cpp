#include "compiler/headers/precompiled.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"

namespace lanescope::compiler {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::size_t max_files = 4;
constexpr std::string_view folder_prefix = "lanescope-headers-";  // the number of the process follows

/// A file is valid only for the options that it was made with; those that differ with each knob go into the text.
std::vector<std::string> options_for_all(const std::vector<std::string>& options) {
  std::vector<std::string> rest;
  std::copy_if(options.begin(), options.end(), std::back_inserter(rest),
               [](const std::string& option) { return !is_definition(option); });
  return rest;
}

std::vector<fs::path> include_folders(const std::vector<std::string>& options) {
  constexpr std::string_view name = "--include-path=";
  std::vector<fs::path> folders;
  for (const std::string& option : options) {
    if (option.starts_with(name)) folders.emplace_back(option.substr(name.size()));
  }
  return folders;
}

std::string includes(const std::vector<std::string>& headers) {
  std::string text;
  for (const std::string& header : headers) text += fmt::format("#include <{}>\n", header);
  return text;
}

/// Returns those of the named headers that this text includes with these options, in order. It replaces each by a text
/// that only reports itself, because NVRTC knows the conditions around an #include best.
std::vector<std::string> included(const Nvrtc& nvrtc, NvrtcInput input, const std::vector<std::string>& named) {
  const auto report = [](const std::string& header) { return fmt::format("included by lanescope: <{}>", header); };
  for (const std::string& header : named) {
    input.headers.push_back({header, fmt::format("#pragma once\nstatic_assert(false, \"{}\");\n", report(header))});
  }
  input.options.emplace_back("--fdevice-syntax-only");
  input.expressions.clear();  // what a header needs is the same with and without them
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

/// Whether no macro of the program is a word of the headers, and no header of its own has the name of one of theirs.
bool are_independent(const Vocabulary& vocabulary, const NvrtcInput& input) {
  const std::set<std::string> macros = macros_of(input);
  return std::none_of(macros.begin(), macros.end(),
                      [&](const std::string& macro) { return vocabulary.words.contains(macro); }) &&
         std::none_of(input.headers.begin(), input.headers.end(),
                      [&](const NvrtcHeader& header) { return vocabulary.files.contains(header.name); });
}

/// Removes what processes left behind that were killed while they wrote. A process of another container may share the
/// folder and have a number that means nothing here; what it is writing is new.
void remove_leftovers(const fs::path& temporary) {
  for (const fs::path& entry : entries_of(temporary)) {
    const std::string name = entry.filename().string();
    if (!name.starts_with(folder_prefix)) continue;
    const std::string number = name.substr(folder_prefix.size(), name.rfind('-') - folder_prefix.size());
    const auto process = parse_integer(number);
    std::error_code ignored;
    struct stat status {};
    // A folder of another user may be changed while it is removed, and then leads elsewhere.
    if (lstat(entry.c_str(), &status) != 0 || status.st_uid != geteuid()) continue;
    const bool is_gone = process && kill(static_cast<pid_t>(*process), 0) != 0 && errno == ESRCH;
    const auto age = fs::file_time_type::clock::now() - fs::last_write_time(entry, ignored);
    if (is_gone && age > std::chrono::minutes(10)) fs::remove_all(entry, ignored);
  }
}

/// Returns a complete file that no longer has a name, or none: when NVRTC made none or warned of the headers, or when
/// they do not take long.
Descriptor precompile(const Nvrtc& nvrtc, const std::vector<std::string>& headers, std::vector<std::string> options,
                      double min_saving_ms) {
  const auto folder = ScratchFolder::make(fmt::format("{}{}-", folder_prefix, getpid()));
  if (!folder) return {};
  remove_leftovers(folder->path().parent_path());
  const std::string file = folder->path() / "headers";
  options.push_back("--create-pch=" + file);
  const Clock::time_point start = Clock::now();
  const NvrtcOutput output = nvrtc.compile({"headers", includes(headers), {}, options});
  const std::chrono::duration<double, std::milli> spent = Clock::now() - start;
  const bool good = output.compiled && output.precompiled && output.log.empty() && spent.count() > min_saving_ms;
  return Descriptor(good ? open(file.c_str(), O_RDONLY | O_CLOEXEC) : -1);
}

}  // namespace

const PrecompiledHeaders::Entry& PrecompiledHeaders::entry_for(const Nvrtc& nvrtc, std::vector<std::string> headers,
                                                               std::vector<std::string> options) {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.headers == headers && entry.options == options;
  });
  if (found != entries_.end()) {
    entries_.splice(entries_.end(), entries_, found);
    return entries_.back();
  }
  const auto has_file = [](const Entry& entry) { return static_cast<bool>(entry.file); };
  if (static_cast<std::size_t>(std::count_if(entries_.begin(), entries_.end(), has_file)) == max_files) {
    entries_.erase(std::find_if(entries_.begin(), entries_.end(), has_file));
  }
  Descriptor file = precompile(nvrtc, headers, options, min_saving_ms_);
  Vocabulary words = file ? vocabulary(headers, include_folders(options)) : Vocabulary{};
  entries_.push_back({std::move(headers), std::move(options), std::move(words), std::move(file)});
  return entries_.back();
}

std::optional<NvrtcOutput> PrecompiledHeaders::compile(const Nvrtc& nvrtc, const NvrtcInput& input) {
  if (known_.empty() || std::pair(nvrtc.major(), nvrtc.minor()) < std::pair(12, 8)) return std::nullopt;
  const std::vector<std::string> named = toolkit_headers(input);
  const std::vector<std::string> common = options_for_all(input.options);
  if (named.empty() || !known_.contains(joined(named, common))) return std::nullopt;
  if (!starts_with_includes(input) || order_of_macros_matters(input)) return std::nullopt;
  std::vector<std::string> headers = included(nvrtc, input, named);
  if (headers.empty()) return std::nullopt;
  const Entry& entry = entry_for(nvrtc, std::move(headers), joined(common, {"--pch-messages=false"}));
  if (!entry.file || !are_independent(entry.vocabulary, input)) return std::nullopt;
  NvrtcInput shorter{input.name, "", input.headers,
                     joined(entry.options, {fmt::format("--use-pch=/proc/self/fd/{}", entry.file.get())}),
                     input.expressions};
  shorter.text = fmt::format("{}{}#line 1 \"{}\"\n{}", includes(entry.headers), definitions(input.options), input.name,
                             input.text);
  NvrtcOutput output = nvrtc.compile(shorter);
  if (!output.compiled || output.log.find("precompiled header") != std::string::npos) return std::nullopt;
  return output;
}

void PrecompiledHeaders::record_duration(const NvrtcInput& input, double milliseconds) {
  if (milliseconds < slow_ms_) return;
  const std::vector<std::string> named = toolkit_headers(input);
  if (!named.empty()) known_.insert(joined(named, options_for_all(input.options)));
}

}  // namespace lanescope::compiler
