// Layouts against the emulator: random accesses cost in a kernel what is counted here, and what instructions on
// matrices move lies where the fragments say.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <span>

#include "base/text.h"
#include "emulator/further_instructions/decode/matrix.h"
#include "layout/access.h"
#include "layout/fragments.h"
#include "layout/read/read_mapping.h"
#include "simulator/simulator.h"

namespace lanescope::layout {
namespace {

using simulator::in;
using simulator::out;
using simulator::simulate;

template <class Value>
Value value_of(Expected<Value> expected) {
  if (!expected) throw MachineError(expected.error());
  return *std::move(expected);
}

/// PTX of a kernel k(out, in) for sm_90, line by line.
class Ptx {
 public:
  Ptx() {
    for (const char* line :
         {".version 8.0", ".target sm_90a", ".address_size 64", ".extern .shared .align 16 .b8 tile[];",
          ".visible .entry k(.param .u64 to, .param .u64 from)", "{", ".reg .b32 %r<80>;", ".reg .b64 %rd<9>;",
          ".reg .pred %p<4>;", "ld.param.u64 %rd1, [to];", "ld.param.u64 %rd2, [from];", "mov.u32 %r0, %tid.x;",
          "mov.u32 %r1, tile;"}) {
      add(line);
    }
  }
  int add(std::string_view line) {  ///< Returns the number of the line.
    text_.append(line).append("\n");
    return ++lines_;
  }
  [[nodiscard]] std::string text() const { return text_ + "ret;\n}\n"; }

 private:
  std::string text_;
  int lines_ = 0;
};

// Costs of accesses.

constexpr std::uint32_t tile_bytes = 32768;

/// A tile with an access that it allows.
struct Pair {
  Mapping mapping;
  Access access;
  AccessCost cost;
};

class Pairs {
 public:
  explicit Pairs(unsigned seed) : random_(seed) {}

  Pair next() {
    for (;;) {
      const auto mapping = read_mapping(tile(), one_of<unsigned>({8, 16, 32, 64}));
      const auto access = read_access(name());
      if (!mapping || !access) continue;
      auto cost = cost_of(*mapping, *access);
      if (!cost || cost->instructions.empty() || mapping->cosize() * mapping->element_bits / 8 > tile_bytes) continue;
      return {*mapping, *access, *std::move(cost)};
    }
  }
  template <class Value>
  Value one_of(std::initializer_list<Value> values) {
    return *(values.begin() + random_() % values.size());
  }

 private:
  /// Rows with padding, columns, nested modes; half of them behind a swizzle.
  std::string tile() {
    const int rows = one_of({8, 16, 32, 64}), columns = one_of({8, 16, 32, 64});
    const int pitch = columns + one_of({0, 0, 1, 2, 4, 8});
    std::string layout;
    switch (random_() % 4) {
      case 0:
        layout = fmt::format("({},{}):({},1)", rows, columns, pitch);
        break;
      case 1:
        layout = fmt::format("({},{}):(1,{})", rows, columns, rows + one_of({0, 1, 4, 8}));
        break;
      case 2:
        layout = fmt::format("((8,{}),(8,{})):((8,{}),(1,64))", rows / 8, columns / 8, columns * 8);
        break;
      default:
        layout = fmt::format("((2,{}),{}):(({},{}),1)", rows / 2, columns, pitch * (rows / 2), pitch);
    }
    if (random_() % 2 == 0) return layout;
    const int bits = one_of({1, 2, 3});
    return fmt::format("Sw<{},{},{}> o 0 o {}", bits, one_of({0, 1, 2, 3, 4}), bits + one_of({0, 1, 2}), layout);
  }
  std::string name() {
    const std::string matrix = one_of<const char*>({"x1", "x2", "x4"});
    switch (random_() % 5) {
      case 0:
        return one_of<const char*>({"ldmatrix.", "stmatrix."}) + matrix;
      case 2:
        return one_of<const char*>({"mma.m16n8k16.f16.A", "mma.m16n8k16.f16.B", "mma.m16n8k8.f32.D",
                                    "store.mma.m16n8k8.f32.D", "mma.m16n8k32.s8.A"});
      case 1:
        return fmt::format("{}copy.{} ({}):({})", one_of<const char*>({"", "store."}),
                           one_of<const char*>({"b8", "b32", "b64", "b128"}), one_of<const char*>({"8,4", "4,8"}),
                           one_of<const char*>({"4,1", "8,1", "1,8", "1,4"}));
      default:
        return fmt::format("{}{}.{}", one_of<const char*>({"", "store."}),
                           one_of<const char*>({"row", "column", "tile", "tile.column"}),
                           one_of<const char*>({"b8", "b32", "b64", "b128"}));
    }
  }

