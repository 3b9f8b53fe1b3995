// Textures: objects on plain memory or on arrays.
#pragma once

#include <cstdint>

#include "cuda/owned.h"

namespace warpscope::cuda {

/// An array in the layout that the texture unit likes. Height 0 makes it one-dimensional.
class Array {
 public:
  Array() = default;
  [[nodiscard]] static Expected<Array> create(const Functions& functions, CUarray_format format, std::uint64_t width,
                                              std::uint64_t height);
  /// Copies `rows` rows of `row_bytes` bytes, one behind the other at `source`, into it.
  [[nodiscard]] Status fill_from(CUdeviceptr source, std::uint64_t row_bytes, std::uint64_t rows,
                                 CUstream stream) const;
  [[nodiscard]] CUarray get() const noexcept { return array_.get(); }

 private:
  Owned<CUarray, &Functions::cuArrayDestroy> array_;
};

class TextureObject {
 public:
  TextureObject() = default;
  [[nodiscard]] static Expected<TextureObject> create(const Functions& functions, const CUDA_RESOURCE_DESC& resource,
                                                      const CUDA_TEXTURE_DESC& description);
  /// What a kernel takes as its argument.
  [[nodiscard]] CUtexObject get() const noexcept { return texture_.get(); }

 private:
  Owned<CUtexObject, &Functions::cuTexObjectDestroy> texture_;
};

}  // namespace warpscope::cuda
