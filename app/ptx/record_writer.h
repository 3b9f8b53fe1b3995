// The PTX that writes one record. Internal to instrument*.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/function_writer.h"
#include "ptx/instrument.h"
#include "ptx/module.h"

namespace warpscope::ptx {

/// Of a module whose device functions record too: where they find what the kernel was given.
inline constexpr std::string_view record_state = "warpscope_state";
/// Offset of a parameter in it.
[[nodiscard]] std::uint32_t state_offset(std::size_t parameter);
inline constexpr std::uint32_t state_bytes = 56;

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
  /// values: records have room for them.
  RecordWriter(FunctionWriter& to, bool values) : to_(to), values_(values) {}

  /// At the start of a function: whether its block was chosen. A kernel also writes the anchor of its block, and with
  /// `state` leaves its parameters where device functions find them.
  void begin(bool state);

  /// Writes `content` when the block was chosen. `prepare` writes what computes the content.
  template <class Prepare>
  void record(const Prepare& prepare) {
    const std::string behind = skip_unless_chosen();
    write(prepare(), behind);
    to_.label(behind);
  }

 private:
  [[nodiscard]] Operand parameter(std::string_view name);
  /// The linear index of %NAME in a range of %EXTENT: "ctaid" and "nctaid", "tid" and "ntid".
  void linear(const Operand& to, const char* index, const char* extent);
  [[nodiscard]] std::string skip_unless_chosen();
  void write(const RecordContent& content, const std::string& behind);
  void write_head(const RecordContent& content, const Operand& record, const Operand& leads);

  FunctionWriter& to_;
  bool values_;
};

}  // namespace warpscope::ptx
