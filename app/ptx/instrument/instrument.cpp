#include "ptx/instrument/instrument.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "ptx/instrument/address_writer.h"
#include "ptx/instrument/function_writer.h"
#include "ptx/instrument/record_writer.h"
#include "ptx/messages.h"

namespace lanescope::ptx {
namespace {

using Kind = Operand::Kind;
using W = FunctionWriter;

/// How an instruction is recorded.
enum class InstrumentationMode : std::uint8_t {
  none,    ///< not recorded: it accesses no memory that a trace shows
  access,  ///< an address in brackets, and the value
  copy,    ///< the two addresses of cp.async
  fetch,   ///< coordinates
  barrier,
  unsupported  ///< its accesses fit no record
};

InstrumentationMode instrumentation_mode(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::ld:
    case Opcode::ldu:
    case Opcode::st:
      if (instruction.has("async")) return InstrumentationMode::unsupported;
      return is_parameter(instruction.space()) ? InstrumentationMode::none : InstrumentationMode::access;
    case Opcode::atom:
    case Opcode::red:
      return instruction.has("async") ? InstrumentationMode::unsupported : InstrumentationMode::access;
    case Opcode::cp:
      if (instruction.has("commit_group") || instruction.has("wait_group") || instruction.has("wait_all") ||
          instruction.has("prefetch")) {
        return InstrumentationMode::none;
      }
      if (instruction.has("bulk") || instruction.has("mbarrier")) return InstrumentationMode::unsupported;
      return InstrumentationMode::copy;
    case Opcode::tex:
      return instruction.has("1d") || instruction.has("2d") ? InstrumentationMode::fetch
                                                            : InstrumentationMode::unsupported;
    case Opcode::bar:
    case Opcode::barrier:
      // A trace knows the barriers of a block.
      return instruction.has("warp") || instruction.has("cluster") ? InstrumentationMode::none
                                                                   : InstrumentationMode::barrier;
    case Opcode::ldmatrix:
    case Opcode::stmatrix:
      return instruction.has("m8n8") && instruction.space() != Space::shared_cluster ? InstrumentationMode::access
                                                                                     : InstrumentationMode::unsupported;
    case Opcode::multimem:
    case Opcode::suld:
    case Opcode::sust:
    case Opcode::sured:
    case Opcode::tld4:
    case Opcode::tcgen05:
    case Opcode::wmma:
      return instruction.opcode == Opcode::wmma && instruction.has("mma") ? InstrumentationMode::none
                                                                          : InstrumentationMode::unsupported;
    default:
      return InstrumentationMode::none;
  }
}

bool records(const Function& function) {
  return std::any_of(function.instructions.begin(), function.instructions.end(), [](const Instruction& instruction) {
    return instrumentation_mode(instruction) != InstrumentationMode::none;
  });
}

void collect_registers(const Operand& operand, std::set<std::uint32_t>& registers) {
  if (operand.kind == Kind::reg) registers.insert(operand.reg);
  for (const Operand& part : operand.parts) collect_registers(part, registers);
}

/// The data that the functions of one module share.
struct Shared {
  const Module& original;
  const InstrumentOptions& options;
  bool device_functions = false;  ///< whether they record too, and read from the state whether their block was chosen
  Function access, barrier;       ///< functions that write records
  std::vector<RecordPoint>& points;
};

/// Instruments one function.
class Instrumenter {
 public:
  Instrumenter(const Function& function, const Shared& shared)
      : function_(function),
        options_(shared.options),
        device_functions_(shared.device_functions),
        points_(shared.points),
        to_(function),
        record_(to_, shared.access, shared.barrier),
        addresses_(to_, shared.original, function, shared.options) {}

  Expected<Function> run() {
    to_.declarations(function_);
    record_.begin(device_functions_);
    for (std::size_t index = 0; index < function_.instructions.size(); ++index) {
      to_.directives_before(function_, index);
      instruction_ = &function_.instructions[index];
      to_.at(instruction_->location);
      TRY_STATUS(instruction());
    }
    to_.directives_before(function_, function_.instructions.size());
    if (function_.entry) append_parameters();
    return std::move(to_.function());
  }

