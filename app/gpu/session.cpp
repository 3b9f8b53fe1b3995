#include "gpu/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/messages.h"
#include "gpu/prepare/prepare.h"
#include "gpu/state.h"

namespace lanescope::gpu {
Status DeviceSession::State::reserve(std::uint64_t bytes, std::uint64_t beside) {
  if (block.bytes() >= bytes && beside == 0) return {};
  const Message doing = message<"doing.reserving_device_memory">();
  TRY(const auto memory, with_context(doing, cuda::memory_info(*functions)));
  TRY_STATUS(check_memory(bytes + beside, memory.free + block.bytes()));
  if (block.bytes() >= bytes) return {};
  block = {};  // the old block is freed first, because both together might not fit
  TRY(block, with_context(doing, cuda::DeviceMemory::allocate(*functions, bytes)));
  return {};
}

Status DeviceSession::State::open_cublas() {
  if (cublas) return {};
  TRY(auto library, cuda::CublasLibrary::open(cublas_files));
  TRY(auto created, cuda::Cublas::create(*functions, stream, std::move(library)));
  cublas.emplace(std::move(created));
  return {};
}

DeviceSession::DeviceSession(std::unique_ptr<State> state) : state_(std::move(state)) {}
DeviceSession::~DeviceSession() = default;

Expected<std::unique_ptr<DeviceSession>> DeviceSession::open(const cuda::Driver& driver, int device) {
  TRY(const auto devices, with_kind(FaultKind::no_device, driver.devices()));
  const int ordinal = std::max(device, 0);
  if (static_cast<std::size_t>(ordinal) >= devices.size()) {
    return failure(FaultKind::no_device, message<"device.unknown">(ordinal, devices.size()), "",
                   message<"device.unknown_remedy">());
  }
  auto state = std::make_unique<State>();
  state->functions = &driver.functions();
  state->device = devices[static_cast<std::size_t>(ordinal)];
  TRY(state->context,
      with_kind(FaultKind::no_device,
                with_context(state->device.name, cuda::PrimaryContext::retain(*state->functions, ordinal))));
  TRY(state->stream, with_context<"doing.opening">(cuda::Stream::create(*state->functions), state->device.name));
  return std::unique_ptr<DeviceSession>(new DeviceSession(std::move(state)));
}

Status DeviceSession::load_tools(const std::vector<std::uint8_t>& cubin) {
  TRY(auto tools, Tools::load(*state_->functions, state_->device, state_->stream, cubin));
  state_->stopwatch.reset();
  state_->tools = std::move(tools);
  TRY(state_->stopwatch, Stopwatch::create(*state_->functions, state_->device, state_->stream, *state_->tools));
  return {};
}

Expected<std::unique_ptr<Execution>> DeviceSession::prepare(
    const catalogue::LaunchPlan& plan, std::string_view ptx, const std::vector<std::uint8_t>& cubin,
    const std::map<std::string, std::vector<std::byte>>& inputs) {
  TRY(auto prepared, prepare_plan(*state_, plan, ptx, cubin, inputs));
  return std::make_unique<Execution>(std::move(prepared));
}

void DeviceSession::set_cublas_files(std::vector<std::string> files) {
  state_->cublas_files = std::move(files);
}

const cuda::DeviceInfo& DeviceSession::device() const {
  return state_->device;
}

CUcontext DeviceSession::context() const {
  return state_->context.get();
}

}  // namespace lanescope::gpu
