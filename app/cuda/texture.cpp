#include "cuda/texture.h"

namespace warpscope::cuda {

Expected<Array> Array::create(const Functions& functions, CUarray_format format, std::uint64_t width,
                              std::uint64_t height) {
  CUDA_ARRAY_DESCRIPTOR description{};
  description.Width = width;
  description.Height = height;
  description.Format = format;
  description.NumChannels = 1;
  Array array;
  TRY_STATUS(array.array_.make(functions, functions.cuArrayCreate, &description));
  return array;
}

Status Array::fill_from(CUdeviceptr source, std::uint64_t row_bytes, std::uint64_t rows, CUstream stream) const {
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = source;
  copy.srcPitch = row_bytes;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array_.get();
  copy.WidthInBytes = row_bytes;
  copy.Height = rows;
  return array_.functions()->cuMemcpy2DAsync(&copy, stream);
}

Expected<TextureObject> TextureObject::create(const Functions& functions, const CUDA_RESOURCE_DESC& resource,
                                              const CUDA_TEXTURE_DESC& description) {
  TextureObject texture;
  TRY_STATUS(texture.texture_.make(functions, functions.cuTexObjectCreate, &resource, &description, nullptr));
  return texture;
}

}  // namespace warpscope::cuda
