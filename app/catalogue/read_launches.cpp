#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalogue/read_front_matter.h"

namespace warpscope::catalogue {
namespace {

std::optional<std::size_t> known_buffer(const FrontMatter& matter, const std::string& name, const std::string& where,
                                        int line, FileErrors& errors) {
  const auto index = buffer_index(matter, name);
  if (!index) {
    errors.add(line, fmt::format("{}: there is no buffer '{}'", where, name),
               "buffers are " + join(buffer_names(matter), ", "));
  }
  return index;
}

void read_textures(TableReader& launch, const FrontMatter& matter, LaunchText& text, FileErrors& errors) {
  const toml::node* node = launch.find("textures");
  if (node == nullptr) return;
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    errors.add(line_of(*node), "[[launch]] textures must be a list of tables",
               "textures = [{ name = \"tex\", buffer = \"in\" }]");
    return;
  }
  for (const toml::node& element : *array) {
    if (!element.is_table()) {
      errors.add(line_of(element), "[[launch]] textures must be a list of tables",
                 "textures = [{ name = \"tex\", buffer = \"in\" }]");
      continue;
    }
    TableReader reader(*element.as_table(), "[[launch]] textures", errors);
    Texture texture;
    texture.name = reader.text("name", true);
    const std::string buffer = reader.text("buffer", true);
    constexpr std::array layouts = {Texture::Layout::linear, Texture::Layout::array_1d, Texture::Layout::array_2d};
    texture.layout = layouts.at(reader.choice("layout", {"linear", "array_1d", "array_2d"}, false));
    constexpr std::array filters = {Texture::Filter::point, Texture::Filter::linear};
    texture.filter = filters.at(reader.choice("filter", {"point", "linear"}, false));
    constexpr std::array addresses = {Texture::Address::clamp, Texture::Address::wrap, Texture::Address::mirror,
                                      Texture::Address::border};
    texture.address = addresses.at(reader.choice("address", {"clamp", "wrap", "mirror", "border"}, false));
    texture.normalized = reader.boolean("normalized").value_or(false);
    reader.refuse_unknown();
    if (buffer.empty()) continue;
    if (const auto index = known_buffer(matter, buffer, reader.name(), reader.line(), errors)) {
      texture.buffer = *index;
      text.textures.push_back(std::move(texture));
    }
  }
}

void read_arguments(TableReader& launch, const FrontMatter& matter, LaunchText& text) {
  for (Formula& formula : launch.formulas("arguments", text.call != Launch::Call::library)) {
    LaunchText::ArgumentText argument;
    argument.argument.name = formula.text;
    const auto texture = std::find_if(text.textures.begin(), text.textures.end(),
                                      [&](const Texture& candidate) { return candidate.name == formula.text; });
    if (const auto buffer = buffer_index(matter, formula.text)) {
      argument.argument.kind = Argument::Kind::buffer;
      argument.argument.index = *buffer;
    } else if (texture != text.textures.end()) {
      argument.argument.kind = Argument::Kind::texture;
      argument.argument.index = static_cast<std::size_t>(texture - text.textures.begin());
    } else {
      argument.value = std::move(formula);
    }
    text.arguments.push_back(std::move(argument));
  }
}

void read_swap(TableReader& launch, const FrontMatter& matter, LaunchText& text, FileErrors& errors) {
  const std::vector<std::string> names = launch.texts("swap");
  const int line = launch.line_of_key("swap");
  if (names.size() % 2 != 0) {
    errors.add(line, "[[launch]] swap needs buffers in pairs", "swap = [\"a\", \"b\"]");
    return;
  }
  for (std::size_t i = 0; i < names.size(); i += 2) {
    const auto first = known_buffer(matter, names[i], "[[launch]] swap", line, errors);
    const auto second = known_buffer(matter, names[i + 1], "[[launch]] swap", line, errors);
    if (first && second) text.swap.emplace_back(*first, *second);
  }
}

void read_repetition(TableReader& launch, const Kernel& kernel, const FrontMatter& matter, LaunchText& text,
                     FileErrors& errors) {
  text.repeat_while = launch.formula("repeat_while", false);
  if (const toml::table* update = launch.table("update")) {
    TableReader reader(*update, "[[launch]] update", errors, launch.line());
    for (const std::string& name : keys_in_order(*update)) {
      const bool size =
          std::any_of(kernel.sizes.begin(), kernel.sizes.end(), [&](const Size& s) { return s.name == name; });
      const bool derived =
          std::any_of(matter.derived.begin(), matter.derived.end(), [&](const auto& d) { return d.first == name; });
      if (!size && !derived) {
        errors.add(reader.line_of_key(name),
                   fmt::format("[[launch]] update: '{}' is neither a size nor in [let]", name));
      } else if (auto formula = reader.formula(name, true)) {
        text.update.emplace_back(name, std::move(*formula));
      }
    }
  }
  read_swap(launch, matter, text, errors);
  if (!text.repeat_while && (!text.update.empty() || !text.swap.empty())) {
    errors.add(text.line, "[[launch]]: update and swap need repeat_while", "add repeat_while = \"condition\"");
  }
  if (text.repeat_while && text.update.empty()) {
    errors.add(text.line, "[[launch]]: repeat_while without update would repeat for ever",
               "add update = { n = \"...\" }");
  }
}

LaunchText read_launch(TableReader& launch, const Kernel& kernel, const FrontMatter& matter, FileErrors& errors) {
  LaunchText text;
  text.line = launch.line();
  const std::string call = launch.text("call", false);
  text.entry = launch.text("entry", call.empty());
  if (!call.empty()) {
    text.call = call == "memcpy" ? Launch::Call::memcpy : Launch::Call::library;
    if (!text.entry.empty()) errors.add(text.line, "[[launch]] has both entry and call", "keep one of the two");
    text.entry = call;
  }
  const bool kernel_call = text.call == Launch::Call::kernel;
  text.grid = launch.formulas("grid", kernel_call);
  text.block = launch.formulas("block", kernel_call);
  for (const auto* shape : {&text.grid, &text.block}) {
    if (kernel_call && shape->size() > 3) errors.add(text.line, "[[launch]]: grid and block have one to three numbers");
  }
  text.shared_bytes = launch.formula("shared_bytes", false);
  text.when = launch.formula("when", false);
  text.cooperative = launch.boolean("cooperative").value_or(false);
  read_textures(launch, matter, text, errors);
  read_arguments(launch, matter, text);
  read_repetition(launch, kernel, matter, text, errors);
  if (text.call == Launch::Call::memcpy) {
    const bool two_buffers = text.arguments.size() == 2 && text.arguments[0].argument.kind == Argument::Kind::buffer &&
                             text.arguments[1].argument.kind == Argument::Kind::buffer;
    if (!two_buffers) {
      errors.add(text.line, "[[launch]]: memcpy takes two buffers, destination and source",
                 "arguments = [\"out\", \"in\"]");
    }
  }
  launch.refuse_unknown();
  return text;
}

}  // namespace

void read_launches(TableReader& top, const Kernel& kernel, FrontMatter& matter, FileErrors& errors) {
  const toml::node* node = top.find("launch");
  if (node == nullptr) {
    errors.add(1, "the front matter has no [[launch]]", "add one: entry, grid, block, arguments");
    return;
  }
  if (!node->is_array_of_tables()) {
    errors.add(line_of(*node), "'launch' must be a list of tables", "write [[launch]]");
    return;
  }
  for (const toml::node& element : *node->as_array()) {
    TableReader launch(*element.as_table(), "[[launch]]", errors);
    matter.launches.push_back(read_launch(launch, kernel, matter, errors));
  }
}

}  // namespace warpscope::catalogue
