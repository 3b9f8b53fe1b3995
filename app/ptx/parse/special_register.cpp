#include "ptx/parse/special_register.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"

namespace warpscope::ptx {
namespace {

// clang-format off
constexpr auto scalars = std::to_array<std::string_view>({
    "%aggr_smem_size", "%clock", "%clock64", "%clock_hi", "%cluster_ctarank", "%cluster_nctarank", "%current_graph_exec",
    "%dynamic_smem_size", "%globaltimer", "%globaltimer_hi", "%globaltimer_lo", "%gridid", "%is_explicit_cluster",
    "%laneid", "%lanemask_eq", "%lanemask_ge", "%lanemask_gt", "%lanemask_le", "%lanemask_lt", "%nsmid", "%nwarpid",
    "%reserved_smem_offset_begin", "%reserved_smem_offset_cap", "%reserved_smem_offset_end", "%smid", "%total_smem_size",
    "%warpid", "WARP_SZ"});
/// With .x, .y, .z or .w; alone they are vectors, which NVRTC does not write.
constexpr auto vectors = std::to_array<std::string_view>({
    "%cluster_ctaid", "%cluster_nctaid", "%clusterid", "%ctaid", "%nclusterid", "%nctaid", "%ntid", "%tid"});
// clang-format on
static_assert(std::is_sorted(scalars.begin(), scalars.end()) && std::is_sorted(vectors.begin(), vectors.end()));

std::optional<unsigned> number_behind(std::string_view word, std::string_view prefix) {
  if (!word.starts_with(prefix)) return std::nullopt;
  const std::string_view digits = word.substr(prefix.size());
  const bool plain = digits.size() == 1 || !digits.starts_with('0');
  return plain ? parse_number<unsigned>(digits) : std::nullopt;
}

}  // namespace

bool is_special_register(std::string_view word) {
  if (std::binary_search(scalars.begin(), scalars.end(), word)) return true;
  if (word.size() > 2 && word[word.size() - 2] == '.' &&
      std::string_view("xyzw").find(word.back()) != std::string_view::npos) {
    return std::binary_search(vectors.begin(), vectors.end(), word.substr(0, word.size() - 2));
  }
  if (const auto n = number_behind(word, "%envreg")) return *n < 32;
  if (const auto n = number_behind(word, "%reserved_smem_offset_")) return *n < 2;
  if (word.ends_with("_64")) word.remove_suffix(3);
  const auto n = number_behind(word, "%pm");
  return n.has_value() && *n < 8;
}

}  // namespace warpscope::ptx
