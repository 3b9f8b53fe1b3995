/* lanescope
title   = "Search of a short pattern"
summary = "Each thread compares a pattern with the text at its place until a letter differs; a ballot joins 32 places."

[parameters]
block   = { values = [64, 128, 256, 512], default = 256 }
letters = { values = [2, 4, 64], default = 4 }
text    = { values = ["shared", "global"], default = "shared" }

[problem]
n      = { min = 1, max = 1073741824, default = 4000000 }
length = { min = 1, max = 256, default = 12 }

[let]
places = "max(0, n - length + 1)"

[[require]]
that = "length <= n"
else = "the pattern is at most as long as the text"

[buffers]
letter  = { role = "in",  type = "u8", shape = ["n"], fill = "random", below = "letters" }
pattern = { role = "in",  type = "u8", shape = ["length"], fill = "random", below = "letters" }
found   = { role = "out", type = "u32", shape = ["ceil_div(places, 32)"], fill = "poison" }

[[launch]]
entry     = "text_search"
grid      = ["ceil_div(places, block)"]
block     = ["block"]
arguments = ["found", "letter", "pattern", "n", "length"]

[work]
bytes = "n + ceil_div(n, 8)"
flops = 0

[check]
same_as = "text_search_plain"
output  = "found"
exact   = true
*/
constexpr unsigned longest = 256;

extern "C" __global__ void text_search(unsigned* found, const unsigned char* letter, const unsigned char* pattern,
                                       unsigned n, unsigned length) {
  __shared__ unsigned char held[longest];
  for (unsigned i = threadIdx.x; i < length; i += BLOCK) held[i] = pattern[i];
  const unsigned first = blockIdx.x * BLOCK, place = first + threadIdx.x, places = n - length + 1;
#if TEXT == TEXT_SHARED
  __shared__ unsigned char window[BLOCK + longest];
  for (unsigned i = threadIdx.x; i < BLOCK + length - 1 && first + i < n; i += BLOCK) window[i] = letter[first + i];
  const unsigned char* const own = window + threadIdx.x;
#else
  const unsigned char* const own = letter + place;
#endif
  __syncthreads();
  bool same = place < places;
  for (unsigned i = 0; same && i < length; ++i) same = own[i] == held[i];
  const unsigned together = __ballot_sync(0xffffffffu, same);
  if (threadIdx.x % 32 == 0 && place < places) found[place / 32] = together;
}

extern "C" __global__ void text_search_plain(unsigned* found, const unsigned char* letter, const unsigned char* pattern,
                                             unsigned n, unsigned length) {
  const unsigned first = blockIdx.x * BLOCK + threadIdx.x, places = n - length + 1;
  if (first % 32 != 0 || first >= places) return;
  unsigned bits = 0;
  for (unsigned place = first; place < min(first + 32, places); ++place) {
    unsigned equal = 0;
    while (equal < length && letter[place + equal] == pattern[equal]) ++equal;
    if (equal == length) bits |= 1u << (place - first);
  }
  found[first / 32] = bits;
}
