#include "catalogue/propose/file_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/text.h"
#include "catalogue/c_types.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/host/host_values.h"
#include "catalogue/host/pointer_names.h"

namespace lanescope::catalogue {
namespace {

constexpr std::int64_t largest_size = 2147483647;
constexpr std::int64_t most_block_threads = 1024;

/// A place where a kernel is launched.
struct Site {
  std::size_t kernel = 0;  ///< token of its name
  TokenRange template_arguments;
  TokenRange grid, block, shared_bytes;
  std::vector<TokenRange> arguments;
  bool cooperative = false;
};

class Launches {
 public:
  Launches(const HostCode& code, const std::vector<EntryDeclaration>& entries)
      : code_(code), entries_(entries), device_names_(names_of_device()) {}

  std::vector<FileLaunch> all() const {
    std::vector<FileLaunch> launches;
    for (const Site& site : sites()) {
      const auto entry = std::ranges::find(entries_, code_.tokens()[site.kernel].text, &EntryDeclaration::name);
      if (entry == entries_.end() || site.arguments.size() > entry->parameters.size()) continue;
      launches.push_back(launch_of(site, *entry));
    }
    return launches;
  }

 private:
  [[nodiscard]] const Token& token(std::size_t at) const { return code_.tokens()[at]; }

  /// Returns the names of constants and macros on which code of the device depends, also through each other.
  std::set<std::string> names_of_device() const {
    std::set<std::string> names;
    std::vector<TokenRange> open;
    for (const HostFunction& function : code_.functions()) {
      if (function.on_device) open.push_back(function.body);
    }
    while (!open.empty()) {
      const TokenRange range = open.back();
      open.pop_back();
      for (std::size_t i = range.begin; i < range.end; ++i) {
        if (token(i).kind != Token::Kind::word || !names.insert(token(i).text).second) continue;
        for (const Definition& definition : code_.global_definitions(token(i).text)) open.push_back(definition.value);
      }
    }
    return names;
  }

  std::vector<Site> sites() const {
    std::vector<Site> sites;
    for (std::size_t i = 1; i + 1 < code_.tokens().size(); ++i) {
      std::optional<Site> site;
      if (token(i).is("<<<")) site = site_of_brackets(i);
      if (token(i).text.starts_with("cuda") && token(i + 1).is("(")) site = site_of_call(i);
      if (site) sites.push_back(*std::move(site));
    }
    // The first is taken where nobody says which.
    std::ranges::stable_partition(sites, [&](const Site& site) { return may_run(site.kernel); });
    return sites;
  }

  /// Whether no condition around a place is known to keep the program from there.
  bool may_run(std::size_t at) const {
    const std::size_t function = code_.function_at(at);
    if (function == HostCode::npos) return true;
    const HostValues values(code_);
    for (std::size_t i = code_.functions()[function].body.begin; i + 1 < at; ++i) {
      const std::size_t close = token(i).is("if") && token(i + 1).is("(") ? code_.partner(i + 1) : HostCode::npos;
      if (close == HostCode::npos || close > at) continue;
      const std::size_t end = end_of_statement(close + 1);
      const std::size_t otherwise = token(end).is("else") ? end_of_statement(end + 1) : end;
      if (otherwise <= at) continue;
      const auto condition = values.integer({i + 2, close});
      if (condition && condition->value && (*condition->value != 0) != (at < end)) return false;
    }
    return true;
  }

  /// Returns the place behind a statement or a block in braces.
  std::size_t end_of_statement(std::size_t begin) const {
    if (token(begin).is("{") && code_.partner(begin) != HostCode::npos) return code_.partner(begin) + 1;
    return std::min(code_.end_of(begin, {";"}) + 1, code_.tokens().size() - 1);
  }

