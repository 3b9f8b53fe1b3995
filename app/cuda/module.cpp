#include "cuda/module.h"

#include <algorithm>
#include <array>

#include "base/narrow.h"
#include "cuda/messages.h"

namespace lanescope::cuda {

Expected<Module> Module::load(const Functions& functions, const std::vector<std::uint8_t>& cubin) {
  // The driver reads anything that is no ELF file as PTX up to a zero byte, wherever that is.
  constexpr std::array<std::uint8_t, 4> magic = {0x7f, 'E', 'L', 'F'};
  constexpr std::size_t header_bytes = 64;
  if (cubin.size() < header_bytes || !std::equal(magic.begin(), magic.end(), cubin.begin())) {
    return failure(FaultKind::launch, message<"cuda.no_cubin">(cubin.size()), "",
                   message<"cuda.other_device_remedy">());
  }
  Module module;
  TRY_STATUS(module.module_.make(functions, functions.cuModuleLoadDataEx, cubin.data(), 0u, nullptr, nullptr));
  return module;
}

Expected<CUfunction> Module::entry(const std::string& name) const {
  CUfunction function = nullptr;
  TRY_STATUS(module_.functions()->cuModuleGetFunction(&function, module_.get(), name.c_str()));
  return function;
}

std::optional<CUdeviceptr> Module::variable(const std::string& name) const {
  if (module_.functions() == nullptr) return std::nullopt;
  CUdeviceptr address = 0;
  std::size_t bytes = 0;
  const CUresult code =
      module_.functions()->cuModuleGetGlobal.call_noexcept(&address, &bytes, module_.get(), name.c_str());
  return code == CUDA_SUCCESS ? std::optional(address) : std::nullopt;
}

Expected<EntryAttributes> attributes(const Functions& functions, CUfunction entry) {
  constexpr std::array which = {CU_FUNC_ATTRIBUTE_NUM_REGS, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                                CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES};
  std::array<int, which.size()> values{};
  for (std::size_t i = 0; i < which.size(); ++i) TRY_STATUS(functions.cuFuncGetAttribute(&values[i], which[i], entry));
  return EntryAttributes{values[0], values[1], narrow_or_throw<std::uint64_t>(std::max(values[2], 0)),
                         narrow_or_throw<std::uint64_t>(std::max(values[3], 0))};
}

}  // namespace lanescope::cuda
