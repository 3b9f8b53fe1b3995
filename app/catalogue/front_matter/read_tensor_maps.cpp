#include <algorithm>

#include "base/messages.h"
#include "base/text.h"
#include "catalogue/front_matter/read_front_matter.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

constexpr const char* map_example =
    "tensor_maps = [{ name = \"tile\", buffer = \"in\", sizes = [\"nx\", \"ny\"], box = [32, 8] }]";

/// Returns the type of a map on a buffer of this type where the map does not say another one.
std::optional<TensorMap::Type> type_of(ElementType type) {
  const auto found = enum_cast<TensorMap::Type>(tensor_type_names, enum_name(element_type_names, type));
  if (found) return found;
  // The driver has no signed integers of 8 and 16 bits: their bits move just the same.
  if (type == ElementType::i8) return TensorMap::Type::u8;
  return type == ElementType::i16 ? std::optional(TensorMap::Type::u16) : std::nullopt;
}

std::optional<TensorMapText> read_map(TableReader& reader, const FrontMatter& matter, FileErrors& errors) {
  TensorMapText text;
  TensorMap& map = text.map;
  text.line = reader.line();
  map.name = reader.text("name", true);
  const std::string buffer = reader.text("buffer", true);
  text.sizes = reader.formulas("sizes", true);
  text.box = reader.formulas("box", true);
  text.strides = reader.formulas("strides", false);
  text.element_strides = reader.formulas("element_strides", false);
  text.offset = reader.formula("offset", false);
  const auto type =
      reader.choice("type", std::vector<std::string>(tensor_type_names.begin(), tensor_type_names.end()), false);
  map.swizzle = reader.choice<TensorMap::Swizzle>("swizzle", swizzle_names, TensorMap::Swizzle::none);
  map.fill = reader.choice<TensorMap::Fill>("fill", tensor_fill_names, TensorMap::Fill::zero);
  map.promotion = reader.choice<TensorMap::Promotion>("l2_promotion", promotion_names, TensorMap::Promotion::none);
  if (reader.find("interleave") != nullptr && reader.text("interleave", true) != "none") {
    errors.add(reader.line_of_key("interleave"), message<"tensor_maps.interleave">(reader.name()),
               message<"tensor_maps.interleave_remedy">());
  }
  reader.refuse_unknown();
  if (map.name.empty() || buffer.empty()) return std::nullopt;
  require_identifier(map.name, reader.line(), errors);
  const auto index = known_buffer(matter, buffer, reader.name(), reader.line(), errors);
  if (!index) return std::nullopt;
  map.buffer = *index;
  const auto of_buffer = type_of(matter.buffers[*index].without_shape.type);
  map.type = type ? static_cast<TensorMap::Type>(*type) : of_buffer.value_or(TensorMap::Type::u8);
  const std::size_t rank = text.sizes.size();
  const auto refuse_if = [&](bool wrong, const Message& what, const Message& remedy) {
    if (wrong) errors.add(reader.line(), message<"error.at">(reader.name(), what), remedy);
  };
  refuse_if(rank < 1 || rank > 5, message<"tensor_maps.dimensions">(rank), message<"tensor_maps.dimensions_remedy">());
  refuse_if(text.box.size() != rank, message<"tensor_maps.box">(text.box.size(), rank),
            message<"tensor_maps.box_remedy">());
  refuse_if(!text.strides.empty() && text.strides.size() + 1 != rank,
            message<"tensor_maps.strides">(text.strides.size(), rank), message<"tensor_maps.strides_remedy">());
  refuse_if(!text.element_strides.empty() && text.element_strides.size() != rank,
            message<"tensor_maps.element_strides">(text.element_strides.size(), rank),
            message<"tensor_maps.element_strides_remedy">());
  refuse_if(map.fill == TensorMap::Fill::nan && !is_floating(map.type), message<"tensor_maps.fill">(),
            message<"tensor_maps.fill_remedy">());
  return text;
}

}  // namespace

void read_tensor_maps(TableReader& launch, const FrontMatter& matter, LaunchText& text, FileErrors& errors) {
  const toml::node* node = launch.find("tensor_maps");
  if (node == nullptr) return;
  const toml::array* array = node->as_array();
  if (array == nullptr || !array->is_homogeneous(toml::node_type::table)) {
    errors.add(line_of(*node), message<"tensor_maps.no_list">(), message<"expression.write_remedy">(map_example));
    return;
  }
  for (const toml::node& element : *array) {
    TableReader reader(*element.as_table(), "[[launch]] tensor_maps", errors, launch.line_of_key("tensor_maps"));
    auto map = read_map(reader, matter, errors);
    if (!map) continue;
    const bool twice = std::any_of(text.tensor_maps.begin(), text.tensor_maps.end(),
                                   [&](const TensorMapText& other) { return other.map.name == map->map.name; }) ||
                       std::any_of(text.textures.begin(), text.textures.end(),
                                   [&](const Texture& other) { return other.name == map->map.name; });
    if (twice)
      errors.add(reader.line(), message<"tensor_maps.name_twice">(map->map.name),
                 message<"tensor_maps.name_twice_remedy">());
    text.tensor_maps.push_back(std::move(*map));
  }
}

}  // namespace lanescope::catalogue