  /// Finds the name of a kernel whose name, with its template's arguments, ends before `end`.
  bool read_kernel(TokenRange range, Site& site) const {
    range = HostValues(code_).bare(range);
    while (!range.empty() && !token(range.end - 1).is(">") && token(range.end - 1).kind != Token::Kind::word)
      --range.end;
    if (range.empty()) return false;
    site.kernel = range.end - 1;
    if (token(range.end - 1).is(">")) {
      for (std::size_t at = range.end - 1; at-- > range.begin;) {
        if (!token(at).is("<") || code_.template_end(at) != range.end - 1 || at == 0) continue;
        site.template_arguments = {at + 1, range.end - 1};
        site.kernel = at - 1;
        break;
      }
    }
    follow_name(site);
    return token(site.kernel).kind == Token::Kind::word;
  }

  /// "auto kernel = copy<float>; kernel<<<...>>>" launches copy<float>.
  void follow_name(Site& site) const {
    const std::string& name = token(site.kernel).text;
    if (std::ranges::find(entries_, name, &EntryDeclaration::name) != entries_.end()) return;
    for (const Definition& definition : code_.definitions(name, site.kernel)) {
      if (definition.kind != Definition::Kind::value || definition.value.empty()) continue;
      Site behind = site;
      const std::size_t last = definition.value.end - 1;
      if (token(last).kind != Token::Kind::word && !token(last).is(">")) continue;
      if (token(last).is(">")) {
        std::size_t open = definition.value.begin;
        while (open < last && code_.template_end(open) != last) ++open;
        if (open == last || open == definition.value.begin) continue;
        behind.template_arguments = {open + 1, last};
        behind.kernel = open - 1;
      } else {
        behind.kernel = last;
      }
      if (std::ranges::find(entries_, token(behind.kernel).text, &EntryDeclaration::name) == entries_.end()) continue;
      site = behind;
      return;
    }
  }

  std::optional<Site> site_of_brackets(std::size_t open) const {
    Site site;
    std::size_t begin = open;
    while (begin > 0 && open - begin < 60 && !token(begin - 1).is(";") && !token(begin - 1).is("{") &&
           !token(begin - 1).is("}")) {
      // Arguments of a template may stand in brackets, and a condition before the launch.
      const std::size_t bracket = token(begin - 1).is(")") ? code_.partner(begin - 1) : HostCode::npos;
      begin = bracket == HostCode::npos ? begin - 1 : bracket;
    }
    if (!read_kernel({begin, open}, site)) return std::nullopt;
    std::size_t close = open + 1;
    for (; close + 3 < code_.tokens().size(); ++close) {
      if (code_.partner(close) != HostCode::npos && code_.partner(close) > close) {
        close = code_.partner(close);
      } else if (token(close).is(";")) {
        return std::nullopt;
      } else if (token(close).is(">") && token(close + 1).is(">") && token(close + 2).is(">") &&
                 token(close + 2).joined && token(close + 1).joined) {
        break;
      }
    }
    const auto configuration = code_.split_arguments({open + 1, close});
    const std::size_t bracket = close + 3;
    if (configuration.size() < 2 || bracket >= code_.tokens().size() || !token(bracket).is("(") ||
        code_.partner(bracket) == HostCode::npos) {
      return std::nullopt;
    }
    site.grid = configuration[0];
    site.block = configuration[1];
    if (configuration.size() > 2) site.shared_bytes = configuration[2];
    site.arguments = code_.split_arguments({bracket + 1, code_.partner(bracket)});
    return site;
  }

