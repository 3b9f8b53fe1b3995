#include <algorithm>

#include "base/text.h"
#include "catalogue/front_matter/read_front_matter.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

/// The legal values of `call`: a copy on the device, and the library routines that are references.
const std::vector<std::string>& known_calls() {
  static const std::vector<std::string> calls = {"memcpy", "cublas_sgemm"};
  return calls;
}

void read_arguments(TableReader& launch, const FrontMatter& matter, LaunchText& text, FileErrors& errors) {
  for (Formula& formula : launch.arguments("arguments")) {
    text.arguments.push_back(read_value(std::move(formula), matter, text, errors));
  }
  const auto must_be_used = [&](Argument::Kind kind, const std::string& name, const char* key, const char* what) {
    const bool used = std::any_of(text.arguments.begin(), text.arguments.end(), [&](const auto& argument) {
      return argument.argument.kind == kind && argument.argument.name == name;
    });
    if (used) return;
    errors.add(launch.line_of_key(key), message<"launches.unused">(what, name),
               message<"launches.unused_remedy">(name, what));
  };
  for (const Texture& texture : text.textures) {
    must_be_used(Argument::Kind::texture, texture.name, texture.surface ? "surfaces" : "textures",
                 texture.surface ? "surface" : "texture");
  }
  for (const TensorMapText& map : text.tensor_maps) {
    must_be_used(Argument::Kind::tensor_map, map.map.name, "tensor_maps", "tensor map");
  }
}

/// Checks that buffers which change places are both read and written, by code that knows them as one type.
void check_swap(const Buffer& first, const Buffer& second, const Place& line, FileErrors& errors) {
  for (const Buffer* buffer : {&first, &second}) {
    if (buffer->role != Role::in) continue;
    errors.add(line, message<"launches.swap_of_input">(buffer->name), message<"launches.swap_of_input_remedy">());
  }
  if (first.type != second.type) {
    errors.add(line,
               message<"launches.swap_of_types">(first.name, name_of(first.type), second.name, name_of(second.type)),
               message<"launches.swap_of_types_remedy">());
  }
}

void read_swap(TableReader& launch, const FrontMatter& matter, LaunchText& text, FileErrors& errors) {
  const std::vector<std::string> names = launch.texts("swap");
  const Place line = launch.line_of_key("swap");
  if (names.size() % 2 != 0) {
    errors.add(line, message<"launches.swap_in_pairs">(), "swap = [\"a\", \"b\"]");
    return;
  }
  for (std::size_t i = 0; i < names.size(); i += 2) {
    const auto first = known_buffer(matter, names[i], "[[launch]] swap", line, errors);
    const auto second = known_buffer(matter, names[i + 1], "[[launch]] swap", line, errors);
    if (!first || !second) continue;
    for (const SymbolText& symbol : matter.symbols) {
      if (symbol.buffer != first && symbol.buffer != second) continue;
      errors.add(line, message<"launches.swap_of_variable">(symbol.name),
                 message<"launches.swap_of_variable_remedy">());
    }
    check_swap(matter.buffers[*first].without_shape, matter.buffers[*second].without_shape, line, errors);
    text.swap.emplace_back(*first, *second);
  }
}

void read_update(TableReader& launch, const Kernel& kernel, const FrontMatter& matter, LaunchText& text,
                 FileErrors& errors) {
  const toml::table* update = launch.table("update", "update = { n = \"ceil_div(n, block_x)\" }");
  if (update == nullptr) return;
  std::vector<std::string> known;
  for (const Size& size : kernel.sizes) known.push_back(size.name);
  for (const auto& [name, formula] : matter.derived) known.push_back(name);
  TableReader reader(*update, "[[launch]] update", errors, launch.line_of_key("update"));
  for (const std::string& name : reader.keys()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) {
      if (auto formula = reader.formula(name, true)) text.update.emplace_back(name, std::move(*formula));
      continue;
    }
    errors.add(reader.line_of_key(name), message<"launches.update_unknown">(name),
               did_you_mean(name, known, message<"launches.update_unknown_remedy">()));
  }
}

void read_repetition(TableReader& launch, const Kernel& kernel, const FrontMatter& matter, LaunchText& text,
                     FileErrors& errors) {
  text.repeat_while = launch.formula("repeat_while", false);
  read_update(launch, kernel, matter, text, errors);
  read_swap(launch, matter, text, errors);
  if (!text.repeat_while && (!text.update.empty() || !text.swap.empty())) {
    errors.add(text.line, message<"launches.repeat_missing">(), message<"launches.repeat_missing_remedy">());
  }
  if (text.repeat_while && launch.find("update") == nullptr) {
    errors.add(text.line, message<"launches.endless_repeat">(), message<"launches.endless_repeat_remedy">());
  }
}

