// PTX on the CPU: what a kernel computes, what is wrong with it, and what each of its memory accesses costs. This is
// the header of the library lanescope_simulator (docs/simulator.md); the folder plan/ beside it is for programs that
// run LaunchPlans. Nothing here needs a GPU, a driver or a compiler.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"
#include "emulator/emulator.h"
#include "model/metrics/metrics.h"
#include "simulator/plan/program.h"

namespace lanescope::simulator {

/// Global memory whose address a kernel receives. in(), out() and inout() make one.
struct Buffer {
  catalogue::Role role = catalogue::Role::in;
  catalogue::ElementType type = catalogue::ElementType::u8;  ///< what messages about single elements count
  std::span<const std::byte> before;  ///< what it holds when the kernel begins; empty with the role out
  std::span<std::byte> after;         ///< receives what the kernel leaves there; empty with the role in
  std::string name = {};              ///< in faults and metrics; empty: "argument 0"
};

/// The value of a parameter of the kernel. Its width and type are those that the PTX declares.
struct Argument {
  template <std::integral Number>
  Argument(Number number)  // NOLINT(google-explicit-constructor): a number is an argument
      : value(static_cast<std::int64_t>(number)) {}
  Argument(double number) : value(number) {}             // NOLINT(google-explicit-constructor)
  Argument(Buffer buffer) : value(std::move(buffer)) {}  // NOLINT(google-explicit-constructor)
  explicit Argument(std::vector<std::byte> structure) : value(std::move(structure)) {}

  /// A whole number, a floating-point number, the bytes of a structure without pointers, or a buffer.
  std::variant<std::int64_t, double, std::vector<std::byte>, Buffer> value;
};

/// Returns the type of the elements as messages count them: numbers of C++ as such, all else as bytes.
template <class Element>
[[nodiscard]] constexpr catalogue::ElementType element_type_of() {
  using catalogue::ElementType;
  if constexpr (std::same_as<Element, float>) return ElementType::f32;
  if constexpr (std::same_as<Element, double>) return ElementType::f64;
  if constexpr (std::integral<Element>) {
    constexpr bool is_signed = std::signed_integral<Element>;
    if constexpr (sizeof(Element) == 2) return is_signed ? ElementType::i16 : ElementType::u16;
    if constexpr (sizeof(Element) == 4) return is_signed ? ElementType::i32 : ElementType::u32;
    if constexpr (sizeof(Element) == 8) return is_signed ? ElementType::i64 : ElementType::u64;
    return is_signed ? ElementType::i8 : ElementType::u8;
  }
  return ElementType::u8;
}

/// Contiguous elements that can be copied as bytes: std::vector, std::array, std::span.
template <class Range>
concept Elements = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
    std::is_trivially_copyable_v<std::ranges::range_value_t<Range>>;

/// Memory that the kernel reads. The range must live until simulate() returns, like those below.
template <Elements Range>
[[nodiscard]] Buffer in(const Range& range, std::string name = {}) {
  const auto bytes = std::as_bytes(std::span(std::ranges::data(range), std::ranges::size(range)));
  return {catalogue::Role::in, element_type_of<std::ranges::range_value_t<Range>>(), bytes, {}, std::move(name)};
}
/// Memory that the kernel writes, all of it: an element that stays unwritten, or is read before, is a fault.
template <Elements Range>
[[nodiscard]] Buffer out(Range&& range, std::string name = {}) {
  const auto bytes = std::as_writable_bytes(std::span(std::ranges::data(range), std::ranges::size(range)));
  return {catalogue::Role::out, element_type_of<std::ranges::range_value_t<Range>>(), {}, bytes, std::move(name)};
}
/// Memory that the kernel reads and changes.
template <Elements Range>
[[nodiscard]] Buffer inout(Range&& range, std::string name = {}) {
  const auto bytes = std::as_writable_bytes(std::span(std::ranges::data(range), std::ranges::size(range)));
  return {catalogue::Role::inout, element_type_of<std::ranges::range_value_t<Range>>(), bytes, bytes, std::move(name)};
}
/// A structure without pointers, passed by value.
template <class Structure>
requires std::is_trivially_copyable_v<Structure>
[[nodiscard]] Argument structure(const Structure& value) {
  const auto bytes = std::as_bytes(std::span(&value, 1));
  return Argument(std::vector<std::byte>(bytes.begin(), bytes.end()));
}

/// One launch of a kernel.
struct Launch {
  std::string entry;               ///< as the PTX writes it: the mangled name, unless it is extern "C"
  catalogue::Dim3 grid, block;     ///< in blocks; in threads, at most 1024
  std::uint64_t shared_bytes = 0;  ///< dynamic shared memory of a block
  /// One for each parameter, in their order. Arguments with the same memory (address and size) share it; other memory
  /// may not overlap.
  std::vector<Argument> arguments = {};
};

struct Options {
  /// Order of warps and blocks: 0 is the usual order of the hardware, any other number gives another legal order.
  std::uint64_t schedule_seed = 0;
  unsigned threads = 0;  ///< cores used; 0 for all. Results do not depend on it.
  /// Blocks and threads go on after a fault (with 0 where a read failed); else the run ends at the first one.
  bool continue_after_fault = false;
  /// Warp instructions of one block, beyond which it counts as endless, which is a fault; 0 for no limit.
  std::uint64_t max_instructions_of_block = 100'000'000;
  std::function<bool()> cancelled = {};  ///< may be empty; called every few hundred microseconds, from any thread
};

/// What a launch did. Every number follows from the addresses that the lanes accessed.
struct Simulation {
  bool cancelled = false;  ///< nothing else here is complete then, and no buffer was written
  /// In the order of block and time: kind, message, line, block and thread. Buffers hold what was written until then.
  std::vector<emulator::Fault> faults;
  std::vector<Message> notes;  ///< sentences about the run that are no faults
  std::string printed;         ///< output of device printf
  /// Requests, sectors, wavefronts and bank conflicts, with the least that is possible, by source line, by instruction
  /// (site), by buffer, and in all: Metrics::written counts the accesses of the PTX, Metrics::executed those that
  /// ptxas made of them, which needs the program's cubin.
  model::Metrics metrics;
};

/// Runs the whole grid and counts its accesses. The program is that of read_program(). It fails when the PTX has no
/// such entry, an argument does not fit its parameter, the launch is larger than a GPU allows, memory is missing, or
/// arguments overlap. A fault of the kernel is no failure.
[[nodiscard]] Expected<Simulation> simulate(const Program& program, const Launch& launch, const Options& options = {});

/// Does the same with PTX as text. It also fails when the PTX contains something unknown; the error names its line.
[[nodiscard]] Expected<Simulation> simulate(std::string_view ptx, const Launch& launch, const Options& options = {});

}  // namespace lanescope::simulator