  std::optional<Site> site_of_call(std::size_t name) const {
    const std::string& function = token(name).text;
    if (code_.partner(name + 1) == HostCode::npos) return std::nullopt;
    const auto parts = code_.split_arguments({name + 2, code_.partner(name + 1)});
    Site site;
    if (function == "cudaLaunchKernelEx" && parts.size() >= 2) {
      if (!read_kernel(parts[1], site)) return std::nullopt;
      const std::string configuration = code_.text(HostValues(code_).bare(parts[0]));
      const auto field = [&](const char* member) {
        const auto found = code_.definitions(configuration + "." + member, name);
        return found.empty() ? TokenRange{} : found[0].value;
      };
      site.grid = field("gridDim");
      site.block = field("blockDim");
      site.shared_bytes = field("dynamicSmemBytes");
      site.arguments.assign(parts.begin() + 2, parts.end());
      return site;
    }
    site.cooperative = function == "cudaLaunchCooperativeKernel";
    if ((!site.cooperative && function != "cudaLaunchKernel") || parts.size() < 4) return std::nullopt;
    if (!read_kernel(parts[0], site)) return std::nullopt;
    site.grid = parts[1];
    site.block = parts[2];
    if (parts.size() > 4) site.shared_bytes = parts[4];
    // void* arguments[] = { &a, &b, &n };
    const TokenRange array = HostValues(code_).bare(parts[3]);
    if (array.end != array.begin + 1) return site;
    for (const Definition& definition : code_.definitions(token(array.begin).text, name)) {
      const TokenRange list = definition.value;
      const bool braces =
          list.end > list.begin + 2 && token(list.begin).is("{") && code_.partner(list.begin) == list.end - 1;
      if (!braces) continue;
      for (const TokenRange& each : code_.split_arguments({list.begin + 1, list.end - 1})) {
        site.arguments.push_back(HostValues(code_).bare(each));
      }
      break;
    }
    return site;
  }

  /// Whether the kernel, or the arguments of its template, are written for the value of a name.
  bool is_of_device(const HostValues::Chain& chain, const Site& site) const {
    const auto has = [&](const std::string& name) {
      for (std::size_t i = site.template_arguments.begin; i < site.template_arguments.end; ++i) {
        if (token(i).is(name)) return true;
      }
      return device_names_.contains(name);
    };
    return std::ranges::any_of(chain.identities, [&](const std::string& identity) {
      const auto name = chain.names.find(identity);
      // What is the same name elsewhere, in a function of its own, is another variable.
      const bool local = !identity.empty() && is_digit(identity[0]);
      return name != chain.names.end() && (local ? is_template_argument(name->second, site) : has(name->second));
    });
  }
  bool is_template_argument(const std::string& name, const Site& site) const {
    for (std::size_t i = site.template_arguments.begin; i < site.template_arguments.end; ++i) {
      if (token(i).is(name)) return true;
    }
    return false;
  }

  FileLaunch launch_of(const Site& site, const EntryDeclaration& declared) const {
    FileLaunch launch;
    launch.entry = entry_of(site, declared);
    const EntryDeclaration entry = with_arguments(declared, launch.entry);
    launch.kernel = entry.name;
    launch.line = token(site.kernel).line;
    launch.cooperative = site.cooperative;
    HostValues values(code_);
    follow_cases(site, values);
    name_sizes(site, entry, values);
    read_block(site, entry, values, launch);
    values.name_unknown_sizes(true);
    read_arguments(site, entry, values, launch);
    bool no_blocks = false;
    for (const auto& extent : values.extents(site.grid)) {
      launch.grid.push_back(extent ? with_knobs(extent->text, *extent, launch) : std::string());
      // The host code gives a variable its number later, in a way that is not understood.
      no_blocks = no_blocks || (extent && extent->value && *extent->value < 1);
    }
    const bool known = !launch.grid[0].empty() && !launch.grid[1].empty() && !launch.grid[2].empty() && !no_blocks;
    if (!known) launch.grid.clear();
    while (launch.grid.size() > 1 && launch.grid.back() == "1") launch.grid.pop_back();
    const auto bytes = values.integer(site.shared_bytes);
    if (bytes && bytes->text != "0") launch.shared_bytes = bytes->text;
    launch.shared_bytes_unknown = !site.shared_bytes.empty() && !bytes;
    collect_sizes(values, launch);
    return launch;
  }

