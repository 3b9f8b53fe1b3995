#include "catalogue/propose/proposal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "base/text.h"
#include "catalogue/c_types.h"
#include "catalogue/expression/expression_tree.h"
#include "catalogue/front_matter/front_matter.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/messages.h"
#include "catalogue/propose/typed_entry.h"

namespace lanescope::catalogue {
namespace {

/// Whether a number of this name says how large a problem is.
bool is_size_name(const std::string& name) {
  constexpr std::array<std::string_view, 38> names = {
      "n",      "m",    "k",     "l",       "nx",       "ny",    "nz",     "w",     "h",          "d",
      "dim",    "len",  "size",  "count",   "length",   "width", "height", "depth", "rows",       "cols",
      "row",    "col",  "total", "columns", "elements", "num",   "dimx",   "dimy",  "n_elements", "numelements",
      "number", "nrow", "ncol",  "nrows",   "ncols",    "sizex", "sizey",  "items"};
  const std::string small = lower(name);
  if (std::ranges::find(names, small) != names.end()) return true;
  return small.starts_with("num") || small.starts_with("n_") || small.ends_with("size") || small.ends_with("count") ||
         small.ends_with("length") || small.ends_with("_n") || small.ends_with("elements");
}

/// Returns how many axes of threads the code of a kernel uses: 1 to 3.
int axes_in(std::string_view body) {
  const auto uses = [&](char axis) {
    for (const char* word : {"threadIdx", "blockIdx", "%tid", "%ctaid"}) {
      if (body.find(fmt::format("{}.{}", word, axis)) != std::string_view::npos) return true;
    }
    return false;
  };
  return uses('z') ? 3 : uses('y') ? 2 : 1;
}

/// Whether the code only stores into what a pointer points to: each use is `name[...] =`.
bool only_writes(std::string_view body, const std::string& name) {
  bool found = false;
  for (std::size_t at = body.find(name); at != std::string_view::npos; at = body.find(name, at + 1)) {
    std::size_t after = at + name.size();
    if ((at > 0 && is_word_letter(body[at - 1])) || (after < body.size() && is_word_letter(body[after]))) continue;
    if (after >= body.size() || body[after] != '[') return false;
    for (int depth = 0; after < body.size(); ++after) {
      depth += body[after] == '[' ? 1 : body[after] == ']' ? -1 : 0;
      if (depth == 0) break;
    }
    const std::string_view rest = trim(body.substr(std::min(after + 1, body.size())));
    if (!rest.starts_with('=') || rest.starts_with("==")) return false;
    found = true;
  }
  return found;
}

/// The largest number of a type of integers, as far as sizes go.
std::int64_t largest_number(ElementType integer) {
  const bool has_sign = name_of(integer).starts_with('i');
  return size_of(integer) >= 4 ? max_exact_integer
                               : (std::int64_t{1} << (8 * size_of(integer) - (has_sign ? 1 : 0))) - 1;
}

class Proposer {
 public:
  Proposer(const EntryDeclaration& entry, const KernelSource& source, const ProposalRequest& request)
      : entry_(entry), source_(source), request_(request), axes_(axes_in(entry.body)) {}

  Expected<Proposal> propose() {
    const std::vector<EntryParameter> all = with_fields(entry_.parameters);
    for (const auto& [name, value] : request_.arguments) {
      if (std::ranges::find(all, name, &EntryParameter::name) != all.end()) continue;
      return failure(message<"proposal.no_parameter">(entry_.name, name), "--argument",
                     message<"proposal.parameters_are">(entry_.text()));
    }
    for (const EntryParameter& parameter : all) {
      if (is_size(parameter)) add_size(parameter);
    }
    if (sizes_.empty()) {
      sizes_.push_back({free_name("n"), usual_extent()});
      tell(
          fmt::format("no parameter says how large the problem is: {} = {} elements", sizes_[0].name, sizes_[0].value));
    }
    for (const EntryParameter& parameter : entry_.parameters) {
      TRY(auto argument, argument_of(parameter));
      arguments_.push_back(std::move(argument));
    }
    add_launch();
    std::vector<ProposedArgument> rows;
    for (const EntryParameter& parameter : all) {
      // A parameter that is not told of here is a structure, whose fields follow.
      const auto row = rows_.find(parameter.name);
      if (row != rows_.end()) rows.push_back(row->second);
    }
    return Proposal{toml(), std::move(assumptions_), std::move(rows), join(grid_, ", "), join(block_, ", ")};
  }

