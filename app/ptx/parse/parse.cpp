// A module: its header, and the items after it.
#include <array>
#include <limits>

#include <fmt/format.h>

#include "ptx/declaration_words.h"
#include "ptx/messages.h"
#include "ptx/parse/body_reader.h"
#include "ptx/parse/declaration.h"

namespace lanescope::ptx {
namespace {

class ModuleReader {
 public:
  explicit ModuleReader(std::string_view ptx) : cursor_(ptx) {}

  Expected<Module> read() {
    if (!read_header()) return failure(cursor_.take_error());
    while (cursor_.current().kind != Token::Kind::end) {
      if (!read_item()) return failure(cursor_.take_error());
    }
    if (!check_symbols()) return failure(cursor_.take_error());
    return std::move(module_);
  }

 private:
  using Item = Module::Item;

  bool read_header() {
    if (!cursor_.accept(".version")) return cursor_.unexpected("the .version that opens PTX");
    if (!read_version()) return false;
    if (!cursor_.accept(".target")) return cursor_.unexpected("a .target");
    do {
      std::string_view word;
      if (!cursor_.name(word, "a target")) return false;
      if (!module_.target.empty()) module_.target += ", ";
      module_.target += word;
    } while (cursor_.accept(','));
    // Versions before 2.3 have none, and ptxas takes 64 bits where none is written.
    module_.writes_address_size = cursor_.accept(".address_size");
    if (!module_.writes_address_size) return true;
    std::uint64_t bits = 0;
    if (!cursor_.unsigned_number(bits, "an address size", 64)) return false;
    if (bits != 64) return cursor_.fail(message<"ptx.address_size">(bits));
    return true;
  }

