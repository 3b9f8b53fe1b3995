#include <algorithm>

#include "base/messages.h"
#include "base/text.h"
#include "catalogue/front_matter/read_front_matter.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

/// Refuses what CUDA's texture hardware cannot do with this buffer (CUDA Programming Guide, texture memory).
void check_texture(const Texture& texture, const BufferText& buffer, const TableReader& reader, FileErrors& errors) {
  const ElementType type = buffer.without_shape.type;
  const auto refuse_if = [&](bool wrong, const Message& what, const Message& remedy) {
    if (wrong) errors.add(reader.line(), message<"error.at">(reader.name(), what), remedy);
  };
  const bool linear = texture.layout == Texture::Layout::linear, filtered = texture.filter == Texture::Filter::linear;
  refuse_if(size_of(type) > 4 || type == ElementType::bf16, message<"textures.element_type">(name_of(type)),
            message<"textures.element_type_remedy">());
  refuse_if(texture.layout == Texture::Layout::array_2d && buffer.shape.size() != 2, message<"textures.two_extents">(),
            message<"textures.two_extents_remedy">());
  refuse_if(linear && filtered, message<"textures.linear_filter">(), message<"textures.linear_filter_remedy">());
  refuse_if(linear && texture.normalized, message<"textures.linear_normalized">(),
            message<"textures.linear_normalized_remedy">());
  refuse_if(filtered && is_integer(type), message<"textures.filter_type">(), message<"textures.filter_type_remedy">());
}

/// Refuses what CUDA's surfaces cannot do with this buffer (CUDA Programming Guide, surface memory).
void check_surface(const Texture& surface, const BufferText& buffer, const TableReader& reader, FileErrors& errors) {
  const ElementType type = buffer.without_shape.type;
  const auto refuse_if = [&](bool wrong, const Message& what, const Message& remedy) {
    if (wrong) errors.add(reader.line(), message<"error.at">(reader.name(), what), remedy);
  };
  refuse_if(size_of(type) > 4 || type == ElementType::bf16, message<"surfaces.element_type">(name_of(type)),
            message<"textures.element_type_remedy">());
  refuse_if(surface.layout == Texture::Layout::linear, message<"surfaces.layout">(),
            message<"surfaces.layout_remedy">());
  refuse_if(surface.layout == Texture::Layout::array_2d && buffer.shape.size() != 2, message<"textures.two_extents">(),
            message<"textures.two_extents_remedy">());
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
    errors.add(line_of(*node), message<"textures.no_list">(key),
               message<"textures.no_list_remedy">(key, surfaces ? "image" : "tex"));
    return;
  }
  for (const toml::node& element : *array) {
    TableReader reader(*element.as_table(), "[[launch]] " + key, errors, launch.line_of_key(key));
    auto texture = read_texture(reader, matter, surfaces, errors);
    if (!texture) continue;
    const bool twice = std::any_of(text.textures.begin(), text.textures.end(),
                                   [&](const Texture& other) { return other.name == texture->name; });
    if (twice) {
      errors.add(
          reader.line(),
          surfaces ? message<"surfaces.name_twice">(texture->name) : message<"textures.name_twice">(texture->name),
          message<"tensor_maps.name_twice_remedy">());
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
