/* lanescope
title   = "SHA-256 of blocks of 64 bytes"
summary = "Each thread runs the 64 rounds over a block of its own, whose words lie behind one another or in planes."

[parameters]
block = { values = [64, 128, 256], default = 128 }
words = { values = ["blocks", "planes"], default = "planes" }

[problem]
messages = { min = 1, max = 16777216, default = 500000 }

[buffers]
in     = { role = "in",  type = "u32", shape = ["16 * messages"], fill = "random" }
digest = { role = "out", type = "u32", shape = ["8 * messages"], fill = "poison" }

[[launch]]
entry     = "sha256_block"
grid      = ["ceil_div(messages, block)"]
block     = ["block"]
arguments = ["digest", "in", "messages"]

[work]
bytes = "96 * messages"
flops = 0

[check]
same_as = "sha256_plain"
output  = "digest"
exact   = true
*/
__constant__ unsigned round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
__constant__ unsigned beginning[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/// The word, turned to the right by `a` and by `b` bits.
__device__ inline unsigned turned(unsigned word, int a, int b) {
  return __funnelshift_r(word, word, a) ^ __funnelshift_r(word, word, b);
}

__device__ inline size_t place(unsigned message, int word, int of, unsigned messages) {
  return WORDS == WORDS_PLANES ? size_t(word) * messages + message : size_t(message) * of + word;
}

extern "C" __global__ void sha256_block(unsigned* digest, const unsigned* in, unsigned messages) {
  const unsigned message = blockIdx.x * BLOCK + threadIdx.x;
  if (message >= messages) return;
  unsigned word[16], state[8];
#pragma unroll
  for (int i = 0; i < 16; ++i) word[i] = in[place(message, i, 16, messages)];
#pragma unroll
  for (int i = 0; i < 8; ++i) state[i] = beginning[i];
#pragma unroll
  for (int round = 0; round < 64; ++round) {
    unsigned& own = word[round % 16];
    if (round >= 16) {
      const unsigned before = word[(round + 1) % 16], behind = word[(round + 14) % 16];
      own += (turned(before, 7, 18) ^ before >> 3) + word[(round + 9) % 16] + (turned(behind, 17, 19) ^ behind >> 10);
    }
    // The state turns by its index, so that no word is moved.
    const auto at = [&](int i) -> unsigned& { return state[(i + 64 - round) % 8]; };
    const unsigned e = at(4), a = at(0);
    const unsigned sum = at(7) + (turned(e, 6, 11) ^ __funnelshift_r(e, e, 25)) + (e & at(5) ^ ~e & at(6)) +
                         round_constants[round] + own;
    at(3) += sum;
    at(7) = sum + (turned(a, 2, 13) ^ __funnelshift_r(a, a, 22)) + (a & at(1) ^ a & at(2) ^ at(1) & at(2));
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) digest[place(message, i, 8, messages)] = state[i] + beginning[i];
}

__device__ inline unsigned right(unsigned word, int by) {
  return word >> by | word << (32 - by);
}

extern "C" __global__ void sha256_plain(unsigned* digest, const unsigned* in, unsigned messages) {
  const unsigned message = blockIdx.x * BLOCK + threadIdx.x;
  if (message >= messages) return;
  unsigned w[64], s[8];
  for (int i = 0; i < 64; ++i) {
    if (i < 16) {
      w[i] = in[place(message, i, 16, messages)];
    } else {
      const unsigned first = right(w[i - 15], 7) ^ right(w[i - 15], 18) ^ w[i - 15] >> 3;
      const unsigned second = right(w[i - 2], 17) ^ right(w[i - 2], 19) ^ w[i - 2] >> 10;
      w[i] = w[i - 16] + first + w[i - 7] + second;
    }
  }
  for (int i = 0; i < 8; ++i) s[i] = beginning[i];
#pragma unroll 1
  for (int i = 0; i < 64; ++i) {
    const unsigned chosen = (s[4] & s[5]) ^ (~s[4] & s[6]);
    const unsigned most = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    const unsigned first =
        s[7] + (right(s[4], 6) ^ right(s[4], 11) ^ right(s[4], 25)) + chosen + round_constants[i] + w[i];
    const unsigned second = (right(s[0], 2) ^ right(s[0], 13) ^ right(s[0], 22)) + most;
    for (int k = 7; k > 0; --k) s[k] = s[k - 1];
    s[4] += first;
    s[0] = first + second;
  }
  for (int i = 0; i < 8; ++i) digest[place(message, i, 8, messages)] = s[i] + beginning[i];
}
