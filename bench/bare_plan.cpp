#include "bare_plan.h"

#include "base/file.h"
#include "base/narrow.h"
#include "catalogue/reference/reference.h"
#include "compiler/toolkit/toolkit.h"
#include "cuda/functions.h"
#include "gpu/session.h"
#include "must.h"
#include "ptx/signature.h"

namespace lanescope::bench {
namespace {

compiler::Compiler compiler_for(const cuda::DeviceInfo& device, int driver) {
  const compiler::ComputeCapability target{device.compute_major, device.compute_minor};
  const auto toolkit = must(compiler::choose_toolkit(compiler::find_toolkits(), target, driver));
  return must(compiler::Compiler::open(toolkit, path_in(cache_folder(), "compiled")));
}

}  // namespace

Machine::Machine()
    : driver_(must(cuda::Driver::open())),
      device_(must(driver_.devices()).at(0)),
      context_(must(cuda::PrimaryContext::retain(driver_.functions(), device_.ordinal))),
      stream_(must(cuda::Stream::create(driver_.functions()))),
      compiler_(compiler_for(device_, driver_.version())) {}

compiler::Compiled Machine::compile(const catalogue::Kernel& kernel, const catalogue::LaunchPlan& plan) const {
  compiler::Request request;
  request.file = kernel.source.path;
  request.text = kernel.source.text;
  request.headers = kernel.source.headers;
  request.options = plan.defines;
  request.target = {device_.compute_major, device_.compute_minor};
  return must(compiler_.compile(request));
}

gpu::Tools Machine::tools() const {
  compiler::Request request;
  request.file = "tools.cu";
  request.text = std::string(gpu::device_source());
  request.target = {device_.compute_major, device_.compute_minor};
  return must(gpu::Tools::load(functions(), device_, stream_, must(compiler_.compile(request)).cubin));
}

BarePlan::BarePlan(const Machine& machine, const catalogue::Kernel& kernel, catalogue::LaunchPlan plan,
                   const std::vector<std::uint64_t>& given)
    : machine_(machine), plan_(std::move(plan)) {
  const compiler::Compiled compiled = machine.compile(kernel, plan_);
  module_ = must(cuda::Module::load(machine.functions(), compiled.cubin));
  for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
    const bool is_given = i < given.size() && given[i] != 0;
    memory_.push_back(must(cuda::DeviceMemory::allocate(machine.functions(), is_given ? 0 : plan_.buffers[i].bytes())));
    addresses_.push_back(is_given ? given[i] : memory_.back().address());
  }
  textures_ = must(gpu::Textures::create(machine.functions(), machine.device(), plan_, addresses_));
  const auto signatures = must(ptx::read_signatures(compiled.ptx));
  for (std::size_t i = 0; i < plan_.launches.size(); ++i) add_step(plan_.launches[i], signatures, i);
}

void BarePlan::add_step(const catalogue::Launch& launch, const std::vector<ptx::Signature>& signatures,
                        std::size_t index) {
  if (launch.call != catalogue::Launch::Call::kernel) {
    throw MachineError(Error{"it is not a kernel", launch.entry, "leave it away"});
  }
  Step step;
  step.launch = &launch;
  step.function = must(module_.entry(launch.entry));
  const auto needs = must(cuda::attributes(machine_.functions(), step.function));
  if (needs.static_shared_bytes + launch.shared_bytes > machine_.device().shared_bytes_per_block) {
    must(machine_.functions().cuFuncSetAttribute(step.function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                                 narrow_or_throw<int>(launch.shared_bytes)));
  }
  const ptx::Signature* const signature = must(gpu::find_entry(signatures, plan_, launch));
  step.arguments = must(gpu::bind_arguments(plan_, launch, *signature, addresses_, textures_.objects(index)));
  for (std::vector<std::byte>& argument : step.arguments) step.pointers.push_back(argument.data());
  steps_.push_back(std::move(step));
}

std::uint64_t BarePlan::address(const std::string& buffer) const {
  for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
    if (plan_.buffers[i].name == buffer) return addresses_[i];
  }
  throw MachineError(Error{"there is no such buffer", buffer, ""});
}

void BarePlan::clear() const {
  for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
    if (plan_.buffers[i].fill != catalogue::Fill::zero) continue;
    const std::vector<std::byte> zeros(plan_.buffers[i].bytes());
    must(machine_.functions().cuMemcpyHtoDAsync(addresses_[i], zeros.data(), zeros.size(), machine_.stream().get()));
    must(machine_.stream().synchronize());
  }
}

void BarePlan::fill() const {
  for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
    if (plan_.buffers[i].fill == catalogue::Fill::poison || plan_.buffers[i].bytes() == 0) continue;
    const auto bytes = catalogue::fill_buffer(plan_, i);
    must(machine_.functions().cuMemcpyHtoDAsync(addresses_[i], bytes.data(), bytes.size(), machine_.stream().get()));
    must(machine_.stream().synchronize());
  }
  for (std::size_t at = 0; at < steps_.size(); ++at) must(textures_.update(at, machine_.stream()));
}

void BarePlan::launch() const {
  const CUstream stream = machine_.stream().get();
  for (const Step& step : steps_) {
    const auto& [grid_x, grid_y, grid_z] = step.launch->grid;
    const auto& [block_x, block_y, block_z] = step.launch->block;
    const auto shared = narrow_or_throw<unsigned>(step.launch->shared_bytes);
    // The driver only reads the arguments, though its type is not const.
    auto* const pointers = const_cast<void**>(step.pointers.data());
    if (step.launch->cooperative) {
      must(machine_.functions().cuLaunchCooperativeKernel(step.function, grid_x, grid_y, grid_z, block_x, block_y,
                                                          block_z, shared, stream, pointers));
    } else {
      must(machine_.functions().cuLaunchKernel(step.function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared,
                                               stream, pointers, nullptr));
    }
  }
}

}  // namespace lanescope::bench
