// Gathers on the device what instrumented kernels wrote, as records for pictures of the buffers. Nothing is copied to
// the processor.
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

namespace lanescope::gpu {

/// Returns the gathering kernels' CUDA C++, to be compiled once per target. It includes nothing and needs no options.
[[nodiscard]] std::string_view heat_source();

/// The bytes of a gathered record, which is a model::HeatRecord.
inline constexpr std::uint64_t heat_record_bytes = 144;
/// Positions of records, times lanes, are counted in 32 bits.
inline constexpr std::uint64_t max_heat_records = (std::uint64_t{1} << 27) - 1;

/// The effect of a site's access on a buffer, set by the caller, who knows the rules of memory; none means left out.
struct HeatSite {
  bool reads = false, writes = false;
  bool plain_store = false;  ///< A second one to the same element by the same launch is marked.
  std::uint32_t bytes_per_lane = 0;
};

/// The elements of a buffer.
struct HeatBuffer {
  std::uint32_t granule = 1, bytes_per_element = 1;  ///< powers of two
  std::uint64_t elements = 0;                        ///< 0 means no picture is made of it
};

struct HeatTotals {
  std::uint64_t loads = 0, stores = 0;  ///< in lanes
  std::uint64_t touched = 0;            ///< in elements
  std::uint64_t rewritten = 0;          ///< stores to an element that the same launch had stored to before
  std::uint64_t beyond = 0;             ///< the lanes that met no buffer
  friend bool operator==(const HeatTotals&, const HeatTotals&) = default;
};

struct HeatRequest {
  DecodeRequest decode;             ///< Its texel finder is not used, because fetches are left out.
  std::vector<HeatSite> sites;      ///< by site of `decode`
  std::vector<HeatBuffer> buffers;  ///< by buffer of `decode`
};

/// The numbers that count() found.
struct HeatCount {
  std::uint64_t records = 0;  ///< accesses to buffers
  std::uint64_t dropped = 0;  ///< accesses of every kind that did not fit into the trace buffer
};

/// The loaded kernels of heat_source(). All calls must be on the thread of the context they were loaded in; each waits.
class HeatGatherer {
 public:
  /// Fails (launch) when the cubin is not made of heat_source(), or not for this device.
  [[nodiscard]] static Expected<HeatGatherer> load(const cuda::Functions& functions,
                                                   const std::vector<std::uint8_t>& cubin);
  HeatGatherer(HeatGatherer&&) noexcept;
  HeatGatherer& operator=(HeatGatherer&&) noexcept;
  ~HeatGatherer();

  /// Examines the trace buffer of an execution of `recording` that has run. It fails with resolve for a trace buffer
  /// that holds what no instrumented kernel writes, and with "out_of_memory".
  [[nodiscard]] Expected<HeatCount> count(Execution& execution, const RecordingPlan& recording, HeatRequest request);

  /// After count(), for the same execution: writes the first `max_records` records, in the order of their numbers, to
  /// device memory of the caller and returns the totals by buffer. `marks` also marks stores to elements that were
  /// stored to before, which needs 4 bytes for each element of each buffer that is stored to.
  [[nodiscard]] Expected<std::vector<HeatTotals>> write(std::uint64_t destination, std::uint64_t max_records,
                                                        bool marks);
  /// Returns the bytes that the marks need.
  [[nodiscard]] std::uint64_t bytes_for_marks() const;

  /// Copies device memory of the caller, such as the result of write(), to the processor.
  [[nodiscard]] Status read(std::span<std::byte> bytes, std::uint64_t address) const;

 private:
  struct State;
  explicit HeatGatherer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace lanescope::gpu
