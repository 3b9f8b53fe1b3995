#include <algorithm>

#include "base/text.h"
#include "catalogue/front_matter/read_front_matter.h"

namespace lanescope::catalogue {
namespace {

/// Refuses what CUDA's texture hardware cannot do with this buffer (CUDA Programming Guide, texture memory).
void check_texture(const Texture& texture, const BufferText& buffer, const TableReader& reader, FileErrors& errors) {
  const ElementType type = buffer.without_shape.type;
  const auto refuse_if = [&](bool wrong, const std::string& what, const char* remedy) {
    if (wrong) errors.add(reader.line(), fmt::format("{}: {}", reader.name(), what), remedy);
  };
  const bool linear = texture.layout == Texture::Layout::linear, filtered = texture.filter == Texture::Filter::linear;
  refuse_if(size_of(type) > 4 || type == ElementType::bf16, fmt::format("a texture cannot hold {}", name_of(type)),
            "use f16, f32 or an integer of at most 32 bits");
  refuse_if(texture.layout == Texture::Layout::array_2d && buffer.shape.size() != 2,
            "array_2d needs a buffer of two extents", "shape the buffer as [rows, columns], or use array_1d");
  refuse_if(linear && filtered, "linear memory cannot be filtered", "use layout = \"array_1d\", or filter = \"point\"");
  refuse_if(linear && texture.normalized, "linear memory has no normalized coordinates",
            "use layout = \"array_1d\", or leave normalized out");
  refuse_if(filtered && is_integer(type), "only floating point can be filtered",
            "use filter = \"point\", or an f32 buffer");
}

/// Refuses what CUDA's surfaces cannot do with this buffer (CUDA Programming Guide, surface memory).
void check_surface(const Texture& surface, const BufferText& buffer, const TableReader& reader, FileErrors& errors) {
  const ElementType type = buffer.without_shape.type;
  const auto refuse_if = [&](bool wrong, const std::string& what, const char* remedy) {
    if (wrong) errors.add(reader.line(), fmt::format("{}: {}", reader.name(), what), remedy);
  };
  refuse_if(size_of(type) > 4 || type == ElementType::bf16, fmt::format("a surface cannot hold {}", name_of(type)),
            "use f16, f32 or an integer of at most 32 bits");
  refuse_if(surface.layout == Texture::Layout::linear, "a surface lies in an array",
            "use layout = \"array_1d\" or \"array_2d\"");
  refuse_if(surface.layout == Texture::Layout::array_2d && buffer.shape.size() != 2,
            "array_2d needs a buffer of two extents", "shape the buffer as [rows, columns], or use array_1d");
}

std::optional<Texture> read_texture(TableReader& reader, const FrontMatter& matter, bool surface, FileErrors& errors) {
  Texture texture;
  texture.surface = surface;
  texture.name = reader.text("name", true);
  const std::string buffer = reader.text("buffer", true);
  texture.layout = reader.choice<Texture::Layout>("layout", layout_names,
                                                  surface ? Texture::Layout::array_2d : Texture::Layout::linear);
  if (!surface) {
    texture.filter = reader.choice<Texture::Filter>("filter", filter_names, Texture::Filter::point);
    texture.address = reader.choice<Texture::Address>("address", address_names, Texture::Address::clamp);
    texture.normalized = reader.boolean("normalized").value_or(false);
  }
  reader.refuse_unknown();
  if (texture.name.empty() || buffer.empty()) return std::nullopt;
  require_identifier(texture.name, reader.line(), errors);
  const auto index = known_buffer(matter, buffer, reader.name(), reader.line(), errors);
  if (!index) return std::nullopt;
  texture.buffer = *index;
  (surface ? check_surface : check_texture)(texture, matter.buffers[*index], reader, errors);
  return texture;
}

void read_list(TableReader& launch, const FrontMatter& matter, bool surfaces, LaunchText& text, FileErrors& errors) {
  const std::string key = surfaces ? "surfaces" : "textures";
  const toml::node* node = launch.find(key);
  if (node == nullptr) return;
  const toml::array* array = node->as_array();
  if (array == nullptr || !array->is_homogeneous(toml::node_type::table)) {
    errors.add(line_of(*node), fmt::format("[[launch]]: '{}' is no list of tables", key),
               fmt::format("write {} = [{{ name = \"{}\", buffer = \"in\" }}]", key, surfaces ? "image" : "tex"));
    return;
  }
  for (const toml::node& element : *array) {
    TableReader reader(*element.as_table(), "[[launch]] " + key, errors, launch.line_of_key(key));
    auto texture = read_texture(reader, matter, surfaces, errors);
    if (!texture) continue;
    const bool twice = std::any_of(text.textures.begin(), text.textures.end(),
                                   [&](const Texture& other) { return other.name == texture->name; });
    if (twice) {
      const char* const what = surfaces ? "two textures or surfaces" : "two textures";
      errors.add(reader.line(), fmt::format("{} are called '{}'", what, texture->name), "rename one");
    }
    text.textures.push_back(std::move(*texture));
  }
}

}  // namespace

void read_textures(TableReader& launch, const FrontMatter& matter, LaunchText& text, FileErrors& errors) {
  read_list(launch, matter, false, text, errors);
  read_list(launch, matter, true, text, errors);
}

}  // namespace lanescope::catalogue
