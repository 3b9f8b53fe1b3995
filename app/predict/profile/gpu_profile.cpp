#include "predict/profile/gpu_profile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>

#include "base/file.h"
#include "base/names.h"
#include "base/text.h"
#include "base/toml/read_toml.h"
#include "predict/messages.h"

namespace lanescope::predict {
namespace {

/// Whether a larger value makes kernels faster, slower, or neither by a rule.
enum class Effect { faster, slower, none };

/// The numbers that the model can compute with; those of all GPUs lie far inside.
struct Range {
  double min, max;
};
constexpr Range clocks_range{0, 1e6}, microseconds_range{0, 1e6}, rate_range{1e-3, 1e6};

struct Key {
  std::string_view name;
  double Constants::*member;
  Effect effect;
  Range range;
};
using enum Effect;
constexpr auto keys = std::to_array<Key>({
    {"sm_count", &Constants::sm_count, none, {1, 1e4}},
    {"clock_mhz", &Constants::clock_mhz, none, {1, 1e5}},
    {"schedulers", &Constants::schedulers, none, {1, 64}},
    {"l1_bytes", &Constants::l1_bytes, none, {0, 1e9}},
    {"l2_bytes", &Constants::l2_bytes, none, {0, 1e12}},
    {"l2_partitions", &Constants::l2_partitions, none, {1, 64}},
    {"l2_dirty_share", &Constants::l2_dirty_share, faster, {0, 1}},
    {"launch_cold_us", &Constants::launch_cold_us, slower, microseconds_range},
    {"launch_hot_us", &Constants::launch_hot_us, slower, microseconds_range},
    {"further_launch_us", &Constants::further_launch_us, slower, microseconds_range},
    {"start_clocks", &Constants::start_clocks, slower, clocks_range},
    {"block_start_clocks", &Constants::block_start_clocks, slower, clocks_range},
    {"block_turn_clocks", &Constants::block_turn_clocks, slower, clocks_range},
    {"warp_start_clocks", &Constants::warp_start_clocks, slower, clocks_range},
    {"alu_clocks", &Constants::alu_clocks, slower, clocks_range},
    {"fma_clocks", &Constants::fma_clocks, slower, clocks_range},
    {"integer_multiply_clocks", &Constants::integer_multiply_clocks, slower, clocks_range},
    {"half_clocks", &Constants::half_clocks, slower, clocks_range},
    {"double_clocks", &Constants::double_clocks, slower, clocks_range},
    {"special_clocks", &Constants::special_clocks, slower, clocks_range},
    {"matrix_clocks", &Constants::matrix_clocks, slower, clocks_range},
    {"matrix_half_clocks", &Constants::matrix_half_clocks, slower, clocks_range},
    {"matrix_double_clocks", &Constants::matrix_double_clocks, slower, clocks_range},
    {"special_latency", &Constants::special_latency, slower, clocks_range},
    {"line_clocks", &Constants::line_clocks, slower, clocks_range},
    {"pipe_bytes", &Constants::pipe_bytes, faster, rate_range},
    {"shared_clocks", &Constants::shared_clocks, slower, clocks_range},
    {"barrier_clocks", &Constants::barrier_clocks, slower, clocks_range},
    {"barrier_latency", &Constants::barrier_latency, slower, clocks_range},
    {"shared_latency", &Constants::shared_latency, slower, clocks_range},
    {"l1_latency", &Constants::l1_latency, slower, clocks_range},
    {"l2_latency", &Constants::l2_latency, slower, clocks_range},
    {"dram_latency", &Constants::dram_latency, slower, clocks_range},
    {"dram_tail", &Constants::dram_tail, slower, clocks_range},
    {"dram_read_tail", &Constants::dram_read_tail, slower, clocks_range},
    {"l2_request_clocks", &Constants::l2_request_clocks, slower, clocks_range},
    {"l2_read_clocks", &Constants::l2_read_clocks, slower, {1e-3, 1e6}},
    {"l2_line_clocks", &Constants::l2_line_clocks, slower, clocks_range},
    {"l2_whole_clocks", &Constants::l2_whole_clocks, slower, clocks_range},
    {"l2_partial_clocks", &Constants::l2_partial_clocks, slower, clocks_range},
    {"l2_port_bytes", &Constants::l2_port_bytes, faster, rate_range},
    {"store_clocks", &Constants::store_clocks, faster, clocks_range},
    {"stored_lines", &Constants::stored_lines, faster, {0, 1e6}},
    {"stored_clocks", &Constants::stored_clocks, faster, clocks_range},
    {"dram_read_gb", &Constants::dram_read_gb, faster, rate_range},
    {"dram_write_gb", &Constants::dram_write_gb, faster, rate_range},
    {"lone_sector_bytes", &Constants::lone_sector_bytes, slower, {0, 1e6}},
    {"atomic_clocks", &Constants::atomic_clocks, slower, clocks_range},
    {"atomic_pass_clocks", &Constants::atomic_pass_clocks, slower, clocks_range},
    {"atomic_float_clocks", &Constants::atomic_float_clocks, slower, clocks_range},
    {"atomic_slices", &Constants::atomic_slices, faster, {0, 1e4}},
    {"atomic_sector_clocks", &Constants::atomic_sector_clocks, slower, clocks_range},
    {"atomic_latency", &Constants::atomic_latency, slower, clocks_range},
    {"fence_latency", &Constants::fence_latency, slower, clocks_range},
    {"fence_clocks", &Constants::fence_clocks, slower, clocks_range},
});

constexpr EnumNames<constant_sources> source_names{"data sheet", "literature", "probe", "fit", "estimate", "guess"};

/// The first argument of the message is the name of the constant.
template <FixedText id, class... Values>
tl::unexpected<Error> wrong(const std::string& file, std::string_view key, const Values&... values) {
  return failure(message<id>(key, values...), file, message<"profile.constant_remedy">());
}

Expected<ConstantText> read_constant(const toml::table& all, const Key& key, const std::string& file) {
  const toml::table* const table = all[key.name].as_table();
  if (table == nullptr) return wrong<"profile.constant_missing">(file, key.name);
  ConstantText text;
  text.key = std::string(key.name);
  for (const auto& [name, number] : {std::pair("value", &text.value), {"low", &text.low}, {"high", &text.high}}) {
    const std::optional<double> read = (*table)[name].value<double>();
    if (!read || !(*read >= key.range.min && *read <= key.range.max)) {
      return wrong<"profile.constant_number">(file, key.name, key.range.min, key.range.max, name);
    }
    *number = *read;
  }
  if (text.value < text.low || text.value > text.high)
    return wrong<"profile.constant_outside_of_range">(file, key.name);
  text.unit = (*table)["unit"].value_or(std::string());
  text.origin = (*table)["origin"].value_or(std::string());
  if (text.unit.empty() || text.origin.empty()) return wrong<"profile.constant_without_unit">(file, key.name);
  const std::string from = (*table)["from"].value_or(std::string());
  const auto source = enum_cast<ConstantSource>(source_names, from);
  if (!source) {
    return wrong<"profile.constant_source">(file, key.name, from, fmt::format("{}", fmt::join(source_names, ", ")));
  }
  text.source = *source;
  return text;
}

/// What is not known of a GPU is taken to be within these factors of what another one has.
constexpr double min_estimate_factor = 0.6, max_estimate_factor = 1.6;

Expected<ConstantText> estimated(const GpuProfile& other, const Key& key, const std::string& file) {
  if (key.effect == none) return wrong<"profile.constant_not_estimated">(file, key.name);
  const auto found = std::ranges::find(other.constants, key.name, &ConstantText::key);
  ConstantText text = *found;
  text.low = std::min(text.low, text.value * min_estimate_factor);
  text.high = std::max(text.high, text.value * max_estimate_factor);
  text.source = ConstantSource::estimate;
  text.origin = fmt::format("estimated: that of the {}, which is from: {}", other.name, text.origin);
  return text;
}

}  // namespace

std::string_view name_of(ConstantSource source) {
  return enum_name(source_names, source);
}

Status set_constant(GpuProfile& profile, std::string_view key, double value) {
  const auto known = std::ranges::find(keys, key, &Key::name);
  if (known == keys.end()) return wrong<"profile.constant_unknown">(profile.name, key);
  for (Constants* constants : {&profile.value, &profile.fast, &profile.slow}) constants->*known->member = value;
  return {};
}

Expected<GpuProfile> read_profile_of(const std::string& name, const std::filesystem::path& folder) {
  std::string stem = lower(name);
  std::replace(stem.begin(), stem.end(), ' ', '-');
  const std::filesystem::path file = folder / (stem + ".toml");
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    return failure(message<"profile.none">(name), "", message<"profile.none_remedy">());
  }
  return read_profile_file(file);
}

