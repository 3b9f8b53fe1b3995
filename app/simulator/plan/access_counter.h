// Adds up accesses while they happen, in both views, without keeping them one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emulator/emulator.h"
#include "model/metrics/metrics.h"
#include "model/metrics/vectorization.h"
#include "trace/access_tally.h"
#include "trace/trace.h"

namespace lanescope::simulator {

/// Counts by entries of a tally, because equal accesses cost the same.
class AccessCounter final : public emulator::AccessListener {
 public:
  /// `like` is a trace of the same program and gives sites and buffers; `vectorization` describes these sites.
  AccessCounter(const trace::Trace& like, model::Vectorization vectorization);
  /// Sites, buffers and vectorization follow with describe(), behind the accesses.
  AccessCounter() = default;
  void describe(const trace::Trace& like, model::Vectorization vectorization);

  void on_begin() override;
  void on_accesses(const trace::AccessTally::Entry& accesses) override;
  void add(const trace::Header& header, const trace::Offsets& offsets);

  /// False: so many different accesses came before describe() that not all were kept.
  [[nodiscard]] bool is_complete() const { return lost_ == 0; }
  /// Returns both views of `blocks` blocks out of `grid_blocks`, scaled to the grid when `scale` is set, and the number
  /// of accesses whose site is not known. The caller adds all other fields of the Metrics.
  [[nodiscard]] model::Metrics finish(std::uint64_t blocks, std::uint64_t grid_blocks, bool scale);

 private:
  void count_if_full();
  void count();

  trace::AccessTally tally_;
  struct Program {
    model::Vectorization vectorization;
    std::size_t sites = 0, buffers = 0;  ///< how many of each are known
    model::ViewCounter written;
    std::optional<model::ViewCounter> executed;  ///< empty when the two views do not differ
  };
  std::optional<Program> fresh_;    ///< nothing is counted yet
  std::optional<Program> counted_;  ///< empty before describe()
  std::uint64_t dropped_ = 0, lost_ = 0;
};

}  // namespace lanescope::simulator
