#include "predict/profile/gpu_profile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <system_error>

#include "base/file.h"
#include "base/names.h"
#include "base/text.h"

// A profile can hold what the assertions of toml++ forbid; in a release build they are assumptions. So they are off.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

namespace lanescope::predict {
namespace {

/// Whether a larger value makes kernels faster, slower, or neither by a rule.
enum class Effect { faster, slower, none };

struct Key {
  std::string_view name;
  double Constants::*member;
  Effect effect;
};
using enum Effect;
constexpr auto keys = std::to_array<Key>({
    {"sm_count", &Constants::sm_count, none},
    {"clock_mhz", &Constants::clock_mhz, none},
    {"schedulers", &Constants::schedulers, none},
    {"l1_bytes", &Constants::l1_bytes, none},
    {"l2_bytes", &Constants::l2_bytes, none},
    {"l2_partitions", &Constants::l2_partitions, none},
    {"l2_dirty_share", &Constants::l2_dirty_share, faster},
    {"launch_cold_us", &Constants::launch_cold_us, slower},
    {"launch_hot_us", &Constants::launch_hot_us, slower},
    {"further_launch_us", &Constants::further_launch_us, slower},
    {"start_clocks", &Constants::start_clocks, slower},
    {"code_clocks", &Constants::code_clocks, slower},
    {"block_start_clocks", &Constants::block_start_clocks, slower},
    {"block_turn_clocks", &Constants::block_turn_clocks, slower},
    {"warp_start_clocks", &Constants::warp_start_clocks, slower},
    {"alu_clocks", &Constants::alu_clocks, slower},
    {"fma_clocks", &Constants::fma_clocks, slower},
    {"integer_multiply_clocks", &Constants::integer_multiply_clocks, slower},
    {"half_clocks", &Constants::half_clocks, slower},
    {"double_clocks", &Constants::double_clocks, slower},
    {"special_clocks", &Constants::special_clocks, slower},
    {"special_latency", &Constants::special_latency, slower},
    {"line_clocks", &Constants::line_clocks, slower},
    {"pipe_bytes", &Constants::pipe_bytes, faster},
    {"shared_clocks", &Constants::shared_clocks, slower},
    {"barrier_clocks", &Constants::barrier_clocks, slower},
    {"barrier_latency", &Constants::barrier_latency, slower},
    {"shared_latency", &Constants::shared_latency, slower},
    {"l1_latency", &Constants::l1_latency, slower},
    {"l2_latency", &Constants::l2_latency, slower},
    {"dram_latency", &Constants::dram_latency, slower},
    {"dram_tail", &Constants::dram_tail, slower},
    {"dram_read_tail", &Constants::dram_read_tail, slower},
    {"l2_read_clocks", &Constants::l2_read_clocks, slower},
    {"l2_line_clocks", &Constants::l2_line_clocks, slower},
    {"l2_whole_clocks", &Constants::l2_whole_clocks, slower},
    {"l2_partial_clocks", &Constants::l2_partial_clocks, slower},
    {"l2_port_bytes", &Constants::l2_port_bytes, faster},
    {"store_clocks", &Constants::store_clocks, faster},
    {"dram_read_gb", &Constants::dram_read_gb, faster},
    {"dram_write_gb", &Constants::dram_write_gb, faster},
    {"lone_sector_bytes", &Constants::lone_sector_bytes, slower},
    {"atomic_clocks", &Constants::atomic_clocks, slower},
    {"atomic_pass_clocks", &Constants::atomic_pass_clocks, slower},
    {"atomic_slices", &Constants::atomic_slices, faster},
    {"atomic_latency", &Constants::atomic_latency, slower},
    {"fence_latency", &Constants::fence_latency, slower},
    {"fence_clocks", &Constants::fence_clocks, slower},
});

constexpr EnumNames<constant_sources> source_names{"data sheet", "literature", "probe", "fit", "estimate", "guess"};

tl::unexpected<Error> wrong(const std::string& file, std::string_view key, const std::string& what) {
  return failure(
      fmt::format("the constant {} {}", key, what), file,
      "write value, low, high, unit, from and origin, with low <= value <= high, as in assets/gpus/h200.toml");
}

Expected<ConstantText> read_constant(const toml::table& all, const Key& key, const std::string& file) {
  const toml::table* const table = all[key.name].as_table();
  if (table == nullptr) return wrong(file, key.name, "is missing");
  ConstantText text;
  text.key = std::string(key.name);
  for (const auto& [name, number] : {std::pair("value", &text.value), {"low", &text.low}, {"high", &text.high}}) {
    const std::optional<double> read = (*table)[name].value<double>();
    if (!read || !std::isfinite(*read) || *read < 0) {
      return wrong(file, key.name, fmt::format("has no number of 0 or more as its {}", name));
    }
    *number = *read;
  }
  if (text.value < text.low || text.value > text.high) return wrong(file, key.name, "lies outside of its own range");
  text.unit = (*table)["unit"].value_or(std::string());
  text.origin = (*table)["origin"].value_or(std::string());
  if (text.unit.empty() || text.origin.empty()) return wrong(file, key.name, "has no unit, or no origin");
  const std::string from = (*table)["from"].value_or(std::string());
  const auto source = named_in<ConstantSource>(source_names, from);
  if (!source) {
    return wrong(file, key.name,
                 fmt::format("has `from = \"{}\"`, which is none of {}", from, fmt::join(source_names, ", ")));
  }
  text.source = *source;
  return text;
}

/// What is not known of a GPU is taken to be within these factors of what another one has.
constexpr double least_estimated = 0.6, most_estimated = 1.6;

Expected<ConstantText> estimated(const GpuProfile& other, const Key& key, const std::string& file) {
  if (key.effect == none) return wrong(file, key.name, "is missing, and cannot be estimated from another GPU");
  const auto found = std::ranges::find(other.constants, key.name, &ConstantText::key);
  ConstantText text = *found;
  text.low = std::min(text.low, text.value * least_estimated);
  text.high = std::max(text.high, text.value * most_estimated);
  text.source = ConstantSource::estimate;
  text.origin = fmt::format("estimated: that of the {}, which is from: {}", other.name, text.origin);
  return text;
}

}  // namespace

std::string_view name_of(ConstantSource source) {
  return name_in(source_names, source);
}

Status set_constant(GpuProfile& profile, std::string_view key, double value) {
  const auto known = std::ranges::find(keys, key, &Key::name);
  if (known == keys.end()) return wrong(profile.name, key, "is not one of the model");
  for (Constants* constants : {&profile.value, &profile.fast, &profile.slow}) constants->*known->member = value;
  return {};
}

Expected<GpuProfile> read_profile_of(const std::string& name, const std::filesystem::path& folder) {
  std::string stem = lower(name);
  std::replace(stem.begin(), stem.end(), ' ', '-');
  const std::filesystem::path file = folder / (stem + ".toml");
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    return failure(fmt::format("there is no profile of the {}, which would say how fast its parts are", name), "",
                   "choose a target that has one, such as H200");
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
    const toml::table all = toml::parse(text);
    profile.name = all["name"].value_or(std::string());
    profile.compute_capability = all["compute_capability"].value_or(std::string());
    if (profile.name.empty() || profile.compute_capability.empty()) {
      return failure("the profile has no name, or no compute_capability", file, "write both at the top");
    }
    const toml::table* const constants = all["constants"].as_table();
    if (constants == nullptr) return failure("the profile has no table [constants]", file, "");
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
      if (!known) return wrong(file, name.str(), "is not one of the model");
    }
  } catch (const toml::parse_error& error) {
    return failure(fmt::format("the profile is no TOML: {}", error.description()),
                   fmt::format("{}, line {}", file, error.source().begin.line), "");
  }
  const Constants& value = profile.value;
  if (value.sm_count < 1 || value.clock_mhz <= 0 || value.schedulers < 1 || value.pipe_bytes <= 0 ||
      value.l2_port_bytes <= 0 || value.dram_read_gb <= 0 || value.dram_write_gb <= 0) {
    return failure("a profile needs SMs, schedulers, a clock and rates above 0", file, "");
  }
  return profile;
}

}  // namespace lanescope::predict