/// Reads what is launched: an entry of this file, or a call of something else, which has no grid of its own.
void read_target(TableReader& launch, LaunchText& text, FileErrors& errors) {
  if (launch.find("call") != nullptr) {
    const std::string call = known_calls().at(launch.choice("call", known_calls(), true).value_or(0));
    text.call = call == "memcpy" ? Launch::Call::memcpy : Launch::Call::library;
    text.entry = call;
    for (const char* key : {"entry", "grid", "block", "cluster", "shared_bytes", "shared_grows", "cooperative",
                            "textures", "surfaces", "tensor_maps"}) {
      if (launch.find(key) == nullptr) continue;
      errors.add(launch.line_of_key(key), message<"launches.call_with">(key),
                 message<"launches.call_with_remedy">(key));
    }
    return;
  }
  text.entry = launch.text("entry", true);
  text.grid = launch.formulas("grid", true);
  text.block = launch.formulas("block", true);
  text.cluster = launch.formulas("cluster", false);
  const auto check_extents = [&](const char* key, const std::vector<Formula>& extents) {
    if (launch.find(key) == nullptr || (!extents.empty() && extents.size() <= 3)) return;
    errors.add(launch.line_of_key(key), message<"launches.extents">(key, extents.size()),
               message<"launches.extents_remedy">());
  };
  check_extents("grid", text.grid);
  check_extents("block", text.block);
  check_extents("cluster", text.cluster);
  text.shared_bytes = launch.formula("shared_bytes", false);
  text.shared_grows = launch.boolean("shared_grows").value_or(false);
  text.cooperative = launch.condition("cooperative");
}

/// Whether it is a whole buffer, which is all that a call takes.
bool is_buffer(const ArgumentText& argument) {
  return argument.argument.kind == Argument::Kind::buffer && !argument.has_formula();
}

/// Checks the first argument of a call, which the call writes.
void check_written(const LaunchText& text, const FrontMatter& matter, const Message& remedy, FileErrors& errors) {
  const Buffer& written = matter.buffers[text.arguments[0].argument.index].without_shape;
  if (written.role != Role::in) return;
  errors.add(text.line, message<"launches.writes_input">(text.entry, written.name), remedy);
}

void check_memcpy(const LaunchText& text, const FrontMatter& matter, FileErrors& errors) {
  if (text.arguments.size() != 2 || !std::all_of(text.arguments.begin(), text.arguments.end(), is_buffer)) {
    errors.add(text.line, message<"launches.memcpy">(), "arguments = [\"out\", \"in\"]");
    return;
  }
  check_written(text, matter, message<"launches.memcpy_remedy">(), errors);
}

/// Checks the arguments of C = A * B: the three matrices, then their extents m, n and k.
void check_sgemm(const LaunchText& text, const FrontMatter& matter, FileErrors& errors) {
  constexpr std::size_t matrices = 3, extents = 3;
  const bool fits = text.arguments.size() == matrices + extents &&
                    std::all_of(text.arguments.begin(), text.arguments.begin() + matrices, is_buffer) &&
                    std::none_of(text.arguments.begin() + matrices, text.arguments.end(), is_buffer);
  if (!fits) {
    errors.add(text.line, message<"launches.sgemm">(), "arguments = [\"c\", \"a\", \"b\", \"m\", \"n\", \"k\"]");
    return;
  }
  for (std::size_t i = 0; i < matrices; ++i) {
    const Buffer& buffer = matter.buffers[text.arguments[i].argument.index].without_shape;
    if (buffer.type == ElementType::f32) continue;
    errors.add(text.line, message<"launches.sgemm_type">(buffer.name, name_of(buffer.type)),
               message<"launches.sgemm_type_remedy">());
  }
  check_written(text, matter, message<"launches.sgemm_order_remedy">(), errors);
}

LaunchText read_launch(TableReader& launch, const Kernel& kernel, const FrontMatter& matter, FileErrors& errors) {
  LaunchText text;
  text.line = launch.line();
  text.kernel_line = errors.kernel_line(text.line);
  read_target(launch, text, errors);
  text.when = launch.formula("when", false);
  read_textures(launch, matter, text, errors);
  read_tensor_maps(launch, matter, text, errors);
  read_arguments(launch, matter, text, errors);
  read_repetition(launch, kernel, matter, text, errors);
  if (text.call == Launch::Call::memcpy) check_memcpy(text, matter, errors);
  if (text.call == Launch::Call::library) check_sgemm(text, matter, errors);
  launch.refuse_unknown();
  return text;
}

}  // namespace

void read_launches(TableReader& top, const Kernel& kernel, FrontMatter& matter, FileErrors& errors) {
  if (top.find("launch") == nullptr) {
    errors.add(errors.in_kernel(1), message<"launches.none">(), message<"launches.none_remedy">());
    return;
  }
  for (const toml::table* table : top.tables("launch")) {
    TableReader launch(*table, "[[launch]]", errors);
    for (const char* key : {"entry", "grid", "block", "cluster", "shared_bytes", "shared_grows", "cooperative", "call"})
      launch.know(key);
    matter.launches.push_back(read_launch(launch, kernel, matter, errors));
  }
}

}  // namespace lanescope::catalogue