  std::mt19937 random_;
};

/// %r2 is the number of an element; %r3 becomes its address. This computes the layout once more, in PTX.
void add_address(Ptx& ptx, const Mapping& mapping) {
  ptx.add("mov.u32 %r3, 0;");
  for (const Layout& mode : flat_modes(mapping.layout)) {
    ptx.add(fmt::format("rem.u32 %r4, %r2, {};", mode.shape));
    ptx.add(fmt::format("div.u32 %r2, %r2, {};", mode.shape));
    ptx.add(fmt::format("mad.lo.u32 %r3, %r4, {}, %r3;", mode.stride));
  }
  const Swizzle& swizzle = mapping.swizzle;
  if (swizzle.bits != 0) {
    ptx.add(fmt::format("bfe.u32 %r4, %r3, {}, {};", swizzle.base + swizzle.shift, swizzle.bits));
    ptx.add(fmt::format("shl.b32 %r4, %r4, {};", swizzle.base));
    ptx.add("xor.b32 %r3, %r3, %r4;");
  }
  ptx.add(fmt::format("mad.lo.u32 %r3, %r3, {}, %r1;", mapping.element_bits / 8));
}

/// The instruction itself, with the address in %r3.
std::string instruction_text(const Access& access, std::uint32_t bytes) {
  if (access.kind == Access::Kind::matrices) {
    const std::string_view registers = access.matrices == 1   ? "{%r10}"
                                       : access.matrices == 2 ? "{%r10, %r11}"
                                                              : "{%r10, %r11, %r12, %r13}";
    return access.stores
               ? fmt::format("stmatrix.sync.aligned.m8n8.x{}.shared.b16 [%r3], {};", access.matrices, registers)
               : fmt::format("ldmatrix.sync.aligned.m8n8.x{}.shared.b16 {}, [%r3];", access.matrices, registers);
  }
  const std::map<std::uint32_t, std::pair<std::string_view, std::string_view>> forms = {
      {1, {"b8", "%r10"}},
      {2, {"b16", "%r10"}},
      {4, {"b32", "%r10"}},
      {8, {"v2.b32", "{%r10, %r11}"}},
      {16, {"v4.b32", "{%r10, %r11, %r12, %r13}"}}};
  const auto& [type, registers] = forms.at(bytes);
  return access.stores ? fmt::format("@%p1 st.shared.{} [%r3], {};", type, registers)
                       : fmt::format("@%p1 ld.shared.{} {}, [%r3];", type, registers);
}

constexpr std::uint32_t no_element = 0xffffffffu;

/// Runs all instructions of the accesses in one kernel and compares what each costs.
void expect_costs(const std::vector<Pair>& pairs) {
  Ptx ptx;
  std::vector<std::uint32_t> elements;  // by instruction and lane; what the kernel knows of the access
  struct Place {
    std::size_t pair = 0, instruction = 0;
  };
  std::map<int, Place> place_of_line;
  // All of the tile is written, so that no read finds nothing.
  ptx.add("mov.u32 %r9, 0;");
  ptx.add("mov.u32 %r10, 0;");
  ptx.add("shl.b32 %r5, %r0, 2;");
  ptx.add("add.u32 %r5, %r5, %r1;");
  ptx.add("fill:");
  ptx.add("st.shared.u32 [%r5], %r10;");
  ptx.add("add.u32 %r5, %r5, 128;");
  ptx.add("add.u32 %r9, %r9, 1;");
  ptx.add(fmt::format("setp.lt.u32 %p2, %r9, {};", tile_bytes / 128));
  ptx.add("@%p2 bra fill;");
  for (const char* const each : {"%r11", "%r12", "%r13"}) ptx.add(fmt::format("mov.u32 {}, 0;", each));
  ptx.add("mul.wide.u32 %rd3, %r0, 4;");
  ptx.add("add.u64 %rd2, %rd2, %rd3;");
  for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
    for (std::size_t i = 0; i < pairs[pair].cost.instructions.size(); ++i) {
      const Instruction& instruction = pairs[pair].cost.instructions[i].instruction;
      for (std::size_t lane = 0; lane < model::lanes_per_warp; ++lane) {
        const bool active = (instruction.lanes >> lane & 1u) != 0;
        elements.push_back(active ? static_cast<std::uint32_t>(instruction.elements.at(lane)) : no_element);
      }
      ptx.add("bar.warp.sync -1;");
      ptx.add("ld.global.u32 %r2, [%rd2];");
      ptx.add("add.u64 %rd2, %rd2, 128;");
      ptx.add("setp.ne.u32 %p1, %r2, -1;");
      ptx.add("selp.u32 %r2, %r2, 0, %p1;");
      add_address(ptx, pairs[pair].mapping);
      place_of_line[ptx.add(instruction_text(pairs[pair].access, instruction.bytes_per_lane))] = {pair, i};
    }
  }
  std::array<std::uint32_t, 1> unused{};
  const auto done =
      value_of(simulate(ptx.text(), {"k", {1}, {32}, tile_bytes, {simulator::inout(unused), in(elements)}}));
  ASSERT_TRUE(done.faults.empty()) << done.faults.front().message.text();
  std::size_t compared = 0;
  for (const model::SiteMetrics& site : done.metrics.written.sites) {
    const auto found = place_of_line.find(site.ptx_line);
    if (found == place_of_line.end()) continue;
    const Pair& pair = pairs[found->second.pair];
    const InstructionCost& cost = pair.cost.instructions[found->second.instruction];
    ASSERT_EQ(site.counts.wavefronts, cost.count) << pair.mapping.text() << ", " << pair.access.name;
    ASSERT_EQ(site.counts.wavefronts_ideal, cost.ideal) << pair.mapping.text() << ", " << pair.access.name;
    ++compared;
  }
  EXPECT_EQ(compared, place_of_line.size());
}

TEST(EmulatedLayouts, CostInAKernelWhatIsCountedHere) {
  constexpr int all = 2000, at_once = 50;
  Pairs random(7);
  std::uint64_t wavefronts = 0, least = 0;
  std::size_t with_conflicts = 0;
  for (int done = 0; done < all; done += at_once) {
    std::vector<Pair> pairs;
    for (int i = 0; i < at_once; ++i) {
      Pair pair = random.next();
      // Two instructions of each, so that a kernel of many pairs stays short.
      if (pair.cost.instructions.size() > 2) {
        std::swap(pair.cost.instructions[1], pair.cost.instructions.back());
        pair.cost.instructions.resize(2);
      }
      wavefronts += pair.cost.count;
      least += pair.cost.ideal;
      with_conflicts += pair.cost.count > pair.cost.ideal ? 1 : 0;
      pairs.push_back(std::move(pair));
    }
    ASSERT_NO_FATAL_FAILURE(expect_costs(pairs));
  }
  // The pairs are worth the name: some have conflicts, some have none.
  EXPECT_GT(wavefronts, least);
  EXPECT_GT(with_conflicts, 300u);
  EXPECT_LT(with_conflicts, 1700u);
}

// Fragments.

using emulator::ElementFormat;
using emulator::Fragment;

struct Format {
  ElementFormat format;
  const char* name;
};
constexpr std::array<Format, 10> formats = {{{ElementFormat::f16, "f16"},
                                             {ElementFormat::bf16, "bf16"},
                                             {ElementFormat::tf32, "tf32"},
                                             {ElementFormat::f64, "f64"},
                                             {ElementFormat::e4m3, "e4m3"},
                                             {ElementFormat::e5m2, "e5m2"},
                                             {ElementFormat::s8, "s8"},
                                             {ElementFormat::u8, "u8"},
                                             {ElementFormat::s4, "s4"},
                                             {ElementFormat::b1, "b1"}}};

/// Compares every element of every lane with where the emulator has it.
void expect_positions(Fragment fragment, const std::string& text, unsigned warps = 1) {
  fragment.find_positions();
  const Mapping mapping = value_of(read_mapping(text));
  const unsigned parts = fragment.elements_in_register();
  ASSERT_EQ(size(mapping.layout.mode(1)), fragment.needed_registers() * parts) << text;
  ASSERT_EQ(size(mapping.layout.mode(0)), warps * model::lanes_per_warp) << text;
  for (unsigned warp = 0; warp < warps; ++warp) {
    for (unsigned lane = 0; lane < model::lanes_per_warp; ++lane) {
      for (unsigned value = 0; value < fragment.needed_registers() * parts; ++value) {
        emulator::MatrixPosition place = fragment.position(lane, value / parts, value % parts);
        place.row += warp * fragment.m;
        if (fragment.role == Fragment::Role::b) std::swap(place.row, place.column);
        const std::int64_t thread = warp * model::lanes_per_warp + lane;
        const std::int64_t at = offset(mapping.layout, thread + size(mapping.layout.mode(0)) * value);
        ASSERT_EQ(at % mapping.matrix->rows, place.row) << text << ", thread " << thread << ", value " << value;
        ASSERT_EQ(at / mapping.matrix->rows, place.column) << text << ", thread " << thread << ", value " << value;
      }
    }
  }
}

TEST(EmulatedFragments, OfMmaLieWhereTheEmulatorHasThem) {
  int compared = 0;
  for (const Format& format : formats) {
    const unsigned bits = emulator::bits_of(format.format), parts = bits == 64 ? 1 : 32 / bits;
    for (const std::uint16_t m : {std::uint16_t{8}, std::uint16_t{16}}) {
      for (const unsigned times : {1, 2, 4}) {
        const auto k = static_cast<std::uint16_t>(4 * parts * times);
        if (m == 8 && bits == 16 && k == 4) continue;
        const std::string shape = fmt::format("mma.m{}n8k{} ", m, k);
        expect_positions({Fragment::Role::a, format.format, m, 8, k}, shape + format.name + " A");
        expect_positions({Fragment::Role::b, format.format, m, 8, k}, shape + format.name + " B");
        compared += 2;
      }
    }
  }
  for (const auto& [format, name] : {std::pair(ElementFormat::f32, "f32"),
                                     {ElementFormat::f16, "f16"},
                                     {ElementFormat::f64, "f64"},
                                     {ElementFormat::s32, "s32"}}) {
    expect_positions({Fragment::Role::accumulator, format, 16, 8, 16}, fmt::format("mma.m16n8k16 {} D", name));
    for (const std::uint16_t n : std::array<std::uint16_t, 4>{8, 24, 128, 256}) {
      if (format == ElementFormat::f64) continue;
      expect_positions({Fragment::Role::accumulator, format, 16, n, 16}, fmt::format("wgmma.m64n{}k16 {} D", n, name),
                       4);
      ++compared;
    }
  }
  expect_positions({Fragment::Role::a, ElementFormat::f16, 16, 8, 16}, "wgmma.m64n8k16 f16 A", 4);
  expect_positions({Fragment::Role::a, ElementFormat::s8, 16, 8, 32}, "wgmma.m64n8k32 s8 A", 4);
  EXPECT_EQ(compared, 132);
}

TEST(EmulatedFragments, OfEightLanesLieWhereTheEmulatorHasThem) {
  for (const bool columns : {false, true}) {
    for (const auto& [role, name] : {std::pair(Fragment::Role::a, "A"), {Fragment::Role::b, "B"}}) {
      Fragment fragment{role, ElementFormat::f16, 8, 8, 4};
      fragment.four_matrices = true;
      fragment.columns = columns;
      fragment.find_positions();
      const char* const order = columns ? "col.col" : "row.row";
      const Mapping mapping = value_of(read_mapping(fmt::format("mma.m8n8k4.{}.f16 {}", order, name)));
      for (unsigned thread = 0; thread < 8; ++thread) {
        for (unsigned value = 0; value < 4; ++value) {
          emulator::MatrixPosition place = fragment.position(thread % 4 + thread / 4 * 16, value / 2, value % 2);
          if (role == Fragment::Role::b) std::swap(place.row, place.column);
          EXPECT_EQ(offset(mapping.layout, thread + 8 * value), place.row + 8 * place.column) << order << name;
        }
      }
    }
  }
}

TEST(EmulatedFragments, OfMatrixDescriptorsLieWhereTheEmulatorReads) {
  for (const unsigned swizzle : {0, 32, 64, 128}) {
    for (const bool transposed : {false, true}) {
      const std::uint64_t mode = swizzle == 0 ? 0 : swizzle == 128 ? 1 : swizzle == 64 ? 2 : 3;
      const std::uint64_t number = 0x40 | 0x20ull << 16 | 0x80ull << 32 | mode << 62;  // 1024, 512 and 2048 bytes
      const auto descriptor = emulator::MatrixDescriptor::of(number);
      const std::string rest = fmt::format("64x64 f16 {}-major", transposed ? "mn" : "k");
      const Mapping mapping = value_of(read_mapping(fmt::format("descriptor {:#x} {}", number, rest)));
      EXPECT_EQ(
          mapping.offsets(),
          value_of(read_mapping(fmt::format("descriptor start=1024 lbo=512 sbo=2048 swizzle={} {}", swizzle, rest)))
              .offsets());
      for (unsigned row = 0; row < 64; ++row) {
        for (unsigned column = 0; column < 64; ++column) {
          const std::uint32_t chunk =
              transposed ? descriptor.address(true, column, row / 8) : descriptor.address(false, row, column / 8);
          ASSERT_EQ(mapping.at(row + 64 * column) * 2, chunk + (transposed ? row : column) % 8 * 2)
              << swizzle << ", " << transposed << ": " << row << ", " << column;
        }
      }
    }
  }
}

/// ldmatrix moves the numbers of the elements of a tile, or stmatrix the numbers that its fragment gives them.
void expect_moved(const std::string& name, unsigned matrices, bool transposed, bool stores) {
  const Mapping registers = value_of(read_mapping(fmt::format("{}.x{}{}", name, matrices, transposed ? ".trans" : "")));
  const Mapping rows = value_of(read_mapping(fmt::format("{}.x{} rows", name, matrices)));
  Ptx ptx;
  // Of `from`: the tile, or what each lane holds, then the byte at which each lane's row begins.
  std::vector<std::uint32_t> from, expected;
  const auto held = [&](unsigned lane, unsigned index) {
    return static_cast<std::uint32_t>(registers.at(lane + 32 * (2 * index)) | registers.at(lane + 32 * (2 * index + 1))
                                                                                  << 16);
  };
  std::vector<std::uint32_t> of_tile, of_registers;
  for (unsigned i = 0; i < matrices * 32; ++i) of_tile.push_back(2 * i | (2 * i + 1) << 16);
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned index = 0; index < matrices; ++index) of_registers.push_back(held(lane, index));
  }
  from = stores ? of_registers : of_tile;
  expected = stores ? of_tile : of_registers;
  const auto first_row = from.size() * 4;
  for (unsigned lane = 0; lane < 32; ++lane) from.push_back(static_cast<std::uint32_t>(2 * rows.at(lane)));
  ptx.add("mul.wide.u32 %rd3, %r0, 4;");
  ptx.add("add.u64 %rd4, %rd2, %rd3;");
  ptx.add(fmt::format("ld.global.u32 %r3, [%rd4+{}];", first_row));
  ptx.add("add.u32 %r3, %r3, %r1;");
  ptx.add(fmt::format("mul.wide.u32 %rd5, %r0, {};", 4 * matrices));
  std::vector<std::string> list;
  for (unsigned i = 0; i < matrices; ++i) list.push_back(fmt::format("%r{}", 10 + i));
  const std::string braced = "{" + join(list, ", ") + "}",
                    end = fmt::format("m8n8.x{}{}.shared.b16", matrices, transposed ? ".trans" : "");
  const auto tile = [&](const char* how) {  // a word of the tile for each lane and matrix
    for (unsigned i = 0; i < matrices; ++i) {
      ptx.add("shl.b32 %r5, %r0, 2;");
      ptx.add("add.u32 %r5, %r5, %r1;");
      ptx.add(fmt::format("add.u64 %rd6, %rd{}, %rd3;", stores ? 1 : 2));
      if (std::string_view(how) == "in") {
        ptx.add(fmt::format("ld.global.u32 %r6, [%rd6+{}];", 128 * i));
        ptx.add(fmt::format("st.shared.u32 [%r5+{}], %r6;", 128 * i));
      } else {
        ptx.add(fmt::format("ld.shared.u32 %r6, [%r5+{}];", 128 * i));
        ptx.add(fmt::format("st.global.u32 [%rd6+{}], %r6;", 128 * i));
      }
    }
    ptx.add("bar.warp.sync -1;");
  };
  if (stores) {
    ptx.add("add.u64 %rd6, %rd2, %rd5;");
    for (unsigned i = 0; i < matrices; ++i) ptx.add(fmt::format("ld.global.u32 {}, [%rd6+{}];", list[i], 4 * i));
    ptx.add(fmt::format("stmatrix.sync.aligned.{} [%r3], {};", end, braced));
    ptx.add("bar.warp.sync -1;");
    tile("out");
  } else {
    tile("in");
    ptx.add(fmt::format("ldmatrix.sync.aligned.{} {}, [%r3];", end, braced));
    ptx.add("add.u64 %rd6, %rd1, %rd5;");
    for (unsigned i = 0; i < matrices; ++i) ptx.add(fmt::format("st.global.u32 [%rd6+{}], {};", 4 * i, list[i]));
  }
  std::vector<std::uint32_t> moved(expected.size());
  const auto done = value_of(simulate(ptx.text(), {"k", {1}, {32}, 1024, {out(moved), in(from)}}));
  ASSERT_TRUE(done.faults.empty()) << done.faults.front().message.text();
  EXPECT_EQ(moved, expected) << end;
}

