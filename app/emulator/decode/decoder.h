// Decodes one function. It is internal to decode/.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "emulator/decode/origins.h"
#include "emulator/decode/program.h"
#include "ptx/control_flow.h"
#include "ptx/module.h"

namespace lanescope::emulator {

/// The data that all functions of one entry share.
struct Linkage {
  const ptx::Module* module = nullptr;
  std::string entry;
  const std::map<std::string, std::uint64_t>* variables = nullptr;  ///< global and constant: name to address
  std::map<std::string, std::uint32_t> shared;     ///< name ("function/name" for a function's own) to offset
  std::map<std::string, std::uint32_t> functions;  ///< name to index of its Code
  std::string source_root;
  std::vector<SharedArray> arrays;
  bool clusters = false;  ///< some address may be one of shared memory of another block
};

class Decoder {
 public:
  Decoder(const Linkage& linkage, const ptx::Function& function, Program& program, Code& code);
  [[nodiscard]] Status decode();

 private:
  using Instruction = ptx::Instruction;
  using Operand = ptx::Operand;

  // frame and places
  void place_registers();
  void place_frame();
  void place_constants();
  [[nodiscard]] SourceLocation location_of(const Instruction& instruction);
  void find_zeroed(const ptx::ControlFlow& flow);
  /// Which accesses belong to one array of shared memory, and what is written in global memory.
  void find_origins();
  void find_written(const Access& access, const Origins& origins, OriginMask from);
  /// The parameters of an entry among the names, a bit each; those of a function are not known.
  [[nodiscard]] std::uint64_t parameters_among(const Origins& origins, OriginMask from) const;
  /// Loads whose values go only into selections.
  void find_selections();
  /// Whether something uses what atomics return.
  void find_used_atomics();

  // operands
  [[nodiscard]] Error unknown(Message what) const;
  /// Fails for this instruction; `how` follows its name.
  [[nodiscard]] tl::unexpected<Error> refused() const { return failure(unknown(instruction_->mnemonic())); }
  template <FixedText id>
  [[nodiscard]] tl::unexpected<Error> refused() const {
    return failure(unknown(message<id>(instruction_->mnemonic())));
  }
  [[nodiscard]] std::size_t index() const {
    return static_cast<std::size_t>(instruction_ - function_.instructions.data());
  }
  [[nodiscard]] Slot constant(std::uint64_t bits, unsigned width);
  [[nodiscard]] Expected<Slot> special(std::string name);
  /// The address or offset of a symbol. A `relative` one counts from the frame's local memory.
  struct Symbol {
    std::uint64_t value = 0;
    bool relative = false;
    bool parameter = false;  ///< a parameter of a function or of a call
    ptx::Space space = ptx::Space::global;
  };
  [[nodiscard]] Expected<Symbol> symbol(const Operand& operand) const;
  [[nodiscard]] Expected<Slot> source(const Operand& operand, unsigned bits);
  [[nodiscard]] Expected<Slot> destination(const Operand& operand);
  [[nodiscard]] unsigned register_bits(const Operand& operand) const;
  /// Finds a variable of the function, which is called "function/name" there, else one of the module.
  template <class Map>
  [[nodiscard]] auto find_variable(const Map& map, const std::string& name) const {
    const auto own = map.find(function_.name + "/" + name);
    return own != map.end() ? own : map.find(name);
  }
  /// Returns the slot of a number of the type, or of the address of a variable, in registers of so many bits.
  [[nodiscard]] Expected<Slot> immediate(const Operand& operand, ptx::Type type, unsigned bits);
  /// Returns a register that holds an address of the frame's local memory from the start on.
  [[nodiscard]] Slot local_address(std::uint64_t offset, unsigned bits);
  /// Returns the slot of a source operand that may be a number of the type.
  [[nodiscard]] Expected<Slot> value(const Operand& operand, ptx::Type type);
  /// Returns a vector's parts, or the operand alone.
  [[nodiscard]] static std::span<const Operand> parts_of(const Operand& operand) {
    return operand.kind == Operand::Kind::vector ? std::span(operand.parts) : std::span(&operand, 1);
  }
  /// Returns the instruction after a label.
  [[nodiscard]] Expected<std::uint32_t> label(const std::string& name) const;
  /// Adds to one of Code's lists and returns the index for Op::target.
  template <class Item>
  [[nodiscard]] static std::uint32_t append(std::vector<Item>& list, Item item) {
    list.push_back(std::move(item));
    return static_cast<std::uint32_t>(list.size() - 1);
  }

