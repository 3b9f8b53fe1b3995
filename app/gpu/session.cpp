#include "gpu/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/prepare.h"
#include "gpu/state.h"

namespace warpscope::gpu {
namespace {

Failure no_device(std::string message, std::string remedy) {
  Failure failure;
  failure.kind = "no_device";
  failure.message = std::move(message);
  failure.remedy = std::move(remedy);
  return failure;
}

}  // namespace

Outcome<void> Session::State::reserve(std::uint64_t bytes, std::uint64_t beside) {
  if (block.bytes() >= bytes && beside == 0) return {};
  constexpr std::string_view doing = "reserving device memory";
  const auto memory = during(doing, cuda::memory_info(*functions));
  if (!memory) return tl::unexpected(memory.error());
  if (auto fits = check_memory(bytes + beside, memory->free + block.bytes()); !fits) return fits;
  if (block.bytes() >= bytes) return {};
  block = {};  // first give back: old and new together might not fit
  auto allocated = during(doing, cuda::DeviceMemory::allocate(*functions, bytes));
  if (!allocated) return tl::unexpected(allocated.error());
  block = std::move(*allocated);
  return {};
}

Status Session::State::open_cublas() {
  if (cublas) return {};
  auto library = cuda::CublasLibrary::open(cublas_files);
  if (!library) return failure(library.error());
  auto created = cuda::Cublas::create(*functions, stream, std::move(*library));
  if (!created) return failure(created.error());
  cublas.emplace(std::move(*created));
  return {};
}

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::~Session() = default;

Outcome<std::unique_ptr<Session>> Session::open(const cuda::Driver& driver, int device) {
  auto devices = driver.devices();
  if (!devices) return tl::unexpected(no_device(devices.error().text, ""));
  const int ordinal = std::max(device, 0);
  if (static_cast<std::size_t>(ordinal) >= devices->size()) {
    return tl::unexpected(no_device(fmt::format("there is no device {}: this machine has {}", ordinal, devices->size()),
                                    "devices are numbered from 0, in the order of nvidia-smi"));
  }
  auto state = std::make_unique<State>();
  state->functions = &driver.functions();
  state->device = (*devices)[static_cast<std::size_t>(ordinal)];
  auto context = cuda::PrimaryContext::retain(*state->functions, ordinal);
  if (!context) return tl::unexpected(no_device(state->device.name + ": " + context.error().text, ""));
  state->context = std::move(*context);
  auto stream = during("opening " + state->device.name, cuda::Stream::create(*state->functions));
  if (!stream) return tl::unexpected(stream.error());
  state->stream = std::move(*stream);
  return std::unique_ptr<Session>(new Session(std::move(state)));
}

Outcome<void> Session::load_tools(const std::vector<std::uint8_t>& cubin) {
  auto tools = Tools::load(*state_->functions, state_->device, state_->stream, cubin);
  if (!tools) return tl::unexpected(tools.error());
  state_->stopwatch.reset();
  state_->tools = std::move(*tools);
  auto stopwatch = Stopwatch::create(*state_->functions, state_->device, state_->stream, *state_->tools);
  if (!stopwatch) return tl::unexpected(stopwatch.error());
  state_->stopwatch = std::move(*stopwatch);
  return {};
}

Outcome<std::unique_ptr<Execution>> Session::prepare(const catalogue::LaunchPlan& plan, std::string_view ptx,
                                                     const std::vector<std::uint8_t>& cubin,
                                                     const std::map<std::string, std::vector<std::byte>>& inputs) {
  auto prepared = prepare_plan(*state_, plan, ptx, cubin, inputs);
  if (!prepared) return tl::unexpected(prepared.error());
  return std::make_unique<Execution>(std::move(*prepared));
}

void Session::look_for_cublas(std::vector<std::string> files) {
  state_->cublas_files = std::move(files);
}

const cuda::DeviceInfo& Session::device() const {
  return state_->device;
}

}  // namespace warpscope::gpu
