// Gathers what instrumented kernels wrote, on the device, as records that pictures of the buffers are made of: nothing
// of it travels to the processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuda/functions.h"
#include "gpu/failure.h"
#include "gpu/trace/decode.h"
#include "gpu/trace/record.h"

namespace warpscope::gpu {

/// CUDA C++ of the kernels that gather, for the worker to compile once a target. Includes nothing and needs no options.
[[nodiscard]] std::string_view heat_source();

/// Bytes of a gathered record: a model::HeatRecord.
inline constexpr std::uint64_t heat_record_bytes = 144;
/// Positions of records, times lanes, are counted in 32 bits.
inline constexpr std::uint64_t max_heat_records = (std::uint64_t{1} << 27) - 1;

/// What an access of a site does to a buffer; nothing: it is left out. Whoever knows the rules of memory says so.
struct HeatSite {
  bool reads = false, writes = false;
  bool plain_store = false;  ///< twice by one launch to the same element: that is marked
  std::uint32_t bytes_per_lane = 0;
};

/// The elements of a buffer.
struct HeatBuffer {
  std::uint32_t granule = 1, bytes_per_element = 1;  ///< powers of two
  std::uint64_t elements = 0;                        ///< 0: no picture is made of it
};

struct HeatTotals {
  std::uint64_t loads = 0, stores = 0;  ///< lanes
  std::uint64_t touched = 0;            ///< elements
  std::uint64_t rewritten = 0;          ///< stores to an element that the same launch had stored to before
  std::uint64_t beyond = 0;             ///< lanes that met no buffer
  friend bool operator==(const HeatTotals&, const HeatTotals&) = default;
};

struct HeatRequest {
  DecodeRequest decode;             ///< its texel finder is not asked: fetches are left out
  std::vector<HeatSite> sites;      ///< by site of `decode`
  std::vector<HeatBuffer> buffers;  ///< by buffer of `decode`
};

/// What came of it.
struct HeatCount {
  std::uint64_t records = 0;  ///< accesses to buffers
  std::uint64_t dropped = 0;  ///< accesses of every kind that had no room in the trace buffer
};

/// The kernels of heat_source(), loaded. All calls on the thread of the context that they were loaded in; each waits.
class HeatGatherer {
 public:
  /// Error (launch): the cubin is not one of heat_source(), or not for this device.
  [[nodiscard]] static Expected<HeatGatherer> load(const cuda::Functions& functions,
                                                   const std::vector<std::uint8_t>& cubin);
  HeatGatherer(HeatGatherer&&) noexcept;
  HeatGatherer& operator=(HeatGatherer&&) noexcept;
  ~HeatGatherer();

  /// Looks through the trace buffer of an execution of `recording` that has run. Errors: resolve for a trace buffer
  /// that holds what no instrumented kernel writes; "out_of_memory".
  [[nodiscard]] Expected<HeatCount> count(Execution& execution, const RecordingPlan& recording, HeatRequest request);

  /// After count(), of the same execution: writes the first `most` records, in the order in which they were numbered,
  /// to device memory of the caller. By buffer, what they do in all. `marks`: also marks stores to what was stored to
  /// before, for which 4 bytes an element of each buffer that is stored to are needed.
  [[nodiscard]] Expected<std::vector<HeatTotals>> write(std::uint64_t destination, std::uint64_t most, bool marks);
  /// Bytes that the marks need.
  [[nodiscard]] std::uint64_t bytes_for_marks() const;

  /// Copies device memory of the caller, such as what write() wrote, to the processor.
  [[nodiscard]] Status read(std::span<std::byte> bytes, std::uint64_t address) const;

 private:
  struct State;
  explicit HeatGatherer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace warpscope::gpu