Expected<GpuProfile> read_profile_file(const std::filesystem::path& file) {
  TRY(const std::string text, read_file(file));
  // A profile that others are estimated from has all constants itself.
  return read_profile(text, file.string(), [&](const std::string& other) -> Expected<GpuProfile> {
    const std::filesystem::path other_file = file.parent_path() / (lower(other) + ".toml");
    TRY(const std::string other_text, read_file(other_file));
    return read_profile(other_text, other_file.string());
  });
}

Expected<GpuProfile> read_profile(std::string_view text, const std::string& file, const ProfileOf& profile_of) {
  GpuProfile profile;
  try {
    const toml::table all = read_toml(text);
    profile.name = all["name"].value_or(std::string());
    profile.compute_capability = all["compute_capability"].value_or(std::string());
    if (profile.name.empty() || profile.compute_capability.empty()) {
      return failure(message<"profile.no_name">(), file, message<"profile.no_name_remedy">());
    }
    const toml::table* const constants = all["constants"].as_table();
    if (constants == nullptr) return failure(message<"profile.no_constants">(), file, "");
    std::optional<GpuProfile> other;
    if (const auto name = all["estimated_from"].value<std::string>(); name && profile_of) {
      TRY(other, profile_of(*name));
    }
    for (const Key& key : keys) {
      const bool missing = other && !constants->contains(key.name);
      TRY(const ConstantText read, missing ? estimated(*other, key, file) : read_constant(*constants, key, file));
      profile.value.*key.member = read.value;
      profile.fast.*key.member = key.effect == none ? read.value : key.effect == faster ? read.high : read.low;
      profile.slow.*key.member = key.effect == none ? read.value : key.effect == faster ? read.low : read.high;
      profile.constants.push_back(read);
    }
    for (const auto& [name, unused] : *constants) {
      const bool known = std::any_of(keys.begin(), keys.end(), [&](const Key& key) { return key.name == name.str(); });
      if (!known) return wrong<"profile.constant_unknown">(file, name.str());
    }
  } catch (const toml::parse_error& error) {
    return failure(message<"profile.no_toml">(error.description()),
                   {file, static_cast<int>(error.source().begin.line)});
  }
  return profile;
}

}  // namespace lanescope::predict
