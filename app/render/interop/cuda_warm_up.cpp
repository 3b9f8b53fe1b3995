#include "render/interop/cuda_warm_up.h"

#include <optional>

#include "cuda/context.h"
#include "cuda/driver.h"

namespace lanescope::render {

struct CudaWarmUp::Contexts {
  std::optional<cuda::Driver> driver;
  std::optional<cuda::PrimaryContext> context;
  void start();
};

void CudaWarmUp::Contexts::start() {
  auto opened = cuda::Driver::open();
  if (!opened) return;
  driver.emplace(std::move(*opened));
  const auto devices = driver->devices();
  if (!devices || devices->size() != 1) return;  // with several GPUs only the one that draws is worth a context
  auto retained = cuda::PrimaryContext::retain(driver->functions(), devices->front().ordinal);
  if (retained) context.emplace(std::move(*retained));
}

CudaWarmUp::CudaWarmUp() : contexts_(std::make_unique<Contexts>()) {
  thread_ = std::thread([this] {
    contexts_->start();
    ready_ = true;
  });
}

CudaWarmUp::~CudaWarmUp() {
  thread_.join();
  contexts_->context.reset();  // it ends before the library that it belongs to
}

}  // namespace lanescope::render
