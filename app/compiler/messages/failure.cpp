#include "compiler/messages/failure.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/text.h"
#include "compiler/options.h"

namespace lanescope::compiler {
namespace {

std::string place_of(const Diagnostic& message) {
  if (message.file.empty() || message.line == 0) return message.file;
  return message.column > 0 ? fmt::format("{}:{}:{}", message.file, message.line, message.column)
                            : fmt::format("{}:{}", message.file, message.line);
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string header_remedy(const Request& request) {
  std::vector<std::string> names;
  for (const auto& [name, text] : request.headers) names.push_back(name);
  return names.empty()
             ? "a kernel may include its own headers and CUDA's, not those of the host"
             : fmt::format("the kernel's own headers are {}; beside them it may include CUDA's, not those of the host",
                           join(names, ", "));
}

std::string remedy_of(const Diagnostic& message, const Request& request) {
  const std::string& text = message.message;
  if (holds(text, "open source file")) return header_remedy(request);
  if (holds(text, "is considered a host function")) return "write __device__ before the function";
  if (holds(text, "is considered a host variable")) return "write __device__ or __constant__ before the variable";
  if (holds(text, "static shared memory")) {
    return "make the tile smaller, or declare it extern __shared__ and give its size as shared_bytes of the launch";
  }
  if (holds(text, "device-side kernel launch")) {
    return "kernels that launch kernels need CUDA's device runtime, which is not there: launch it with a [[launch]]";
  }
  if (holds(text, "is declared but defined nowhere")) return "define it in the same file or in a header";
  return "correct the source";
}

bool is_error(const Diagnostic& message) {
  return message.severity == Diagnostic::Severity::error;
}

/// Makes one sentence of the first error; without messages, of the log's first line, else of `status`.
Error first_error(std::vector<Diagnostic> messages, const std::string& log, const std::string& status) {
  Error error{"", "", "", FaultKind::compile};
  const auto first = std::find_if(messages.begin(), messages.end(), is_error);
  if (first == messages.end()) {
    const std::string line = without_source_root(std::string(trim(std::string_view(log).substr(0, log.find('\n')))));
    error.what = line.empty() ? status : line;
  } else {
    error.what = first->message.substr(0, first->message.find('\n'));
    error.where = place_of(*first);
    const auto errors = std::count_if(messages.begin(), messages.end(), is_error);
    if (errors > 1) error.what += fmt::format(", and {} more error{}", errors - 1, errors > 2 ? "s" : "");
  }
  error.diagnostics = std::move(messages);
  return error;
}

}  // namespace

std::optional<Error> refusal(const Request& request) {
  const auto unfit = [](const std::string& name) {
    return name.empty() || std::any_of(name.begin(), name.end(), [](char letter) {
             return letter == '"' || letter == '\\' || (letter >= '\0' && letter < ' ') || letter == '\x7f';
           });
  };
  const auto line_of_zero = [](const std::string& text) {
    return 1 + std::count(text.begin(), std::find(text.begin(), text.end(), '\0'), '\n');
  };
  const auto check = [&](const std::string& name, const std::string& text) -> std::optional<Error> {
    if (unfit(name)) {
      return Error{"the name of a source has quotes, backslashes or control characters, or is empty", name, "rename it",
                   FaultKind::compile};
    }
    if (holds(text, std::string_view("\0", 1))) {
      return Error{"the source holds a zero byte", fmt::format("{}:{}", name, line_of_zero(text)), "save it as text",
                   FaultKind::compile};
    }
    return std::nullopt;
  };
  if (auto error = check(request.file, request.text)) return error;
  for (const auto& [name, text] : request.headers) {
    if (auto error = check(name, text)) return error;
  }
  for (const std::string& option : request.options) {
    if (is_harmless_option(option)) continue;
    return Error{fmt::format("'{}' is no compiler option that a kernel file may ask for", option), request.file,
                 "only options that decide about the code alone are passed on, each as one text: --use_fast_math, "
                 "-DNAME=3, --maxrregcount=32, --ptxas-options=-dlcm=cg",
                 FaultKind::resolve};
  }
  return std::nullopt;
}

Error compile_failure(const Request& request, std::vector<Diagnostic> messages, const std::string& log,
                      const std::string& status) {
  Error error = first_error(std::move(messages), log, status);
  const auto first = std::find_if(error.diagnostics.begin(), error.diagnostics.end(), is_error);
  error.remedy = first == error.diagnostics.end() ? "look at the compiler's log" : remedy_of(*first, request);
  return error;
}

Error assembly_failure(std::vector<Diagnostic> messages, const std::string& log) {
  Error error = first_error(std::move(messages), log, "nvJitLink failed");
  error.remedy = "look at the assembler's log";
  return error;
}

}  // namespace lanescope::compiler
