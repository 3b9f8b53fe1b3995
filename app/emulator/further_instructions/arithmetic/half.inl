// f16 and bf16 numbers as 16 bits, and back, without branches, so that a loop over lanes becomes vector code. Included
// into an anonymous namespace.

inline float widened_half(std::uint16_t half) {
  const std::uint32_t sign = std::uint32_t{half & 0x8000u} << 16;
  const std::uint32_t rest = half & 0x7fffu;
  // The exponent's bias differs by 112; that of infinity and NaN goes from 31 to 255.
  const std::uint32_t normal = (rest << 13) + (rest >= 0x7c00u ? 224u << 23 : 112u << 23);
  const float subnormal = static_cast<float>(static_cast<std::int32_t>(rest)) * 0x1p-24f;
  return bits_as<float>((rest < 0x400u ? bits_as<std::uint32_t>(subnormal) : normal) | sign);
}
inline float widened_bfloat(std::uint16_t bits) {
  return bits_as<float>(std::uint32_t{bits} << 16);
}

/// Rounds to nearest, ties to even. NaN becomes 0x7fff.
inline std::uint16_t nearest_half(float value) {
  const auto bits = bits_as<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000u;
  const std::uint32_t size = bits & 0x7fffffffu;
  const std::uint32_t normal = (size - (112u << 23) + 0xfffu + (size >> 13 & 1u)) >> 13;
  // A half's subnormal numbers are multiples of 2^-24, the spacing of floats in [0.5, 1), so the addition rounds.
  const float lifted = bits_as<float>(size < 0x38800000u ? size : 0u) + 0.5f;
  const std::uint32_t subnormal = bits_as<std::uint32_t>(lifted) - 0x3f000000u;
  std::uint32_t result = size < 0x38800000u ? subnormal : normal;
  result = size >= 0x477ff000u ? 0x7c00u : result;  // 65520 and more
  return static_cast<std::uint16_t>(size > 0x7f800000u ? 0x7fffu : result | sign);
}
inline std::uint16_t nearest_bfloat(float value) {
  const auto bits = bits_as<std::uint32_t>(value);
  const std::uint32_t result = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
  return static_cast<std::uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : result);
}
