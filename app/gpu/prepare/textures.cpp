#include "gpu/prepare/textures.h"

#include <array>
#include <utility>

#include "catalogue/messages.h"
#include "gpu/messages.h"

namespace lanescope::gpu {
namespace {

using catalogue::ElementType;
using catalogue::Texture;

/// Indexed by catalogue::Texture::Address.
constexpr std::array address_modes = {CU_TR_ADDRESS_MODE_WRAP, CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_MIRROR,
                                      CU_TR_ADDRESS_MODE_BORDER};

CUDA_TEXTURE_DESC description_of(const Texture& texture, ElementType type) {
  CUDA_TEXTURE_DESC description{};
  // It sets only the dimensions that exist: with border on the others too, an H200 blends every filtered value of a 1-D
  // array with the border and returns half of it.
  for (CUaddress_mode& mode : description.addressMode) mode = CU_TR_ADDRESS_MODE_CLAMP;
  description.addressMode[0] = address_modes.at(static_cast<std::size_t>(texture.address));
  if (texture.layout == Texture::Layout::array_2d) description.addressMode[1] = description.addressMode[0];
  description.filterMode =
      texture.filter == Texture::Filter::linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
  if (texture.normalized) description.flags |= CU_TRSF_NORMALIZED_COORDINATES;
  // A kernel reads integers as integers unless they are filtered; then it reads fractions of their range.
  if (is_integer(type) && texture.filter == Texture::Filter::point) description.flags |= CU_TRSF_READ_AS_INTEGER;
  return description;
}

Message kind_of(const Texture& texture) {
  return texture.surface ? message<"texture.kind_surface">() : message<"texture.kind_texture">();
}

tl::unexpected<Error> texture_failure(FaultKind kind, const Texture& texture, const catalogue::Buffer& buffer,
                                      const Message& what, Message remedy) {
  Error error{message<"texture.wrong">(kind_of(texture), texture.name, buffer.name, what), "", std::move(remedy), kind};
  error.buffer = buffer.name;
  return failure(std::move(error));
}

}  // namespace

std::uint64_t texture_bytes(const catalogue::LaunchPlan& plan) {
  std::uint64_t bytes = 0;
  for (const catalogue::Launch& launch : plan.launches) {
    for (const Texture& texture : launch.textures) {
      if (texture.layout != Texture::Layout::linear) bytes += plan.buffers.at(texture.buffer).bytes();
    }
  }
  return bytes;
}

Expected<CUarray_format> texture_format(ElementType type) {
  constexpr std::array<std::pair<ElementType, CUarray_format>, 8> formats = {
      {{ElementType::i8, CU_AD_FORMAT_SIGNED_INT8},
       {ElementType::u8, CU_AD_FORMAT_UNSIGNED_INT8},
       {ElementType::i16, CU_AD_FORMAT_SIGNED_INT16},
       {ElementType::u16, CU_AD_FORMAT_UNSIGNED_INT16},
       {ElementType::i32, CU_AD_FORMAT_SIGNED_INT32},
       {ElementType::u32, CU_AD_FORMAT_UNSIGNED_INT32},
       {ElementType::f16, CU_AD_FORMAT_HALF},
       {ElementType::f32, CU_AD_FORMAT_FLOAT}}};
  for (const auto& [known, format] : formats) {
    if (known == type) return format;
  }
  return failure(message<"texture.element_type">(catalogue::name_of(type)), "",
                 message<"texture.element_type_remedy">());
}

Expected<std::uint64_t> Textures::add(const cuda::Functions& functions, const cuda::DeviceInfo& device,
                                      const Texture& texture, const catalogue::Buffer& buffer, std::uint64_t address) {
  const auto format = texture_format(buffer.type);
  if (!format) {
    return texture_failure(FaultKind::resolve, texture, buffer, format.error().what, format.error().remedy);
  }
  const Message doing = message<"doing.making_texture">(kind_of(texture), texture.name, buffer.name);
  const std::uint64_t elements = buffer.elements();
  CUDA_RESOURCE_DESC resource{};
  if (texture.layout == Texture::Layout::linear) {
    if (texture.filter == Texture::Filter::linear || texture.normalized) {
      return texture_failure(FaultKind::resolve, texture, buffer, message<"texture.plain_memory">(),
                             message<"texture.plain_memory_remedy">());
    }
    if (elements > device.max_texture_1d_linear) {
      return texture_failure(FaultKind::launch, texture, buffer,
                             message<"texture.width_limit">(elements, device.max_texture_1d_linear),
                             message<"problem.choose_smaller">());
    }
    resource.resType = CU_RESOURCE_TYPE_LINEAR;
    resource.res.linear.devPtr = address;
    resource.res.linear.format = *format;
    resource.res.linear.numChannels = 1;
    resource.res.linear.sizeInBytes = buffer.bytes();
  } else {
    const bool flat = texture.layout == Texture::Layout::array_1d || buffer.shape.empty();
    const std::uint64_t width = flat ? elements : static_cast<std::uint64_t>(buffer.shape.back());
    const std::uint64_t rows = width == 0 ? 0 : elements / width;
    TRY(auto array,
        with_context(doing, cuda::Array::create(functions, *format, width, flat ? 0 : rows, texture.surface)));
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array.get();
    arrays_.push_back(Filled{std::move(array), address, width * catalogue::size_of(buffer.type), rows, objects_.size(),
                             texture.surface});
  }
  if (texture.surface) {
    TRY(auto surface, with_context(doing, cuda::SurfaceObject::create(functions, resource)));
    surfaces_.push_back(std::move(surface));
    return surfaces_.back().get();
  }
  TRY(auto object,
      with_context(doing, cuda::TextureObject::create(functions, resource, description_of(texture, buffer.type))));
  textures_.push_back(std::move(object));
  return textures_.back().get();
}

Expected<Textures> Textures::create(const cuda::Functions& functions, const cuda::DeviceInfo& device,
                                    const catalogue::LaunchPlan& plan, const std::vector<std::uint64_t>& buffers) {
  Textures textures;
  for (const catalogue::Launch& launch : plan.launches) {
    std::vector<std::uint64_t> objects;
    for (const Texture& texture : launch.textures) {
      const auto object =
          textures.add(functions, device, texture, plan.buffers.at(texture.buffer), buffers.at(texture.buffer));
      if (!object) return failure(at_kernel_line(object.error(), launch.line));
      objects.push_back(*object);
    }
    textures.objects_.push_back(std::move(objects));
  }
  return textures;
}

Status Textures::update(std::size_t launch, const cuda::Stream& stream) const {
  for (const Filled& filled : arrays_) {
    if (filled.launch != launch) continue;
    TRY_STATUS(with_context<"doing.copying_into_texture">(
        filled.array.copy_from(filled.source, filled.row_bytes, filled.rows, stream.get())));
  }
  return {};
}

Status Textures::store(std::size_t launch, const cuda::Stream& stream) const {
  for (const Filled& filled : arrays_) {
    if (filled.launch != launch || !filled.surface) continue;
    TRY_STATUS(with_context<"doing.copying_from_surface">(
        filled.array.copy_to(filled.source, filled.row_bytes, filled.rows, stream.get())));
  }
  return {};
}

}  // namespace lanescope::gpu
