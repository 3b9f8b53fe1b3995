// Calls of device functions, and of those that the system provides: vprintf, __assertfail, malloc and free.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

#include "emulator/execution/block.h"
#include "emulator/further_instructions/execution/format.h"
#include "emulator/messages.h"

namespace lanescope::emulator {
namespace {

/// The most that CUDA gives a thread.
constexpr std::uint32_t max_local_bytes = 512u << 10;
/// Deeper recursion than the stack that CUDA gives a thread by default (1 KiB) has room for by far; each open call
/// keeps its registers here.
constexpr std::uint32_t max_call_depth = 2048;
constexpr std::size_t longest_text = 1u << 16;

/// How much local memory frames take at most, as far as it can be known from who calls whom.
class DeepestFrames {
 public:
  explicit DeepestFrames(const Program& program) : program_(program) {}

  /// Returns what a frame of the code and all that it may call take together, in bytes. `depth`: of calls before it.
  std::uint64_t of(const Code& code, std::uint32_t depth = 0) {
    if (depth == max_call_depth) return max_local_bytes;
    const auto [known, is_new] = known_.try_emplace(&code, max_local_bytes);  // the answer of one that calls itself
    if (!is_new) return known->second;
    std::uint64_t called = 0;
    for (const Call& call : code.calls) {
      if (call.target == Call::Target::pointer) called = max_local_bytes;
      if (call.target == Call::Target::function)
        called = std::max(called, of(*program_.codes[call.function], depth + 1));
    }
    return known_[&code] = code.local_bytes + std::min<std::uint64_t>(called, max_local_bytes);
  }