 private:
  struct ProposedSize {
    std::string name;
    std::int64_t value = 0;
  };

  [[nodiscard]] std::string given(const EntryParameter& parameter) const {
    const auto found = request_.arguments.find(parameter.name);
    return found == request_.arguments.end() ? std::string() : found->second;
  }
  void put_row(const EntryParameter& parameter, ProposedArgument::Kind kind, std::string value, Role role = Role::in) {
    rows_[parameter.name] = {parameter.name, parameter.type + parameter.array, kind, std::move(value), role};
  }
  void tell(std::string sentence) { assumptions_.push_back(std::move(sentence)); }

  [[nodiscard]] bool is_size(const EntryParameter& parameter) const {
    if (parameter.pointer || !parameter.element || !is_integer(*parameter.element) || parameter.vector > 1 ||
        !parameter.array.empty() || !parameter.enumerators.empty()) {
      return false;
    }
    const std::string value = given(parameter);
    if (!value.empty() && !parse_integer(value)) return false;
    // In PTX a number has no name of its own; the first integer usually counts elements.
    const bool first_of_ptx = parameter.type.starts_with('.') && sizes_.empty();
    return first_of_ptx || is_size_name(last_part(parameter.name));
  }

  /// An extent for which a kernel does something and the emulator answers at once.
  [[nodiscard]] std::int64_t usual_extent() const {
    constexpr std::array<std::int64_t, 3> extents = {65536, 256, 64};
    return extents.at(static_cast<std::size_t>(axes_ - 1));
  }

  std::string free_name(std::string name) {
    while (std::ranges::find(taken_, name) != taken_.end()) name += '_';
    taken_.push_back(name);
    return name;
  }

  void add_size(const EntryParameter& parameter) {
    const auto value = parse_integer(given(parameter));
    ProposedSize size{free_name(parameter.type.starts_with('.') ? "n" : last_part(parameter.name)), 0};
    size.value = value ? *value : std::min(usual_extent(), largest_number(*parameter.element));
    names_[parameter.name] = size.name;
    put_row(parameter, ProposedArgument::Kind::size, std::to_string(size.value));
    if (!value) tell(fmt::format("{}: a size, {}", parameter.name, size.value));
    sizes_.push_back(std::move(size));
  }

  /// The number of elements of a buffer, from the sizes.
  [[nodiscard]] std::string elements() const {
    if (sizes_.size() == 1)
      return axes_ == 2   ? fmt::format("{0} * {0}", sizes_[0].name)
             : axes_ == 3 ? fmt::format("{0} * {0} * {0}", sizes_[0].name)
                          : sizes_[0].name;
    if (sizes_.size() == 2) return fmt::format("{} * {}", sizes_[0].name, sizes_[1].name);
    if (axes_ == 3) return fmt::format("{} * {} * {}", sizes_[0].name, sizes_[1].name, sizes_[2].name);
    // Three sizes on two axes are those of matrices, of which each has two.
    return fmt::format("max({0} * {1}, {1} * {2}, {0} * {2})", sizes_[0].name, sizes_[1].name, sizes_[2].name);
  }

  /// Returns the name after the last point: "n" of "options.n".
  static std::string last_part(const std::string& name) {
    return name.substr(name.rfind('.') + 1);  // npos + 1 is 0
  }

  /// Returns the parameters and the fields of those that are structures, by their whole names: "options.n".
  static std::vector<EntryParameter> with_fields(const std::vector<EntryParameter>& parameters) {
    std::vector<EntryParameter> all;
    for (const EntryParameter& parameter : parameters) {
      all.push_back(parameter);
      std::vector<EntryParameter> fields = parameter.fields;
      for (EntryParameter& field : fields) field.name = parameter.name + "." + field.name;
      for (EntryParameter& field : with_fields(fields)) all.push_back(std::move(field));
    }
    return all;
  }

