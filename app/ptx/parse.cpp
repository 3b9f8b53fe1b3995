// A module: its header, and the items behind it.
#include <array>
#include <limits>

#include <fmt/format.h>

#include "ptx/body_reader.h"
#include "ptx/declaration.h"

namespace warpscope::ptx {
namespace {

class ModuleReader {
 public:
  explicit ModuleReader(std::string_view ptx) : reader_(ptx) {}

  Expected<Module> read() {
    if (!read_header()) return failure(reader_.take_error());
    while (reader_.current().kind != Token::Kind::end) {
      if (!read_item()) return failure(reader_.take_error());
    }
    if (!check_symbols()) return failure(reader_.take_error());
    return std::move(module_);
  }

 private:
  using Item = Module::Item;

  bool read_header() {
    if (!reader_.accept(".version")) return reader_.unexpected("the .version that opens PTX");
    if (!read_version()) return false;
    if (!reader_.accept(".target")) return reader_.unexpected("a .target");
    do {
      std::string_view word;
      if (!reader_.name(word, "a target")) return false;
      if (!module_.target.empty()) module_.target += ", ";
      module_.target += word;
    } while (reader_.accept(','));
    if (!reader_.accept(".address_size")) return reader_.unexpected("an .address_size");
    std::uint64_t bits = 0;
    if (!reader_.unsigned_number(bits, "an address size", 64)) return false;
    if (bits != 64) return reader_.fail(fmt::format("addresses of {} bits are not supported, only of 64", bits));
    return true;
  }

