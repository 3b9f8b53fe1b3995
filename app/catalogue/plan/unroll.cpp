#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "catalogue/cluster.h"
#include "catalogue/messages.h"
#include "catalogue/plan/settings.h"

namespace lanescope::catalogue {
namespace {

/// The plan so far, and the state on which the next launch depends.
struct Unrolling {
  LaunchPlan& plan;
  Settings& settings;
  Binding binding;
};

/// The limits of grids and blocks, for all compute capabilities since 3.0 (CUDA Programming Guide, technical
/// specifications).
constexpr Dim3 max_grid_dim = {0x7fffffff, 65535, 65535};
constexpr Dim3 max_block_dim = {1024, 1024, 64};
constexpr std::uint64_t max_threads = 1024;

Expected<Dim3> extents(const Settings& settings, const std::vector<Formula>& formulas, const Dim3& max_dim,
                       const char* what) {
  Dim3 dim;
  const std::array<std::uint32_t*, 3> parts = {&dim.x, &dim.y, &dim.z};
  const std::array<std::uint32_t, 3> limits = {max_dim.x, max_dim.y, max_dim.z};
  constexpr std::array<char, 3> axes = {'x', 'y', 'z'};
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    TRY(const std::int64_t value, settings.evaluate(formulas[i]));
    if (value < 1 || value > limits.at(i)) {
      return failure(message<"plan.launch_limit">(what, axes.at(i), formulas[i].text, value, limits.at(i)),
                     formulas[i].line,
                     value < 1 ? message<"plan.launch_limit_zero_remedy">() : message<"plan.launch_limit_remedy">());
    }
    *parts.at(i) = static_cast<std::uint32_t>(value);
  }
  return dim;
}

/// A name of a knob as C++ writes it: the types of elements have other names there.
std::string in_source(const std::string& choice) {
  constexpr std::array<std::pair<ElementType, const char*>, 12> types = {{{ElementType::i8, "signed char"},
                                                                          {ElementType::u8, "unsigned char"},
                                                                          {ElementType::i16, "short"},
                                                                          {ElementType::u16, "unsigned short"},
                                                                          {ElementType::i32, "int"},
                                                                          {ElementType::u32, "unsigned int"},
                                                                          {ElementType::i64, "long long"},
                                                                          {ElementType::u64, "unsigned long long"},
                                                                          {ElementType::f16, "__half"},
                                                                          {ElementType::bf16, "__nv_bfloat16"},
                                                                          {ElementType::f32, "float"},
                                                                          {ElementType::f64, "double"}}};
  const auto* const known =
      std::find_if(types.begin(), types.end(), [&](const auto& type) { return name_of(type.first) == choice; });
  return known == types.end() ? choice : known->second;
}

/// "reduce<{element}, {block}>" with what the knobs are now.
Expected<std::string> with_knobs(std::string entry, const LaunchPlan& plan, const Place& line) {
  for (std::size_t open = entry.find('{'); open != std::string::npos; open = entry.find('{', open)) {
    const std::size_t close = entry.find('}', open);
    const std::string name = entry.substr(open + 1, close == std::string::npos ? close : close - open - 1);
    const auto choice = plan.choices.find(name);
    const auto number = plan.parameters.find(name);
    if (close == std::string::npos || number == plan.parameters.end()) {
      return failure(message<"plan.entry_without_knob">(name), line, message<"plan.entry_without_knob_remedy">());
    }
    const std::string value = choice != plan.choices.end() ? in_source(choice->second) : std::to_string(number->second);
    entry.replace(open, close - open + 1, value);
    open += value.size();
  }
  return entry;
}

Expected<Launch> launch_of(const LaunchText& text, const LaunchPlan& plan, const Settings& settings,
                           const Binding& binding) {
  Launch launch;
  launch.call = text.call;
  launch.entry = text.entry;
  launch.line = text.kernel_line;
  TRY(launch.grid, extents(settings, text.grid, max_grid_dim, "grid"));
  TRY(launch.block, extents(settings, text.block, max_block_dim, "block"));
  if (launch.block.count() > max_threads) {
    return failure(message<"plan.too_many_threads">(launch.block.count(), max_threads), text.line,
                   message<"plan.too_many_threads_remedy">());
  }
  if (!text.cluster.empty()) {
    constexpr auto max_blocks = static_cast<std::uint32_t>(max_cluster_blocks);
    TRY(launch.cluster, extents(settings, text.cluster, Dim3{max_blocks, max_blocks, max_blocks}, "cluster"));
    if (auto cluster = cluster_of(launch, std::nullopt); !cluster) {
      return failure(cluster.error().what, text.line, cluster.error().remedy);
    }
  }
  if (text.cooperative) {
    TRY(const std::int64_t cooperative, settings.evaluate(*text.cooperative));
    launch.cooperative = cooperative != 0;
  }
  if (text.shared_bytes) {
    TRY(const std::int64_t bytes, settings.not_negative(*text.shared_bytes, "shared_bytes"));
    launch.shared_bytes = static_cast<std::uint64_t>(bytes);
  }
  launch.shared_grows = text.shared_grows;
  for (Texture texture : text.textures) {
    texture.buffer = binding[texture.buffer];
    launch.textures.push_back(std::move(texture));
  }
  for (const TensorMapText& map : text.tensor_maps) {
    const std::size_t buffer = binding[map.map.buffer];
    TRY(TensorMap resolved, tensor_map_of(map, settings, plan.buffers.at(buffer)));
    resolved.buffer = buffer;
    launch.tensor_maps.push_back(std::move(resolved));
  }
  for (const ArgumentText& argument : text.arguments) {
    TRY(Argument resolved, value_of(argument, plan, settings, binding));
    launch.arguments.push_back(std::move(resolved));
  }
  return launch;
}

/// Puts the values into the variables of [symbols], which are written before the first launch.
Status put_symbols(Unrolling& at) {
  for (const SymbolText& text : at.settings.front_matter().symbols) {
    Symbol symbol;
    symbol.name = text.name;
    symbol.buffer = text.buffer;
    symbol.line = text.kernel_line;
    if (!text.buffer) {
      TRY(symbol.value, value_of(text.value, at.plan, at.settings, at.binding));
    }
    at.plan.symbols.push_back(std::move(symbol));
  }
  return {};
}

/// Checks that matrices lie in the buffers, because nothing watches what a library reads and writes.
Status check_sgemm(const Launch& launch, const LaunchPlan& plan, const Place& place) {
  constexpr std::int64_t max_extent = std::numeric_limits<std::int32_t>::max();
  const std::int64_t m = launch.arguments.at(3).value, n = launch.arguments.at(4).value,
                     k = launch.arguments.at(5).value;
  for (std::size_t i = 3; i < 6; ++i) {
    const Argument& extent = launch.arguments[i];
    if (extent.value >= 0 && extent.value <= max_extent) continue;
    return failure(message<"plan.sgemm_size">(extent.name, extent.value, max_extent), place,
                   message<"plan.sgemm_size_remedy">());
  }
  const std::array<std::pair<std::int64_t, std::int64_t>, 3> shapes = {{{m, n}, {m, k}, {k, n}}};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Buffer& buffer = plan.buffers.at(launch.arguments[i].index);
    const auto elements = static_cast<std::uint64_t>(shapes.at(i).first * shapes.at(i).second);
    if (elements <= buffer.elements()) continue;
    return failure(message<"plan.sgemm_elements">(buffer.name, buffer.elements(), shapes.at(i).first,
                                                  shapes.at(i).second, elements),
                   place, message<"plan.sgemm_elements_remedy">());
  }
  return {};
}

