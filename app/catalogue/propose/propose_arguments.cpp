#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "catalogue/c_types.h"
#include "catalogue/front_matter/front_matter.h"
#include "catalogue/messages.h"
#include "catalogue/propose/proposer.h"
#include "catalogue/propose/typed_entry.h"
#include "catalogue/reference/fill.h"

namespace lanescope::catalogue {
namespace {

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

std::string in_words(const FileFill& fill) {
  if (fill.fill == Fill::value) return fmt::format("each {}", fill.value);
  if (fill.fill == Fill::random) return fmt::format("random from {} to {}", fill.from, fill.below - 1);
  return fill.step == 1 ? "each its index" : fmt::format("each its index times {}", fill.step);
}

}  // namespace

void Proposer::put_row(const EntryParameter& parameter, ProposedArgument::Kind kind, std::string value, Role role) {
  rows_[parameter.name] = {parameter.name, parameter.type + parameter.array, kind, std::move(value), role, origin_};
}

Expected<std::string> Proposer::argument_of(const EntryParameter& parameter) {
  const std::string typed = given(parameter);
  const std::string written = typed.empty() ? in_file(parameter) : std::string();
  origin_ = !typed.empty() ? Origin::typed : !written.empty() ? Origin::launch : Origin::assumed;
  if (const auto size = names_.find(parameter.name); size != names_.end()) return size->second;
  if (parameter.pointer && (typed == "null" || (typed.empty() && parameter.opaque))) {
    if (typed.empty()) {
      tell(fmt::format("{}: null, since nothing is known of what it points to", parameter.name), Origin::declaration);
    }
    put_row(parameter, ProposedArgument::Kind::number, "null");
    return "null";
  }
  // "u32[n]" for a number of 64 bits: it is an address, though nothing in the kernel shows it.
  const bool may_be_address = parameter.element && is_integer(*parameter.element) && size_of(*parameter.element) == 8;
  if (parameter.pointer || (may_be_address && typed.ends_with(']'))) return buffer_for(parameter, typed);
  if (parameter.vector > 1) return vector_for(parameter, typed);
  if (!parameter.element) return structure_for(parameter, typed);
  if (!parameter.enumerators.empty() && written.empty()) return enumerator_for(parameter, typed);
  // What the file passes may be computed from numbers with a fraction, which are no sizes.
  const bool integer = is_integer(*parameter.element);
  const bool known = !written.empty() && (!integer || known_term(of_file(written)).value());
  std::string value = !typed.empty()                   ? in_sizes(typed)
                      : known                          ? of_file(written)
                      : is_integer(*parameter.element) ? assumed_number(parameter)
                                                       : "1.0";
  if (typed.empty() && !known) origin_ = Origin::assumed;
  put_row(parameter, ProposedArgument::Kind::number, typed.empty() ? value : typed);
  if (typed.empty()) tell(fmt::format("{}: {}", parameter.name, value), origin_);
  return value;
}

/// The number of an enumeration's value; by its name, too, and of the first one where none is given.
std::string Proposer::enumerator_for(const EntryParameter& parameter, const std::string& value) {
  const std::string& first = parameter.enumerators.front().name;
  const auto number = enumerator_named(parameter, value.empty() ? first : value);
  const std::string text = number ? std::to_string(*number) : in_sizes(value);
  put_row(parameter, ProposedArgument::Kind::number, text);
  if (value.empty()) tell(fmt::format("{}: {} ({})", parameter.name, first, text), Origin::assumed);
  return text;
}

/// "float4(1, 1, 1, 1)"; the numbers may be given alone.
Expected<std::string> Proposer::vector_for(const EntryParameter& parameter, const std::string& value) {
  const std::vector<std::string> ones(static_cast<std::size_t>(parameter.vector), "1");
  std::string type = parameter.type;
  for (const char* word : {"const ", "volatile "}) {
    if (const std::size_t at = type.find(word); at != std::string::npos) type.erase(at, std::string_view(word).size());
  }
  put_row(parameter, ProposedArgument::Kind::vector, value.empty() ? join(ones, ", ") : value);
  if (value.find('(') != std::string::npos) return in_sizes(value);
  const std::string numbers = value.empty() ? join(ones, ", ") : in_sizes(value);
  if (value.empty()) tell(fmt::format("{}: {}({})", parameter.name, type, numbers), Origin::assumed);
  return fmt::format("{}({})", type, numbers);
}

/// Writes a structure with its fields, or takes the one that is given and adds the buffers that it names.
Expected<std::string> Proposer::structure_for(const EntryParameter& parameter, const std::string& value) {
  if (value.starts_with('{')) {
    put_row(parameter, ProposedArgument::Kind::structure, value);
    add_named_buffers(value);
    return in_sizes(value);
  }
  const bool texture = parameter.type.find("cudaTextureObject_t") != std::string::npos;
  if (texture || parameter.type.find("cudaSurfaceObject_t") != std::string::npos) {
    return failure(message<"proposal.texture_object">(parameter.type, parameter.name), entry_.name,
                   message<"proposal.texture_object_remedy">(texture ? "textures" : "surfaces", parameter.name));
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
Expected<std::string> Proposer::field_for(const EntryParameter& field) {
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
  tell(fmt::format("{}{}: {} each", field.name, field.array, one), Origin::assumed);
  const std::string values = join(std::vector<std::string>(static_cast<std::size_t>(count), one), ", ");
  put_row(field, ProposedArgument::Kind::vector, values);
  return "{" + values + "}";
}

/// Adds a buffer for each pointer field of a structure that is given as a text: "const float* in = in".
void Proposer::add_named_buffers(const std::string& structure) {
  for (std::string_view field : split(structure, ';')) {
    field =
        trim(field.substr(field.find_first_not_of("{ ") == std::string_view::npos ? 0 : field.find_first_not_of("{ ")));
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

/// A pointer's value is "out f16[n]", "f16[n]", "n" or nothing: its role, its type and its number of elements.
Expected<std::string> Proposer::buffer_for(const EntryParameter& parameter, const std::string& value) {
  if (parameter.table && value.empty()) {
    return failure(message<"proposal.pointer_table">(parameter.type, parameter.name), "--argument",
                   message<"proposal.pointer_table_remedy">(parameter.name, parameter.name));
  }
  // Structures are filled with zeros, and a pointer that is null leads nowhere.
  const auto followed =
      std::ranges::find_if(parameter.pointers, [&](const std::string& member) { return use_.words.contains(member); });
  if (followed != parameter.pointers.end() && value.empty()) {
    return failure(message<"proposal.pointer_member">(parameter.name, parameter.structure, *followed), "--argument",
                   message<"proposal.pointer_member_remedy">(parameter.name, parameter.vector));
  }
  std::string count = in_sizes(value);
  bool grows = value.empty();
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
  if (count.empty()) {
    const auto counted = launch_ == nullptr ? std::map<std::string, std::string>::const_iterator()
                                            : launch_->counts.find(parameter.name);
    const bool listed = launch_ != nullptr && counted != launch_->counts.end();
    const std::string in_file = listed ? of_file(counted->second) : std::string();
    // It may have the name of a number with a fraction, which no size is.
    const bool known = listed && known_term(in_file).value();
    const std::string used = known && is_told(counted->second) ? std::string() : reached(parameter);
    origin_ = !used.empty() ? Origin::use : known ? Origin::launch : Origin::assumed;
    grows = origin_ != Origin::launch || !is_told(counted->second);
    count = !used.empty() ? used : known ? in_file : usual_count(parameter);
  }
  const bool writes = parameter.written || (!parameter.constant && only_writes(entry_.body, parameter.name));
  const Role role = said.value_or(parameter.constant ? Role::in : writes ? Role::out : Role::inout);
  // An output of which nobody knows how much is written begins with zeros, so that nothing counts as forgotten.
  // Random bytes are no addresses, and rarely numbers that a structure may hold.
  const bool bytes_of_structures = !parameter.structure.empty() && type == parameter.element;
  // Counters and locks begin at zero.
  const bool counter = role == Role::inout && is_integer(*type) && use_.atomics.contains(last_part(parameter.name));
  const bool zero = role == Role::out || bytes_of_structures || parameter.table || counter;
  const auto in_file = zero ? std::nullopt : fill_in_file(parameter, *type);
  const std::string name = free_name(last_part(parameter.name));
  buffers_.push_back({name, parameter.name, role, *type, count, zero, grows, in_file});
  tell(fmt::format("{}: a buffer of {} [{}]{}, {}{}{}", parameter.name, name_of(*type), count, grows ? " or more" : "",
                   name_of(role), in_file ? ", " + in_words(*in_file) : "",
                   bytes_of_structures
                       ? fmt::format("; each {} has {} bytes, all zero", parameter.structure, parameter.vector)
                       : ""),
       origin_);
  put_row(parameter, ProposedArgument::Kind::buffer, fmt::format("{}[{}]", name_of(*type), count), role);
  // An offset counts from the begin of an allocation that is known.
  const bool allocated = value.empty() && origin_ == Origin::launch;
  const auto offset =
      allocated ? launch_->offsets.find(parameter.name) : std::map<std::string, std::string>::const_iterator();
  if (!allocated || offset == launch_->offsets.end() || !known_term(of_file(offset->second)).value()) return name;
  tell(fmt::format("{}: {} elements behind the begin of its buffer", parameter.name, of_file(offset->second)),
       Origin::launch);
  return fmt::format("{} + {}", name, of_file(offset->second));
}

/// Whether the file or the kernel's parameters tell all sizes in an expression of the launch.
bool Proposer::is_told(const std::string& text) const {
  return std::ranges::none_of(launch_->sizes, [&](const FileSize& size) {
    return !size.value && !names_.contains(size.name) && has_word(text, size.name);
  });
}

/// Returns the factor of an index as the proposal has it: a number, or a parameter; nothing for others.
std::string Proposer::factor_term(const std::string& factor) const {
  if (parse_integer(factor)) return factor;
  const auto parameter = std::ranges::find(entry_.parameters, factor, &EntryParameter::name);
  const std::string number = parameter == entry_.parameters.end() ? std::string() : number_of(*parameter);
  return is_word(number) || parse_integer(number) ? number : std::string();
}

/// Returns the end of what the integers of a buffer index; empty where they index nothing.
std::string Proposer::largest_index(const ProposedBuffer& buffer) const {
  const auto indexed = use_.indexed.find(buffer.parameter);
  if (indexed == use_.indexed.end() || !is_integer(buffer.type) || buffer.zero) return {};
  std::vector<std::string> ends;
  for (const auto& [name, factor] : indexed->second) {
    const auto other = std::ranges::find(buffers_, name, &ProposedBuffer::parameter);
    const auto array = use_.arrays.find(name);
    if (other == buffers_.end() && array == use_.arrays.end()) continue;
    const std::string end = other != buffers_.end() ? other->count : std::to_string(array->second);
    if (factor.empty()) {
      ends.push_back(end);
      continue;
    }
    // "a[rows[i] * width + x]": as many rows as the array has.
    const std::string known = factor_term(factor);
    ends.push_back(known.empty() ? "1" : fmt::format("({}) / {}", end, known));
  }
  if (ends.empty()) ends.push_back(sizes_.front().name);
  // A byte cannot be larger anyway, and expressions cannot say how far it goes.
  if (size_of(buffer.type) == 1) ends.push_back("128");
  if (ends.size() == 1 && is_word(ends.front())) return ends.front();
  // A buffer of the file may have no elements; its indices are zeros then.
  return fmt::format("max(1, {})", ends.size() == 1 ? ends.front() : fmt::format("min({})", join(ends, ", ")));
}

/// Returns what the file puts into a buffer, where elements of the type can hold it.
std::optional<FileFill> Proposer::fill_in_file(const EntryParameter& parameter, ElementType type) const {
  if (launch_ == nullptr || !given(parameter).empty()) return std::nullopt;
  const auto found = launch_->fills.find(parameter.name);
  if (found == launch_->fills.end()) return std::nullopt;
  const FileFill& fill = found->second;
  const bool holds = fill.fill == Fill::random ? is_integer(type) && is_representable(type, fill.from) &&
                                                     is_representable(type, fill.below - 1)
                                               : fill.fill == Fill::index || is_representable(type, fill.value);
  return holds ? std::optional(fill) : std::nullopt;
}

std::string Proposer::fill_text(const ProposedBuffer& buffer) const {
  if (buffer.zero) return "fill = \"zero\"";
  if (buffer.in_file) {
    const FileFill& fill = *buffer.in_file;
    if (fill.fill == Fill::index) return fmt::format("fill = \"index\", step = {}", fill.step);
    if (fill.fill == Fill::value) return fmt::format("fill = {}", fill.value);
    return fmt::format("fill = \"random\", from = {}, below = {}", fill.from, fill.below);
  }
  const std::string end = largest_index(buffer);
  return end.empty() ? "" : fmt::format("fill = \"random\", below = \"{}\"", end);
}

std::string Proposer::buffers_text() const {
  std::string text;
  for (const ProposedBuffer& buffer : buffers_) {
    const std::string fill = fill_text(buffer);
    text += fmt::format("{} = {{ role = \"{}\", type = \"{}\", shape = [\"{}\"]{}{}{} }}\n", buffer.name,
                        name_of(buffer.role), name_of(buffer.type), buffer.count, fill.empty() ? "" : ", ", fill,
                        buffer.grows ? ", grows = true" : "");
    const bool random = !buffer.zero && !buffer.in_file && buffer.role != Role::out;
    if (random) text.replace(text.rfind(" }"), 2, ", guessed = true }");
  }
  return text;
}

}  // namespace lanescope::catalogue
