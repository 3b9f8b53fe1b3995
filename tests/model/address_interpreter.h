// Executes the integer part of a kernel's PTX, warp by warp, to know the addresses it goes to: enough for kernels whose
// control flow is uniform and whose addresses do not depend on data. Floating point is passed over.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "ptx/module.h"
#include "trace/trace.h"

namespace lanescope::model {

class AddressInterpreter {
 public:
  /// Arguments as the parameters' bits; buffer number i is the pointer (i + 1) << 32.
  AddressInterpreter(const ptx::Module& module, const std::string& entry, std::vector<std::uint64_t> arguments)
      : module_(module), function_(*module.function(entry)), arguments_(std::move(arguments)) {
    std::uint64_t shared = 0;
    for (const ptx::Variable& variable : function_.variables) {
      if (variable.space != ptx::Space::shared) continue;
      shared = (shared + 15) / 16 * 16;
      symbols_[variable.name] = shared;
      shared += variable.bytes();
    }
    for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
      symbols_[function_.parameters[i].name] = i;
      if (arguments_.at(i) >> 32 != 0) trace_.buffers.push_back({function_.parameters[i].name, 1u << 30, 1});
    }
    for (std::uint32_t i = 0; i < function_.instructions.size(); ++i) add_site(i);
    trace_.blocks = 1;
    trace_.grid_blocks = 1;
  }

  /// Runs all warps of a block of x * y threads.
  trace::Trace run(std::uint32_t threads_x, std::uint32_t threads_y, std::uint32_t block_x, std::uint32_t block_y) {
    specials_ = {{"%ntid.x", threads_x}, {"%ntid.y", threads_y}, {"%ctaid.x", block_x}, {"%ctaid.y", block_y}};
    for (std::uint32_t warp = 0; warp * 32 < threads_x * threads_y; ++warp) run_warp(warp, threads_x);
    return trace_;
  }

 private:
  using Lanes = std::array<std::uint64_t, 32>;

  void add_site(std::uint32_t index) {
    const ptx::Instruction& instruction = function_.instructions[index];
    const bool load = instruction.opcode == ptx::Opcode::ld, store = instruction.opcode == ptx::Opcode::st;
    const bool shared = instruction.space() == ptx::Space::shared, global = instruction.space() == ptx::Space::global;
    if ((!load && !store) || (!shared && !global)) return;
    trace::Site site;
    site.entry = function_.name;
    if (instruction.location >= 0) {
      const ptx::Location& location = function_.locations[static_cast<std::size_t>(instruction.location)];
      site.file = module_.files.at(location.file);
      site.line = location.line;
      site.column = location.column;
    }
    site.ptx_line = instruction.ptx_line;
    site.space = shared ? trace::Space::shared : trace::Space::global;
    site.operation = load ? trace::Operation::load : trace::Operation::store;
    site.bytes_per_lane = instruction.vector() * ptx::bytes_of(instruction.type());
    sites_[index] = static_cast<std::uint32_t>(trace_.sites.size());
    trace_.sites.push_back(site);
  }

