// LaunchPlan is a kernel file with every knob and size put in. It is plain data: the GPU, the emulator and the CPU
// reference need nothing else. Nothing symbolic is left; loops of launches are unrolled and swaps are done.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/fault_kind.h"
#include "base/message.h"
#include "catalogue/tensor_map.h"

namespace lanescope::catalogue {

enum class ElementType { i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, f64 };
[[nodiscard]] std::string_view name_of(ElementType type);  ///< "f32"
[[nodiscard]] std::optional<ElementType> element_type(std::string_view name);
[[nodiscard]] std::size_t size_of(ElementType type);  ///< in bytes
[[nodiscard]] constexpr bool is_integer(ElementType type) {
  return type <= ElementType::u64;
}

/// A plan only reads `in`, writes `out`, and does both with `inout`; `scratch` means nothing before or after it.
enum class Role { in, out, inout, scratch };
/// random is a counter-based hash of seed, buffer and index; of integers it lies in [fill_from, fill_below) where these
/// differ. poison is a NaN pattern that no kernel writes. With index, element i holds i * fill_step (wrapped to the
/// type); with value, every element holds fill_value.
enum class Fill { random, poison, zero, index, value };
[[nodiscard]] std::string_view name_of(Role role);
[[nodiscard]] std::string_view name_of(Fill fill);

struct Buffer {
  std::string name;
  Role role = Role::in;
  ElementType type = ElementType::f32;
  std::vector<std::int64_t> shape;  ///< slowest dimension first; elements = product (at least 0)
  Fill fill = Fill::random;
  std::int64_t fill_value = 0;
  std::int64_t fill_below = 0;
  bool reset = true;   ///< It is refilled before each run of the plan; false for reset = "never".
  bool grows = false;  ///< Where the kernel reaches further than the shape says, it is made larger.
  /// Where random elements lead the kernel out of its memory, they become zeros.
  bool guessed = false;
  std::int64_t fill_from = 0, fill_step = 1;

  [[nodiscard]] std::uint64_t elements() const;
  [[nodiscard]] std::uint64_t bytes() const { return elements() * size_of(type); }
};

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  [[nodiscard]] std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  friend bool operator==(const Dim3&, const Dim3&) = default;
};

/// The value of a structure: its bytes as C++ lays it out, in which the addresses of buffers are still zero.
struct Structure {
  /// A pointer in it.
  struct Address {
    std::uint32_t offset = 0;  ///< in bytes from the start of the structure
    std::size_t buffer = 0;    ///< The index into LaunchPlan::buffers.
    std::int64_t value = 0;    ///< the place in the buffer to which it points, in bytes
  };
  std::vector<std::byte> bytes;
  std::vector<Address> addresses;
  std::string layout;  ///< for messages: "in at 0, n at 8, together 16 bytes"

  /// Returns the bytes with the addresses put in; `buffer_address` gives that of a buffer by its index.
  [[nodiscard]] std::vector<std::byte> with_addresses(
      const std::function<std::uint64_t(std::size_t)>& buffer_address) const;
};

/// A kernel's argument, in the order of its parameters. The PTX parameter gives a scalar's width and type.
struct Argument {
  enum class Kind { buffer, scalar, texture, tensor_map, structure };
  Kind kind = Kind::scalar;
  std::string name;        ///< as written in the front matter
  std::size_t index = 0;   ///< a buffer's into LaunchPlan::buffers, or a texture's or map's into those of the Launch
  std::int64_t value = 0;  ///< a scalar's, or the place in a buffer to which the argument points, in bytes
  std::optional<double> real = {};          ///< A scalar that is a floating-point number, instead of `value`.
  std::optional<Structure> structure = {};  ///< of the kind structure

  /// Whether the kernel receives an address in the buffer of this index.
  [[nodiscard]] bool points_to(std::size_t buffer) const;
};

/// A __device__ or __constant__ variable of the source that has a value, or holds a buffer, before the first launch.
struct Symbol {
  std::string name;                        ///< as the source writes it; namespaces may be left out
  std::string variable = {};               ///< its name in the PTX; empty until it is compiled
  std::optional<std::size_t> buffer = {};  ///< The buffer whose memory it is (index into LaunchPlan::buffers).
  Argument value = {};                     ///< what is written into it before each run, where it is no buffer
  int line = 0;                            ///< The line of it in the kernel file.

  /// Returns its name in the PTX. A variable outside of namespaces has the same one.
  [[nodiscard]] const std::string& name_in_ptx() const { return variable.empty() ? name : variable; }
};

/// A texture, or a surface: an array that kernels read and write by coordinates, and that holds the elements of a
/// buffer.
struct Texture {
  enum class Layout { linear, array_1d, array_2d };
  enum class Filter { point, linear };
  enum class Address { wrap, clamp, mirror, border };
  std::string name;
  std::size_t buffer = 0;  ///< The index into LaunchPlan::buffers.
  Layout layout = Layout::linear;
  Filter filter = Filter::point;
  Address address = Address::clamp;
  bool normalized = false;
  bool surface = false;  ///< its layout is array_1d or array_2d; filter and address count for nothing
};

