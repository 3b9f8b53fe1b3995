#include "layout/atoms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "layout/read/read_mapping.h"

namespace lanescope::layout {
namespace {

enum class Family { one_thread, quad_pair, warp, warpgroup, tensor_memory };

/// Atoms of one architecture that differ in what the lists name: shapes MxNxK, types of D, A, B (and C) and endings.
struct Atoms {
  std::string_view architecture, shapes, types, endings;
  Family family = Family::warp;
  std::int64_t parts = 1;       ///< elements of A in a register of 32 bits; of a sparse A those it stands for
  std::int64_t parts_of_b = 0;  ///< where they differ from those of A
};

constexpr std::string_view warpgroup_n =
    "8 16 24 32 40 48 56 64 72 80 88 96 104 112 120 128 136 144 152 160 168 176 184 192 "
    "200 208 216 224 232 240 248 256";
constexpr std::string_view tn = "TN", memory = "SS RS", sparse_memory = "SS_SPARSE RS_SPARSE";
constexpr std::string_view of_bytes =
    "S32S8S8 S32S8U8 S32U8S8 S32U8U8 F32E4M3E4M3 F32E4M3E5M2 F32E5M2E4M3 F32E5M2E5M2 F16E4M3E4M3 F16E4M3E5M2 "
    "F16E5M2E4M3 "
    "F16E5M2E5M2";
constexpr std::string_view of_bytes_in_warps =
    "F32E4M3E4M3F32 F32E4M3E5M2F32 F32E5M2E4M3F32 F32E5M2E5M2F32 F16E4M3E4M3F16 F16E4M3E5M2F16 F16E5M2E4M3F16 "
    "F16E5M2E5M2F16";
constexpr std::string_view of_halves = "F16F16F16 F32F16F16 F32BF16BF16";

/// N in a shape stands for each of warpgroup_n.
const auto all_atoms = std::to_array<Atoms>({
    {"SM61", "1x1x4", "S32S8S8S32", "", Family::one_thread},
    {"SM61", "1x1x2", "S32S16S16S32", "", Family::one_thread},
    {"SM70", "8x8x4", "F16F16F16F16 F32F16F16F32", "TN NT NN TT", Family::quad_pair},
    {"SM75", "16x8x8", "F32F16F16F32", tn, Family::warp, 2},
    {"SM75", "8x8x16", "S32S8S8S32", tn, Family::warp, 4},
    {"SM80", "16x8x8 16x8x16", "F16F16F16F16 F32F16F16F32 F32BF16BF16F32", tn, Family::warp, 2},
    {"SM80", "16x8x4 16x8x8", "F32TF32TF32F32", tn, Family::warp, 1},
    {"SM80", "8x8x4", "F64F64F64F64", tn, Family::warp, 1},
    {"SM80", "8x8x16 16x8x16 16x8x32", "S32S8S8S32 S32S8U8S32 S32U8S8S32 S32U8U8S32", tn, Family::warp, 4},
    {"SM80", "8x8x32 16x8x32 16x8x64", "S32S4S4S32 S32S4U4S32 S32U4S4S32 S32U4U4S32", tn, Family::warp, 8},
    {"SM80", "8x8x128 16x8x128 16x8x256", "S32U1U1S32", "TN_XORPOPC TN_ANDPOPC", Family::warp, 32},
    {"SM89", "16x8x32", of_bytes_in_warps, tn, Family::warp, 4},
    {"SM90", "16x8x4 16x8x8 16x8x16", "F64F64F64F64 C64C64C64C64", tn, Family::warp, 1},
    {"SM90", "64xNx16", of_halves, memory, Family::warpgroup, 2},
    {"SM90", "64xNx8", "F32TF32TF32", memory, Family::warpgroup, 1},
    {"SM90", "64xNx32", of_bytes, memory, Family::warpgroup, 4},
    {"SM90", "64xNx32", of_halves, sparse_memory, Family::warpgroup, 4},
    {"SM90", "64xNx16", "F32TF32TF32", sparse_memory, Family::warpgroup, 2},
    {"SM90", "64xNx64", of_bytes, sparse_memory, Family::warpgroup, 8},
    {"SM100", "64xNx16 128xNx16", "F16F16F16 F32F16F16 F32BF16BF16 F16BF16BF16", "SS TS", Family::tensor_memory},
    {"SM100", "64xNx8 128xNx8", "F32TF32TF32 F32TF32TF32F32", "SS TS", Family::tensor_memory},
    {"SM100", "64xNx32 128xNx32", of_bytes, "SS TS", Family::tensor_memory},
    {"SM120", "16x8x32", of_bytes_in_warps, tn, Family::warp, 4},
    // Block-scaled products of 4 bits, and sparse ones: CuTe's names have the types in template arguments.
    {"SM120", "16x8x64", of_bytes_in_warps, tn, Family::warp, 8},
    {"SM120", "16x8x64", of_bytes_in_warps, "TN_SPARSE", Family::warp, 8, 4},
    {"SM120", "16x8x128", of_bytes_in_warps, "TN_SPARSE", Family::warp, 16, 8},
});

std::vector<std::string_view> words(std::string_view list) {
  return split(list, ' ');
}

ProductShape product_shape(std::string_view text) {
  const auto sides = split(text, 'x');
  return {parse_integer(sides.at(0)).value_or(0), parse_integer(sides.at(1)).value_or(0),
          parse_integer(sides.at(2)).value_or(0)};
}

/// Calls visit(atoms, shape text, types, ending) for each atom until it returns true.
template <class Visit>
void for_each_atom(const Visit& visit) {
  for (const Atoms& atoms : all_atoms) {
    for (const std::string_view pattern : words(atoms.shapes)) {
      const std::size_t any = pattern.find('N');
      for (const std::string_view n : words(any == pattern.npos ? "8" : warpgroup_n)) {
        std::string shape(pattern);
        if (any != pattern.npos) shape.replace(any, 1, n);
        for (const std::string_view types : words(atoms.types)) {
          for (const std::string_view ending : words(atoms.endings)) {
            const std::string name =
                fmt::format("{}_{}_{}{}{}", atoms.architecture, shape, types, ending.empty() ? "" : "_", ending);
            if (visit(atoms, name, shape, types, ending)) return;
          }
        }
      }
    }
  }
}

/// The bits of D, A, B and C in a list such as F32E4M3E5M2F32; C is D where it is left out.
std::array<unsigned, 4> bits_of_types(std::string_view types) {
  std::array<unsigned, 4> bits{32, 32, 32, 32};
  std::size_t count = 0;
  constexpr std::array<std::string_view, 14> known = {"TF32", "BF16", "E4M3", "E5M2", "F16", "F32", "F64",
                                                      "C64",  "S32",  "S16",  "S8",   "U8",  "S4",  "U4"};
  for (std::string_view rest = types; !rest.empty() && count < bits.size();) {
    const auto* found = std::find_if(known.begin(), known.end(), [&](auto each) { return rest.starts_with(each); });
    const std::string_view type = found != known.end() ? *found : rest.substr(0, 2);  // U1
    bits.at(count++) = type == "C64" ? 128 : element_bits(lower(type)).value_or(32);
    rest.remove_prefix(type.size());
  }
  if (count < bits.size()) bits[3] = bits[0];
  return bits;
}

Layout whole_matrix(std::int64_t threads, std::int64_t rows, std::int64_t columns) {
  return {1, 0, {{threads, 0, {}}, {1, 0, {{rows, 1, {}}, {columns, rows, {}}}}}};
}

void lay_out(MmaAtom& atom, const Atoms& atoms, std::string_view types, std::string_view ending) {
  const auto [m, n, k] = atom.shape;
  const std::int64_t b_parts = atoms.parts_of_b != 0 ? atoms.parts_of_b : atoms.parts;
  switch (atoms.family) {
    case Family::one_thread:
    case Family::tensor_memory:
      atom.threads = {1, 0, {}};
      atom.a = whole_matrix(1, m, k);
      atom.b = whole_matrix(1, n, k);
      atom.c = whole_matrix(1, m, n);
      return;
    case Family::quad_pair:
      atom.threads = {1, 0, {{4, 1, {}}, {2, 16, {}}}};
      atom.a = quad_pair_fragment(Operand::a, ending.front() == 'T');
      atom.b = quad_pair_fragment(Operand::b, ending.back() == 'N');
      atom.c = quad_pair_fragment(Operand::c, types.starts_with("F16"));
      return;
    case Family::warp:
      atom.threads = {32, 1, {}};
      atom.a = mma_fragment(atom.shape, Operand::a, atoms.parts);
      atom.b = mma_fragment(atom.shape, Operand::b, b_parts);
      atom.c = mma_fragment(atom.shape, Operand::c, 2);
      return;
    case Family::warpgroup:
      atom.threads = {128, 1, {}};
      atom.a =
          ending.starts_with('R') ? warpgroup_fragment(atom.shape, Operand::a, atoms.parts) : whole_matrix(128, m, k);
      atom.b = whole_matrix(128, n, k);
      atom.c = warpgroup_fragment(atom.shape, Operand::c, 2);
      return;
  }
}

/// The same layout in bits: each element has so many.
Layout in_bits(Layout elements, std::int64_t bits) {
  const auto scale = [bits](auto& self, Layout& layout) -> void {
    layout.stride *= bits;
    for (Layout& mode : layout.modes) self(self, mode);
  };
  scale(scale, elements);
  return {1, 0, {elements.mode(0), {1, 0, {{bits, 1, {}}, elements.mode(1)}}}};
}

/// The names of copies between registers and matrices in shared memory, ldmatrix and stmatrix.
struct MatrixCopy {
  std::string_view name;
  std::int64_t matrices;
  bool transposed;
};
constexpr std::array<MatrixCopy, 6> matrix_copies = {{{"U32x1_{}_N", 1, false},
                                                      {"U32x2_{}_N", 2, false},
                                                      {"U32x4_{}_N", 4, false},
                                                      {"U16x2_{}_T", 1, true},
                                                      {"U16x4_{}_T", 2, true},
                                                      {"U16x8_{}_T", 4, true}}};

std::vector<CopyAtom> make_copy_atoms() {
  std::vector<CopyAtom> atoms;
  constexpr std::int64_t bits = 16;  // of an element of ldmatrix and stmatrix
  for (const bool stores : {false, true}) {
    for (const MatrixCopy& each : matrix_copies) {
      const Layout memory = in_bits(matrix_rows(each.matrices), bits);
      const Layout registers = in_bits(matrix_registers(each.matrices, each.transposed), bits);
      std::string name = (stores ? "SM90_" : "SM75_") + fmt::format(fmt::runtime(each.name), stores ? "STSM" : "LDSM");
      atoms.push_back({std::move(name), 32, stores ? registers : memory, stores ? memory : registers, stores});
    }
  }
  for (const char* const name : {"SM80_CP_ASYNC_CACHEALWAYS_4B", "SM80_CP_ASYNC_CACHEALWAYS_8B",
                                 "SM80_CP_ASYNC_CACHEALWAYS_16B", "SM80_CP_ASYNC_CACHEGLOBAL_16B"}) {
    const std::string_view bytes = std::string_view(name).substr(std::string_view(name).rfind('_') + 1);
    const Layout whole{1, 0, {{1, 0, {}}, {8 * parse_integer(bytes.substr(0, bytes.size() - 1)).value_or(0), 1, {}}}};
    atoms.push_back({name, 1, whole, whole, false});
  }
  // Lanes n and n xor 1, or n xor 4, exchange one of their two registers.
  const Layout pairs{1, 0, {{32, 64, {}}, {64, 1, {}}}};
  atoms.push_back({"SM50_Shuffle_U32_2x2Trans_XOR1",
                   32,
                   pairs,
                   {1, 0, {{1, 0, {{2, 32, {}}, {16, 128, {}}}}, {1, 0, {{32, 1, {}}, {2, 64, {}}}}}},
                   true});
  atoms.push_back({"SM50_Shuffle_U32_2x2Trans_XOR4",
                   32,
                   pairs,
                   {1, 0, {{1, 0, {{4, 64, {}}, {2, 32, {}}, {4, 512, {}}}}, {1, 0, {{32, 1, {}}, {2, 256, {}}}}}},
                   true});
  return atoms;
}

const std::vector<CopyAtom>& copy_atoms() {
  static const std::vector<CopyAtom> atoms = make_copy_atoms();
  return atoms;
}

}  // namespace

std::optional<MmaAtom> mma_atom(std::string_view name) {
  std::optional<MmaAtom> found;
  for_each_atom([&](const Atoms& atoms, const std::string& each, std::string_view shape, std::string_view types,
                    std::string_view ending) {
    if (each != name) return false;
    const auto bits = bits_of_types(types);
    found = MmaAtom{each, product_shape(shape), {}, {}, {}, {}, bits[1], bits[2], bits[0]};
    lay_out(*found, atoms, types, ending);
    return true;
  });
  return found;
}

std::optional<CopyAtom> copy_atom(std::string_view name) {
  const auto found =
      std::find_if(copy_atoms().begin(), copy_atoms().end(), [&](const CopyAtom& each) { return each.name == name; });
  return found == copy_atoms().end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string> atom_names() {
  std::vector<std::string> names;
  for_each_atom([&](const Atoms&, const std::string& name, std::string_view, std::string_view, std::string_view) {
    names.push_back(name);
    return false;
  });
  for (const CopyAtom& each : copy_atoms()) names.push_back(each.name);
  return names;
}

}  // namespace lanescope::layout
