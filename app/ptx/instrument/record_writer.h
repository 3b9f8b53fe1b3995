// The functions of an instrumented module that write one record each, and their calls. Internal to instrument/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ptx/instrument/function_writer.h"
#include "ptx/module.h"

namespace warpscope::ptx {

enum class RecordKind : std::uint8_t {
  access,  ///< with an address, and where they are wanted a value of each lane
  barrier
};

/// Called by all lanes that run together at an instruction, with what RecordArgument says. A call instead of the same
/// fifty instructions at each of them: of an unrolled matrix product they made ptxas work four to twenty times as long.
[[nodiscard]] Function record_function(RecordKind kind, bool values);

/// The parameters of those functions, in this order.
enum class RecordArgument : std::uint8_t {
  point,    ///< 32 bits
  among,    ///< 32 bits: the lanes that call
  mask,     ///< 32 bits: those of them that the instruction's predicate did not leave out; not 0
  clock,    ///< 64 bits
  detail,   ///< 64 bits
  address,  ///< 64 bits, with its tag; accesses only
  value     ///< 32 bits; accesses with values only
};

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