/// One step of a plan.
struct Launch {
  enum class Call { kernel, memcpy, library };
  Call call = Call::kernel;
  /// Of a kernel: the name in C++, "reduce<int, 256>", and once it is compiled that in the PTX. Of a library call: its
  /// name, "cublas_sgemm". Of a memcpy: "memcpy".
  std::string entry;
  std::string name = {};  ///< of a kernel whose entry became another one: the name in C++
  Dim3 grid, block;
  std::optional<Dim3> cluster = {};  ///< blocks of a thread block cluster; none: what the kernel says
  std::uint64_t shared_bytes = 0;    ///< dynamic shared memory
  bool shared_grows = false;         ///< as Buffer::grows
  bool cooperative = false;
  /// memcpy has the destination buffer and the source buffer. cublas_sgemm has the buffers C, A, B and the scalars m,
  /// n, k (at most 2^31 - 1), with C[m, n] = A[m, k] * B[k, n] in row-major order.
  std::vector<Argument> arguments;
  std::vector<Texture> textures;  ///< and surfaces
  std::vector<TensorMap> tensor_maps = {};
  int line = 0;  ///< The line of its [[launch]] in the kernel file.
};

struct Work {
  std::int64_t bytes = 0;  ///< useful bytes that the plan moves
  std::int64_t flops = 0;
};

/// The reference for a result, and the way of the comparison.
struct Check {
  enum class Compare { exact, wrap, relative };
  /// Name of a CPU reference ("transpose"); empty when another field is used or nothing is checked.
  std::string reference;
  std::string reference_kernel;  ///< The id of another kernel whose output must be the same.
  std::string reference_entry;   ///< Another entry of the same file, launched in the same way, that must give the same.
  std::string file;              ///< The name of a file that holds what the output must be (KernelSource::data).
  std::size_t output = 0;        ///< The index into LaunchPlan::buffers, after all swaps.
  std::vector<std::size_t> inputs;   ///< the buffers with role in or inout, in the order of the file
  Compare compare = Compare::exact;  ///< exact is bitwise, wrap is modulo 2^32 for integers, relative is by tolerance
  double tolerance = 0;              ///< The largest relative_error() (catalogue/reference/expected_output.h).
  std::int64_t sampled_rows = 0;     ///< The rows compared with a CPU reference; 0 means all rows of the output.
  int line = 0;
  [[nodiscard]] bool present() const { return !reference.empty() || compares_bytes(); }
  /// Whether the output is compared with bytes that come from elsewhere: another kernel's output, or a file.
  [[nodiscard]] bool compares_bytes() const {
    return !reference_kernel.empty() || !reference_entry.empty() || !file.empty();
  }
  /// Returns where those bytes come from: "output of family/name", "output of the entry naive", "file out.npy".
  [[nodiscard]] Message reference_name() const;
};

struct TimingRule {
  enum class Scope { plan, launch };  ///< plan: all launches together; launch: the sum of each one's own time
  Scope scope = Scope::plan;
  bool repeatable = true;  ///< false: it runs without batches and resets buffers before every run
};

struct LaunchPlan {
  std::string kernel;                              ///< The id, "transpose/naive_row".
  std::map<std::string, std::int64_t> parameters;  ///< The knobs; a named value is its index.
  std::map<std::string, std::string> choices;      ///< the names of named values: load_op -> "ca"
  std::map<std::string, std::int64_t> sizes;       ///< [problem]
  std::map<std::string, std::int64_t> derived;     ///< [let]
  std::vector<std::string> defines;                ///< compiler options: "-DBLOCK_X=32", then those of [compile]
  std::vector<Buffer> buffers;
  std::vector<Symbol> symbols;
  std::vector<Launch> launches;
  Work work;
  Check check;
  TimingRule timing;
  FaultKind expect = FaultKind::none;  ///< The fault that a museum kernel must show; no other may appear.
  std::uint64_t seed = 1;
  std::vector<Message> notes;  ///< what differs from the kernel file: buffers that grew

  /// The bytes of all buffers, without guard zones.
  [[nodiscard]] std::uint64_t buffer_bytes() const;
  /// Returns the variable whose memory a buffer is, or null when the buffer has memory of its own.
  [[nodiscard]] const Symbol* symbol_of(std::size_t buffer) const;
  /// Returns the variable of this name in the PTX whose memory is a buffer, or null.
  [[nodiscard]] const Symbol* buffer_symbol(std::string_view variable) const;
  /// Whether the size or the content of a buffer, or the size of dynamic shared memory, is a guess.
  [[nodiscard]] bool has_guesses() const;
  /// Whether a launch is cooperative, so that its blocks wait for each other at barriers of the whole grid.
  [[nodiscard]] bool is_cooperative() const;
};

/// Returns a launch as errors name it: "transpose/naive_row, launch of transpose_naive_row (line 31)".
[[nodiscard]] Message place_of(const LaunchPlan& plan, const Launch& launch);
/// Returns a variable as errors name it: "museum/scaled, variable factor (line 12)".
[[nodiscard]] Message place_of(const LaunchPlan& plan, const Symbol& variable);

}  // namespace lanescope::catalogue