  Expected<std::string> argument_of(const EntryParameter& parameter) {
    const std::string value = given(parameter);
    if (const auto size = names_.find(parameter.name); size != names_.end()) return size->second;
    if (parameter.pointer && (value == "null" || (value.empty() && parameter.opaque))) {
      if (value.empty()) tell(fmt::format("{}: null, since nothing is known of what it points to", parameter.name));
      put_row(parameter, ProposedArgument::Kind::number, "null");
      return "null";
    }
    // "u32[n]" for a number of 64 bits: it is an address, though nothing in the kernel shows it.
    const bool may_be_address = parameter.element && is_integer(*parameter.element) && size_of(*parameter.element) == 8;
    if (parameter.pointer || (may_be_address && value.ends_with(']'))) return buffer_for(parameter, value);
    if (parameter.vector > 1) return vector_for(parameter, value);
    if (!parameter.element) return structure_for(parameter, value);
    if (!parameter.enumerators.empty()) return enumerator_for(parameter, value);
    put_row(parameter, ProposedArgument::Kind::number,
            !value.empty()                   ? value
            : is_integer(*parameter.element) ? "1"
                                             : "1.0");
    if (!value.empty()) return in_sizes(value);
    std::string one = is_integer(*parameter.element) ? "1" : "1.0";
    tell(fmt::format("{}: {}", parameter.name, one));
    return one;
  }

  /// The number of an enumeration's value; by its name, too, and of the first one where none is given.
  std::string enumerator_for(const EntryParameter& parameter, const std::string& value) {
    const std::string& first = parameter.enumerators.front().name;
    const auto number = enumerator_named(parameter, value.empty() ? first : value);
    const std::string text = number ? std::to_string(*number) : in_sizes(value);
    put_row(parameter, ProposedArgument::Kind::number, text);
    if (value.empty()) tell(fmt::format("{}: {} ({})", parameter.name, first, text));
    return text;
  }

  /// "float4(1, 1, 1, 1)"; the numbers may be given alone.
  Expected<std::string> vector_for(const EntryParameter& parameter, const std::string& value) {
    const std::vector<std::string> ones(static_cast<std::size_t>(parameter.vector), "1");
    std::string type = parameter.type;
    for (const char* word : {"const ", "volatile "}) {
      if (const std::size_t at = type.find(word); at != std::string::npos)
        type.erase(at, std::string_view(word).size());
    }
    put_row(parameter, ProposedArgument::Kind::vector, value.empty() ? join(ones, ", ") : value);
    if (value.find('(') != std::string::npos) return in_sizes(value);
    const std::string numbers = value.empty() ? join(ones, ", ") : in_sizes(value);
    if (value.empty()) tell(fmt::format("{}: {}({})", parameter.name, type, numbers));
    return fmt::format("{}({})", type, numbers);
  }

  /// Writes a structure with its fields, or takes the one that is given and adds the buffers that it names.
  Expected<std::string> structure_for(const EntryParameter& parameter, const std::string& value) {
    if (value.starts_with('{')) {
      put_row(parameter, ProposedArgument::Kind::structure, value);
      add_named_buffers(value);
      return in_sizes(value);
    }
    if (!value.empty() || parameter.fields.empty()) {
      return failure(message<"proposal.unknown_parameter">(parameter.type, parameter.name), entry_.name,
                     message<"proposal.unknown_parameter_remedy">(parameter.name));
    }
    std::vector<std::string> fields;
    for (EntryParameter field : parameter.fields) {
      const std::string name = field.name;
      if (field.padding) {
        fields.push_back(fmt::format("{} {}{} = {{0}}", field.type, name, field.array));
        continue;
      }
      field.name = parameter.name + "." + name;
      TRY(const std::string content, field_for(field));
      fields.push_back(field.fields.empty() || !given(field).empty()
                           ? fmt::format("{} {}{} = {}", field.type, name, field.array, content)
                           : fmt::format("struct {} {}{}", content, name, field.array));
    }
    return "{ " + join(fields, "; ") + " }";
  }

  /// Returns the value of a field; of an array the same for each element, as far as it is not given.
  Expected<std::string> field_for(const EntryParameter& field) {
    if (field.array.empty() || !field.fields.empty()) return argument_of(field);
    const std::string value = given(field);
    if (!value.empty()) {
      put_row(field, ProposedArgument::Kind::vector, value);
      return value.starts_with('{') ? in_sizes(value) : "{" + in_sizes(value) + "}";
    }
    std::int64_t count = field.vector;
    for (const std::string_view part : split(field.array, ']')) {
      if (trim(part).empty()) continue;
      const auto extent = parse_integer(trim(trim(part).substr(1)));
      if (!extent || *extent < 1 || *extent > 4096) {
        return failure(message<"proposal.array_extent">(field.name, field.array), entry_.name,
                       message<"proposal.array_extent_remedy">(field.name));
      }
      count *= *extent;
    }
    const char* const one = field.pointer ? "null" : !field.element || is_integer(*field.element) ? "1" : "1.0";
    tell(fmt::format("{}{}: {} each", field.name, field.array, one));
    const std::string values = join(std::vector<std::string>(static_cast<std::size_t>(count), one), ", ");
    put_row(field, ProposedArgument::Kind::vector, values);
    return "{" + values + "}";
  }

