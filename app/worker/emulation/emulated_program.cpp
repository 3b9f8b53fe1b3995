#include "worker/emulation/emulated_program.h"

#include <utility>

namespace warpscope::worker {

Expected<EmulatedProgram> read_program(const std::string& ptx, const std::vector<std::uint8_t>& cubin) {
  EmulatedProgram program;
  TRY(program.module, ptx::parse(ptx));
  auto read = sass::read_cubin(cubin);
  if (read) {
    program.cubin = std::move(*read);
  } else {
    program.without_cubin = read.error().what;
  }
  return program;
}

}  // namespace warpscope::worker
