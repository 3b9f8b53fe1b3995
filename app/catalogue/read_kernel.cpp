#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "base/text.h"
#include "catalogue/comment.h"
#include "catalogue/read_front_matter.h"

namespace warpscope::catalogue {
namespace {

/// A name may mean one thing only.
void refuse_double_names(const Kernel& kernel, const FrontMatter& matter, FileErrors& errors) {
  std::map<std::string, std::string> owners;
  const auto declare = [&](const std::string& name, const char* table, int line) {
    const auto [place, fresh] = owners.emplace(name, table);
    if (!fresh) {
      errors.add(line, fmt::format("the name '{}' is declared in {} and in {}", name, place->second, table),
                 "rename one of the two");
    }
  };
  for (const Parameter& parameter : kernel.parameters) {
    declare(parameter.name, "[parameters]", parameter.line);
    for (const std::string& name : parameter.names)
      declare(parameter.name + "_" + name, "[parameters]", parameter.line);
  }
  for (const Size& size : kernel.sizes) declare(size.name, "[problem]", size.line);
  for (const auto& [name, formula] : matter.derived) declare(name, "[let]", formula.line);
  for (const BufferText& buffer : matter.buffers) declare(buffer.shape_free.name, "[buffers]", buffer.line);
}

void declare_names(const Kernel& kernel, FrontMatter& matter) {
  for (const Parameter& parameter : kernel.parameters) {
    matter.names.add(parameter.name);
    for (const std::string& name : parameter.names) matter.names.add(parameter.name + "_" + name);
  }
  for (const Size& size : kernel.sizes) matter.names.add(size.name);
  for (const auto& [name, formula] : matter.derived) matter.names.add(name);
  for (const BufferText& buffer : matter.buffers) {
    matter.names.add_other(buffer.shape_free.name, "is a buffer, not a number");
  }
}

void compile_formulas(FrontMatter& matter, FileErrors& errors) {
  const auto compile = [&](Formula& formula) {
    auto compiled = Expression::compile(formula.text, matter.names, fmt::format("{}:{}", errors.path, formula.line));
    if (compiled) {
      formula.compiled = std::move(*compiled);
    } else {
      errors.list.push_back(compiled.error());
    }
  };
  const auto compile_if = [&](std::optional<Formula>& formula) {
    if (formula) compile(*formula);
  };
  for (auto& [name, formula] : matter.derived) compile(formula);
  for (Formula& formula : matter.requirements) compile(formula);
  for (BufferText& buffer : matter.buffers) {
    for (Formula& formula : buffer.shape) compile(formula);
  }
  for (LaunchText& launch : matter.launches) {
    for (Formula& formula : launch.grid) compile(formula);
    for (Formula& formula : launch.block) compile(formula);
    compile_if(launch.shared_bytes);
    compile_if(launch.when);
    compile_if(launch.repeat_while);
    for (auto& [name, formula] : launch.update) compile(formula);
    for (LaunchText::ArgumentText& argument : launch.arguments) {
      if (argument.argument.kind == Argument::Kind::scalar) compile(argument.value);
    }
  }
  compile(matter.bytes);
  compile(matter.flops);
  compile_if(matter.tolerance_factor);
  compile_if(matter.sampled_rows);
}

bool has_word(std::string_view text, std::string_view word) {
  const auto part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !part(text[at - 1])) && (end == text.size() || !part(text[end]))) return true;
  }
  return false;
}

/// Early and cheap: an entry whose name stands nowhere in the code cannot be there. The compiler has the last word.
void refuse_missing_entries(const Kernel& kernel, const FrontMatter& matter, FileErrors& errors) {
  const std::string_view code = std::string_view(kernel.source.text).substr(kernel.source.text.find("*/") + 2);
  for (const LaunchText& launch : matter.launches) {
    if (launch.call != Launch::Call::kernel || launch.entry.empty() || has_word(code, launch.entry)) continue;
    const bool in_header = std::any_of(kernel.source.headers.begin(), kernel.source.headers.end(),
                                       [&](const auto& header) { return has_word(header.second, launch.entry); });
    if (in_header) continue;
    errors.add(
        launch.line, fmt::format("the entry '{}' is not in the source", launch.entry),
        fmt::format("name an extern \"C\" __global__ function of this file, or write one called {}", launch.entry));
  }
}

}  // namespace

tl::expected<Kernel, std::vector<Error>> read_kernel(KernelSource source) {
  Kernel kernel;
  kernel.source = std::move(source);
  const std::size_t slash = kernel.source.id.find('/');
  if (slash != std::string::npos) kernel.family = kernel.source.id.substr(0, slash);
  auto text = front_matter_text(kernel.source.text, kernel.source.path);
  if (!text) return tl::unexpected(std::vector<Error>{text.error()});

  FileErrors errors{kernel.source.path, {}};
  auto matter = std::make_shared<FrontMatter>();
  try {
    const toml::table file = toml::parse(*text, kernel.source.path);
    read_front_matter(file, kernel, *matter, errors);
  } catch (const toml::parse_error& error) {
    errors.add(static_cast<int>(error.source().begin.line),
               "the front matter is not TOML: " + std::string(error.description()),
               "mend the line; texts stand in \"quotes\", lists in [ ]");
    return tl::unexpected(std::move(errors.list));
  }
  refuse_double_names(kernel, *matter, errors);
  if (!errors.list.empty()) return tl::unexpected(std::move(errors.list));
  declare_names(kernel, *matter);
  compile_formulas(*matter, errors);
  refuse_missing_entries(kernel, *matter, errors);
  if (!errors.list.empty()) return tl::unexpected(std::move(errors.list));
  for (std::size_t i = 0; i < matter->buffers.size(); ++i) {
    const Role role = matter->buffers[i].shape_free.role;
    if (role == Role::in || role == Role::inout) matter->check.inputs.push_back(i);
  }
  kernel.front_matter = std::move(matter);
  return kernel;
}

std::string to_text(const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

Value value_from_text(const std::string& text) {
  if (const auto number = parse_integer(text)) return *number;
  return text;
}

}  // namespace warpscope::catalogue