  /// Reads "9.0".
  bool read_version() {
    const std::string_view word = cursor_.current().text;
    const std::size_t dot = word.find('.');
    const auto digits = [](std::string_view text) {
      return !text.empty() && text.size() <= 4 && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (!cursor_.at_number() || dot == std::string_view::npos || !digits(word.substr(0, dot)) ||
        !digits(word.substr(dot + 1))) {
      return cursor_.unexpected("a version such as 8.0");
    }
    module_.version_major = std::stoi(std::string(word.substr(0, dot)));
    module_.version_minor = std::stoi(std::string(word.substr(dot + 1)));
    cursor_.advance();
    return true;
  }

  bool read_item() {
    if (cursor_.accept(".file")) return read_file();
    if (cursor_.accept(".section")) return read_section();
    if (cursor_.at(".alias") || cursor_.at(".pragma")) return read_other();
    const std::int32_t line = cursor_.line();
    const Linkage linkage = read_linkage();
    if (cursor_.at(".entry") || cursor_.at(".func")) return read_function(linkage, line);
    if (declared_space(cursor_.current().text)) return read_module_variable(linkage);
    if (linkage == Linkage::none && cursor_.at_word() && cursor_.current().text.front() == '.') {
      return cursor_.fail(message<"ptx.directive">(cursor_.current().text.substr(0, 60)));
    }
    return cursor_.unexpected(linkage == Linkage::none ? "a directive" : "a variable, .entry or .func");
  }

  Linkage read_linkage() {
    const std::optional<Linkage> linkage =
        cursor_.at_word() ? enumerator_of(linkage_directives, cursor_.current().text) : std::nullopt;
    if (linkage) cursor_.advance();
    return linkage.value_or(Linkage::none);
  }

  void add_item(Item::Kind kind, std::size_t index) { module_.items.push_back({kind, index}); }

  /// Reads ".file 1 "name"", which in old versions continues with ", time stamp, size".
  bool read_file() {
    std::uint64_t number = 0, ignored = 0;
    std::string_view name;
    if (!cursor_.unsigned_number(number, "the number of a file", std::numeric_limits<std::int32_t>::max()) ||
        !cursor_.string(name, "the name of a file")) {
      return false;
    }
    while (cursor_.accept(',')) {
      if (!cursor_.unsigned_number(ignored, "a time stamp or size", std::numeric_limits<std::uint64_t>::max()))
        return false;
    }
    const auto [file, fresh] = module_.files.emplace(static_cast<std::uint32_t>(number), name);
    if (!fresh && file->second == name) return true;
    if (!fresh) return cursor_.fail(message<"ptx.file_twice">(number));
    add_item(Item::Kind::file, number);
    return true;
  }

  /// Keeps debug sections unchanged.
  bool read_section() {
    if (!cursor_.at_word()) return cursor_.unexpected("the name of a section");
    std::string name(cursor_.current().text);
    cursor_.advance();
    if (!cursor_.at('{')) return cursor_.unexpected("'{'");
    const char* const begin = cursor_.current().text.data() + 1;
    do {
      cursor_.advance();
      if (cursor_.current().kind == Token::Kind::end || cursor_.current().kind == Token::Kind::broken) {
        return cursor_.unexpected("the '}' of a section");
      }
    } while (!cursor_.at('}'));
    const std::string_view text(begin, static_cast<std::size_t>(cursor_.current().text.data() - begin));
    cursor_.advance();
    add_item(Item::Kind::section, module_.sections.size());
    module_.sections.emplace_back(std::move(name), text);
    return true;
  }

  /// Keeps ".alias f, g" or ".pragma "nounroll"" as text with normalised blanks.
  bool read_other() {
    std::string text(cursor_.current().text);
    cursor_.advance();
    for (std::string_view gap = " "; !cursor_.at(';'); cursor_.advance(), gap = cursor_.at(',') ? "" : " ") {
      const Token& token = cursor_.current();
      if (token.kind == Token::Kind::string) {
        text += fmt::format("{}\"{}\"", gap, token.text);
      } else if (cursor_.at_identifier() || cursor_.at(',')) {
        text += fmt::format("{}{}", gap, token.text);
      } else {
        return cursor_.unexpected("a name, a string or ';'");
      }
    }
    cursor_.advance();
    add_item(Item::Kind::other, module_.others.size());
    module_.others.push_back(std::move(text));
    return true;
  }

  bool read_module_variable(Linkage linkage) {
    Variable variable;
    variable.linkage = linkage;
    std::string_view name;
    if (!read_variable(cursor_, variable, name)) return false;
    for (bool more = true; more;) {
      symbols_.symbols.insert(name);
      add_item(Item::Kind::variable, module_.variables.size());
      module_.variables.push_back(variable);
      if (!read_further_variable(cursor_, variable, name, more)) return false;
    }
    return true;
  }

  bool read_function(Linkage linkage, std::int32_t line) {
    Function function;
    function.linkage = linkage;
    function.ptx_line = line;
    function.entry = cursor_.at(".entry");
    cursor_.advance();
    RegisterParameters registers;
    if (!function.entry && cursor_.at('(') && !read_parameters(cursor_, function.results, &registers.results)) {
      return false;
    }
    std::string_view name;
    if (!cursor_.name(name, function.entry ? "the name of a kernel" : "the name of a function")) return false;
    function.name = name;
    FunctionName named{std::string(name.substr(0, 200)), function.entry};
    cursor_.enter(named);
    std::vector<RegisterParameter>* const in_registers = function.entry ? nullptr : &registers.parameters;
    if (cursor_.at('(') && !read_parameters(cursor_, function.parameters, in_registers)) return false;
    if (!read_function_directives(function)) return false;
    symbols_.symbols.insert(name);
    if (function.no_return) symbols_.no_return.insert(name);
    if (!cursor_.accept(';') &&
        !BodyReader(cursor_, symbols_, function, std::move(named), std::move(registers)).read()) {
      return false;
    }
    cursor_.enter({});
    add_item(Item::Kind::function, module_.functions.size());
    module_.functions.push_back(std::move(function));
    return true;
  }

  bool read_function_directives(Function& function) {
    struct Word {
      std::string_view text;
      std::size_t max_numbers;
    };
    static constexpr std::array words{
        Word{".maxntid", 3},           Word{".reqntid", 3},        Word{".minnctapersm", 1},
        Word{".maxnctapersm", 1},      Word{".maxnreg", 1},        Word{".explicitcluster", 0},
        Word{".reqnctapercluster", 3}, Word{".maxclusterrank", 1}, Word{".blocksareclusters", 0},
        Word{".noreturn", 0},          Word{".abi_preserve", 1},   Word{".abi_preserve_control", 1}};
    while (!cursor_.at('{') && !cursor_.at(';')) {
      if (cursor_.accept(".pragma")) {
        std::string_view text;
        if (!cursor_.string(text, "the string of a .pragma") || !cursor_.expect(';')) return false;
        function.directives.push_back(fmt::format(".pragma \"{}\";", text));
        continue;
      }
      const Word* known = nullptr;
      for (const Word& word : words) {
        if (cursor_.at(word.text)) known = &word;
      }
      if (known == nullptr) {
        if (!cursor_.at_word() || cursor_.current().text.front() != '.') return cursor_.unexpected("'{' or ';'");
        return cursor_.fail(message<"ptx.directive_of_function">(cursor_.current().text.substr(0, 60)));
      }
      cursor_.advance();
      std::string text(known->text);
      for (std::size_t i = 0; i < known->max_numbers; ++i) {
        if (i > 0 && !cursor_.accept(',')) break;
        std::uint64_t number = 0;
        if (!cursor_.unsigned_number(number, fmt::format("a number after {}", known->text),
                                     std::numeric_limits<std::uint32_t>::max())) {
          return false;
        }
        text += fmt::format("{}{}", i == 0 ? " " : ", ", number);
      }
      if (known->text == ".noreturn") function.no_return = true;
      function.directives.push_back(std::move(text));
    }
    return true;
  }

  /// Checks names that were used before the text declared them.
  bool check_symbols() {
    for (const ModuleNames::Use& use : symbols_.unknown) {
      if (!symbols_.symbols.contains(use.name)) return undeclared(use.name, use.line, use.function);
    }
    for (const Variable& variable : module_.variables) {
      for (const auto& value : variable.initial) {
        const auto* address = std::get_if<SymbolAddress>(&value);
        if (address != nullptr && !symbols_.symbols.contains(address->name)) {
          return undeclared(address->name, variable.ptx_line, {});
        }
      }
    }
    return true;
  }

  bool undeclared(std::string_view name, std::int32_t line, FunctionName function) {
    cursor_.enter(std::move(function));
    return cursor_.fail_at(line, message<"ptx.not_declared">(name.substr(0, 60)));
  }

  TokenCursor cursor_;
  Module module_;
  ModuleNames symbols_{module_};
};

}  // namespace

Expected<Module> parse(std::string_view ptx) {
  return ModuleReader(ptx).read();
}

}  // namespace lanescope::ptx
