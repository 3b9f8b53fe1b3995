#include "render/interop/cuda_warm_up.h"

#include <optional>

#include "cuda/context.h"
#include "cuda/driver.h"

namespace warpscope::render {

struct CudaWarmUp::Held {
  std::optional<cuda::Driver> driver;
  std::optional<cuda::PrimaryContext> context;
};

namespace {

void start(std::optional<cuda::Driver>& kept_driver, std::optional<cuda::PrimaryContext>& kept_context) {
  auto driver = cuda::Driver::open();
  if (!driver) return;
  kept_driver.emplace(std::move(*driver));
  const auto devices = kept_driver->devices();
  if (!devices || devices->size() != 1) return;  // with several GPUs only the one that draws is worth a context
  if (auto context = cuda::PrimaryContext::retain(kept_driver->functions(), devices->front().ordinal)) {
    kept_context.emplace(std::move(*context));
  }
}

}  // namespace

CudaWarmUp::CudaWarmUp() : held_(std::make_unique<Held>()) {
  thread_ = std::thread([this] {
    start(held_->driver, held_->context);
    ready_ = true;
  });
}

CudaWarmUp::~CudaWarmUp() {
  thread_.join();
  held_->context.reset();  // before the library that it belongs to
}

}  // namespace warpscope::render
