#include <algorithm>

#include "base/text.h"
#include "catalogue/front_matter/read_front_matter.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

/// Returns the buffer in front of the + of "in + 16", and takes it and the + away.
std::optional<std::size_t> buffer_before_plus(const FrontMatter& matter, Formula& formula) {
  const std::size_t plus = formula.text.find('+');
  if (plus == std::string::npos) return std::nullopt;
  const auto buffer = buffer_index(matter, std::string(trim(std::string_view(formula.text).substr(0, plus))));
  if (buffer) formula.text = std::string(trim(std::string_view(formula.text).substr(plus + 1)));
  return buffer;
}

/// Returns the decimal number of a text such as "-1.5e3" or "2.5f"; nothing for an integer or an expression.
std::optional<double> decimal_in(std::string_view text) {
  if (text.find('.') != std::string_view::npos && (text.ends_with('f') || text.ends_with('F'))) text.remove_suffix(1);
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos || parse_integer(text)) return std::nullopt;
  return parse_number<double>(text, std::chars_format::general);
}

/// Reads a variable's value: that of an argument, or a table that says which buffer lies in it.
void read_symbol(const std::string& name, TableReader& all, FrontMatter& matter, FileErrors& errors) {
  SymbolText symbol;
  symbol.name = name;
  symbol.line = all.line_of_key(name);
  symbol.kernel_line = errors.kernel_line(symbol.line);
  if (const toml::table* table = all.find(name)->as_table(); table != nullptr && !table->contains("fields")) {
    TableReader reader(*table, "[symbols] " + name, errors, symbol.line);
    if (reader.find("buffer") != nullptr) {
      symbol.buffer = known_buffer(matter, reader.text("buffer", true), reader.name(), symbol.line, errors);
    } else {
      symbol.buffer = matter.buffers.size();
      const std::size_t colons = name.rfind("::");
      matter.buffers.push_back(read_buffer(colons == std::string::npos ? name : name.substr(colons + 2), reader,
                                           BufferKind::symbol, errors));
    }
    reader.refuse_unknown();
  } else if (auto formula = all.argument(name)) {
    symbol.value = read_value(*std::move(formula), matter, {}, errors);
  }
  matter.symbols.push_back(std::move(symbol));
}

}  // namespace

ArgumentText read_value(Formula formula, const FrontMatter& matter, const LaunchText& launch, FileErrors& errors) {
  if (is_structure(formula.text)) return read_structure(formula, matter, errors);
  ArgumentText value;
  value.argument.name = formula.text;
  value.value.line = formula.line;
  const auto texture = std::ranges::find(launch.textures, formula.text, &Texture::name);
  const auto map = std::ranges::find(launch.tensor_maps, formula.text,
                                     [](const TensorMapText& each) -> const std::string& { return each.map.name; });
  if (const auto buffer = buffer_index(matter, formula.text)) {
    value.argument.kind = Argument::Kind::buffer;
    value.argument.index = *buffer;
  } else if (texture != launch.textures.end()) {
    value.argument.kind = Argument::Kind::texture;
    value.argument.index = static_cast<std::size_t>(texture - launch.textures.begin());
  } else if (map != launch.tensor_maps.end()) {
    value.argument.kind = Argument::Kind::tensor_map;
    value.argument.index = static_cast<std::size_t>(map - launch.tensor_maps.begin());
  } else if (const auto inside = buffer_before_plus(matter, formula)) {
    value.argument.kind = Argument::Kind::buffer;
    value.argument.index = *inside;
    value.value = std::move(formula);
  } else if (const auto real = decimal_in(formula.text)) {
    value.argument.real = *real;
  } else {
    if (formula.text == "null" || formula.text == "nullptr" || formula.text == "false") formula.text = "0";
    if (formula.text == "true") formula.text = "1";
    value.value = std::move(formula);
  }
  return value;
}

void read_symbols(TableReader& top, FrontMatter& matter, FileErrors& errors) {
  auto section = top.section("symbols");
  if (!section) return;
  for (const std::string& name : section->keys()) read_symbol(name, *section, matter, errors);
  for (std::size_t i = 0; i < matter.symbols.size(); ++i) {
    const SymbolText& symbol = matter.symbols[i];
    const auto same = [&](const SymbolText& other) { return symbol.buffer && other.buffer == symbol.buffer; };
    if (std::any_of(matter.symbols.begin(), matter.symbols.begin() + static_cast<std::ptrdiff_t>(i), same)) {
      errors.add(symbol.line, message<"symbols.buffer_twice">(symbol.name), message<"symbols.buffer_twice_remedy">());
    }
  }
}

}  // namespace lanescope::catalogue
