#include "render/cuda_warm_up.h"

#include <optional>

#include "cuda/context.h"
#include "cuda/driver.h"

namespace warpscope::render {

struct CudaWarmUp::Held {
  std::optional<cuda::Driver> driver;
  std::optional<cuda::PrimaryContext> context;
};

CudaWarmUp::CudaWarmUp() : held_(std::make_unique<Held>()) {
  thread_ = std::thread([held = held_.get()] {
    auto driver = cuda::Driver::open();
    if (!driver) return;
    held->driver.emplace(std::move(*driver));
    const auto devices = held->driver->devices();
    if (!devices || devices->size() != 1) return;  // with several GPUs only the one that draws is worth a context
    if (auto context = cuda::PrimaryContext::retain(held->driver->functions(), devices->front().ordinal)) {
      held->context.emplace(std::move(*context));
    }
  });
}

CudaWarmUp::~CudaWarmUp() {
  thread_.join();
  held_->context.reset();  // before the library that it belongs to
}

}  // namespace warpscope::render