TEST(EmulatedFragments, AreWhatLdmatrixAndStmatrixMove) {
  for (const unsigned matrices : {1u, 2u, 4u}) {
    for (const bool transposed : {false, true}) {
      expect_moved("ldmatrix", matrices, transposed, false);
      expect_moved("stmatrix", matrices, transposed, true);
    }
  }
}

/// A product D = A B of small whole numbers, with the matrices in the fragments of the texts.
void expect_product(const std::string& shape, const std::string& types, unsigned bits, unsigned d_bits,
                    std::uint64_t (*encoded)(unsigned), double (*decoded)(std::uint64_t)) {
  const auto fragment = [&](const char* operand) {
    return value_of(read_mapping(fmt::format("mma.{}.{} {}", shape, types, operand)));
  };
  const Mapping a = fragment("A"), b = fragment("B"), d = fragment("D");
  const auto [m, k] = *a.matrix;
  const std::int64_t n = b.matrix->rows;
  std::mt19937 random(3);
  std::vector<unsigned> of_a(static_cast<std::size_t>(m * k)), of_b(static_cast<std::size_t>(n * k));
  for (unsigned& each : of_a) each = random() % 2;
  for (unsigned& each : of_b) each = random() % 2;
  const unsigned word = std::max(32u, bits), d_word = std::max(32u, d_bits);
  // Each lane's registers of A, then of B, one lane after the other, in units of 32 bits.
  std::vector<std::uint32_t> from;
  std::vector<std::string> a_list, b_list, d_list, zeros;
  const auto put = [&](const Mapping& mapping, const std::vector<unsigned>& values, std::int64_t lane) {
    const std::int64_t count = size(mapping.layout.mode(1)), parts = word / bits;
    for (std::int64_t first = 0; first < count; first += parts) {
      std::uint64_t packed = 0;
      for (std::int64_t part = 0; part < parts; ++part) {
        const auto at = static_cast<std::size_t>(mapping.at(lane + 32 * (first + part)));
        packed |= encoded(values[at]) << part * bits;
      }
      from.push_back(static_cast<std::uint32_t>(packed));
      if (word == 64) from.push_back(static_cast<std::uint32_t>(packed >> 32));
    }
  };
  for (std::int64_t lane = 0; lane < 32; ++lane) {
    put(a, of_a, lane);
    put(b, of_b, lane);
  }
  const std::size_t per_lane = from.size() / 32;
  Ptx ptx;
  ptx.add(".reg .b64 %l<40>;");
  ptx.add(fmt::format("mul.wide.u32 %rd3, %r0, {};", per_lane * 4));
  ptx.add("add.u64 %rd2, %rd2, %rd3;");
  unsigned next = 10;
  std::size_t at = 0;
  const auto load = [&](const Mapping& mapping, std::vector<std::string>& list) {
    for (std::int64_t i = 0; i < size(mapping.layout.mode(1)) * bits / word; ++i) {
      list.push_back(fmt::format("{}{}", word == 64 ? "%l" : "%r", next++));
      ptx.add(fmt::format("ld.global.b{} {}, [%rd2+{}];", word, list.back(), at));
      at += word / 8;
    }
  };
  load(a, a_list);
  load(b, b_list);
  const std::int64_t d_registers = size(d.layout.mode(1)) * d_bits / d_word;
  for (std::int64_t i = 0; i < d_registers; ++i) {
    d_list.push_back(fmt::format("{}{}", d_word == 64 ? "%l" : "%r", next++));
    zeros.push_back(fmt::format("{}{}", d_word == 64 ? "%l" : "%r", next++));
    ptx.add(fmt::format("mov.b{} {}, 0;", d_word, zeros.back()));
  }
  const auto braced = [](const std::vector<std::string>& list) { return "{" + join(list, ", ") + "}"; };
  ptx.add(fmt::format("mma.sync.aligned.{}.row.col.{}{} {}, {}, {}, {};", shape, types, bits == 1 ? ".and.popc" : "",
                      braced(d_list), braced(a_list), braced(b_list), braced(zeros)));
  ptx.add(fmt::format("mul.wide.u32 %rd4, %r0, {};", d_registers * d_word / 8));
  ptx.add("add.u64 %rd1, %rd1, %rd4;");
  for (std::int64_t i = 0; i < d_registers; ++i)
    ptx.add(fmt::format("st.global.b{} [%rd1+{}], {};", d_word, i * d_word / 8, d_list[static_cast<std::size_t>(i)]));
  std::vector<std::uint32_t> moved(static_cast<std::size_t>(32 * d_registers * d_word / 32));
  const auto done = value_of(simulate(ptx.text(), {"k", {1}, {32}, 0, {out(moved), in(from)}}));
  ASSERT_TRUE(done.faults.empty()) << done.faults.front().message.text();
  for (std::int64_t lane = 0; lane < 32; ++lane) {
    for (std::int64_t value = 0; value < size(d.layout.mode(1)); ++value) {
      const std::int64_t bit = (lane * size(d.layout.mode(1)) + value) * d_bits;
      std::uint64_t raw = moved[static_cast<std::size_t>(bit / 32)] >> bit % 32;
      if (d_bits == 64) raw |= std::uint64_t{moved[static_cast<std::size_t>(bit / 32 + 1)]} << 32;
      if (d_bits == 16) raw &= 0xffffu;
      const std::int64_t place = d.at(lane + 32 * value), row = place % m, column = place / m;
      double sum = 0;
      for (std::int64_t i = 0; i < k; ++i)
        sum += of_a[static_cast<std::size_t>(row + m * i)] * of_b[static_cast<std::size_t>(column + n * i)];
      ASSERT_EQ(decoded(raw), sum) << shape << " " << types << ", lane " << lane << ", value " << value;
    }
  }
}