 private:
  [[nodiscard]] Error unknown() const {
    return {message<"record.instruction_not_on_gpu">(instruction_->mnemonic()),
            ptx_place(instruction_->ptx_line, {function_.name, function_.entry}),
            message<"record.instruction_not_on_gpu_remedy">()};
  }

  void append_parameters() {
    for (const RecordParameter& parameter : record_parameters) to_.parameter(parameter.name, parameter.type);
  }

  Status instruction() {
    const InstrumentationMode mode = instrumentation_mode(*instruction_);
    if (mode == InstrumentationMode::unsupported) return failure(unknown());
    if (mode == InstrumentationMode::none) {
      to_.copy(*instruction_);
      return {};
    }
    if (!lines_.insert(instruction_->ptx_line).second) {
      return failure(message<"record.two_accesses_in_line">(),
                     ptx_place(instruction_->ptx_line, {function_.name, function_.entry}),
                     message<"record.two_accesses_in_line_remedy">());
    }
    if (mode == InstrumentationMode::access) return access();
    if (mode == InstrumentationMode::copy) return copy();
    if (mode == InstrumentationMode::fetch) return fetch();
    return barrier();
  }

  std::uint32_t add_point(RecordPoint::Kind kind, Space space, bool waits = true) {
    points_.push_back({kind, space, function_.name, instruction_->ptx_line, waits});
    return static_cast<std::uint32_t>(points_.size() - 1);
  }

  [[nodiscard]] unsigned bits_of_register(const Operand& operand) const {
    return bits_of(function_.registers[operand.reg].type);
  }

  /// Returns the operand as it was before the instruction. When the instruction overwrites a register that it reads, a
  /// copy is made before it.
  Operand before(const Operand& operand, const std::set<std::uint32_t>& written, const std::string& name) {
    if (operand.kind != Kind::reg || !written.contains(operand.reg)) return operand;
    const bool wide = bits_of_register(operand) == 64;
    const Operand saved = to_.named(name + (wide ? "_wide" : "_narrow"), wide ? Type::b64 : Type::b32);
    to_.write(wide ? "mov.b64" : "mov.b32", {saved, operand});
    return saved;
  }

  /// The predicate under which a lane gives the address of a row: in ldmatrix and stmatrix 8 lanes for each matrix do.
  std::optional<Operand> guard_of_rows(const Instruction& original) {
    if (original.has("x4")) return original.guard;
    const Operand lane = to_.named("%lanescope_row_lane", Type::b32), gives = to_.named("%lanescope_gives", Type::pred);
    to_.write("mov.u32", {lane, W::special("%laneid")});
    to_.write("setp.lt.u32", {gives, lane, W::integer(original.has("x2") ? 16 : 8)});
    return both(gives, original.guard);
  }

  /// The first word of the row that a lane names; 0 in lanes that name none.
  Operand word_of_row(const Operand& address, const std::optional<Operand>& guard, Space space) {
    const Operand word = to_.named("%lanescope_value", Type::b32);
    const char* const load = space == Space::shared ? "ld.shared.b32" : "ld.b32";
    to_.write("mov.u32", {word, W::integer(0)});
    if (guard) {
      to_.write_if(*guard, load, {word, W::address(address)});
    } else {
      to_.write(load, {word, W::address(address)});
    }
    return word;
  }

  /// The first predicate, and the second one where there is one; in a register of the first.
  Operand both(const Operand& one, const std::optional<Operand>& other) {
    if (!other) return one;
    const Operand guard = to_.named("%lanescope_guard", Type::pred);
    to_.write(other->negated ? "not.pred" : "mov.pred", {guard, other->negated ? W::inverted(*other) : *other});
    to_.write("and.pred", {one, one, guard});
    return one;
  }