  /// A launch behind "switch (threads) { case 256:" has 256 threads.
  void follow_cases(const Site& site, HostValues& values) const {
    const std::size_t function = code_.function_at(site.kernel);
    if (function == HostCode::npos) return;
    for (std::size_t i = code_.functions()[function].body.begin; i + 1 < site.kernel; ++i) {
      const std::size_t close = token(i).is("switch") && token(i + 1).is("(") ? code_.partner(i + 1) : HostCode::npos;
      if (close == HostCode::npos || !token(close + 1).is("{")) continue;
      const std::size_t end = code_.partner(close + 1);
      if (end == HostCode::npos || end < site.kernel) continue;
      TokenRange label;
      for (std::size_t at = close + 2; at < site.kernel; ++at) {
        if (!token(at).is("case")) continue;
        std::size_t colon = at + 1;
        while (colon < site.kernel && !token(colon).is(":")) ++colon;
        label = {at + 1, colon};
      }
      const auto value = values.integer(label);
      if (!value || !value->value) continue;
      for (const std::string& identity : values.chain_of({i + 2, close}).identities) {
        values.set_number(identity, *value->value);
      }
    }
  }

  static bool may_be_size(const EntryParameter& parameter) {
    return !parameter.pointer && parameter.element && is_integer(*parameter.element) && parameter.vector == 1 &&
           size_of(*parameter.element) >= 2;
  }

  /// Lets the variables that are passed as integers be called as the parameters that they become.
  void name_sizes(const Site& site, const EntryDeclaration& entry, HostValues& values) const {
    for (std::size_t i = 0; i < site.arguments.size(); ++i) {
      const EntryParameter& parameter = entry.parameters[i];
      if (!may_be_size(parameter)) continue;
      const HostValues::Chain chain = values.chain_of(site.arguments[i]);
      const bool usable = !chain.value || (*chain.value >= 1 && *chain.value <= largest_size);
      if (chain.identities.empty() || !usable || is_of_device(chain, site)) continue;
      for (const std::string& identity : chain.identities) {
        values.set_size(identity, {parameter.name, chain.value});
      }
    }
    // In "n / 4" the size is n.
    for (std::size_t i = 0; i < site.arguments.size(); ++i) {
      if (may_be_size(entry.parameters[i]) && site.arguments[i].end > site.arguments[i].begin + 1) {
        name_words(site.arguments[i], site, entry, values);
      }
    }
  }

  void name_words(TokenRange range, const Site& site, const EntryDeclaration& entry, HostValues& values) const {
    for (std::size_t at = range.begin; at < range.end; ++at) {
      if (token(at).kind != Token::Kind::word) continue;
      const HostValues::Chain chain = values.chain_of({at, at + 1});
      const bool taken =
          std::ranges::find(entry.parameters, chain.name, &EntryParameter::name) != entry.parameters.end();
      if (!chain.value || *chain.value < 32 || *chain.value > largest_size || chain.identities.empty() || taken ||
          is_of_device(chain, site)) {
        continue;
      }
      for (const std::string& identity : chain.identities) values.set_size(identity, {chain.name, chain.value});
    }
  }

  void read_block(const Site& site, const EntryDeclaration& entry, HostValues& values, FileLaunch& launch) const {
    const auto before = values.extents(site.block);
    std::int64_t threads = 1;
    for (const auto& extent : before) {
      const bool known = extent && extent->value && *extent->value >= 1 && *extent->value <= most_block_threads;
      threads = known && threads > 0 ? threads * *extent->value : 0;
    }
    const bool symbolic = std::ranges::any_of(before, [](const auto& each) { return each && each->symbolic; });
    if (symbolic && before[0] && before[1] && before[2] && threads <= most_block_threads) {
      for (const auto& extent : before) launch.block_text.push_back(extent->text);
      while (launch.block_text.size() > 1 && launch.block_text.back() == "1") launch.block_text.pop_back();
    }
    if (symbolic || threads < 1 || threads > most_block_threads) return;
    for (const auto& extent : before) launch.block.push_back(*extent->value);
    while (launch.block.size() > 1 && launch.block.back() == 1) launch.block.pop_back();
    const bool asks = entry.body.find("blockDim") != std::string::npos;
    for (std::size_t axis = 0; axis < launch.block.size(); ++axis) {
      const HostValues::Chain chain = values.chain_of_extent(site.block, axis);
      const bool fixed = is_of_device(chain, site) || !site.template_arguments.empty();
      launch.turnable.push_back(asks && !fixed);
      for (const std::string& identity : chain.identities) {
        // A macro that the kernel uses, too, stays the number that it is.
        if (!fixed) values.set_size(identity, {knob_names.at(axis), launch.block[axis]});
      }
      if (!chain.member.empty() && !fixed) values.set_size(chain.member, {knob_names.at(axis), launch.block[axis]});
    }
  }