TEST(EmulatedFragments, MultiplyAsMatrices) {
  const auto single = [](std::uint64_t raw) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(raw)));
  };
  const auto whole = [](std::uint64_t raw) { return static_cast<double>(static_cast<std::int32_t>(raw)); };
  const auto f16 = [](unsigned one) -> std::uint64_t { return one * 0x3c00u; };
  const auto bf16 = [](unsigned one) -> std::uint64_t { return one * 0x3f80u; };
  const auto tf32 = [](unsigned one) -> std::uint64_t { return one * 0x3f800000u; };
  const auto f64 = [](unsigned one) -> std::uint64_t { return one * 0x3ff0000000000000u; };
  const auto e4m3 = [](unsigned one) -> std::uint64_t { return one * 0x38u; };
  const auto integer = [](unsigned one) -> std::uint64_t { return one; };
  const auto number = [](std::uint64_t raw) { return std::bit_cast<double>(raw); };
  expect_product("m16n8k8", "f32.f16.f16.f32", 16, 32, f16, single);
  expect_product("m16n8k16", "f32.f16.f16.f32", 16, 32, f16, single);
  expect_product("m16n8k8", "f32.bf16.bf16.f32", 16, 32, bf16, single);
  expect_product("m16n8k16", "f32.bf16.bf16.f32", 16, 32, bf16, single);
  expect_product("m16n8k4", "f32.tf32.tf32.f32", 32, 32, tf32, single);
  expect_product("m16n8k8", "f32.tf32.tf32.f32", 32, 32, tf32, single);
  expect_product("m16n8k32", "f32.e4m3.e4m3.f32", 8, 32, e4m3, single);
  expect_product("m8n8k16", "s32.s8.s8.s32", 8, 32, integer, whole);
  expect_product("m16n8k16", "s32.s8.s8.s32", 8, 32, integer, whole);
  expect_product("m16n8k32", "s32.u8.u8.s32", 8, 32, integer, whole);
  expect_product("m8n8k32", "s32.s4.s4.s32", 4, 32, integer, whole);
  expect_product("m16n8k32", "s32.s4.s4.s32", 4, 32, integer, whole);
  expect_product("m16n8k64", "s32.u4.u4.s32", 4, 32, integer, whole);
  expect_product("m8n8k128", "s32.b1.b1.s32", 1, 32, integer, whole);
  expect_product("m16n8k128", "s32.b1.b1.s32", 1, 32, integer, whole);
  expect_product("m16n8k256", "s32.b1.b1.s32", 1, 32, integer, whole);
  expect_product("m8n8k4", "f64.f64.f64.f64", 64, 64, f64, number);
  expect_product("m16n8k4", "f64.f64.f64.f64", 64, 64, f64, number);
  expect_product("m16n8k8", "f64.f64.f64.f64", 64, 64, f64, number);
  expect_product("m16n8k16", "f64.f64.f64.f64", 64, 64, f64, number);
}

}  // namespace
}  // namespace lanescope::layout
