// The PTX that says what a record holds. Internal to instrument/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ptx/instrument/function_writer.h"
#include "ptx/instrument/record_function.h"
#include "ptx/module.h"

namespace warpscope::ptx {

/// What a record says beside who and when.
struct RecordContent {
  std::uint32_t point = 0;
  std::optional<Operand> guard;    ///< of the instruction
  std::optional<Operand> address;  ///< 64 bits wide, with its tag; of barriers none
  std::optional<Operand> value;    ///< 32 bits wide
  std::optional<Operand> detail;   ///< 64 bits wide
};

class RecordWriter {
 public:
  /// The functions that records of accesses and of barriers are written by.
  RecordWriter(FunctionWriter& to, const Function& access, const Function& barrier)
      : to_(to), access_(access), barrier_(barrier) {}

  /// At the start of a function: whether its block was chosen. A kernel also writes the anchor of its block and leaves
  /// its parameters where functions find them: in a chosen block, or with `always` in every one.
  void begin(bool always);

  /// Writes `content` when the block was chosen. `prepare` writes what computes the content.
  template <class Prepare>
  void record(const Prepare& prepare) {
    const std::string behind = skip_unless_chosen();
    call(prepare(), behind);
    to_.label(behind);
  }

 private:
  [[nodiscard]] std::string skip_unless_chosen();
  void write_anchor(const Operand& block);
  void call(const RecordContent& content, const std::string& behind);

  FunctionWriter& to_;
  const Function& access_;
  const Function& barrier_;
};

}  // namespace warpscope::ptx