  /// Adds a buffer for each pointer field of a structure that is given as a text: "const float* in = in".
  void add_named_buffers(const std::string& structure) {
    for (std::string_view field : split(structure, ';')) {
      field = trim(
          field.substr(field.find_first_not_of("{ ") == std::string_view::npos ? 0 : field.find_first_not_of("{ ")));
      const std::size_t star = field.find('*'), equals = field.find('=');
      if (star == std::string_view::npos || equals == std::string_view::npos || star > equals) continue;
      std::string name(trim(field.substr(equals + 1)));
      name = trim(std::string_view(name).substr(0, name.find_first_of("+} ")));
      const auto type = c_type(field.substr(0, star));
      if (!type || name.empty() || is_digit(name[0]) || name.starts_with("null") ||
          std::ranges::find(taken_, name) != taken_.end()) {
        continue;
      }
      EntryParameter buffer;
      buffer.name = name;
      buffer.type = std::string(field.substr(0, star + 1));
      buffer.pointer = true;
      buffer.constant = field.starts_with("const");
      buffer.element = type->element;
      static_cast<void>(buffer_for(buffer, ""));
    }
  }

  /// Returns an expression in which parameters are called as their sizes are.
  [[nodiscard]] std::string in_sizes(std::string text) const {
    for (const auto& [parameter, size] : names_) {
      for (std::size_t at = text.find(parameter); at != std::string::npos;
           at = text.find(parameter, at + size.size())) {
        const std::size_t after = at + parameter.size();
        const bool whole = (at == 0 || (!is_word_letter(text[at - 1]) && text[at - 1] != '.')) &&
                           (after == text.size() || !is_word_letter(text[after]));
        if (whole) text.replace(at, parameter.size(), size);
      }
    }
    return text;
  }

  /// A pointer's value is "out f16[n]", "f16[n]", "n" or nothing: its role, its type and its number of elements.
  Expected<std::string> buffer_for(const EntryParameter& parameter, const std::string& value) {
    if (parameter.table && value.empty()) {
      return failure(message<"proposal.pointer_table">(parameter.type, parameter.name), "--argument",
                     message<"proposal.pointer_table_remedy">(parameter.name, parameter.name));
    }
    std::string count = in_sizes(value);
    std::optional<ElementType> type = parameter.element;
    std::optional<Role> said;
    if (const std::size_t blank = count.find(' '); blank != std::string::npos) {
      said = enum_cast<Role>(role_names, std::string_view(count).substr(0, blank));
      if (said) count = trim(std::string_view(count).substr(blank));
    }
    if (const std::size_t bracket = count.find('['); bracket != std::string::npos) {
      type = element_type(trim(std::string_view(count).substr(0, bracket)));
      count = trim(std::string_view(count).substr(bracket + 1, count.rfind(']') - bracket - 1));
    }
    if (!type) {
      return failure(message<"proposal.no_number_type">(parameter.type, parameter.name), "--argument",
                     message<"proposal.no_number_type_remedy">(parameter.name));
    }
    if (count.empty())
      count = parameter.vector > 1 ? fmt::format("{} * ({})", parameter.vector, elements()) : elements();
    const bool writes = parameter.written || (!parameter.constant && only_writes(entry_.body, parameter.name));
    const Role role = said.value_or(parameter.constant ? Role::in : writes ? Role::out : Role::inout);
    // An output of which nobody knows how much is written begins with zeros, so that nothing counts as forgotten.
    // Random bytes are no addresses, and rarely numbers that a structure may hold.
    const bool bytes_of_structures = !parameter.structure.empty() && type == parameter.element;
    const bool zero = role == Role::out || bytes_of_structures || parameter.table;
    const char* const fill = zero ? ", fill = \"zero\"" : "";
    const std::string name = free_name(last_part(parameter.name));
    buffers_ += fmt::format("{} = {{ role = \"{}\", type = \"{}\", shape = [\"{}\"]{} }}\n", name, name_of(role),
                            name_of(*type), count, fill);
    tell(fmt::format("{}: a buffer of {} [{}], {}{}", parameter.name, name_of(*type), count, name_of(role),
                     bytes_of_structures
                         ? fmt::format("; each {} has {} bytes, all zero", parameter.structure, parameter.vector)
                         : ""));
    put_row(parameter, ProposedArgument::Kind::buffer, fmt::format("{}[{}]", name_of(*type), count), role);
    return name;
  }