  Status access() {
    const Instruction& original = *instruction_;
    const bool rows = original.opcode == Opcode::ldmatrix || original.opcode == Opcode::stmatrix;
    const bool results =
        original.opcode != Opcode::st && original.opcode != Opcode::red && original.opcode != Opcode::stmatrix;
    const std::vector<Operand>& operands = original.operands;
    if (operands.size() < 2) return failure(unknown());
    const Operand& address = operands[results ? 1 : 0];
    const Operand& moved = operands[results ? 0 : 1];
    if (address.kind != Kind::address || address.parts.empty()) return failure(unknown());
    const Operand& value = moved.kind == Kind::vector || moved.kind == Kind::pair ? moved.parts.at(0) : moved;
    std::set<std::uint32_t> written;
    if (results) collect_registers(moved, written);
    const Operand base = before(address.parts[0], written, "%lanescope_base");
    const Space space = addresses_.space_of(original, base);
    const std::uint32_t point = add_point(RecordPoint::Kind::access, space);
    to_.copy(original);
    record_.record([&] {
      RecordContent content{
          point, rows ? guard_of_rows(original) : original.guard, addresses_.sum(base, address.offset), {}, {}};
      // A register of a matrix holds elements of several rows; the emulator gives the first word of the row.
      if (options_.values && rows) content.value = word_of_row(*content.address, content.guard, space);
      addresses_.place(*content.address, space);
      if (options_.values && !rows) content.value = addresses_.word(value, original.type());
      return content;
    });
    return {};
  }

  /// Records the source, for the lanes that read any of it, then the destination.
  Status copy() {
    const Instruction& original = *instruction_;
    const std::vector<Operand>& operands = original.operands;
    if (operands.size() < 3 || operands[0].kind != Kind::address || operands[1].kind != Kind::address) {
      return failure(unknown());
    }
    // A fourth operand is the number of bytes to read, or (64 bits wide) a cache policy.
    const bool sized = operands.size() > 3 && (operands[3].kind != Kind::reg || bits_of_register(operands[3]) == 32);
    if (operands.size() > 3 && operands[3].kind == Kind::reg && bits_of_register(operands[3]) == 1) {
      return failure(unknown());
    }
    const std::uint32_t from = add_point(RecordPoint::Kind::copy_source, Space::global);
    const std::uint32_t to = add_point(RecordPoint::Kind::copy_destination, Space::shared);
    to_.copy(original);
    const auto no_value = [&]() -> std::optional<Operand> {
      if (!options_.values) return std::nullopt;
      const Operand value = to_.named("%lanescope_value", Type::b32);
      to_.write("mov.u32", {value, W::integer(0)});
      return value;
    };
    record_.record([&] {
      RecordContent content{from, original.guard, {}, {}, {}};
      if (sized) {
        const Operand reads = to_.named("%lanescope_reads", Type::pred);
        const Operand bytes = to_.named("%lanescope_bytes", Type::b32);
        to_.write("mov.b32", {bytes, operands[3]});
        to_.write("setp.ne.u32", {reads, bytes, W::integer(0)});
        content.guard = both(reads, original.guard);
      }
      const Operand& base = operands[1].parts[0];
      content.address = addresses_.sum(base, operands[1].offset);
      content.value = no_value();
      return content;
    });
    record_.record([&] {
      const Operand& base = operands[0].parts[0];
      RecordContent content{to, original.guard, addresses_.sum(base, operands[0].offset), no_value(), {}};
      addresses_.place(*content.address, Space::shared);
      return content;
    });
    return {};
  }