Status append(const LaunchText& text, Unrolling& at) {
  if (at.plan.launches.size() >= max_launches) {
    return failure(message<"plan.too_many_launches">(max_launches), text.line,
                   message<"plan.too_many_launches_remedy">());
  }
  TRY(Launch launch, launch_of(text, at.plan, at.settings, at.binding));
  TRY(launch.entry, with_knobs(launch.entry, at.plan, text.line));
  if (launch.call == Launch::Call::memcpy) {
    const Buffer& destination = at.plan.buffers.at(launch.arguments.at(0).index);
    const Buffer& source = at.plan.buffers.at(launch.arguments.at(1).index);
    if (destination.bytes() != source.bytes()) {
      return failure(message<"plan.memcpy_sizes">(source.name, source.bytes(), destination.name, destination.bytes()),
                     text.line, message<"plan.memcpy_sizes_remedy">());
    }
  }
  if (launch.call == Launch::Call::library) TRY_STATUS(check_sgemm(launch, at.plan, text.line));
  at.plan.launches.push_back(std::move(launch));
  return {};
}

/// Computes all new values from the old ones, as in a simultaneous assignment.
Status update(const LaunchText& text, const std::vector<std::string>& updated, Settings& settings) {
  std::vector<std::int64_t> next;
  for (const auto& [name, formula] : text.update) {
    TRY(next.emplace_back(), settings.evaluate(formula));
  }
  for (std::size_t i = 0; i < next.size(); ++i) settings.set(updated[i], next[i]);
  return settings.derive(updated);
}

/// Launches, updates and swaps while the condition holds. Then it restores the values; the buffers stay swapped.
Status repeat(const LaunchText& text, Unrolling& at) {
  std::vector<std::string> updated;
  for (const auto& [name, formula] : text.update) updated.push_back(name);
  const Settings before = at.settings;
  for (;;) {
    TRY(const std::int64_t again, at.settings.evaluate(*text.repeat_while));
    if (again == 0) break;
    TRY_STATUS(append(text, at));
    TRY_STATUS(update(text, updated, at.settings));
    for (const auto& [first, second] : text.swap) std::swap(at.binding[first], at.binding[second]);
  }
  at.settings.restore(before);
  return {};
}

Status put_launch(const LaunchText& text, Unrolling& at) {
  if (text.when) {
    TRY(const std::int64_t wanted, at.settings.evaluate(*text.when));
    if (wanted == 0) return {};
  }
  return text.repeat_while ? repeat(text, at) : append(text, at);
}

}  // namespace

Status unroll_launches(Settings& settings, LaunchPlan& plan) {
  Unrolling at{plan, settings, Binding(plan.buffers.size())};
  std::iota(at.binding.begin(), at.binding.end(), std::size_t{0});
  TRY_STATUS(put_symbols(at));
  for (const LaunchText& text : settings.front_matter().launches) TRY_STATUS(put_launch(text, at));
  if (plan.check.present()) plan.check.output = at.binding.at(plan.check.output);
  if (!plan.check.reference_entry.empty() && !settings.front_matter().launches.empty()) {
    TRY(plan.check.reference_entry,
        with_knobs(plan.check.reference_entry, plan, settings.front_matter().launches.front().line));
  }
  return {};
}

}  // namespace lanescope::catalogue