  static std::uint64_t narrow_to(std::uint64_t value, ptx::Type type) {
    if (ptx::bits_of(type) != 32) return value;
    return ptx::is_signed_integer(type) ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(value)})
                                        : value & 0xffffffffu;
  }

  std::uint64_t value(const ptx::Operand& operand, std::uint32_t lane) const {
    switch (operand.kind) {
      case ptx::Operand::Kind::reg:
        return registers_.at(operand.reg)[lane];
      case ptx::Operand::Kind::integer:
        return operand.bits;
      case ptx::Operand::Kind::special:
        if (operand.name == "%tid.x") return tid_x_[lane];
        if (operand.name == "%tid.y") return tid_y_[lane];
        return specials_.at(operand.name);
      case ptx::Operand::Kind::symbol:
        return symbols_.at(operand.name) + static_cast<std::uint64_t>(operand.offset);
      case ptx::Operand::Kind::address:
        return value(operand.parts.at(0), lane) + static_cast<std::uint64_t>(operand.offset);
      default:
        return 0;
    }
  }

  static bool compare(const ptx::Instruction& instruction, std::uint64_t a, std::uint64_t b) {
    const bool is_signed = ptx::is_signed_integer(instruction.type());
    const auto left = static_cast<std::int64_t>(a), right = static_cast<std::int64_t>(b);
    if (instruction.has("eq")) return a == b;
    if (instruction.has("ne")) return a != b;
    if (instruction.has("lt")) return is_signed ? left < right : a < b;
    if (instruction.has("le")) return is_signed ? left <= right : a <= b;
    if (instruction.has("gt")) return is_signed ? left > right : a > b;
    if (instruction.has("ge")) return is_signed ? left >= right : a >= b;
    throw MachineError({"comparison not known to the test", instruction.mnemonic(), ""});
  }

  std::uint64_t compute(const ptx::Instruction& instruction, std::uint32_t lane) const {
    using ptx::Opcode;
    const ptx::Type type = instruction.type();
    const auto source = [&](std::size_t n) { return narrow_to(value(instruction.operands.at(n), lane), type); };
    const bool wide = instruction.has("wide");
    const auto result = [&](std::uint64_t bits) { return wide ? bits : narrow_to(bits, type); };
    switch (instruction.opcode) {
      case Opcode::mov:
      case Opcode::cvta:
        return value(instruction.operands.at(1), lane);
      case Opcode::cvt:
        return narrow_to(narrow_to(value(instruction.operands.at(1), lane), instruction.type(1)), type);
      case Opcode::add:
        return result(source(1) + source(2));
      case Opcode::sub:
        return result(source(1) - source(2));
      case Opcode::mul:
        return result(source(1) * source(2));
      case Opcode::mad:
        return result(source(1) * source(2) + value(instruction.operands.at(3), lane));
      case Opcode::shl:
        return result(source(1) << value(instruction.operands.at(2), lane));
      case Opcode::shr:
        return ptx::is_signed_integer(type)
                   ? result(static_cast<std::uint64_t>(static_cast<std::int64_t>(source(1)) >>
                                                       value(instruction.operands.at(2), lane)))
                   : result(source(1) >> value(instruction.operands.at(2), lane));
      case Opcode::and_:
        return result(source(1) & source(2));
      case Opcode::or_:
        return result(source(1) | source(2));
      case Opcode::xor_:
        return result(source(1) ^ source(2));
      case Opcode::neg:
        return result(0 - source(1));
      case Opcode::setp:
        return compare(instruction, source(1), source(2)) ? 1 : 0;
      case Opcode::selp:
        return value(instruction.operands.at(3), lane) != 0 ? source(1) : source(2);
      case Opcode::ld:
        if (instruction.space() == ptx::Space::param) return arguments_.at(value(instruction.operands.at(1), lane));
        return 0;
      default:
        throw MachineError({"instruction not known to the test", instruction.mnemonic(), ""});
    }
  }

  void record(std::uint32_t site, const ptx::Operand& address, std::uint32_t warp) {
    trace::Header header;
    header.site = site;
    header.warp = warp;
    header.active_mask = 0xffffffffu;
    header.order_low = static_cast<std::uint32_t>(trace_.headers.size());
    trace::Offsets offsets;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const std::uint64_t at = value(address, lane);
      offsets[lane] = static_cast<std::uint32_t>(at);
      if (trace_.sites[site].space == trace::Space::global) header.buffer = static_cast<std::uint32_t>(at >> 32) - 1;
    }
    trace_.headers.push_back(header);
    trace_.offsets.push_back(offsets);
  }

  void run_warp(std::uint32_t warp, std::uint32_t threads_x) {
    using ptx::Opcode;
    registers_.assign(function_.registers.size(), Lanes{});
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      tid_x_[lane] = (warp * 32 + lane) % threads_x;
      tid_y_[lane] = (warp * 32 + lane) / threads_x;
    }
    for (std::uint32_t at = 0; at < function_.instructions.size();) {
      const ptx::Instruction& instruction = function_.instructions[at];
      const bool taken = !instruction.guard || (value(*instruction.guard, 0) != 0) != instruction.guard->negated;
      if (instruction.opcode == Opcode::bra) {
        at = taken ? function_.label(instruction.operands.at(0).name).value() : at + 1;
        continue;
      }
      if (taken && (instruction.opcode == Opcode::ret || instruction.opcode == Opcode::exit)) return;
      ++at;
      if (!taken || instruction.opcode == Opcode::bar || instruction.opcode == Opcode::barrier) continue;
      if (const auto site = sites_.find(at - 1); site != sites_.end()) {
        const bool load = instruction.opcode == Opcode::ld;
        record(site->second, instruction.operands.at(load ? 1 : 0), warp);
        continue;
      }
      if (ptx::is_float(instruction.type()) || instruction.operands.at(0).kind != ptx::Operand::Kind::reg) continue;
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        registers_.at(instruction.operands[0].reg)[lane] = compute(instruction, lane);
      }
    }
  }

  const ptx::Module& module_;
  const ptx::Function& function_;
  std::vector<std::uint64_t> arguments_;
  std::map<std::string, std::uint64_t> symbols_, specials_;
  std::map<std::uint32_t, std::uint32_t> sites_;  ///< by instruction
  std::vector<Lanes> registers_;
  Lanes tid_x_{}, tid_y_{};
  trace::Trace trace_;
};

}  // namespace lanescope::model
