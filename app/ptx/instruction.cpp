#include "ptx/instruction.h"

#include <algorithm>
#include <array>

#include "ptx/declaration_words.h"

namespace lanescope::ptx {
namespace {

/// The words are in the order of the enumerators, which is alphabetical.
// clang-format off
constexpr std::array<std::string_view, opcode_count> opcodes{
    "abs", "activemask", "add", "addc", "alloca", "and", "applypriority", "atom", "bar", "barrier", "bfe", "bfi", "bfind",
    "bmsk", "bra", "brev", "brkpt", "brx", "call", "clusterlaunchcontrol", "clz", "cnot", "copysign", "cos", "cp",
    "createpolicy", "cvt", "cvta", "discard", "div", "dp2a", "dp4a", "elect", "ex2", "exit", "fence", "fma", "fns",
    "getctarank", "griddepcontrol", "isspacep", "istypep", "ld", "ldmatrix", "ldu", "lg2", "lop3", "mad", "mad24", "madc",
    "mapa", "match", "max", "mbarrier", "membar", "min", "mma", "mov", "movmatrix", "mul", "mul24", "multimem",
    "nanosleep", "neg", "not", "or", "pmevent", "popc", "prefetch", "prefetchu", "prmt", "rcp", "red", "redux", "rem",
    "ret", "rsqrt", "sad", "selp", "set", "setmaxnreg", "setp", "shf", "shfl", "shl", "shr", "sin", "slct", "sqrt", "st",
    "stackrestore", "stacksave", "stmatrix", "sub", "subc", "suld", "suq", "sured", "sust", "szext", "tanh", "tcgen05",
    "tensormap", "testp", "tex", "tld4", "trap", "txq", "vabsdiff", "vabsdiff2", "vabsdiff4", "vadd", "vadd2", "vadd4",
    "vavrg2", "vavrg4", "vmad", "vmax", "vmax2", "vmax4", "vmin", "vmin2", "vmin4", "vote", "vset", "vset2", "vset4",
    "vshl", "vshr", "vsub", "vsub2", "vsub4", "wgmma", "wmma", "xor"};
// clang-format on
static_assert(std::is_sorted(opcodes.begin(), opcodes.end()));

struct TypeTraits {
  std::string_view name;
  std::uint8_t bits;
  enum class Class : std::uint8_t { other, floating, signed_integer } kind = Class::other;
};
using enum TypeTraits::Class;

// clang-format off
/// The traits are in the order of the enumerators.
constexpr std::array<TypeTraits, type_count> types{{
    {"", 0}, {"pred", 1}, {"b8", 8}, {"b16", 16}, {"b32", 32}, {"b64", 64}, {"b128", 128}, {"u8", 8}, {"u16", 16},
    {"u32", 32}, {"u64", 64}, {"s8", 8, signed_integer}, {"s16", 16, signed_integer}, {"s32", 32, signed_integer},
    {"s64", 64, signed_integer}, {"u16x2", 32}, {"s16x2", 32, signed_integer}, {"u8x4", 32},
    {"s8x4", 32, signed_integer}, {"f16", 16, floating}, {"f16x2", 32, floating}, {"bf16", 16, floating},
    {"bf16x2", 32, floating}, {"tf32", 32, floating}, {"f32", 32, floating}, {"f32x2", 64, floating},
    {"f64", 64, floating}, {"e4m3", 8, floating}, {"e5m2", 8, floating}, {"e4m3x2", 16, floating},
    {"e5m2x2", 16, floating}, {"e2m1x2", 8, floating}, {"e2m3x2", 16, floating}, {"e3m2x2", 16, floating},
    {"ue8m0x2", 16, floating}, {"texref", 64}, {"samplerref", 64}, {"surfref", 64}}};
// clang-format on

constexpr const TypeTraits& traits_of(Type type) {
  return types[static_cast<std::size_t>(type)];
}
// These checks of the ends and the middle fail to compile when an enumerator is inserted without a row here.
static_assert(traits_of(Type::b128).name == "b128" && traits_of(Type::s8x4).name == "s8x4" &&
              traits_of(Type::f64).name == "f64" && traits_of(Type::surfref).name == "surfref");

}  // namespace

std::string_view name_of(Opcode opcode) {
  return opcodes[static_cast<std::size_t>(opcode)];
}

std::optional<Opcode> opcode_named(std::string_view word) {
  const auto* const place = std::lower_bound(opcodes.begin(), opcodes.end(), word);
  if (place == opcodes.end() || *place != word) return std::nullopt;
  return static_cast<Opcode>(place - opcodes.begin());
}

std::string_view name_of(Type type) {
  return traits_of(type).name;
}

std::optional<Type> type_named(std::string_view word) {
  for (std::size_t i = 1; i < types.size(); ++i) {
    if (types[i].name == word) return static_cast<Type>(i);
  }
  return std::nullopt;
}

unsigned bits_of(Type type) {
  return traits_of(type).bits;
}
bool is_float(Type type) {
  return traits_of(type).kind == floating;
}
bool is_signed_integer(Type type) {
  return traits_of(type).kind == signed_integer;
}

void for_each_symbol(const std::vector<Operand>& operands, const std::function<void(const std::string&)>& take) {
  for (const Operand& operand : operands) {
    if (operand.kind == Operand::Kind::symbol) take(operand.name);
    for_each_symbol(operand.parts, take);
  }
}

bool read_mnemonic(std::string_view mnemonic, Opcode& opcode, std::vector<Suffix>& suffixes,
                   std::string_view& unknown) {
  std::size_t end = std::min(mnemonic.find('.'), mnemonic.size());
  unknown = mnemonic.substr(0, end);
  const std::optional<Opcode> known = opcode_named(unknown);
  if (!known) return false;
  opcode = *known;
  while (end < mnemonic.size()) {
    const std::size_t begin = end + 1;
    end = std::min(mnemonic.find('.', begin), mnemonic.size());
    unknown = mnemonic.substr(begin, end - begin);
    if (const std::optional<Type> type = type_named(unknown)) {
      suffixes.push_back({*type, std::nullopt});
    } else if (const std::optional<Modifier> modifier = Modifier::named(unknown)) {
      suffixes.push_back({Type::none, modifier});
    } else {
      return false;
    }
  }
  return true;
}

bool Instruction::has(std::string_view modifier) const {
  return std::any_of(suffixes.begin(), suffixes.end(), [modifier](const Suffix& suffix) {
    return suffix.modifier.has_value() && suffix.modifier->is(modifier);
  });
}

Type Instruction::type(std::size_t n) const {
  for (const Suffix& suffix : suffixes) {
    if (suffix.modifier) continue;
    if (n == 0) return suffix.type;
    --n;
  }
  return Type::none;
}

Space Instruction::space() const {
  static constexpr auto words =
      std::to_array<std::pair<std::string_view, Space>>({{"global", Space::global},
                                                         {"shared", Space::shared},
                                                         {"shared::cta", Space::shared},
                                                         {"shared::cluster", Space::shared_cluster},
                                                         {"local", Space::local},
                                                         {"const", Space::constant},
                                                         {"param", Space::param},
                                                         {"param::entry", Space::param_entry},
                                                         {"param::func", Space::param_func}});
  for (const Suffix& suffix : suffixes) {
    const auto space = suffix.modifier ? enumerator_of(words, suffix.modifier->text()) : std::nullopt;
    if (space) return *space;
  }
  return Space::generic;
}

unsigned Instruction::vector() const {
  return has("v2") ? 2 : has("v4") ? 4 : has("v8") ? 8 : 1;
}

std::string Instruction::mnemonic() const {
  std::string text{name_of(opcode)};
  for (const Suffix& suffix : suffixes) {
    text += '.';
    text += suffix.modifier ? suffix.modifier->text() : name_of(suffix.type);
  }
  return text;
}

}  // namespace lanescope::ptx
