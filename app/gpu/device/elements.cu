// Elements of every type as raw bits, and the contents that fills give them, by the functions of
// catalogue/reference/fill.h. This folder is one program: its files are joined in the order of app/gpu/CMakeLists.txt
// and compiled at run time. The structures are those of gpu/tools/tool_arguments.h; all members are 8 bytes wide, so
// both compilers give them the same layout.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

// The numbers are those of catalogue::ElementType.
enum ElementType {
  type_i8,
  type_u8,
  type_i16,
  type_u16,
  type_i32,
  type_u32,
  type_i64,
  type_u64,
  type_f16,
  type_bf16,
  type_f32,
  type_f64
};

// The numbers are those of gpu::Filling::Mode.
enum FillMode { fill_constant, fill_random, fill_index };

struct Filling {
  u64 mode;
  u64 type;
  u64 key;       // for random: the hash of seed and buffer
  u64 constant;  // for constant: the bits of every element; for random: how many integers there are, or 0 for all
  u64 number;    // for random of so many integers: the smallest; for index: the factor of the index
};

__device__ inline u64 mix(u64 value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ull;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebull;
  return value ^ (value >> 31);
}

__device__ inline u64 golden_step() {
  return 0x9e3779b97f4a7c15ull;
}

__device__ inline u64 bytes_of(u64 type) {
  switch (type) {
    case type_i8:
    case type_u8:
      return 1;
    case type_i16:
    case type_u16:
    case type_f16:
    case type_bf16:
      return 2;
    case type_i32:
    case type_u32:
    case type_f32:
      return 4;
    default:
      return 8;
  }
}

__device__ inline u64 load_bits(const void* elements, u64 index, u64 type) {
  switch (bytes_of(type)) {
    case 1:
      return static_cast<const u8*>(elements)[index];
    case 2:
      return static_cast<const u16*>(elements)[index];
    case 4:
      return static_cast<const u32*>(elements)[index];
    default:
      return static_cast<const u64*>(elements)[index];
  }
}

__device__ inline void store_bits(void* elements, u64 index, u64 type, u64 bits) {
  switch (bytes_of(type)) {
    case 1:
      static_cast<u8*>(elements)[index] = static_cast<u8>(bits);
      break;
    case 2:
      static_cast<u16*>(elements)[index] = static_cast<u16>(bits);
      break;
    case 4:
      static_cast<u32*>(elements)[index] = static_cast<u32>(bits);
      break;
    default:
      static_cast<u64*>(elements)[index] = bits;
  }
}

// Returns k * 2^scale as an IEEE half, exact and normal, for -2048 < k < 2048 and -10 <= scale <= 0.
__device__ inline u64 half_bits(int k, int scale) {
  const u32 magnitude = static_cast<u32>(k < 0 ? -k : k);
  if (magnitude == 0) return 0;
  const u32 exponent = 31 - static_cast<u32>(__clz(static_cast<int>(magnitude)));
  const u32 biased = exponent + 15 - static_cast<u32>(-scale);
  return (k < 0 ? 0x8000u : 0u) | biased << 10 | ((magnitude << (10 - exponent)) & 0x3ffu);
}

__device__ inline u64 random_bits(u64 type, u64 hash) {
  switch (type) {
    case type_i8:
    case type_u8:
      return hash >> 56;
    case type_i16:
    case type_u16:
      return hash >> 48;
    case type_i32:
    case type_u32:
      return hash >> 32;
    case type_f16:
      return half_bits(static_cast<int>(hash >> 53) - 1024, -10);
    case type_bf16:
      return __float_as_uint(static_cast<float>(static_cast<int>(hash >> 56) - 128) * 0.0078125f) >> 16;
    case type_f32:
      return __float_as_uint(static_cast<float>(static_cast<int>(hash >> 40) - 0x800000) * 1.1920928955078125e-7f);
    case type_f64:
      return static_cast<u64>(
          __double_as_longlong(static_cast<double>(static_cast<i64>(hash >> 11) - 0x10000000000000ll) *
                               2.220446049250313080847263336181640625e-16));
    default:
      return hash;
  }
}

// Returns an index as a value of the type, modulo 2 to the number of low bits that the type holds exactly.
__device__ inline u64 index_bits(u64 type, u64 index) {
  switch (type) {
    case type_i8:
    case type_u8:
      return index & 0xffu;
    case type_i16:
    case type_u16:
      return index & 0xffffu;
    case type_i32:
    case type_u32:
      return index & 0xffffffffu;
    case type_f16:
      return half_bits(static_cast<int>(index & 0x7ffu), 0);
    case type_bf16:
      return __float_as_uint(static_cast<float>(index & 0xffu)) >> 16;
    case type_f32:
      return __float_as_uint(static_cast<float>(index & 0xffffffu));
    case type_f64:
      return static_cast<u64>(__double_as_longlong(static_cast<double>(index & 0x1fffffffffffffull)));
    default:
      return index;
  }
}

__device__ inline u64 filled_bits(const Filling& filling, u64 index) {
  switch (filling.mode) {
    case fill_random:
      if (filling.constant != 0) {
        const u64 above = mix(filling.key + golden_step() * (index + 1)) % filling.constant;
        return index_bits(filling.type, filling.number + above);
      }
      return random_bits(filling.type, mix(filling.key + golden_step() * (index + 1)));
    case fill_index:
      return index_bits(filling.type, index * filling.number);
    default:
      return filling.constant;
  }
}

// Returns the value of an element as a double; it is exact except for 64-bit integers beyond 2^53.
__device__ inline double as_double(u64 type, u64 bits) {
  switch (type) {
    case type_i8:
      return static_cast<signed char>(bits);
    case type_u8:
      return static_cast<u8>(bits);
    case type_i16:
      return static_cast<short>(bits);
    case type_u16:
      return static_cast<u16>(bits);
    case type_i32:
      return static_cast<int>(bits);
    case type_u32:
      return static_cast<u32>(bits);
    case type_i64:
      return static_cast<double>(static_cast<i64>(bits));
    case type_u64:
      return static_cast<double>(bits);
    case type_f16: {
      const u32 half = static_cast<u32>(bits);
      const u32 sign = (half & 0x8000u) << 16;
      const u32 exponent = half >> 10 & 0x1fu;
      const u32 fraction = half & 0x3ffu;
      if (exponent == 0) {
        const float magnitude = static_cast<float>(fraction) * 5.9604644775390625e-8f;  // 2^-24
        return sign != 0 ? -magnitude : magnitude;
      }
      if (exponent == 0x1fu) return __uint_as_float(sign | 0x7f800000u | fraction << 13);
      return __uint_as_float(sign | (exponent + 112) << 23 | fraction << 13);
    }
    case type_bf16:
      return __uint_as_float(static_cast<u32>(bits) << 16);
    case type_f32:
      return __uint_as_float(static_cast<u32>(bits));
    default:
      return __longlong_as_double(static_cast<i64>(bits));
  }
}

__device__ inline u64 first_of_thread() {
  return blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
}
__device__ inline u64 threads_of_grid() {
  return gridDim.x * static_cast<u64>(blockDim.x);
}
