// The words after a dot that are not types. Source: PTX ISA 9.0, syntax of each instruction.
#include <array>
#include <string>
#include <unordered_set>

#include <fmt/format.h>

#include "ptx/instruction.h"

namespace lanescope::ptx {
namespace {

// clang-format off
constexpr auto plain_modifiers = std::to_array<std::string_view>({
    // State spaces, scopes, memory order
    "global", "shared", "shared::cta", "shared::cluster", "local", "const", "param", "param::entry", "param::func", "cta",
    "cluster", "gpu", "gl", "sys", "weak", "volatile", "relaxed", "acquire", "release", "acq_rel", "sc", "mmio", "proxy",
    "alias", "async", "async::generic", "async.global", "tensormap::generic", "generic", "sync_restrict::shared::cta",
    "sync_restrict::shared::cluster", "shared::cta::cluster", "mbarrier_init", "thread", "to", "unified", "level", "level::",
    "to_proxy::generic", "from_proxy::tensormap", "cta_group", "proxy::async", "async::shared",
    // Caches
    "ca", "cg", "cs", "cv", "lu", "wb", "wt", "nc", "L1", "L2", "L1::evict_normal", "L1::evict_unchanged", "L1::evict_first",
    "L1::evict_last", "L1::no_allocate", "L2::evict_normal", "L2::evict_first", "L2::evict_last", "L2::evict_unchanged",
    "L2::cache_hint", "L2::64B", "L2::128B", "L2::256B", "tensormap", "fractional", "range", "L2::evict_last_use",
    // Rounding, range and arithmetic
    "rn", "rna", "rz", "rm", "rp", "rs", "rni", "rzi", "rmi", "rpi", "ftz", "sat", "satfinite", "relu", "approx", "full",
    "NaN", "xorsign", "abs", "cc", "lo", "hi", "wide", "noftz", "oob", "scaled::n2::ue8m0", "pack", "carry", "trap",
    // Comparison and logic
    "eq", "ne", "lt", "le", "gt", "ge", "ls", "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan", "and",
    "or", "xor", "add", "inc", "dec", "min", "max", "exch", "cas", "popc", "not", "finite", "infinite", "number",
    "notanumber", "normal", "subnormal", "sub", "mul", "minnum", "maxnum",
    // Shifts, permutation, shuffles
    "clamp", "wrap", "l", "r", "shiftamt", "up", "down", "bfly", "idx", "f4e", "b4e", "rc8", "ecl", "ecr", "rc16", "shr7",
    "shr15", "po", "accept", "mode", "shl",
    // Warps, barriers, control
    "sync", "uni", "all", "any", "ballot", "warp", "arrive", "wait", "red", "aligned", "noreturn", "exclusive", "init",
    "inval", "expect_tx", "complete_tx", "pending_count", "test_wait", "try_wait", "parity", "noComplete", "noinc",
    "arrive_drop", "read", "commit_group", "wait_group", "wait_all", "mbarrier", "cp", "launch_dependents", "try_cancel",
    "query_cancel", "is_canceled", "get_first_ctaid", "mask", "none", "cluster::all", "multicast",
    "mbarrier::complete_tx::bytes", "mbarrier::arrive::one", "mbarrier::arrive::one::b64", "b64x2", "bulk", "bulk_group",
    "multicast::cluster", "multicast::cluster::all", "tensor", "reduce", "prefetch", "tile", "tile::gather4",
    "tile::scatter4", "im2col", "im2col::w", "im2col::w::128", "im2col_no_offs", "cp_mask", "ignore_src", "ignore_oob",
    "get_first_ctaid::x", "get_first_ctaid::y", "get_first_ctaid::z", "cp_async", "async_group",
    // Vectors, textures, surfaces
    "v2", "v4", "v8", "x", "y", "z", "w", "a", "b", "g", "p", "1d", "2d", "3d", "4d", "5d", "a1d", "a2d", "cube", "acube",
    "2dms", "a2dms", "base", "grad", "zero", "width", "height", "depth", "array_size", "num_mipmap_levels", "num_samples",
    "channel_data_type", "channel_order", "normalized_coords", "filter_mode", "addr_mode_0", "addr_mode_1", "addr_mode_2",
    "force_unnormalized_coords", "samplepos", "texref", "samplerref", "surfref",
    // Matrices
    "c", "d", "row", "col", "load", "store", "mma", "trans", "x1", "x2", "x4", "x8", "x16", "x32", "x64", "x128", "m8n8", "m8n16",
    "m16n8", "m16n16", "m8n32", "m64n16", "b1", "u4", "s4", "s2", "u2", "e2m1", "e2m3", "e3m2", "ue8m0", "ue4m3", "u6",
    "b6x16_p32", "b4x16_p64", "b8x16", "b4x16", "b16x2", "mma_async", "sp", "sp::ordered_metadata", "block_scale", "scale_vec::1X",
    "scale_vec::2X", "scale_vec::4X", "block16", "block32", "kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4",
    "kind::f8f6f4", "kind::tf32", "kind::f16", "kind::i8", "spformat::thread",
    // tcgen05, tensormap, multimem
    "alloc", "dealloc", "relinquish_alloc_permit", "ld", "st", "commit", "shift", "fence", "fence::before_thread_sync",
    "fence::after_thread_sync", "wait::ld", "wait::st", "cta_group::1", "cta_group::2", "ws", "collector::a::fill",
    "collector::a::use", "collector::a::lastuse", "collector::a::discard", "ashift", "32x32b", "16x64b", "16x128b",
    "16x256b", "16x32bx2", "32x128b", "64x128b", "128x256b", "4x256b", "128x128b", "warpx2", "warpx2::01_23",
    "warpx2::02_13", "warpx4", "unpack::16b", "pack::16b", "replace", "global_address", "rank", "box_dim", "global_dim",
    "global_stride", "element_stride", "elemtype", "interleave_layout", "swizzle_mode", "fill_mode", "swizzle_atomicity",
    "b1024", "cp_fenceproxy", "ld_reduce", "acc::f32", "acc::f16",
    // Video instructions
    "h0", "h1", "b0", "b2", "b3", "h10", "b3210", "mrg_lo", "mrg_hi", "shr",
    // setmaxnreg
});
// clang-format on

/// Returns the shape of mma, wgmma and wmma: "m16n8k16".
std::string shape(int m, int n, int k) {
  return fmt::format("m{}n{}k{}", m, n, k);
}

const std::unordered_set<std::string>& table() {
  static const std::unordered_set<std::string> all = [] {
    std::unordered_set<std::string> result;
    for (const std::string_view word : plain_modifiers) result.emplace(word);
    for (const int k : {4, 16, 32, 64, 128}) result.insert(shape(8, 8, k));
    for (const int k : {4, 8, 16, 32, 64, 128, 256}) result.insert(shape(16, 8, k));
    for (const int k : {8, 16}) result.insert(shape(16, 16, k));
    for (const int m : {8, 32}) result.insert(shape(m, 40 - m, 16));
    for (int n = 8; n <= 256; n += 8) {
      for (const int k : {8, 16, 32, 64, 128, 256}) result.insert(shape(64, n, k));
    }

    return result;
  }();
  return all;
}

}  // namespace

std::optional<Modifier> Modifier::named(std::string_view word) {
  const auto& all = table();
  const auto place = all.find(std::string(word));
  if (place == all.end()) return std::nullopt;
  return Modifier(*place);
}

}  // namespace lanescope::ptx