  // instructions, each into op_
  [[nodiscard]] Status instruction(const ptx::ControlFlow& flow);
  [[nodiscard]] Status lanes();
  [[nodiscard]] Status move();
  [[nodiscard]] Status move_lower_half();
  [[nodiscard]] Status convert_address();
  [[nodiscard]] Status is_space();
  [[nodiscard]] Status create_policy();
  [[nodiscard]] Status branch(const ptx::ControlFlow& flow);
  [[nodiscard]] Status memory();
  [[nodiscard]] Status atomic();
  [[nodiscard]] Status async_copy();
  [[nodiscard]] Status mbarrier();
  // asynchronous copies of many bytes (bulk_copy.cpp)
  [[nodiscard]] Status bulk_copy();
  [[nodiscard]] Status store_async();
  [[nodiscard]] Status copy_place(const Operand& operand, BulkCopy::Place& place);
  [[nodiscard]] Status texture();
  [[nodiscard]] Status surface();
  /// Reads the registers of a load or store into Op::slots, and their width into the access.
  [[nodiscard]] Status elements(const Operand& value, Access& access);
  [[nodiscard]] Status barrier();
  // instructions of clusters (cluster.cpp)
  [[nodiscard]] Status cluster_barrier();
  [[nodiscard]] Status map_address();
  [[nodiscard]] Status rank_of_address();
  [[nodiscard]] Status collective();
  [[nodiscard]] Status video();
  // instructions on matrices (matrix.cpp)
  [[nodiscard]] Status matrix_rows();
  [[nodiscard]] Status move_matrix();
  [[nodiscard]] Status multiply_matrices();
  [[nodiscard]] Status matrix_fragment();
  [[nodiscard]] Status group_matrix();  // group_matrix.cpp
  [[nodiscard]] Status group_product();
  /// Fills Code::register_uses where the function has wgmma.
  void find_register_uses();
  /// Makes the instruction an access of all lanes to the rows of a matrix.
  void access_matrix(MatrixOperation matrix, Access access);
  /// Makes the instruction one of all lanes on registers.
  void compute_matrix(MatrixOperation matrix);
  [[nodiscard]] Expected<std::vector<Slot>> matrix_registers(const Operand& operand, bool results, unsigned bits);
  [[nodiscard]] Status fill_fragment(Fragment& fragment, const Operand& operand, bool results);
  /// Returns a register of 64 bits that no name of the text denotes.
  [[nodiscard]] Slot private_register();
  [[nodiscard]] Status call();
  /// Returns the places in the frame of the parameters that a call lists; none when `list` is null.
  [[nodiscard]] Expected<std::vector<ByteRange>> frame_ranges(const Operand* list) const;

  [[nodiscard]] Status address(const Operand& operand, Access& access);
  /// Returns the operation of an atom, red or redux.
  [[nodiscard]] std::optional<AtomicOperation> atomic_operation() const;
  [[nodiscard]] std::uint32_t site(trace::Space space, trace::Operation operation, std::uint32_t bytes);
  [[nodiscard]] std::uint32_t sites_of(Access& access, trace::Operation operation);
  void note_scope(const Access& access);
  /// Returns whose threads a strong access or a fence orders.
  [[nodiscard]] Scope scope() const;
  void note_space(const Access& access);

  const Linkage& linkage_;
  const ptx::Function& function_;
  Program& program_;
  Code& code_;

  std::vector<std::uint32_t> register_offset_;
  std::uint32_t scratch_ = 0;  ///< a register that is never read
  std::uint32_t carry_ = 0;    ///< the carry flags of the lanes
  std::map<std::pair<std::uint64_t, unsigned>, std::uint32_t> constant_offset_;
  std::vector<std::pair<std::uint64_t, unsigned>> constants_;  ///< by rising offset
  std::uint32_t constant_bytes_ = 0;
  std::map<std::string, ByteRange, std::less<>> frame_;

  const Instruction* instruction_ = nullptr;
  Op op_;
  /// The registers that each instruction reads and writes, for find_zeroed().
  std::vector<std::vector<std::uint32_t>> reads_, writes_;
  std::vector<std::size_t> atomics_;  ///< by instruction
};

}  // namespace lanescope::emulator
