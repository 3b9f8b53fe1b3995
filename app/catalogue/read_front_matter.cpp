#include "catalogue/read_front_matter.h"

#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "catalogue/operators.h"

namespace warpscope::catalogue {
namespace {

bool is_identifier(const std::string& word) {
  return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0 &&
         std::all_of(word.begin(), word.end(),
                     [](unsigned char c) { return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_'; });
}

void require_identifier(const std::string& word, int line, FileErrors& errors) {
  if (is_identifier(word)) return;
  errors.add(line, fmt::format("'{}' is no name", word), "use small letters, digits and _, and begin with a letter");
}

void read_parameter_values(TableReader& reader, const toml::array& array, Parameter& parameter) {
  for (const toml::node& element : array) {
    if (const auto number = element.value_exact<std::int64_t>(); number && parameter.names.empty()) {
      parameter.values.push_back(*number);
    } else if (const auto name = element.value_exact<std::string>();
               name && parameter.values.size() == parameter.names.size()) {
      require_identifier(*name, parameter.line, reader.errors());
      parameter.names.push_back(*name);
      parameter.values.push_back(static_cast<std::int64_t>(parameter.values.size()));
    } else {
      reader.errors().add(parameter.line, reader.name() + ": values must be all integers or all names");
      return;
    }
  }
}

void read_parameters(TableReader& top, Kernel& kernel, FileErrors& errors) {
  const toml::table* table = top.table("parameters");
  if (table == nullptr) return;
  for (const std::string& name : keys_in_order(*table)) {
    const toml::node& node = *table->get(name);
    Parameter parameter;
    parameter.name = name;
    parameter.line = line_of(node);
    require_identifier(name, parameter.line, errors);
    if (!node.is_table()) {
      errors.add(parameter.line, fmt::format("[parameters] {} must be a table", name),
                 name + " = { values = [1, 2, 4], default = 2 }");
      continue;
    }
    TableReader reader(*node.as_table(), "[parameters] " + name, errors, parameter.line);
    const toml::node* values = reader.find("values");
    const toml::node* standard = reader.find("default");
    reader.refuse_unknown();
    if (values == nullptr || !values->is_array() || values->as_array()->empty()) {
      errors.add(parameter.line, reader.name() + " needs values", "add values = [ ... ]");
      continue;
    }
    read_parameter_values(reader, *values->as_array(), parameter);
    std::optional<std::size_t> index;
    if (standard != nullptr) {
      for (std::size_t i = 0; i < parameter.values.size(); ++i) {
        const bool same = parameter.names.empty() ? standard->value_exact<std::int64_t>() == parameter.values[i]
                                                  : standard->value_exact<std::string>() == parameter.names[i];
        if (same) index = i;
      }
    }
    if (!index) {
      errors.add(parameter.line, reader.name() + ": the default is missing or none of its values",
                 "add default = one of the values");
      continue;
    }
    parameter.default_index = *index;
    kernel.parameters.push_back(std::move(parameter));
  }
}

void read_sizes(TableReader& top, Kernel& kernel, FileErrors& errors) {
  const toml::table* table = top.table("problem");
  if (table == nullptr) return;
  for (const std::string& name : keys_in_order(*table)) {
    const toml::node& node = *table->get(name);
    Size size;
    size.name = name;
    size.line = line_of(node);
    require_identifier(name, size.line, errors);
    if (!node.is_table()) {
      errors.add(size.line, fmt::format("[problem] {} must be a table", name),
                 name + " = { min = 1, max = 32768, default = 4096 }");
      continue;
    }
    TableReader reader(*node.as_table(), "[problem] " + name, errors, size.line);
    size.minimum = reader.integer("min", true).value_or(1);
    size.maximum = reader.integer("max", true).value_or(1);
    size.default_value = reader.integer("default", true).value_or(1);
    reader.refuse_unknown();
    if (size.minimum < 0 || size.maximum > largest_exact || size.minimum > size.default_value ||
        size.default_value > size.maximum) {
      errors.add(size.line, reader.name() + ": needs 0 <= min <= default <= max <= 2^53");
    }
    kernel.sizes.push_back(size);
  }
}

void read_requirements(TableReader& top, Kernel& kernel, FrontMatter& matter, FileErrors& errors) {
  const toml::node* node = top.find("require");
  if (node == nullptr) return;
  if (!node->is_array_of_tables()) {
    errors.add(line_of(*node), "'require' must be a list of tables", "write [[require]]");
    return;
  }
  for (const toml::node& element : *node->as_array()) {
    TableReader reader(*element.as_table(), "[[require]]", errors);
    auto that = reader.formula("that", true);
    const std::string otherwise = reader.text("else", true);
    reader.refuse_unknown();
    if (!that) continue;
    kernel.requirements.push_back({that->text, otherwise, that->line});
    matter.requirements.push_back(std::move(*that));
  }
}

void read_fill(TableReader& reader, Buffer& buffer) {
  const toml::node* node = reader.find("fill");
  if (node == nullptr) {
    buffer.fill = buffer.role == Role::in || buffer.role == Role::inout ? Fill::random : Fill::poison;
  } else if (const auto number = node->value_exact<std::int64_t>()) {
    buffer.fill = Fill::value;
    buffer.fill_value = *number;
  } else {
    constexpr std::array fills = {Fill::random, Fill::poison, Fill::zero, Fill::index};
    buffer.fill = fills.at(reader.choice("fill", {"random", "poison", "zero", "index"}, true));
  }
}

void read_buffers(TableReader& top, FrontMatter& matter, FileErrors& errors) {
  const toml::table* table = top.table("buffers");
  if (table == nullptr) return;
  const std::vector<std::string> types = {"i8",  "u8",  "i16", "u16",  "i32", "u32",
                                          "i64", "u64", "f16", "bf16", "f32", "f64"};
  for (const std::string& name : keys_in_order(*table)) {
    const toml::node& node = *table->get(name);
    BufferText buffer;
    buffer.line = line_of(node);
    require_identifier(name, buffer.line, errors);
    if (!node.is_table()) {
      errors.add(buffer.line, fmt::format("[buffers] {} must be a table", name),
                 name + " = { role = \"in\", type = \"f32\", shape = [\"n\"] }");
      continue;
    }
    TableReader reader(*node.as_table(), "[buffers] " + name, errors, buffer.line);
    buffer.shape_free.name = name;
    constexpr std::array roles = {Role::in, Role::out, Role::inout, Role::scratch};
    buffer.shape_free.role = roles.at(reader.choice("role", {"in", "out", "inout", "scratch"}, true));
    buffer.shape_free.type = element_type(types.at(reader.choice("type", types, true))).value_or(ElementType::f32);
    buffer.shape = reader.formulas("shape", true);
    read_fill(reader, buffer.shape_free);
    buffer.shape_free.reset = reader.choice("reset", {"always", "never"}, false) == 0;
    reader.refuse_unknown();
    matter.buffers.push_back(std::move(buffer));
  }
}

void read_check(TableReader& top, FrontMatter& matter, FileErrors& errors) {
  const toml::table* table = top.table("check");
  if (table == nullptr) return;
  TableReader reader(*table, "[check]", errors);
  Check& check = matter.check;
  check.line = reader.line();
  check.reference = reader.text("reference", false);
  check.same_as = reader.text("same_as", false);
  const std::string output = reader.text("output", true);
  const bool exact = reader.boolean("exact").value_or(false), wrap = reader.boolean("wrap").value_or(false);
  const std::string relative = reader.text("relative", false);
  matter.sampled_rows = reader.formula("sampled_rows", false);
  reader.refuse_unknown();
  if (check.reference.empty() == check.same_as.empty()) {
    errors.add(check.line, "[check] needs either reference or same_as", "reference = \"transpose\"");
  }
  if (int{exact} + int{wrap} + int{!relative.empty()} != 1) {
    errors.add(check.line, "[check] needs exactly one of exact = true, wrap = true, relative = \"...\"");
  }
  check.compare = exact ? Check::Compare::exact : wrap ? Check::Compare::wrap : Check::Compare::relative;
  if (!relative.empty()) {
    // A decimal number, or one times an integer expression: "1e-7", "6e-8 * k".
    char* end = nullptr;
    check.tolerance = std::strtod(relative.c_str(), &end);
    const std::string_view rest = trim(end);
    const int line = reader.line_of_key("relative");
    if (end == relative.c_str() || !(check.tolerance > 0) || (!rest.empty() && rest[0] != '*')) {
      errors.add(line, fmt::format("[check] relative: '{}' is no tolerance", relative),
                 "write a decimal number above 0, or one times an expression: \"1e-7 * k\"");
    } else if (!rest.empty()) {
      matter.tolerance_factor = Formula{std::string(trim(rest.substr(1))), line};
    }
  }
  if (output.empty()) return;
  if (const auto index = buffer_index(matter, output)) {
    check.output = *index;
  } else {
    errors.add(reader.line_of_key("output"), fmt::format("[check] output: there is no buffer '{}'", output),
               "buffers are " + join(buffer_names(matter), ", "));
  }
}

void read_work_and_timing(TableReader& top, FrontMatter& matter, FileErrors& errors) {
  matter.bytes = matter.flops = Formula{"0", top.line()};
  if (const toml::table* work = top.table("work")) {
    TableReader reader(*work, "[work]", errors);
    if (auto bytes = reader.formula("bytes", true)) matter.bytes = std::move(*bytes);
    if (auto flops = reader.formula("flops", false)) matter.flops = std::move(*flops);
    reader.refuse_unknown();
  }
  if (const toml::table* timing = top.table("timing")) {
    TableReader reader(*timing, "[timing]", errors);
    matter.timing.scope =
        reader.choice("scope", {"plan", "launch"}, false) == 0 ? TimingRule::Scope::plan : TimingRule::Scope::launch;
    matter.timing.repeatable = reader.boolean("repeatable").value_or(true);
    reader.refuse_unknown();
  }
  if (const toml::table* expect = top.table("expect")) {
    TableReader reader(*expect, "[expect]", errors);
    constexpr std::array faults = {ExpectedFault::out_of_bounds, ExpectedFault::race,
                                   ExpectedFault::uninitialised, ExpectedFault::divergent_barrier,
                                   ExpectedFault::unwritten,     ExpectedFault::mismatch,
                                   ExpectedFault::endless};
    std::vector<std::string> names;
    for (const ExpectedFault fault : faults) names.emplace_back(name_of(fault));
    matter.expect = faults.at(reader.choice("fault", names, true));
    reader.refuse_unknown();
  }
}

/// [let], each value behind those that it uses.
void read_derived(TableReader& top, FrontMatter& matter, FileErrors& errors) {
  const toml::table* table = top.table("let");
  if (table == nullptr) return;
  TableReader reader(*table, "[let]", errors);
  std::vector<std::pair<std::string, Formula>> left;
  for (const std::string& name : keys_in_order(*table)) {
    require_identifier(name, reader.line_of_key(name), errors);
    if (auto formula = reader.formula(name, true)) left.emplace_back(name, std::move(*formula));
  }
  const auto uses = [](const Formula& formula, const std::string& name) {
    const auto word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = formula.text.find(name); at != std::string::npos; at = formula.text.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      if ((at == 0 || !word(formula.text[at - 1])) && (end == formula.text.size() || !word(formula.text[end])))
        return true;
    }
    return false;
  };
  while (!left.empty()) {
    const auto ready = std::find_if(left.begin(), left.end(), [&](const auto& candidate) {
      return std::none_of(left.begin(), left.end(),
                          [&](const auto& other) { return uses(candidate.second, other.first); });
    });
    if (ready == left.end()) {
      std::vector<std::string> names;
      for (const auto& [name, formula] : left) names.push_back(name);
      errors.add(left.front().second.line, "[let]: these values need each other: " + join(names, ", "),
                 "break the cycle: a value may use only others that do not need it");
      return;
    }
    matter.derived.push_back(std::move(*ready));
    left.erase(ready);
  }
}

}  // namespace

std::optional<std::size_t> buffer_index(const FrontMatter& matter, const std::string& name) {
  for (std::size_t i = 0; i < matter.buffers.size(); ++i) {
    if (matter.buffers[i].shape_free.name == name) return i;
  }
  return std::nullopt;
}

std::vector<std::string> buffer_names(const FrontMatter& matter) {
  std::vector<std::string> names;
  for (const BufferText& buffer : matter.buffers) names.push_back(buffer.shape_free.name);
  return names;
}

void read_front_matter(const toml::table& file, Kernel& kernel, FrontMatter& matter, FileErrors& errors) {
  TableReader top(file, "the front matter", errors, 1);
  kernel.title = top.text("title", true);
  kernel.summary = top.text("summary", false);
  kernel.article = top.text("article", false);
  read_parameters(top, kernel, errors);
  read_sizes(top, kernel, errors);
  read_derived(top, matter, errors);
  read_requirements(top, kernel, matter, errors);
  read_buffers(top, matter, errors);
  read_launches(top, kernel, matter, errors);
  read_check(top, matter, errors);
  read_work_and_timing(top, matter, errors);
  top.refuse_unknown();
}

}  // namespace warpscope::catalogue