  /// Records the coordinates that the texture unit gets, with x in the low half.
  Status fetch() {
    const Instruction& original = *instruction_;
    const std::vector<Operand>& operands = original.operands;
    if (operands.size() != 2 || operands[1].parts.size() < 2) return failure(unknown());
    const Operand& coordinates = operands[1].parts[1];
    const std::vector<Operand> given =
        coordinates.kind == Kind::vector ? coordinates.parts : std::vector<Operand>{coordinates};
    const Type type = original.type(1);
    std::set<std::uint32_t> written;
    collect_registers(operands[0], written);
    const Operand handle = before(operands[1].parts[0], written, "%lanescope_handle");
    const bool plane = original.has("2d") && given.size() > 1;
    const Operand x = before(given[0], written, "%lanescope_x");
    const Operand y = plane ? before(given[1], written, "%lanescope_y") : W::integer(0);
    const std::uint32_t point = add_point(RecordPoint::Kind::fetch, Space::global);
    to_.copy(original);
    record_.record([&] {
      const Operand low = to_.named("%lanescope_low", Type::b32), high = to_.named("%lanescope_high", Type::b32);
      const auto coordinate = [&](const Operand& to, const Operand& from) {
        to_.write("mov.b32", {to, from.kind == Kind::reg ? from : W::integer(AddressWriter::immediate(from, type))});
      };
      coordinate(low, x);
      coordinate(high, y);
      const Operand address = to_.named("%lanescope_address", Type::b64);
      to_.write("mov.b64", {address, W::vector({low, high})});
      RecordContent content{point, original.guard, address, {}, handle};
      const Operand& first = operands[0].kind == Kind::vector ? operands[0].parts.at(0) : operands[0];
      if (options_.values) content.value = addresses_.word(first, original.type(0));
      return content;
    });
    return {};
  }

  Status barrier() {
    const Instruction& original = *instruction_;
    const bool waits = !original.has("arrive");
    const std::size_t number_at = original.has("red") ? 1 : 0;
    if (original.operands.size() <= number_at) return failure(unknown());
    const Operand& number = original.operands[number_at];
    const auto content = [&](std::uint32_t point) {
      const Operand detail = to_.named("%lanescope_detail", Type::b64);
      if (number.kind == Kind::reg) {
        to_.write("cvt.u64.u32", {detail, number});
      } else {
        to_.write("mov.u64", {detail, W::integer(number.bits)});
      }
      return RecordContent{point, original.guard, {}, {}, detail};
    };
    const std::uint32_t arrival = add_point(RecordPoint::Kind::arrival, Space::shared, waits);
    record_.record([&] { return content(arrival); });
    to_.copy(original);
    if (!waits) return {};
    const std::uint32_t release = add_point(RecordPoint::Kind::release, Space::shared);
    record_.record([&] { return content(release); });
    return {};
  }

  const Function& function_;
  const InstrumentOptions& options_;
  bool device_functions_;
  std::vector<RecordPoint>& points_;
  FunctionWriter to_;
  RecordWriter record_;
  AddressWriter addresses_;
  const Instruction* instruction_ = nullptr;
  std::set<std::int32_t> lines_;
};

bool is_instrumented(const Module& module) {
  return std::any_of(module.functions.begin(), module.functions.end(), [](const Function& function) {
    return std::any_of(function.parameters.begin(), function.parameters.end(),
                       [](const Variable& parameter) { return parameter.name == record_parameters.front().name; });
  });
}

/// Inserts at the front of the module, because a function must be declared before its call.
void add_first(Module& module, Function function) {
  module.items.insert(module.items.begin(), {Module::Item::Kind::function, module.functions.size()});
  module.functions.push_back(std::move(function));
}
void add_first(Module& module, Variable variable) {
  module.items.insert(module.items.begin(), {Module::Item::Kind::variable, module.variables.size()});
  module.variables.push_back(std::move(variable));
}

}  // namespace

Expected<Instrumented> instrument(const Module& module, const InstrumentOptions& options) {
  if (is_instrumented(module))
    return failure(message<"record.instrumented_already">(), {}, message<"record.instrumented_already_remedy">());
  Instrumented result{module, {}};
  const bool device_functions =
      std::any_of(module.functions.begin(), module.functions.end(),
                  [](const Function& function) { return !function.entry && function.has_body && records(function); });
  const Shared shared{module,
                      options,
                      device_functions,
                      record_function(RecordKind::access, options.values),
                      record_function(RecordKind::barrier, options.values),
                      result.points};
  for (Function& function : result.module.functions) {
    if (!function.has_body || (!function.entry && !records(function))) continue;
    const Function original = function;
    TRY(function, Instrumenter(original, shared).run());
  }
  add_first(result.module, shared.barrier);
  add_first(result.module, shared.access);
  add_first(result.module, state_variable());
  return result;
}

}  // namespace lanescope::ptx