  void add_launch() {
    block_ = split_list(in_sizes(request_.block));
    if (block_.empty() && entry_.block) block_ = split_list(*entry_.block);
    if (block_.empty()) {
      block_ = axes_ == 1   ? std::vector<std::string>{"256"}
               : axes_ == 2 ? std::vector<std::string>{"16", "16"}
                            : std::vector<std::string>{"8", "8", "4"};
    }
    choose_knobs();
    grid_ = split_list(in_sizes(request_.grid));
    const bool proposed = grid_.empty();
    if (proposed && axes_ == 1) grid_.push_back(fmt::format("ceil_div({}, {})", elements(), block_term(0)));
    for (std::size_t axis = 0; proposed && axes_ > 1 && axis < static_cast<std::size_t>(axes_); ++axis) {
      grid_.push_back(fmt::format("ceil_div({}, {})", extent_along(axis), block_term(axis)));
    }
    if (proposed || request_.block.empty())
      tell(fmt::format("grid {}, block {}", join(grid_, " x "), join(block_, " x ")));
    if (!knobs_.empty()) {
      std::vector<std::string> names;
      for (const BlockKnob& knob : knobs_) names.push_back(knob.name);
      tell(fmt::format("{}: {} of the block shape", join(names, ", "), names.size() > 1 ? "knobs" : "a knob"));
    }
  }

  /// An extent of the block that may be turned.
  struct BlockKnob {
    std::string name;
    std::size_t axis = 0;
    std::int64_t value = 0;
  };

  /// Makes knobs of the extents of the block along the axes that the code uses. There are none where the kernel fixes
  /// the shape, where an extent is no number, and where the file has a name that the knob would define.
  void choose_knobs() {
    constexpr std::array<const char*, 3> names{"block_x", "block_y", "block_z"};
    constexpr std::array<const char*, 3> macros{"BLOCK_X", "BLOCK_Y", "BLOCK_Z"};
    if (entry_.has_fixed_block) return;
    std::int64_t threads = 1;
    std::vector<BlockKnob> knobs;
    for (std::size_t axis = 0; axis < block_.size() && axis < names.size(); ++axis) {
      const auto extent = parse_integer(block_[axis]);
      if (!extent || *extent < 1 || *extent > entry_.most_threads) return;
      threads *= *extent;
      if (axis < static_cast<std::size_t>(axes_) || *extent > 1) knobs.push_back({names.at(axis), axis, *extent});
      const bool is_taken = std::ranges::find(taken_, names.at(axis)) != taken_.end();
      bool is_in_file = has_word(source_.text, macros.at(axis));
      for (const auto& [path, text] : source_.headers) is_in_file = is_in_file || has_word(text, macros.at(axis));
      if (is_taken || is_in_file) return;
    }
    if (threads <= entry_.most_threads) knobs_ = std::move(knobs);
  }

  /// Returns the extent of the block along an axis, as the launch has it.
  [[nodiscard]] std::string block_term(std::size_t axis) const {
    const auto knob = std::ranges::find(knobs_, axis, &BlockKnob::axis);
    if (knob != knobs_.end()) return knob->name;
    return axis < block_.size() ? block_[axis] : "1";
  }

  [[nodiscard]] std::string knobs_text() const {
    if (knobs_.empty()) return {};
    std::string text = "\n[parameters]\n";
    std::vector<std::string> names;
    for (const BlockKnob& knob : knobs_) {
      std::vector<std::int64_t> values{knob.value};
      // On one axis whole warps; on several ones each extent by itself may be small.
      for (std::int64_t value = knobs_.size() == 1 ? 32 : 1; value <= entry_.most_threads; value *= 2) {
        if (value != knob.value) values.push_back(value);
      }
      std::ranges::sort(values);
      text += fmt::format("{} = {{ values = [{}], default = {} }}\n", knob.name, fmt::join(values, ", "), knob.value);
      names.push_back(knob.name);
    }
    if (knobs_.size() == 1) return text;
    text += fmt::format("\n[[require]]\nthat = \"{} <= {}\"\nelse = \"a block has at most {} threads\"\n",
                        join(names, " * "), entry_.most_threads, entry_.most_threads);
    return text;
  }

