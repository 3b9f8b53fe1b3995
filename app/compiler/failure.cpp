#include "compiler/failure.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/text.h"

namespace warpscope::compiler {
namespace {

std::string place_of(const Message& message) {
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

std::string remedy_of(const Message& message, const Request& request) {
  const std::string& text = message.text;
  if (holds(text, "open source file")) return header_remedy(request);
  if (holds(text, "is considered a host function")) return "write __device__ before the function";
  if (holds(text, "is considered a host variable")) return "write __device__ or __constant__ before the variable";
  if (holds(text, "static shared memory")) {
    return "make the tile smaller, or declare it extern __shared__ and give its size as shared_bytes of the launch";
  }
  if (holds(text, "is declared but defined nowhere")) return "define it in the same file or in a header";
  return "correct the source";
}

/// The first error as the one sentence. Empty messages: the log's first line, else `status`.
Error first_error(const std::vector<Message>& messages, const std::string& log, const std::string& status) {
  const auto is_error = [](const Message& message) { return message.severity == Message::Severity::error; };
  const auto first = std::find_if(messages.begin(), messages.end(), is_error);
  if (first == messages.end()) {
    const std::string_view line = trim(std::string_view(log).substr(0, log.find('\n')));
    return Error{line.empty() ? status : std::string(line), "", ""};
  }
  Error error{first->text.substr(0, first->text.find('\n')), place_of(*first), ""};
  const auto errors = std::count_if(messages.begin(), messages.end(), is_error);
  if (errors > 1) error.what += fmt::format(", and {} more error{}", errors - 1, errors > 2 ? "s" : "");
  return error;
}

const Message* first_with(const std::vector<Message>& messages, Message::Severity severity) {
  for (const Message& message : messages) {
    if (message.severity == severity) return &message;
  }
  return nullptr;
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
      return Error{"the name of a source has quotes, backslashes or control characters, or is empty", name,
                   "rename it"};
    }
    if (holds(text, std::string_view("\0", 1))) {
      return Error{"the source holds a zero byte", fmt::format("{}:{}", name, line_of_zero(text)), "save it as text"};
    }
    return std::nullopt;
  };
  if (auto error = check(request.file, request.text)) return error;
  for (const auto& [name, text] : request.headers) {
    if (auto error = check(name, text)) return error;
  }
  return std::nullopt;
}

CompileFailure compile_failure(const Request& request, std::vector<Message> messages, const std::string& log,
                               const std::string& status) {
  CompileFailure failure{first_error(messages, log, status), {}, without_source_root(log)};
  const Message* first = first_with(messages, Message::Severity::error);
  failure.error.remedy = first == nullptr ? "look at the compiler's log" : remedy_of(*first, request);
  failure.messages = std::move(messages);
  return failure;
}

CompileFailure assembly_failure(std::vector<Message> messages, const std::string& log) {
  CompileFailure failure{first_error(messages, log, "nvJitLink failed"), {}, without_source_root(log)};
  failure.error.remedy = "look at the assembler's log";
  failure.messages = std::move(messages);
  return failure;
}

}  // namespace warpscope::compiler
