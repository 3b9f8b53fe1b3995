#include <algorithm>
#include <limits>

#include "gpu/messages.h"
#include "gpu/picture.h"
#include "gpu/state.h"

namespace lanescope::gpu {

LaunchConfig::LaunchConfig(const PreparedLaunch& step, CUstream stream) {
  const catalogue::Launch& launch = *step.launch;
  config.gridDimX = launch.grid.x;
  config.gridDimY = launch.grid.y;
  config.gridDimZ = launch.grid.z;
  config.blockDimX = launch.block.x;
  config.blockDimY = launch.block.y;
  config.blockDimZ = launch.block.z;
  config.sharedMemBytes = static_cast<unsigned>(launch.shared_bytes);  // check_launch() has limited it
  config.hStream = stream;
  config.attrs = attributes.data();
  const auto add = [&](CUlaunchAttributeID which) -> CUlaunchAttributeValue& {
    CUlaunchAttribute& attribute = attributes.at(config.numAttrs++);
    attribute.id = which;
    return attribute.value;
  };
  if (step.cluster) {
    CUlaunchAttributeValue& value = add(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
    value.clusterDim.x = step.cluster->x;
    value.clusterDim.y = step.cluster->y;
    value.clusterDim.z = step.cluster->z;
  }
  if (launch.cooperative) add(CU_LAUNCH_ATTRIBUTE_COOPERATIVE).cooperative = 1;
}

std::uint64_t Execution::State::address(std::size_t buffer) const {
  return addresses.at(buffer);
}

const Tools& Execution::State::tools() const {
  if (!session->tools) {
    throw MachineError(
        Error{message<"internal.tools_not_loaded">(), plan.kernel, message<"internal.tools_not_loaded_remedy">()});
  }
  if (session->prepared != number) {
    throw MachineError(Error{message<"internal.other_plan_prepared">(), plan.kernel, ""});
  }
  return *session->tools;
}

Stopwatch& Execution::State::stopwatch() const {
  static_cast<void>(tools());
  return *session->stopwatch;
}

Status Execution::State::fill() {
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    if (filled && !plan.buffers[i].reset) continue;
    if (const auto& given = inputs[i]) {
      if (given->empty()) continue;
      TRY_STATUS(with_context<"doing.sending_input">(
          session->functions->cuMemcpyHtoDAsync(address(i), given->data(), given->size(), session->stream.get()),
          plan.buffers[i].name));
    } else {
      TRY_STATUS(tools().fill(address(i), plan.buffers[i].elements(), filling_of(plan, i)));
    }
  }
  for (const SymbolBytes& symbol : symbols) {
    TRY_STATUS(with_context<"doing.writing_variables">(session->functions->cuMemcpyHtoDAsync(
        symbol.address, symbol.bytes.data(), symbol.bytes.size(), session->stream.get())));
  }
  filled = true;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    TRY_STATUS(textures.update(at, session->stream));
  }
  return {};
}

Status Execution::State::fill_guards() {
  return tools().fill_guards(session->block.address(), layout);
}

Status Execution::State::launch(const PreparedLaunch& step) const {
  Status queued = queue(step);
  // The text is made only after a failure, because this runs many thousand times a second.
  if (queued) return {};
  const Error error = failed_while(place_of(plan, *step.launch), std::move(queued).error());
  return failure(at_kernel_line(error, step.launch->line));
}

Status Execution::State::queue(const PreparedLaunch& step) const {
  const catalogue::Launch& launch = *step.launch;
  const cuda::Functions& functions = *session->functions;
  const CUstream stream = session->stream.get();
  if (launch.call == catalogue::Launch::Call::memcpy) {
    const std::size_t destination = launch.arguments.at(0).index;
    const std::size_t source = launch.arguments.at(1).index;
    const std::uint64_t bytes = plan.buffers.at(source).bytes();
    if (bytes == 0) return {};
    return functions.cuMemcpyDtoDAsync(address(destination), address(source), bytes, stream);
  }
  if (launch.call == catalogue::Launch::Call::library) return session->cublas->multiply(step.product);
  // The driver only reads the arguments, though its type is not const.
  auto* const pointers = const_cast<void**>(step.pointers.data());
  const auto& [grid_x, grid_y, grid_z] = launch.grid;
  const auto& [block_x, block_y, block_z] = launch.block;
  const auto shared = static_cast<unsigned>(launch.shared_bytes);  // check_launch() has limited it
  if (step.cluster) {
    const LaunchConfig config(step, stream);
    return functions.cuLaunchKernelEx(&config.config, step.function, pointers, nullptr);
  }
  if (launch.cooperative) {
    return functions.cuLaunchCooperativeKernel(step.function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared,
                                               stream, pointers);
  }
  return functions.cuLaunchKernel(step.function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream,
                                  pointers, nullptr);
}

