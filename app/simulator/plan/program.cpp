#include "simulator/plan/program.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanescope::simulator {
namespace {

/// Returns the records of the blocks that lie wholly among the first `limit` records.
trace::Trace shortened(const trace::Trace& trace, std::size_t limit) {
  trace::Trace part;
  part.sites = trace.sites;
  part.buffers = trace.buffers;
  std::size_t end = std::min(trace.headers.size(), limit);
  if (end < trace.headers.size()) {
    const auto same_block = [&](std::size_t record) {
      return trace.headers[record].block == trace.headers[end].block &&
             trace.headers[record].launch == trace.headers[end].launch;
    };
    std::size_t whole = end;
    while (whole > 0 && same_block(whole - 1)) --whole;
    if (whole > 0) end = whole;
  }
  const auto last = static_cast<std::ptrdiff_t>(end);
  part.headers.assign(trace.headers.begin(), trace.headers.begin() + last);
  part.offsets.assign(trace.offsets.begin(), trace.offsets.begin() + last);
  return part;
}

}  // namespace

Expected<Program> read_program(std::string_view ptx, std::span<const std::uint8_t> cubin,
                               std::string_view source_root) {
  Program program;
  program.source_root = source_root;
  TRY(program.module, ptx::parse(ptx));
  auto read = sass::read_cubin(cubin);
  if (read) {
    program.cubin = std::move(*read);
  } else {
    program.without_cubin = read.error().what;
  }
  return program;
}

model::Vectorization vectorization_of(const trace::Trace& trace, const Program& program) {
  if (!program.cubin) return model::as_written(trace, program.without_cubin);
  const trace::Trace part = shortened(trace, vectorization_records);
  return model::find_vectorization(part, model::site_blocks(part.sites, program.module), *program.cubin);
}

}  // namespace lanescope::simulator