 private:
  const Program& program_;
  std::map<const Code*, std::uint64_t> known_;
};

}  // namespace

std::uint64_t max_local_bytes_per_block(const Program& program, const Code& entry, std::uint64_t threads) {
  constexpr std::uint64_t bytes_of_word = sizeof(std::uint32_t) + sizeof(std::uint8_t);  // as LocalMemory keeps them
  return DeepestFrames(program).of(entry) / 4 * bytes_of_word * threads;
}

void Block::allocate_local_memory(Warp& warp, std::uint32_t bytes) const {
  const std::size_t words = std::size_t{(bytes + 3) / 4 + 4} * warp_lanes;
  if (warp.local.words.size() >= words) return;
  warp.local.words.resize(words, 0);
  warp.local.written.resize(words, 0);
}

Block::SplitState Block::call(Warp& warp, const Op& op, std::uint32_t active) {
  const Call& call = current(warp).top.code->calls[op.target];
  if (call.target == Call::Target::print) {
    print(warp, call, active);
    if (stopped_) return SplitState::suspended;
    ++current(warp).pc;
    return SplitState::running;
  }
  if (call.target == Call::Target::allocation || call.target == Call::Target::release) {
    call.target == Call::Target::allocation ? allocate(warp, call, active) : release(warp, call, active);
    if (stopped_) return SplitState::suspended;
    ++current(warp).pc;
    return SplitState::running;
  }
  if (call.target == Call::Target::assertion) {
    fail_assertion(warp, call, active);
    return stopped_ ? SplitState::suspended : end_lanes(warp, active);
  }

  // Lanes that do not call wait after the call, and so do those that return first.
  WarpSplit& split = current(warp);
  continue_alone(warp, active);
  if (call.target == Call::Target::function) {
    enter(warp, call.function, call);
    return stopped_ ? SplitState::suspended : SplitState::running;
  }

  // Through a pointer, each lane may call another function.
  const Bases bases = bases_of(warp, split.top);
  const auto* pointer = reinterpret_cast<const std::uint64_t*>(at(bases, call.pointer));
  std::uint32_t left = active;
  while (left != 0) {
    const auto first = first_lane(left);
    std::uint32_t lanes = 0;
    for_each_lane(left, [&](std::uint32_t lane) {
      if (pointer[lane] == pointer[first]) lanes |= 1u << lane;
    });
    left &= ~lanes;
    const std::uint64_t function = (pointer[first] - function_window) / 16;
    if (function >= launch_.program->codes.size() || (pointer[first] - function_window) % 16 != 0) {
      fault<"trap.no_function">(FaultKind::trap, warp, first, {}, pointer[first]);
      if (stopped_) return SplitState::suspended;
      return end_lanes(warp, current(warp).mask);
    }
    if (left != 0) {
      WarpSplit rest = current(warp);
      rest.mask = left;
      current(warp).mask = lanes;
      warp.splits.push_back(std::move(rest));
    }
    enter(warp, static_cast<std::uint32_t>(function), call);
    if (stopped_) return SplitState::suspended;
    // The other lanes make the same call when their turn comes.
    return SplitState::running;
  }
  return SplitState::running;
}

void Block::enter(Warp& warp, std::uint32_t function, const Call& call) {
  WarpSplit& split = current(warp);
  const Code& caller = *split.top.code;
  const Code& callee = *launch_.program->codes[function];
  CallFrame frame;
  frame.code = &callee;
  frame.return_pc = split.pc + 1;
  frame.registers = split.top.registers + (caller.register_bytes + 63) / 64 * 64;
  frame.local_base = split.top.local_base + caller.local_bytes;
  if (frame.local_base + callee.local_bytes > max_local_bytes) {
    fault<"stack_overflow.local_memory">(FaultKind::stack_overflow, warp, first_lane(split.mask), {},
                                         max_local_bytes >> 10, callee.name);
    return;
  }
  if (split.depth() >= max_call_depth) {
    fault<"stack_overflow.calls">(FaultKind::stack_overflow, warp, first_lane(split.mask), {}, max_call_depth,
                                  callee.name);
    return;
  }
  const std::size_t needed = std::size_t{frame.registers} + callee.register_bytes;
  if (needed > warp.registers.size()) {
    AlignedBytes larger;
    larger.resize(needed * 2);
    std::memcpy(larger.data(), warp.registers.data(), warp.registers.size());
    warp.registers = std::move(larger);
  }
  allocate_local_memory(warp, frame.local_base + callee.local_bytes);
  for (const ByteRange& zeroed : callee.zeroed) {
    std::byte* const place = warp.registers.data() + frame.registers + zeroed.offset;
    if (zeroed.bytes == 4) {
      *reinterpret_cast<std::uint32_t*>(place) &= ~split.mask;
      continue;
    }
    const std::uint32_t width = zeroed.bytes / warp_lanes;
    for_each_lane(split.mask, [&](std::uint32_t lane) { std::memset(place + lane * width, 0, width); });
  }
  set_local_addresses(warp, frame, callee, split.mask);
  for (std::size_t argument = 0; argument < call.arguments.size() && argument < callee.parameters.size(); ++argument) {
    warp.local.copy(split.top.local_base + call.arguments[argument].offset,
                    frame.local_base + callee.parameters[argument].offset, callee.parameters[argument].bytes,
                    split.mask);
  }
  // A fresh frame has no written bytes.
  for (std::uint32_t piece = 0; piece < callee.variable_bytes / 4; ++piece) {
    for_each_lane(split.mask, [&](std::uint32_t lane) {
      warp.local.written[(frame.local_base / 4 + piece) * warp_lanes + lane] = 0;
    });
  }
  split.below.push_back(split.top);
  split.top = frame;
  split.pc = 0;
}

/// `lanes`: those that begin the frame.
void Block::set_local_addresses(Warp& warp, const CallFrame& frame, const Code& code, std::uint32_t lanes) {
  for (const LocalAddress& each : code.local_addresses) {
    set_registers(warp.registers.data() + frame.registers + each.slot, each.bytes, lanes,
                  frame.local_base + each.offset);
  }
}

std::uint64_t Block::frame_value(const Warp& warp, const CallFrame& frame, const ByteRange& piece,
                                 std::uint32_t lane) const {
  std::uint64_t value = 0;
  for (std::uint32_t word = 0; word < std::min(2u, (piece.bytes + 3) / 4); ++word) {
    const std::uint64_t part = warp.local.words[((frame.local_base + piece.offset) / 4 + word) * warp_lanes + lane];
    value |= part << (32 * word);
  }
  return value;
}

std::string Block::text_at(std::uint64_t address) const {
  std::string text;
  const Region* region = launch_.memory->find(address);
  if (region == nullptr) return text;
  for (std::uint64_t offset = address - region->base; offset < region->bytes && text.size() < longest_text; ++offset) {
    const auto character = static_cast<char>(region->data.data()[offset]);
    if (character == '\0') break;
    text += character;
  }
  return text;
}

void Block::print(Warp& warp, const Call& call, std::uint32_t active) {
  if (call.arguments.size() < 2) return;
  const CallFrame& frame = current(warp).top;
  for_each_lane(active, [&](std::uint32_t lane) {
    if (stopped_) return;
    const std::uint64_t format = frame_value(warp, frame, call.arguments[0], lane);
    const std::uint64_t arguments = frame_value(warp, frame, call.arguments[1], lane);
    // The arguments are in local memory; only the format shows where they end.
    std::vector<std::byte> bytes;
    if (arguments >= local_window && arguments < local_window + window_bytes) {
      const std::uint64_t first = arguments - local_window;
      for (std::uint64_t offset = first; (offset / 4) * warp_lanes + lane < warp.local.words.size(); ++offset) {
        const std::uint32_t word = warp.local.words[(offset / 4) * warp_lanes + lane];
        bytes.push_back(static_cast<std::byte>(word >> (8 * (offset % 4))));
      }
    }
    const auto text = format_device_text(text_at(format), bytes,
                                         [this](std::uint64_t at) -> Expected<std::string> { return text_at(at); });
    if (text) {
      if (!searching_) append_printed(output_, *text);
    } else {
      append_printed(output_, fmt::format("[printf: {}]\n", text.error().what));
    }
    if (!call.results.empty()) {
      // printf of device code returns the number of printed arguments.
      const std::string pattern = text_at(format);
      std::uint32_t count = 0;
      for (std::size_t at = 0; at + 1 < pattern.size(); ++at) {
        if (pattern[at] != '%') continue;
        if (pattern[at + 1] == '%') {
          ++at;
        } else {
          ++count;
        }
      }
      warp.local.words[(frame.local_base + call.results[0].offset) / 4 * warp_lanes + lane] = count;
    }
  });
}

void Block::fail_assertion(Warp& warp, const Call& call, std::uint32_t active) {
  if (call.arguments.size() < 4) return;
  const CallFrame& frame = current(warp).top;
  const auto lane = first_lane(active);
  const auto text = [&](std::size_t argument) {
    return text_at(frame_value(warp, frame, call.arguments[argument], lane));
  };
  fault<"assertion.failed">(FaultKind::assertion, warp, lane, {}, text(0), text(3));
}

}  // namespace lanescope::emulator