  /// In "(n + 255) / 256" a block that is written as the number 256 becomes its knob.
  static std::string with_knobs(std::string text, const HostTerm& extent, const FileLaunch& launch) {
    for (std::size_t axis = 0; extent.symbolic && axis < launch.turnable.size(); ++axis) {
      const std::int64_t threads = launch.block[axis];
      if (!launch.turnable[axis] || threads < 8) continue;
      const std::string divided = with_word(text, std::to_string(threads), knob_names.at(axis));
      if (divided == text) continue;
      return with_word(divided, std::to_string(threads - 1), fmt::format("{} - 1", knob_names.at(axis)));
    }
    return text;
  }

  void read_arguments(const Site& site, const EntryDeclaration& entry, HostValues& values, FileLaunch& launch) const {
    for (std::size_t i = 0; i < site.arguments.size(); ++i) {
      const EntryParameter& parameter = entry.parameters[i];
      if (parameter.pointer) {
        const PointedType type{
            parameter.element ? static_cast<std::int64_t>(size_of(*parameter.element)) : std::int64_t{1},
            parameter.vector};
        const auto count = elements_behind(site.arguments[i], type, values);
        if (count && count->value.value_or(1) > 0) launch.counts[parameter.name] = count->text;
        const auto offset = offset_of(site.arguments[i], type, values);
        if (offset && offset->value.value_or(1) > 0) launch.offsets[parameter.name] = offset->text;
        if (const auto fill = fill_of(code_, values, site.arguments[i], type, count)) {
          launch.fills[parameter.name] = *fill;
        }
        continue;
      }
      if (!parameter.element || parameter.vector > 1) continue;
      if (is_integer(*parameter.element)) {
        const auto term = values.integer(site.arguments[i]);
        if (term) launch.values[parameter.name] = term->text;
        continue;
      }
      if (const auto text = values.real(site.arguments[i])) launch.values[parameter.name] = *text;
    }
  }

  /// Returns what is added to a pointer: 4 of "in + 4" and of "&in[4]".
  std::optional<HostTerm> offset_of(TokenRange argument, const PointedType& type, const HostValues& values) const {
    if (is_of_pointer_array(code_, values, argument)) return std::nullopt;
    argument = values.bare(argument);
    if (argument.end < argument.begin + 3 || token(argument.begin).kind != Token::Kind::word) return std::nullopt;
    const std::size_t next = argument.begin + 1;
    const bool indexed = token(next).is("[") && code_.partner(next) == argument.end - 1;
    if (!indexed && !token(next).is("+")) return std::nullopt;
    return in_elements(values.integer({next + 1, indexed ? argument.end - 1 : argument.end}), type);
  }

  /// Returns how many elements an allocation has to which the argument leads.
  std::optional<HostTerm> elements_behind(TokenRange argument, const PointedType& type,
                                          const HostValues& values) const {
    return along_pointer(code_, values, argument, [&](const std::string& name, std::size_t at) {
      return allocation_of(name, at, type, values);
    });
  }

  /// Returns the elements of `name`, as the function around `at` allocates it, or any function a global variable.
  std::optional<HostTerm> allocation_of(const std::string& name, std::size_t at, const PointedType& type,
                                        const HostValues& values) const {
    const std::size_t around = code_.function_at(at);
    const auto in = [&](const HostFunction& function) { return allocation_in(function.body, name, type, values); };
    if (around != HostCode::npos) {
      if (auto found = in(code_.functions()[around])) return found;
      const auto& parameters = code_.functions()[around].parameters;
      const std::string first = name.substr(0, name.find_first_of(".["));
      if (std::ranges::find(parameters, first, &HostParameter::name) != parameters.end()) return std::nullopt;
      // A variable of this function is allocated nowhere else; one of the file may be.
      if (!code_.is_variable_of_file(first)) return std::nullopt;
    }
    for (const HostFunction& function : code_.functions()) {
      if (auto found = in(function)) return found;
    }
    return std::nullopt;
  }

