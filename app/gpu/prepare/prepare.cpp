#include "gpu/prepare/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/narrow.h"
#include "base/text.h"
#include "catalogue/cluster.h"
#include "gpu/messages.h"
#include "gpu/prepare/tensor_maps.h"
#include "gpu/state.h"

namespace lanescope::gpu {
namespace {

using catalogue::Launch;
using catalogue::LaunchPlan;
using catalogue::Symbol;

/// Beyond the usual 48 KiB a function must request its dynamic shared memory. The request is valid for all its
/// launches, so the largest size is requested.
Status allow_shared_memory(const DeviceSession::State& session, const LaunchPlan& plan, const PreparedLaunch& step,
                           const cuda::EntryAttributes& entry) {
  if (entry.static_shared_bytes + step.launch->shared_bytes <= session.device.shared_bytes_per_block) return {};
  std::uint64_t largest = 0;
  for (const Launch& launch : plan.launches) {
    if (launch.call == Launch::Call::kernel && launch.entry == step.launch->entry) {
      largest = std::max(largest, launch.shared_bytes);
    }
  }
  // A later launch may be refused because it needs too much; it must not make this one fail.
  largest = std::min(largest, session.device.shared_bytes_per_block_optin - entry.static_shared_bytes);
  return with_context(place_of(plan, *step.launch), session.functions->cuFuncSetAttribute(
                                                        step.function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                                        narrow_or_throw<int>(largest)));
}

/// The blocks of a cluster need multiprocessors of one group at once; only the driver knows how many there are.
Status check_clusters_fit(const DeviceSession::State& session, const LaunchPlan& plan, const PreparedLaunch& step) {
  const cuda::Functions& functions = *session.functions;
  if (step.cluster->count() > catalogue::portable_cluster_blocks) {
    TRY_STATUS(with_context(
        place_of(plan, *step.launch),
        functions.cuFuncSetAttribute(step.function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1)));
  }
  const LaunchConfig config(step, session.stream.get());
  int clusters = 0;
  TRY_STATUS(with_context(place_of(plan, *step.launch),
                          functions.cuOccupancyMaxActiveClusters(&clusters, step.function, &config.config)));
  if (clusters > 0) return {};
  return launch_failure(FaultKind::launch, plan, *step.launch, message<"launch.cluster_limit">(step.cluster->count()),
                        message<"launch.cluster_limit_remedy">());
}

/// Prepares the entry point, limits and occupancy of a kernel launch.
Expected<PreparedLaunch> prepare_kernel(const DeviceSession::State& session, const LaunchPlan& plan,
                                        const Launch& launch, const ptx::Signature& signature,
                                        const cuda::Module& module) {
  PreparedLaunch step;
  step.launch = &launch;
  TRY(step.function, with_context(place_of(plan, launch), module.entry(launch.entry)));
  TRY(const auto entry, with_context(place_of(plan, launch), cuda::attributes(*session.functions, step.function)));
  TRY_STATUS(check_launch(plan, launch, session.device, entry));
  TRY(step.cluster, check_cluster(plan, launch, session.device, signature));
  TRY_STATUS(allow_shared_memory(session, plan, step, entry));
  TRY_STATUS(with_context(
      place_of(plan, launch),
      session.functions->cuOccupancyMaxActiveBlocksPerMultiprocessor(
          &step.blocks_per_sm, step.function, narrow_or_throw<int>(launch.block.count()), launch.shared_bytes)));
  if (step.cluster) TRY_STATUS(check_clusters_fit(session, plan, step));
  if (launch.cooperative) TRY_STATUS(check_cooperative(plan, launch, session.device, step.blocks_per_sm));
  return step;
}

Expected<std::vector<PreparedLaunch>> prepare_steps(DeviceSession::State& session, const LaunchPlan& plan,
                                                    const std::vector<ptx::Signature>& signatures,
                                                    const cuda::Module& module) {
  std::vector<PreparedLaunch> steps;
  for (const Launch& launch : plan.launches) {
    PreparedLaunch step;
    step.launch = &launch;
    switch (launch.call) {
      case Launch::Call::library:
        TRY_STATUS(check_product(plan, launch));
        if (auto opened = session.open_cublas(); !opened) {
          const Error& error = opened.error();
          return launch_failure(FaultKind::launch, plan, launch, Error{error.what, error.where, ""}.message(),
                                error.remedy);
        }
        break;
      case Launch::Call::memcpy:
        TRY_STATUS(check_copy(plan, launch));
        break;
      case Launch::Call::kernel: {
        TRY(const auto signature, find_entry(signatures, plan, launch));
        TRY(step, prepare_kernel(session, plan, launch, *signature, module));
        break;
      }
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

/// Returns the product of a launch that passed check_product().
cuda::Sgemm product_of(const Launch& launch, const std::vector<std::uint64_t>& addresses) {
  const auto address = [&](std::size_t argument) { return addresses.at(launch.arguments.at(argument).index); };
  const auto extent = [&](std::size_t argument) { return narrow_or_throw<int>(launch.arguments.at(argument).value); };
  return {address(0), address(1), address(2), extent(3), extent(4), extent(5)};
}

/// The buffers as they need memory of their own: those that lie in variables need none.
std::vector<catalogue::Buffer> with_own_memory(const LaunchPlan& plan) {
  std::vector<catalogue::Buffer> buffers = plan.buffers;
  for (const Symbol& symbol : plan.symbols) {
    if (symbol.buffer) buffers.at(*symbol.buffer).shape = {0};
  }
  return buffers;
}

Status bind_steps(Execution::State& state, const std::vector<ptx::Signature>& signatures,
                  const std::vector<std::uint64_t>& addresses) {
  for (std::size_t i = 0; i < state.steps.size(); ++i) {
    PreparedLaunch& step = state.steps[i];
    if (step.launch->call == Launch::Call::library) step.product = product_of(*step.launch, addresses);
    if (step.launch->call != Launch::Call::kernel) continue;
    TRY(const auto signature, find_entry(signatures, state.plan, *step.launch));
    TRY(auto maps, encode_tensor_maps(*state.session->functions, state.plan, *step.launch, addresses));
    TRY(step.tensor_maps, place_tensor_maps(*state.session->functions, state.session->stream, *step.launch, maps));
    TRY(step.arguments,
        bind_arguments(state.plan, *step.launch, *signature, addresses, state.textures.objects(i), maps));
    for (std::vector<std::byte>& argument : step.arguments) step.pointers.push_back(argument.data());
  }
  return {};
}

}  // namespace

Expected<GivenInputs> place_inputs(const LaunchPlan& plan,
                                   const std::map<std::string, std::vector<std::byte>>& inputs) {
  GivenInputs given(plan.buffers.size());
  for (const auto& [name, bytes] : inputs) {
    const auto found =
        std::find_if(plan.buffers.begin(), plan.buffers.end(),
                     [&, wanted = &name](const catalogue::Buffer& buffer) { return buffer.name == *wanted; });
    if (found == plan.buffers.end()) {
      std::vector<std::string> names;
      for (const catalogue::Buffer& buffer : plan.buffers) names.push_back(buffer.name);
      return failure(message<"buffer.not_of_plan">(plan.kernel, name), "",
                     message<"buffer.of_plan">(join(names, ", ")));
    }
    if (bytes.size() != found->bytes()) {
      Error error{message<"input.size">(bytes.size(), name, found->bytes(), found->elements(), name_of(found->type)),
                  "", message<"input.size_remedy">()};
      error.buffer = name;
      return failure(std::move(error));
    }
    given[static_cast<std::size_t>(found - plan.buffers.begin())] = bytes;
  }
  return given;
}

Status check_copy(const LaunchPlan& plan, const Launch& launch) {
  const bool buffers = launch.arguments.size() == 2 &&
                       std::all_of(launch.arguments.begin(), launch.arguments.end(), [](const auto& argument) {
                         return argument.kind == catalogue::Argument::Kind::buffer;
                       });
  if (!buffers) {
    return launch_failure(FaultKind::resolve, plan, launch, message<"copy.two_buffers">(),
                          message<"copy.two_buffers_remedy">());
  }
  const catalogue::Buffer& destination = plan.buffers.at(launch.arguments[0].index);
  const catalogue::Buffer& source = plan.buffers.at(launch.arguments[1].index);
  if (source.bytes() <= destination.bytes()) return {};
  return launch_failure(
      FaultKind::resolve, plan, launch,
      message<"copy.source_too_small">(source.name, source.bytes(), destination.name, destination.bytes()),
      message<"copy.source_too_small_remedy">());
}

Status check_product(const LaunchPlan& plan, const Launch& launch) {
  using Kind = catalogue::Argument::Kind;
  constexpr std::array kinds = {Kind::buffer, Kind::buffer, Kind::buffer, Kind::scalar, Kind::scalar, Kind::scalar};
  const bool fits = launch.entry == "cublas_sgemm" && launch.arguments.size() == kinds.size() &&
                    std::equal(kinds.begin(), kinds.end(), launch.arguments.begin(),
                               [](Kind kind, const auto& argument) { return argument.kind == kind; });
  if (fits) return {};
  return launch_failure(FaultKind::resolve, plan, launch, message<"library.arguments">(launch.entry),
                        message<"library.arguments_remedy">());
}

Expected<std::unique_ptr<Execution::State>> prepare_plan(DeviceSession::State& session, const LaunchPlan& plan,
                                                         std::string_view ptx, const std::vector<std::uint8_t>& cubin,
                                                         const std::map<std::string, std::vector<std::byte>>& inputs) {
  auto state = std::make_unique<Execution::State>();
  state->session = &session;
  state->plan = plan;
  // A plan that only copies has nothing to load.
  const bool kernels = std::any_of(plan.launches.begin(), plan.launches.end(),
                                   [](const Launch& launch) { return launch.call == Launch::Call::kernel; });
  const Expected<std::vector<ptx::Signature>> signatures =
      kernels ? ptx::read_signatures(ptx) : std::vector<ptx::Signature>{};
  if (!signatures) {
    const Error& error = signatures.error();
    return failure(Error{error.what, error.where, ""}.message(), "", error.remedy);
  }
  TRY(state->layout, lay_out(with_own_memory(plan)));
  TRY(state->inputs, place_inputs(plan, inputs));
  if (kernels) {
    TRY(state->module, with_context(plan.kernel, cuda::Module::load(*session.functions, cubin)));
  }
  TRY(state->steps, prepare_steps(session, state->plan, *signatures, state->module));

  state->number = ++session.prepared;
  TRY_STATUS(session.reserve(state->layout.bytes, texture_bytes(plan)));
  const auto variable = [&](const std::string& name) { return state->module.variable(name); };
  std::vector<std::uint64_t>& addresses = state->addresses;
  for (std::size_t buffer = 0; buffer < plan.buffers.size(); ++buffer) {
    const Symbol* const symbol = plan.symbol_of(buffer);
    // Of a variable that is not there, bind_symbols() tells.
    addresses.push_back(symbol != nullptr ? variable(symbol->name_in_ptx()).value_or(0)
                                          : session.block.address() + state->layout.places.at(buffer).start);
  }
  TRY(state->symbols, bind_symbols(state->plan, ptx, addresses, variable));
  TRY(state->textures, Textures::create(*session.functions, session.device, state->plan, addresses));
  TRY_STATUS(bind_steps(*state, *signatures, addresses));
  return state;
}

}  // namespace lanescope::gpu
