#include "compiler/host/kernel_names.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "compiler/messages/subjects.h"

namespace lanescope::compiler {
namespace {

/// The entries of a PTX text.
std::vector<std::string> entries_of_ptx(std::string_view ptx) {
  constexpr std::string_view directive = ".entry ";
  std::vector<std::string> entries;
  for (std::size_t at = ptx.find(directive); at != std::string_view::npos; at = ptx.find(directive, at + 1)) {
    const std::string_view rest = ptx.substr(at + directive.size());
    entries.emplace_back(trim(rest.substr(0, rest.find_first_of("(\n"))));
  }
  return entries;
}

bool is_named(std::string_view whole, std::string_view name) {
  return whole == name || (whole.ends_with(name) && whole.substr(0, whole.size() - name.size()).ends_with("::"));
}

/// Returns the whole name of a function as C++ writes it, with the types of its parameters and without its result.
std::string signature_in_source(const std::string& lowered) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(lowered.c_str(), nullptr, nullptr, &status), &std::free);
  const std::string name = demangled_name(lowered);
  if (status != 0 || demangled == nullptr) return name;
  const std::string text(demangled.get());
  const std::size_t close = text.rfind(')');
  if (close == std::string::npos) return name;
  int depth = 0;
  for (std::size_t at = close + 1; at-- > 0;) {
    depth += text[at] == ')' ? 1 : text[at] == '(' ? -1 : 0;
    if (depth == 0) return name + text.substr(at, close + 1 - at);
  }
  return name;
}

/// A signature without blanks and const, which C++ may write in several places.
std::string plain_signature(std::string text) {
  for (std::size_t at = text.find("const"); at != std::string::npos; at = text.find("const", at)) text.erase(at, 5);
  std::erase_if(text, [](char letter) { return letter == ' '; });
  return text;
}

std::string without_blanks(std::string_view text) {
  std::string result(text);
  std::erase_if(result, [](char letter) { return letter == ' '; });
  return result;
}

}  // namespace

std::vector<std::string> name_expressions(const std::vector<std::string>& kernels) {
  std::set<std::string> expressions;
  for (const std::string& kernel : kernels) {
    if (kernel.find('<') != std::string::npos) expressions.insert(kernel);
  }
  return {expressions.begin(), expressions.end()};
}

std::map<std::string, std::string> lowered_names(const std::vector<std::string>& kernels,
                                                 const std::map<std::string, std::string>& answered,
                                                 std::string_view ptx) {
  std::map<std::string, std::string> lowered = answered;
  if (kernels.empty()) return lowered;
  const std::vector<std::string> entries = entries_of_ptx(ptx);
  for (const std::string& kernel : kernels) {
    if (lowered.contains(kernel)) continue;
    if (std::find(entries.begin(), entries.end(), kernel) != entries.end()) {
      lowered[kernel] = kernel;
      continue;
    }
    const bool with_types = kernel.find('(') != std::string::npos;
    const std::string plain = plain_signature(kernel);
    const auto fits = [&](const std::string& entry) {
      return with_types ? is_named(plain_signature(signature_in_source(entry)), plain)
                        : is_named(demangled_name(entry), kernel);
    };
    const auto found = std::find_if(entries.begin(), entries.end(), fits);
    if (found != entries.end() && std::count_if(found, entries.end(), fits) == 1) lowered[kernel] = *found;
  }
  return lowered;
}

std::string demangled_name(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || demangled == nullptr) return name;
  std::string text(demangled.get());
  // NVRTC names unnamed namespaces, and the file of what is static, by words of its own.
  for (const std::string_view unnamed : {"(anonymous namespace)::", "_INTERNAL_", "_GLOBAL__N_"}) {
    for (std::size_t at = text.find(unnamed); at != std::string::npos; at = text.find(unnamed)) {
      const std::size_t end = text.find("::", at);
      if (end == std::string::npos) break;
      text.erase(at, end + 2 - at);
    }
  }
  // The result of a template stands before its name: "void reduce<int>(int*)".
  int angles = 0;
  std::size_t begin = 0, end = text.size();
  for (std::size_t at = 0; at < end; ++at) {
    if (text[at] == '<') ++angles;
    if (text[at] == '>') --angles;
    if (angles == 0 && text[at] == ' ') begin = at + 1;
    if (angles == 0 && text[at] == '(') end = at;
  }
  return text.substr(begin, end - begin);
}

std::vector<std::string> overloads_of(std::string_view ptx, std::string_view name) {
  std::vector<std::string> called;
  for (const std::string& entry : entries_of_ptx(ptx)) {
    if (is_named(demangled_name(entry), name)) called.push_back(signature_in_source(entry));
  }
  return called;
}

bool matches_name(const std::string& lowered, std::string_view name) {
  return is_named(demangled_name(lowered), name);
}

std::vector<Diagnostic> with_missing_kernels(std::vector<Diagnostic> messages,
                                             const std::vector<std::string>& kernels) {
  const auto first = std::find_if(messages.begin(), messages.end(), is_about_name_expression);
  if (first == messages.end()) return messages;
  std::set<std::string> wrong;
  for (auto message = first; message != messages.end(); ++message) {
    if (!is_about_name_expression(*message)) continue;
    const std::string text = without_blanks(message->message);
    for (const std::string& kernel : kernels) {
      if (text.find("\"" + without_blanks(kernel) + "\"") != std::string::npos) wrong.insert(kernel);
    }
  }
  std::erase_if(messages, is_about_name_expression);
  for (const std::string& kernel : wrong) {
    messages.push_back(
        {Diagnostic::Severity::error,
         {},
         0,
         0,
         fmt::format("'{}' is not a kernel of this file, or does not take these template arguments", kernel)});
  }
  return messages;
}

}  // namespace lanescope::compiler