  std::optional<HostTerm> allocation_in(TokenRange body, const std::string& name, const PointedType& type,
                                        const HostValues& values) const {
    if (!code_.may_look_at(body.end - body.begin)) return std::nullopt;
    const auto is_name = [&](TokenRange range) {
      std::string text = code_.text(values.bare(range));
      std::erase(text, ' ');
      for (std::size_t arrow = text.find("->"); arrow != std::string::npos; arrow = text.find("->")) {
        text.replace(arrow, 2, ".");
      }
      // Whichever element of an array of pointers it is.
      if (const std::size_t open = text.find('['); open != std::string::npos) text = text.substr(0, open) + "[]";
      return text == name;
    };
    for (std::size_t i = body.begin; i + 1 < body.end; ++i) {
      if (token(i).kind != Token::Kind::word) continue;
      const bool call = token(i + 1).is("(") && code_.partner(i + 1) != HostCode::npos;
      if (call && token(i).text.starts_with("cuda") &&
          (token(i).text.find("Malloc") != std::string::npos || token(i).is("cudaHostAlloc"))) {
        const auto parts = code_.split_arguments({i + 2, code_.partner(i + 1)});
        if (parts.size() < 2 || !is_name(parts[0])) continue;
        if (token(i).is("cudaMallocPitch") || token(i).is("cudaMallocArray")) continue;
        if (auto count = values.elements(parts[1], type)) return count;
      }
      const bool indexed = token(i + 1).is("[") && code_.partner(i + 1) < body.end;
      const std::size_t after = indexed ? code_.partner(i + 1) + 1 : i + 1;
      if (after < body.end && token(after).is("=") && is_name({i, after})) {
        if (auto count = allocated_by(after + 1, body.end, type, values)) return count;
      }
      // thrust::device_vector<float> a(n);
      const bool vector = call && token(i).is(name) && i > body.begin && token(i - 1).is(">") &&
                          code_.declared_type(name, i + 1).find("vector") != std::string::npos;
      if (vector) {
        const auto parts = code_.split_arguments({i + 2, code_.partner(i + 1)});
        if (!parts.empty()) {
          if (auto count = in_elements(values.integer(parts[0]), type)) return count;
        }
      }
    }
    return std::nullopt;
  }

  static std::optional<HostTerm> in_elements(const std::optional<HostTerm>& values, const PointedType& type) {
    return binary_term("*", values, number_term(type.vector));
  }

  /// "new float[n]" and "(float*)malloc(n * sizeof(float))".
  std::optional<HostTerm> allocated_by(std::size_t at, std::size_t end, const PointedType& type,
                                       const HostValues& values) const {
    for (; at < end && !token(at).is(";"); ++at) {
      if (token(at).is("new")) {
        std::size_t bracket = at;
        while (bracket < end && !token(bracket).is("[") && !token(bracket).is(";")) ++bracket;
        if (!token(bracket).is("[") || code_.partner(bracket) == HostCode::npos) return std::nullopt;
        return in_elements(values.integer({bracket + 1, code_.partner(bracket)}), type);
      }
      const bool allocates = token(at).is("malloc") || token(at).is("calloc");
      if (!allocates || !token(at + 1).is("(") || code_.partner(at + 1) == HostCode::npos) continue;
      const auto parts = code_.split_arguments({at + 2, code_.partner(at + 1)});
      if (token(at).is("calloc")) return parts.empty() ? std::nullopt : in_elements(values.integer(parts[0]), type);
      return parts.empty() ? std::nullopt : values.elements(parts[0], type);
    }
    return std::nullopt;
  }

