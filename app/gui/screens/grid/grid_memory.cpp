#include "gui/screens/grid/grid_memory.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/rounding.h"
#include "model/access/sector_map.h"

namespace lanescope::gui {
namespace {

using trace::Operation;
using trace::Space;

constexpr std::int64_t bytes_per_line = 128;

bool writes_to(Operation operation) {
  return operation == Operation::store || operation == Operation::reduce || operation == Operation::atomic ||
         operation == Operation::bulk_store || operation == Operation::matrix_store;
}

/// Returns how a site of the trace moves over the grid, or nothing where the model does not know.
const predict::BlockShift* shift_of(const predict::LaunchCounts& counts, const analysis::Traced& traced,
                                    std::uint32_t site) {
  const trace::Site& wanted = traced.trace.sites[site];
  const trace::Site& leader = traced.trace.sites[traced.vectorization[site].leader];
  for (const trace::Site* const at : {&wanted, &leader}) {
    for (const predict::SiteTraffic& known : counts.sites) {
      const bool same = known.site.ptx_line == at->ptx_line && known.site.entry == at->entry &&
                        known.site.space == at->space && known.site.operation == at->operation;
      if (same && known.shift) return &*known.shift;
    }
  }
  return nullptr;
}

/// Joins lines that follow each other.
std::vector<GridPiece::Stretch> joined(std::vector<std::int64_t> lines, std::int64_t bytes) {
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  std::vector<GridPiece::Stretch> stretches;
  for (const std::int64_t line : lines) {
    const std::int64_t first = line * bytes_per_line, end = std::min(first + bytes_per_line, bytes);
    if (!stretches.empty() && stretches.back().end == first) {
      stretches.back().end = end;
    } else {
      stretches.push_back({first, end});
    }
  }
  return stretches;
}

struct Mark {
  GridTouched& touched;
  std::int64_t bytes;
  void operator()(std::int64_t first, std::int64_t end, std::uint8_t bit) const {
    first = std::max<std::int64_t>(first, 0);
    end = std::min(end, bytes);
    if (first >= end) return;
    const auto each = static_cast<std::int64_t>(touched.section_bytes);
    for (std::int64_t section = first / each; section <= (end - 1) / each; ++section) {
      touched.sections[static_cast<std::size_t>(section)] |= bit;
    }
  }
};

}  // namespace

GridMemory grid_memory(const analysis::Traced* traced, const experiments::Result* result,
                       const analysis::GridLaunch& launch) {
  GridMemory memory;
  memory.grid = launch.grid;
  if (traced == nullptr) {
    memory.why_not = "grid.memory_no_trace";
    return memory;
  }
  const bool predicted =
      result != nullptr && result->predicted && launch.step < result->predicted->prediction.launches.size();
  if (!predicted) {
    memory.why_not = "grid.memory_no_model";
    return memory;
  }
  const bool same_grid = launch.step < traced->launches.size() && traced->launches[launch.step].grid == launch.grid;
  if (!same_grid) {
    memory.why_not = "grid.memory_other_size";
    return memory;
  }
  const predict::LaunchCounts& counts = result->predicted->prediction.launches[launch.step];
  const trace::Trace& trace = traced->trace;
  std::map<std::uint32_t, const predict::BlockShift*> shifts;  // by site
  using Key = std::tuple<std::uint32_t, std::int64_t, std::int64_t, std::int64_t, bool>;
  std::map<Key, std::vector<std::int64_t>> lines;
  bool any = false;
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const trace::Header& header = trace.headers[record];
    const trace::Site& site = trace.sites[header.site];
    if (header.launch != launch.step || site.space != Space::global || header.buffer >= trace.buffers.size()) continue;
    if (!any) memory.block = header.block;
    any = true;
    if (header.block != memory.block) continue;
    const auto [known, is_new] = shifts.try_emplace(header.site, nullptr);
    if (is_new) known->second = shift_of(counts, *traced, header.site);
    if (known->second == nullptr) {
      memory.is_whole = false;
      continue;
    }
    const predict::BlockShift& shift = *known->second;
    std::vector<std::int64_t>& of_key = lines[{header.buffer, shift.x, shift.y, shift.z, writes_to(site.operation)}];
    const std::int64_t granule = trace.granule_of(header);
    for (const std::uint32_t offset : trace.offsets[record]) {
      if (offset == trace::no_offset) continue;
      const std::int64_t line = offset * granule / bytes_per_line;
      if (of_key.empty() || of_key.back() != line) of_key.push_back(line);
    }
  }
  if (trace.dropped > 0) memory.is_whole = false;
  std::map<std::uint32_t, std::size_t> numbers;  // of GridMemory::buffers, by buffer of the trace
  for (auto& [key, of_key] : lines) {
    const auto& [buffer, x, y, z, writes] = key;
    const auto [number, is_new] = numbers.try_emplace(buffer, memory.buffers.size());
    if (is_new) memory.buffers.push_back({trace.buffers[buffer].name, trace.buffers[buffer].bytes, {}});
    GridBuffer& into = memory.buffers[number->second];
    into.pieces.push_back({{x, y, z}, writes, joined(std::move(of_key), static_cast<std::int64_t>(into.bytes))});
  }
  if (memory.buffers.empty()) memory.why_not = any ? "grid.memory_data_decide" : "grid.memory_none";
  return memory;
}

std::vector<GridTouched> touched_by(const GridMemory& memory, std::span<const std::uint64_t> running) {
  std::vector<GridTouched> all;
  const std::uint64_t width = memory.grid.x, height = memory.grid.y;
  const auto place = [&](std::uint64_t block) {
    return std::array{static_cast<std::int64_t>(block % width), static_cast<std::int64_t>(block / width % height),
                      static_cast<std::int64_t>(block / width / height)};
  };
  const auto middle = place(memory.block);
  std::vector<std::int64_t> moves;
  for (const GridBuffer& buffer : memory.buffers) {
    GridTouched& touched = all.emplace_back();
    touched.section_bytes = bytes_per_line;
    while (ceil_div(buffer.bytes, touched.section_bytes) > max_grid_sections) touched.section_bytes *= 2;
    touched.sections.assign(ceil_div(buffer.bytes, touched.section_bytes), 0);
    const Mark mark{touched, static_cast<std::int64_t>(buffer.bytes)};
    for (const GridPiece& piece : buffer.pieces) {
      // Blocks that touch the same are marked once.
      moves.clear();
      for (const std::uint64_t block : running) {
        const auto at = place(block);
        moves.push_back((at[0] - middle[0]) * piece.shift.x + (at[1] - middle[1]) * piece.shift.y +
                        (at[2] - middle[2]) * piece.shift.z);
      }
      std::ranges::sort(moves);
      moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
      const std::uint8_t bit = piece.writes ? 2 : 1;
      for (const std::int64_t move : moves) {
        for (const GridPiece::Stretch& stretch : piece.stretches) mark(stretch.first + move, stretch.end + move, bit);
      }
    }
    const auto sections =
        static_cast<std::uint64_t>(std::ranges::count_if(touched.sections, [](auto bits) { return bits != 0; }));
    touched.bytes = std::min(sections * touched.section_bytes, buffer.bytes);
  }
  return all;
}

}  // namespace lanescope::gui
