// The functions of an instrumented module that write one record each, and their calls. It is internal to instrument/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ptx/instrument/function_writer.h"
#include "ptx/module.h"

namespace lanescope::ptx {

enum class RecordKind : std::uint8_t {
  access,  ///< with an address, and with a value of each lane if these are wanted
  barrier
};

/// Returns a function that all active lanes of an instruction call, with the arguments of RecordArgument. The same
/// fifty instructions at each place made ptxas take four to twenty times as long for an unrolled matrix product.
[[nodiscard]] Function record_function(RecordKind kind, bool values);

/// The parameters of those functions, in this order.
enum class RecordArgument : std::uint8_t {
  point,        ///< 32 bits
  member_mask,  ///< 32 bits: the lanes that call, as shfl.sync takes them
  mask,         ///< 32 bits: those of them for which the instruction's predicate is true; not 0
  clock,        ///< 64 bits
  detail,       ///< 64 bits
  address,      ///< 64 bits, with its tag; only for accesses
  value         ///< 32 bits; only for accesses with values
};

/// The content of a record, besides its warp and its time.
struct RecordContent {
  std::uint32_t point = 0;
  std::optional<Operand> guard;    ///< of the instruction
  std::optional<Operand> address;  ///< 64 bits wide, with its tag; none for barriers
  std::optional<Operand> value;    ///< 32 bits wide
  std::optional<Operand> detail;   ///< 64 bits wide
};

class RecordWriter {
 public:
  /// `access` and `barrier` are the functions that write records of accesses and of barriers.
  RecordWriter(FunctionWriter& to, const Function& access, const Function& barrier)
      : to_(to), access_(access), barrier_(barrier) {}

  /// At the start of a function, tests whether its block was chosen. A kernel also writes the anchor of its block and
  /// stores its parameters for functions: in a chosen block, or with `always` in every one.
  void begin(bool always);

  /// Writes `content` when the block was chosen. `prepare` writes the code that computes it.
  template <class Prepare>
  void record(const Prepare& prepare) {
    const std::string skip_label = skip_unless_chosen();
    call(prepare(), skip_label);
    to_.label(skip_label);
  }

 private:
  [[nodiscard]] std::string skip_unless_chosen();
  void write_anchor(const Operand& block);
  void call(const RecordContent& content, const std::string& skip_label);

  FunctionWriter& to_;
  const Function& access_;
  const Function& barrier_;
};

}  // namespace lanescope::ptx
