// What the code of a kernel shows about its launch: axes, blocks, sizes, dynamic shared memory.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "catalogue/host/host_code.h"
#include "catalogue/propose/entries.h"

namespace lanescope::catalogue {

struct KernelUse {
  int axes = 1;         ///< of threads and blocks that the code tells apart: 1 to 3
  int thread_axes = 1;  ///< of threads alone
  bool blocks = true;   ///< It tells blocks apart; else all blocks do the same work.
  /// The axes along which it tells blocks apart, as far as they are written in the file: {1} for blockIdx.y alone.
  std::set<int> block_axes = {};
  bool grid_barrier = false;      ///< It waits for the whole grid, which only a cooperative launch may.
  std::set<std::string> guards;   ///< integer parameters with which an index of the thread is compared
  std::set<std::string> strides;  ///< those that are multiplied
  std::set<std::string> bounds;   ///< those at which a loop ends
  std::set<std::string> atomics;  ///< names of what atomic functions change
  /// By integer parameter, the one that is taken away from it: "first" of `last - first`.
  std::map<std::string, std::string> taken_away = {};
  std::set<std::string> words;  ///< of the kernel, and of the functions and macros that it reaches
  /// By pointer parameter whose elements are indices: the arrays and pointers that they index, with the factor of the
  /// index: "width" of `a[rows[i] * width + x]`, empty for none, "?" for one that is not understood.
  std::map<std::string, std::map<std::string, std::string>> indexed = {};
  std::map<std::string, std::int64_t> arrays = {};  ///< extents of arrays of one dimension that the kernel declares
  /// The bytes of an element of the array of dynamic shared memory; nothing when there is none.
  std::optional<std::int64_t> dynamic_shared = {};
};

/// Functions that the kernel calls are followed as far as they are in the file.
[[nodiscard]] KernelUse use_of(const KernelSource& source, const HostCode& code, const EntryDeclaration& entry);

}  // namespace lanescope::catalogue