Status Execution::State::launch_all_waiting() {
  for (std::size_t at = 0; at < steps.size(); ++at) {
    const PreparedLaunch& step = steps[at];
    // A launch before may have written what this one fetches.
    if (at > 0) TRY_STATUS(textures.update(at, session->stream));
    TRY_STATUS(launch(step));
    const Status ended = wait_for(step);
    if (!ended) return failure(at_kernel_line(ended.error(), step.launch->line));
    TRY_STATUS(textures.store(at, session->stream));
  }
  launched = true;
  return {};
}

Status Execution::State::wait_for(const PreparedLaunch& step) const {
  Status ended = session->stream.synchronize();
  if (!ended) return failure(failed_while(place_of(plan, *step.launch), std::move(ended).error()));
  return ended;
}

Execution::Execution(std::unique_ptr<State> state) : state_(std::move(state)) {}
Execution::~Execution() = default;

Status Execution::run() {
  TRY_STATUS(state_->fill_guards());
  TRY_STATUS(state_->fill());
  // The kernel is not to blame for failures up to here.
  TRY_STATUS(state_->wait<"doing.filling_buffers">());
  return state_->launch_all_waiting();
}

Status Execution::profile() {
  TRY_STATUS(state_->fill());
  return state_->launch_all_waiting();
}

Status Execution::reset(Caches caches) {
  State& state = *state_;
  if (!state.filled) TRY_STATUS(state.fill_guards());
  if (!state.launched) {
    TRY_STATUS(state.fill());
    TRY_STATUS(state.launch_all_waiting());
  }
  if (caches == Caches::hot && state.plan.timing.repeatable) {
    TRY_STATUS(state.fill());
    TRY_STATUS(launch_all());
    return {};
  }
  TRY_STATUS(state.fill());
  if (caches == Caches::cold) TRY_STATUS(state.stopwatch().flush());
  return state.wait<"doing.filling_buffers">();
}

Status Execution::launch_all() {
  for (const PreparedLaunch& step : state_->steps) TRY_STATUS(state_->launch(step));
  return state_->wait<"doing.running">(state_->plan.kernel);
}

Status Execution::launch_one(std::size_t index) {
  const PreparedLaunch& step = state_->steps.at(index);
  TRY_STATUS(state_->launch(step));
  return state_->wait_for(step);
}

std::size_t Execution::launches() const {
  return state_->steps.size();
}

bool Execution::is_one_kernel() const {
  return state_->steps.size() == 1 && state_->steps.front().launch->call == catalogue::Launch::Call::kernel;
}

Expected<std::vector<std::byte>> Execution::read(std::string_view buffer) {
  const auto& buffers = state_->plan.buffers;
  const auto found = std::find_if(buffers.begin(), buffers.end(),
                                  [&](const catalogue::Buffer& candidate) { return candidate.name == buffer; });
  if (found == buffers.end()) {
    return failure(message<"buffer.not_of_plan">(state_->plan.kernel, buffer));
  }
  std::vector<std::byte> bytes(found->bytes());
  TRY_STATUS(read(static_cast<std::size_t>(found - buffers.begin()), 0, bytes));
  return bytes;
}

Status Execution::read(std::size_t buffer, std::uint64_t offset, std::span<std::byte> into) {
  if (into.empty()) return {};
  const std::string& name = state_->plan.buffers.at(buffer).name;
  TRY_STATUS(with_context<"doing.reading_buffer">(
      state_->session->functions->cuMemcpyDtoHAsync(into.data(), state_->address(buffer) + offset, into.size(),
                                                    state_->session->stream.get()),
      name));
  return state_->wait<"doing.reading_buffer">(name);
}

std::uint64_t Execution::address(std::size_t buffer) const {
  return state_->address(buffer);
}

std::optional<std::uint64_t> Execution::variable(const std::string& name) const {
  return state_->module.variable(name);
}

const std::vector<std::uint64_t>& Execution::textures(std::size_t launch) const {
  return state_->textures.objects(launch);
}

Expected<Picture> Execution::picture(std::uint64_t destination, std::uint32_t max_width, std::uint32_t max_height) {
  const std::size_t shown = shown_buffer(state_->plan);
  const catalogue::Buffer& buffer = state_->plan.buffers.at(shown);
  const PictureSize size = picture_size(buffer, max_width, max_height);
  TRY_STATUS(state_->tools().preview(state_->address(shown), static_cast<std::uint64_t>(buffer.type), size.rows,
                                     size.columns, destination, size.width, size.height));
  TRY_STATUS(state_->wait<"doing.drawing_preview">());
  return Picture{size.width, size.height, destination};
}

std::vector<int> Execution::blocks_per_sm() const {
  std::vector<int> blocks;
  for (const PreparedLaunch& step : state_->steps) blocks.push_back(step.blocks_per_sm);
  return blocks;
}

}  // namespace lanescope::gpu