  /// "9.0"
  bool read_version() {
    const std::string_view word = reader_.current().text;
    const std::size_t dot = word.find('.');
    const auto digits = [](std::string_view text) {
      return !text.empty() && text.size() <= 4 && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (!reader_.at_number() || dot == std::string_view::npos || !digits(word.substr(0, dot)) ||
        !digits(word.substr(dot + 1))) {
      return reader_.unexpected("a version such as 8.0");
    }
    module_.version_major = std::stoi(std::string(word.substr(0, dot)));
    module_.version_minor = std::stoi(std::string(word.substr(dot + 1)));
    reader_.advance();
    return true;
  }

  bool read_item() {
    if (reader_.accept(".file")) return read_file();
    if (reader_.accept(".section")) return read_section();
    if (reader_.at(".alias") || reader_.at(".pragma")) return read_other();
    const std::int32_t line = reader_.line();
    const Linkage linkage = read_linkage();
    if (reader_.at(".entry") || reader_.at(".func")) return read_function(linkage, line);
    if (declared_space(reader_.current().text)) return read_module_variable(linkage);
    if (linkage == Linkage::none && reader_.at_word() && reader_.current().text.front() == '.') {
      return reader_.fail(fmt::format("'{}' is no known directive", reader_.current().text.substr(0, 60)));
    }
    return reader_.unexpected(linkage == Linkage::none ? "a directive" : "a variable, .entry or .func");
  }

  Linkage read_linkage() {
    struct Word {
      std::string_view text;
      Linkage linkage;
    };
    static constexpr std::array words{Word{".visible", Linkage::visible}, Word{".extern", Linkage::external},
                                      Word{".weak", Linkage::weak}, Word{".common", Linkage::common}};
    for (const Word& word : words) {
      if (reader_.accept(word.text)) return word.linkage;
    }
    return Linkage::none;
  }

  void add_item(Item::Kind kind, std::size_t index) { module_.items.push_back({kind, index}); }

  /// ".file 1 "name"", in old versions with ", time stamp, size" behind.
  bool read_file() {
    std::uint64_t number = 0, ignored = 0;
    std::string_view name;
    if (!reader_.unsigned_number(number, "the number of a file", std::numeric_limits<std::int32_t>::max()) ||
        !reader_.string(name, "the name of a file")) {
      return false;
    }
    while (reader_.accept(',')) {
      if (!reader_.unsigned_number(ignored, "a time stamp or size", std::numeric_limits<std::uint64_t>::max()))
        return false;
    }
    if (!module_.files.emplace(static_cast<std::uint32_t>(number), name).second) {
      return reader_.fail(fmt::format("there are two files of number {}", number));
    }
    add_item(Item::Kind::file, number);
    return true;
  }

  /// Debug sections are kept as they stand.
  bool read_section() {
    if (!reader_.at_word()) return reader_.unexpected("the name of a section");
    std::string name(reader_.current().text);
    reader_.advance();
    if (!reader_.at('{')) return reader_.unexpected("'{'");
    const char* const begin = reader_.current().text.data() + 1;
    do {
      reader_.advance();
      if (reader_.current().kind == Token::Kind::end || reader_.current().kind == Token::Kind::broken) {
        return reader_.unexpected("the '}' of a section");
      }
    } while (!reader_.at('}'));
    const std::string_view text(begin, static_cast<std::size_t>(reader_.current().text.data() - begin));
    reader_.advance();
    add_item(Item::Kind::section, module_.sections.size());
    module_.sections.emplace_back(std::move(name), text);
    return true;
  }

  /// Kept as text, normalised blanks: ".alias f, g", ".pragma "nounroll"".
  bool read_other() {
    std::string text(reader_.current().text);
    reader_.advance();
    for (std::string_view gap = " "; !reader_.at(';'); reader_.advance(), gap = reader_.at(',') ? "" : " ") {
      const Token& token = reader_.current();
      if (token.kind == Token::Kind::string) {
        text += fmt::format("{}\"{}\"", gap, token.text);
      } else if (reader_.at_identifier() || reader_.at(',')) {
        text += fmt::format("{}{}", gap, token.text);
      } else {
        return reader_.unexpected("a name, a string or ';'");
      }
    }
    reader_.advance();
    add_item(Item::Kind::other, module_.others.size());
    module_.others.push_back(std::move(text));
    return true;
  }

  bool read_module_variable(Linkage linkage) {
    Variable variable;
    variable.linkage = linkage;
    std::string_view name;
    if (!read_variable(reader_, variable, name)) return false;
    symbols_.symbols.insert(name);
    add_item(Item::Kind::variable, module_.variables.size());
    module_.variables.push_back(std::move(variable));
    return reader_.expect(';');
  }

  bool read_function(Linkage linkage, std::int32_t line) {
    Function function;
    function.linkage = linkage;
    function.ptx_line = line;
    function.entry = reader_.at(".entry");
    reader_.advance();
    if (!function.entry && reader_.at('(') && !read_parameters(reader_, function.results)) return false;
    std::string_view name;
    if (!reader_.name(name, function.entry ? "the name of a kernel" : "the name of a function")) return false;
    function.name = name;
    std::string place = fmt::format("{} {}", function.entry ? "kernel" : "function", name.substr(0, 200));
    reader_.enter(place);
    if (reader_.at('(') && !read_parameters(reader_, function.parameters)) return false;
    if (!read_function_directives(function)) return false;
    symbols_.symbols.insert(name);
    if (function.no_return) symbols_.no_return.insert(name);
    if (!reader_.accept(';') && !BodyReader(reader_, symbols_, function, std::move(place)).read()) return false;
    reader_.enter("");
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
    while (!reader_.at('{') && !reader_.at(';')) {
      if (reader_.accept(".pragma")) {
        std::string_view text;
        if (!reader_.string(text, "the string of a .pragma") || !reader_.expect(';')) return false;
        function.directives.push_back(fmt::format(".pragma \"{}\";", text));
        continue;
      }
      const Word* known = nullptr;
      for (const Word& word : words) {
        if (reader_.at(word.text)) known = &word;
      }
      if (known == nullptr) {
        if (!reader_.at_word() || reader_.current().text.front() != '.') return reader_.unexpected("'{' or ';'");
        return reader_.fail(
            fmt::format("'{}' is no known directive of a function", reader_.current().text.substr(0, 60)));
      }
      reader_.advance();
      std::string text(known->text);
      for (std::size_t i = 0; i < known->max_numbers; ++i) {
        if (i > 0 && !reader_.accept(',')) break;
        std::uint64_t number = 0;
        if (!reader_.unsigned_number(number, fmt::format("a number behind {}", known->text),
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

  /// Names that were used before the text declared them.
  bool check_symbols() {
    for (const ModuleNames::Use& use : symbols_.unknown) {
      if (!symbols_.symbols.contains(use.name)) return undeclared(use.name, use.line, use.place);
    }
    for (const Variable& variable : module_.variables) {
      for (const auto& value : variable.initial) {
        const auto* address = std::get_if<SymbolAddress>(&value);
        if (address != nullptr && !symbols_.symbols.contains(address->name)) {
          return undeclared(address->name, variable.ptx_line, "");
        }
      }
    }
    return true;
  }

  bool undeclared(std::string_view name, std::int32_t line, std::string place) {
    reader_.enter(std::move(place));
    return reader_.fail_at(line, fmt::format("'{}' is not declared", name.substr(0, 60)));
  }

  Reader reader_;
  Module module_;
  ModuleNames symbols_;
};

}  // namespace

Expected<Module> parse(std::string_view ptx) {
  return ModuleReader(ptx).read();
}

}  // namespace warpscope::ptx
