// Puts fields into GPU memory, hands the memory over by CUDA IPC, and lives until its standard input ends.
//
// usage: render_ipc_exporter CUDA_ORDINAL WIDTH HEIGHT SLOTS
// Writes one line "UUID HANDLE-IN-HEX", then for each line "SLOT VERSION" on standard input fills that slot with that
// version of the field and writes "done".
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <span>
#include <string>

#include <fmt/format.h>

#include "cuda/context.h"
#include "cuda/driver.h"
#include "cuda/memory.h"
#include "render/ipc_field.h"

namespace {

using namespace lanescope;

template <class Answer>
void demand(const Answer& answer, const std::string& text) {
  if (answer) return;
  std::fputs((text + "\n").c_str(), stderr);
  std::exit(1);
}

template <class Answer>
void demand_call(const Answer& answer) {
  if (!answer) demand(answer, answer.error().what);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 5) {
    std::fputs("usage: render_ipc_exporter CUDA_ORDINAL WIDTH HEIGHT SLOTS\n", stderr);
    return 2;
  }
  const int ordinal = std::atoi(arguments[1]);
  const auto width = static_cast<std::uint32_t>(std::atoi(arguments[2]));
  const auto height = static_cast<std::uint32_t>(std::atoi(arguments[3]));
  const auto slots = static_cast<std::uint64_t>(std::atoi(arguments[4]));
  const std::uint64_t slot_bytes = std::uint64_t{width} * height * sizeof(float);

  const auto driver = cuda::Driver::open();
  if (!driver) demand(driver, driver.error().text());
  const cuda::Functions& functions = driver->functions();
  const auto context = cuda::PrimaryContext::retain(functions, ordinal);
  demand_call(context);
  const auto device = cuda::device_info(functions, ordinal);
  demand_call(device);
  const auto stream = cuda::Stream::create(functions);
  demand_call(stream);
  const auto memory = cuda::DeviceMemory::allocate_shareable(functions, slots * slot_bytes);
  demand_call(memory);
  const auto handle = memory->ipc_handle();
  demand_call(handle);

  std::string line = device->uuid + " ";
  for (const std::byte value : *handle) line += fmt::format("{:02x}", std::to_integer<unsigned>(value));
  std::cout << line << std::endl;

  std::uint64_t slot = 0;
  std::uint32_t version = 0;
  while (std::cin >> slot >> version) {
    const std::vector<float> values = render::exported_field(width, height, version);
    demand_call(
        functions.cuMemcpyHtoDAsync(memory->address() + slot * slot_bytes, values.data(), slot_bytes, stream->get()));
    demand_call(stream->synchronize());
    std::cout << "done" << std::endl;
  }
  return 0;
}