  /// Returns the size along an axis: x is usually the width, or the last of rows and columns.
  [[nodiscard]] std::string extent_along(std::size_t axis) const {
    constexpr std::array<std::array<std::string_view, 6>, 2> words = {
        {{"width", "w", "nx", "cols", "columns", "ncols"}, {"height", "h", "ny", "rows", "nrows", "m"}}};
    if (axis < 2) {
      for (const ProposedSize& size : sizes_) {
        if (std::ranges::find(words.at(axis), lower(size.name)) != words.at(axis).end()) return size.name;
      }
    }
    if (axes_ == 2 && sizes_.size() > 1) return sizes_[axis == 0 ? 1 : 0].name;
    return sizes_[std::min(axis, sizes_.size() - 1)].name;
  }

  static std::string quoted(const std::vector<std::string>& list) {
    std::vector<std::string> texts;
    for (const std::string& each : list) texts.push_back('"' + each + '"');
    return '[' + join(texts, ", ") + ']';
  }

  [[nodiscard]] std::string toml() const {
    std::string text = fmt::format("title = \"{}\"\n{}\n[problem]\n", entry_.name, knobs_text());
    for (const ProposedSize& size : sizes_) {
      text += fmt::format("{} = {{ min = 1, max = 2147483647, default = {} }}\n", size.name, size.value);
    }
    if (!buffers_.empty()) text += "\n[buffers]\n" + buffers_;
    const std::string& entry = request_.entry.empty() ? entry_.name : request_.entry;
    std::vector<std::string> block;
    for (std::size_t axis = 0; axis < block_.size(); ++axis) block.push_back(block_term(axis));
    text += fmt::format("\n[[launch]]\nentry = \"{}\"\ngrid = {}\nblock = {}\narguments = {}\n", entry, quoted(grid_),
                        quoted(block), quoted(arguments_));
    return text;
  }

  const EntryDeclaration& entry_;
  const KernelSource& source_;
  const ProposalRequest& request_;
  int axes_;
  std::vector<ProposedSize> sizes_;
  std::map<std::string, std::string> names_;  ///< of sizes, by the names of their parameters
  std::vector<std::string> taken_;
  std::string buffers_;
  std::vector<std::string> arguments_, grid_, block_, assumptions_;
  std::vector<BlockKnob> knobs_;
  std::map<std::string, ProposedArgument> rows_;  ///< by parameter or field
};

/// Whether the parameters have the types that stand after a name, "scale(float*, int)"; a name alone fits all.
bool has_types(const EntryDeclaration& entry, const std::string& written) {
  const std::size_t open = written.find('('), close = written.rfind(')');
  if (open == std::string::npos || close == std::string::npos || !entry.template_parameters.empty()) return true;
  const auto plain = [](std::string type) {
    for (std::size_t at = type.find("const"); at != std::string::npos; at = type.find("const", at)) type.erase(at, 5);
    std::erase(type, ' ');
    return type;
  };
  const std::vector<std::string> types = split_list(std::string_view(written).substr(open + 1, close - open - 1));
  return std::ranges::equal(types, entry.parameters, {}, plain,
                            [&](const EntryParameter& parameter) { return plain(parameter.type); });
}

}  // namespace

Expected<Proposal> propose(const KernelSource& source, const ProposalRequest& request) {
  std::vector<EntryDeclaration> entries = entries_in(source);
  const std::string_view wanted = function_name(request.entry);
  const auto is_wanted = [&](const EntryDeclaration& each) {
    return wanted.empty() ? entries.size() == 1 : each.name == wanted && has_types(each, request.entry);
  };
  if (!wanted.empty() && std::ranges::none_of(entries, is_wanted)) {
    std::ranges::move(entries_in_headers(source), std::back_inserter(entries));
  }
  const auto found = std::ranges::find_if(entries, is_wanted);
  if (found == entries.end()) {
    std::vector<std::string> names;
    for (const EntryDeclaration& each : entries) names.push_back(each.name);
    return failure(message<"proposal.no_kernel">(wanted), source.path,
                   did_you_mean(wanted, names, message<"proposal.kernels_are">(join(names, ", "))));
  }
  if (!found->template_parameters.empty() && request.entry.find('<') == std::string::npos) {
    return failure(message<"proposal.template">(found->text()),
                   {found->file.empty() ? source.path : found->file, found->line},
                   message<"proposal.template_remedy">(found->name, join(found->template_parameters, ", ")));
  }
  EntryDeclaration entry = with_arguments(*found, request.entry);
  if (request.types) entry = with_types(std::move(entry), *request.types);
  return Proposer(entry, source, request).propose();
}

}  // namespace lanescope::catalogue