  /// Returns the kernel with the arguments of its template; without them where not all are known.
  std::string entry_of(const Site& site, const EntryDeclaration& entry) const {
    if (entry.template_parameters.empty()) return entry.name;
    const HostValues values(code_);
    std::vector<std::string> arguments;
    for (const TokenRange& range : code_.split_arguments(site.template_arguments)) {
      const auto argument = values.template_argument(range);
      if (!argument) return entry.name;
      arguments.push_back(*argument);
    }
    for (std::size_t i = arguments.size(); i < entry.template_parameters.size(); ++i) {
      const std::string& otherwise = i < entry.template_defaults.size() ? entry.template_defaults[i] : std::string();
      std::string deduced = deduced_type(site, entry, entry.template_parameters[i]);
      if (deduced.empty() && otherwise.empty()) return entry.name;
      if (deduced.empty()) break;  // The compiler knows what is left.
      arguments.push_back(std::move(deduced));
    }
    return arguments.empty() ? entry.name + "<>" : fmt::format("{}<{}>", entry.name, join(arguments, ", "));
  }

  /// Returns the type that a template's parameter gets from the types of the arguments; nothing when none tells it.
  std::string deduced_type(const Site& site, const EntryDeclaration& entry, const std::string& name) const {
    const HostValues values(code_);
    for (std::size_t i = 0; i < site.arguments.size(); ++i) {
      const EntryParameter& parameter = entry.parameters[i];
      if (!has_word(parameter.type, name)) continue;
      const TokenRange argument = values.bare(site.arguments[i]);
      if (argument.empty() || token(argument.begin).kind != Token::Kind::word) continue;
      std::string type = values.type_of(argument);
      const std::size_t star = type.find('*');
      if (parameter.pointer != (star != std::string::npos)) continue;
      if (star != std::string::npos) type.resize(star);
      for (const char* word : {"const", "static", "constexpr", "volatile", "__restrict__"})
        type = with_word(type, word, "");
      type = trim(type);
      if (!type.empty() && (c_type(code_.plain_type(type)) || code_.is_of_file(type))) return type;
    }
    return {};
  }

  static void collect_sizes(const HostValues& values, FileLaunch& launch) {
    std::vector<std::string> texts = launch.grid;
    texts.push_back(launch.shared_bytes);
    std::ranges::copy(launch.block_text, std::back_inserter(texts));
    for (const auto& [name, text] : launch.values) texts.push_back(text);
    for (const auto& [name, text] : launch.counts) texts.push_back(text);
    for (const auto& [name, text] : launch.offsets) texts.push_back(text);
    std::set<std::string> seen;
    const auto add = [&](const std::string& name, std::optional<std::int64_t> value) {
      const bool knob = std::ranges::find(knob_names, name) != knob_names.end();
      const bool used = std::ranges::any_of(texts, [&](const std::string& text) { return has_word(text, name); });
      if (used && !knob && seen.insert(name).second) launch.sizes.push_back({name, value});
    };
    for (const auto& [identity, size] : values.sizes()) add(size.name, size.value);
    for (const std::string& name : values.unknown_sizes()) add(name, std::nullopt);
  }

  const HostCode& code_;
  const std::vector<EntryDeclaration>& entries_;
  const std::set<std::string> device_names_;
};

}  // namespace

std::vector<FileLaunch> launches_in(const HostCode& code, const std::vector<EntryDeclaration>& entries) {
  return entries.empty() ? std::vector<FileLaunch>{} : Launches(code, entries).all();
}

std::string with_word(std::string text, std::string_view name, std::string_view value) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
    const std::size_t after = at + name.size();
    const bool whole = (at == 0 || (!is_word_letter(text[at - 1]) && text[at - 1] != '.')) &&
                       (after == text.size() || !is_word_letter(text[after]));
    if (whole) text.replace(at, name.size(), value);
    at += whole ? value.size() : 1;
  }
  return text;
}

}  // namespace lanescope::catalogue
