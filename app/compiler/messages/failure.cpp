#include "compiler/messages/failure.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "compiler/messages.h"
#include "compiler/options.h"

namespace lanescope::compiler {
namespace {

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

Message header_remedy(const Request& request) {
  std::vector<std::string> names;
  for (const auto& [name, text] : request.headers) names.push_back(name);
  return names.empty() ? message<"compile.headers_remedy">() : message<"compile.own_headers_remedy">(join(names, ", "));
}

Message remedy_of(const Diagnostic& diagnostic, const Request& request) {
  const std::string& text = diagnostic.message;
  if (holds(text, "open source file")) return header_remedy(request);
  if (holds(text, "is considered a host function")) return message<"compile.host_function_remedy">();
  if (holds(text, "is considered a host variable")) return message<"compile.host_variable_remedy">();
  if (holds(text, "static shared memory")) {
    return message<"compile.shared_memory_remedy">();
  }
  if (holds(text, "device-side kernel launch")) {
    return message<"compile.device_side_launch_remedy">();
  }
  if (holds(text, "is declared but defined nowhere")) return message<"compile.undefined_remedy">();
  return message<"compile.remedy">();
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
    error.where = {first->file, first->line, first->column};
    const auto errors = std::count_if(messages.begin(), messages.end(), is_error);
    if (errors == 2) error.what = message<"compile.one_more_error">(error.what);
    if (errors > 2) error.what = message<"compile.more_errors">(error.what, errors - 1);
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
      return Error{message<"compile.source_name">(), name, message<"compile.source_name_remedy">(), FaultKind::compile};
    }
    if (holds(text, std::string_view("\0", 1))) {
      return Error{message<"compile.zero_byte">(),
                   {name, static_cast<int>(line_of_zero(text))},
                   message<"compile.zero_byte_remedy">(),
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
    return Error{message<"compile.option">(option), request.file, message<"compile.option_remedy">(),
                 FaultKind::resolve};
  }
  return std::nullopt;
}

Error compile_failure(const Request& request, std::vector<Diagnostic> messages, const std::string& log,
                      const std::string& status) {
  Error error = first_error(std::move(messages), log, status);
  const auto first = std::find_if(error.diagnostics.begin(), error.diagnostics.end(), is_error);
  error.remedy = first == error.diagnostics.end() ? message<"compile.log_remedy">() : remedy_of(*first, request);
  return error;
}

Error assembly_failure(std::vector<Diagnostic> messages, const std::string& log) {
  Error error = first_error(std::move(messages), log, message<"compile.nvjitlink_failed">());
  error.remedy = message<"compile.assembler_log_remedy">();
  return error;
}

}  // namespace lanescope::compiler
