#include <fmt/format.h>

#include <bit>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/options/files.h"
#include "cli/print/layout_image.h"
#include "cli/print/rows.h"
#include "layout/access.h"
#include "layout/find.h"
#include "layout/picture.h"
#include "layout/read/read_mapping.h"

namespace lanescope::cli {
namespace {

using layout::AccessCost;
using layout::Mapping;
using nlohmann::json;

struct CountedAccess {
  layout::Access access;
  AccessCost cost;
};

json lanes_json(std::uint32_t mask) {
  json lanes = json::array();
  for (; mask != 0; mask &= mask - 1) lanes.push_back(std::countr_zero(mask));
  return lanes;
}

/// Each wavefront of a phase is the list of the lanes that it serves.
json phases_json(const model::BankPhases& phases) {
  json list = json::array();
  for (const model::BankPhase& phase : phases.phases) {
    json wavefronts = json::array();
    for (std::uint32_t i = 0; i < phase.wavefronts; ++i)
      wavefronts.push_back(lanes_json(phases.wavefronts[phase.first_wavefront + i].lanes));
    list.push_back({{"lanes", lanes_json(phase.lanes)}, {"wavefronts", std::move(wavefronts)}});
  }
  return list;
}

json access_json(const CountedAccess& counted) {
  const bool shared = counted.access.space == model::Space::shared;
  const char* const unit = shared ? "wavefronts" : "sectors";
  json instructions = json::array();
  for (const layout::InstructionCost& each : counted.cost.instructions) {
    json elements = json::array(), addresses = json::array();
    for (std::size_t lane = 0; lane < model::lanes_per_warp; ++lane) {
      const bool active = (each.instruction.lanes >> lane & 1u) != 0;
      elements.push_back(active ? json(each.instruction.elements.at(lane)) : json());
      addresses.push_back(active ? json(each.instruction.addresses.at(lane)) : json());
    }
    json instruction = {{"operation", trace::name_of(each.instruction.operation)},
                        {"bytes_per_lane", each.instruction.bytes_per_lane},
                        {"elements", std::move(elements)},
                        {"addresses", std::move(addresses)},
                        {unit, each.count},
                        {"ideal", each.ideal}};
    if (shared) instruction["phases"] = phases_json(each.phases);
    instructions.push_back(std::move(instruction));
  }
  return {{"access", counted.access.name},
          {unit, counted.cost.count},
          {"ideal", counted.cost.ideal},
          {"instructions", std::move(instructions)}};
}

json mapping_json(const Mapping& mapping) {
  const layout::Matrix grid = mapping.grid();
  json document = {{"text", mapping.text()},
                   {"shape", layout::shape_text(mapping.layout)},
                   {"size", layout::size(mapping.layout)},
                   {"element_bits", mapping.element_bits},
                   {"rows", grid.rows},
                   {"columns", grid.columns},
                   {"matrix", nullptr},
                   {"cosize", nullptr},
                   {"offsets", nullptr}};
  if (mapping.matrix) document["matrix"] = {{"rows", mapping.matrix->rows}, {"columns", mapping.matrix->columns}};
  if (layout::size(mapping.layout) > layout::max_elements) return document;
  document["cosize"] = mapping.cosize();
  document["offsets"] = mapping.offsets();
  return document;
}

/// The offsets as rows and columns, where they fit on a terminal.
std::string grid_text(const Mapping& mapping) {
  const layout::Matrix grid = mapping.grid();
  constexpr std::int64_t most_rows = 64, most_columns = 32;
  if (grid.rows > most_rows || grid.columns > most_columns) return {};
  std::vector<std::vector<std::string>> rows;
  for (std::int64_t row = 0; row < grid.rows; ++row) {
    std::vector<std::string>& cells = rows.emplace_back();
    for (std::int64_t column = 0; column < grid.columns; ++column)
      cells.push_back(fmt::format("{}", mapping.at(row + column * grid.rows)));
  }
  return "\n" + columns(rows, 0);
}

std::string layout_text(const Mapping& mapping, const std::vector<CountedAccess>& accesses) {
  const std::int64_t size = layout::size(mapping.layout);
  std::string text = row("layout", mapping.text()) + row("size", fmt::format("{}", size));
  if (size <= layout::max_elements) text += row("cosize", fmt::format("{}", mapping.cosize()));
  text += row("element", fmt::format("{} bits", mapping.element_bits));
  for (const CountedAccess& each : accesses) {
    text += row("access", fmt::format("{}: {} {}, at least {}, in {} instructions", each.access.name, each.cost.count,
                                      each.access.space == model::Space::shared ? "wavefronts" : "sectors",
                                      each.cost.ideal, each.cost.instructions.size()));
  }
  return text;
}

/// Where two layouts of one size differ.
struct Comparison {
  Mapping other;
  std::int64_t differences = 0, first = 0;  ///< the first one is an element
};

Expected<Comparison> compare(const Mapping& mapping, const std::string& text, std::optional<unsigned> bits) {
  TRY(Mapping other, layout::read_mapping(text, bits));
  const std::int64_t size = layout::size(mapping.layout), others = layout::size(other.layout);
  if (size != others) {
    return failure(message<"option.sizes_differ">(size, others), "--compare", message<"option.sizes_differ_remedy">());
  }
  if (size > layout::max_elements) {
    return failure(message<"option.layout_too_large">(size, layout::max_elements), "--compare",
                   message<"option.sizes_differ_remedy">());
  }
  Comparison comparison{std::move(other)};
  for (std::int64_t i = size; i-- > 0;) {
    if (mapping.at(i) == comparison.other.at(i)) continue;
    ++comparison.differences;
    comparison.first = i;
  }
  return comparison;
}

std::string coordinate_text(const Mapping& mapping, std::int64_t index) {
  const std::int64_t rows = mapping.grid().rows;
  return mapping.matrix ? fmt::format("thread {}, value {}", index % rows, index / rows)
                        : fmt::format("row {}, column {}", index % rows, index / rows);
}

json comparison_json(const Mapping& mapping, const Comparison& comparison) {
  json first;
  if (comparison.differences != 0) {
    const std::int64_t rows = mapping.grid().rows, at = comparison.first;
    first = {{"element", at},
             {"row", at % rows},
             {"column", at / rows},
             {"offset", mapping.at(at)},
             {"other_offset", comparison.other.at(at)}};
  }
  return {{"text", comparison.other.text()}, {"differences", comparison.differences}, {"first", std::move(first)}};
}

std::string comparison_text(const Mapping& mapping, const Comparison& comparison) {
  const std::int64_t at = comparison.first;
  return row("compared with", comparison.other.text()) +
         row("", comparison.differences == 0
                     ? "the same offsets"
                     : fmt::format("{} of {} offsets differ, first {}: {} and {}", comparison.differences,
                                   layout::size(mapping.layout), coordinate_text(mapping, at), mapping.at(at),
                                   comparison.other.at(at)));
}

constexpr std::size_t most_found = 50, most_listed = 12;

json hardware_json(int swizzle) {
  return swizzle < 0 ? json() : json(swizzle);
}

/// The least is proved where it is the bound; else it is the least of what was tried.
json found_json(const layout::FoundLayouts& found) {
  json list = json::array();
  for (std::size_t i = 0; i < std::min(most_found, found.best.size()); ++i) {
    const layout::FoundLayout& each = found.best[i];
    list.push_back({{"text", each.mapping.text()},
                    {"counts", each.counts},
                    {"total", each.total},
                    {"wasted_bytes", each.wasted_bytes},
                    {"tensor_map_swizzle", hardware_json(each.tensor_map)},
                    {"descriptor_swizzle", hardware_json(each.descriptor)}});
  }
  return {{"tried", found.tried},
          {"bound", found.bound},
          {"least", found.best.front().total},
          {"proved", found.best.front().total == found.bound},
          {"layouts", std::move(list)}};
}

std::string found_text(const layout::FoundLayouts& found, const std::vector<layout::Access>& accesses) {
  const auto swizzle = [](int bytes) { return bytes < 0 ? "no" : bytes == 0 ? "yes" : fmt::format("{} B", bytes); };
  std::vector<std::vector<std::string>> rows{{"layout"}};
  for (const layout::Access& access : accesses) rows.front().push_back(access.name);
  for (const char* const name : {"wasted", "TMA", "wgmma"}) rows.front().emplace_back(name);
  for (std::size_t i = 0; i < std::min(most_listed, found.best.size()); ++i) {
    const layout::FoundLayout& each = found.best[i];
    std::vector<std::string>& cells = rows.emplace_back();
    cells.push_back(each.mapping.text());
    for (const std::uint64_t count : each.counts) cells.push_back(fmt::format("{}", count));
    cells.push_back(fmt::format("{} B", each.wasted_bytes));
    cells.push_back(swizzle(each.tensor_map));
    cells.push_back(swizzle(each.descriptor));
  }
  const std::uint64_t least = found.best.front().total;
  return "\n" + columns(rows, 1) +
         (least == found.bound
              ? fmt::format("\n{} layouts were tried. No layout needs fewer than {}.\n", found.tried, least)
              : fmt::format(
                    "\n{} layouts were tried. None of them needs fewer than {}; no layout needs fewer than {}.\n",
                    found.tried, least, found.bound));
}

Status write_pictures(const Mapping& mapping, const LayoutOptions& options) {
  if (options.svg.empty() && options.png.empty()) return {};
  TRY_STATUS(check_outputs({{"--svg", options.svg}, {"--png", options.png}}, {}));
  TRY(const layout::Picture picture, layout::picture_of(mapping));
  if (!options.svg.empty()) TRY_STATUS(write_file(options.svg, layout::svg_of(picture, mapping.text())));
  if (options.png.empty()) return {};
  return render::write_png(image_of(picture), options.png);
}

}  // namespace

Expected<int> layout(const LayoutOptions& options, bool as_json) {
  std::optional<unsigned> bits;
  if (!options.element.empty()) {
    TRY(bits, layout::element_bits(options.element));
  }
  TRY(const Mapping mapping, layout::read_mapping(options.text, bits));
  std::vector<CountedAccess> accesses;
  for (const std::string& name : options.accesses) {
    TRY(layout::Access access, layout::read_access(name));
    TRY(AccessCost cost, layout::cost_of(mapping, access));
    accesses.push_back({std::move(access), std::move(cost)});
  }
  std::optional<Comparison> comparison;
  if (!options.compare.empty()) {
    TRY(comparison, compare(mapping, options.compare, bits));
  }
  std::optional<layout::FoundLayouts> found;
  std::vector<layout::Access> wanted;
  for (const CountedAccess& each : accesses) wanted.push_back(each.access);
  if (options.find) {
    TRY(found, layout::find_layouts(mapping.grid(), mapping.element_bits, wanted));
  }
  TRY_STATUS(write_pictures(mapping, options));
  if (!as_json) {
    std::cout << layout_text(mapping, accesses);
    if (comparison) std::cout << comparison_text(mapping, *comparison);
    std::cout << (found ? found_text(*found, wanted) : grid_text(mapping)) << std::flush;
    return done;
  }
  json document = mapping_json(mapping);
  document["schema"] = "lanescope.layout/1";
  document["accesses"] = json::array();
  for (const CountedAccess& each : accesses) document["accesses"].push_back(access_json(each));
  document["compare"] = comparison ? comparison_json(mapping, *comparison) : json();
  document["find"] = found ? found_json(*found) : json();
  std::cout << document.dump() << '\n';
  return done;
}

}  // namespace lanescope::cli
