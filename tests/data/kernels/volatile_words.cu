/* lanescope
title   = "Volatile words between blocks"
summary = "A volatile flag is no race with itself, and orders nothing else."

[parameters]
data = { values = ["volatile", "plain", "none"], default = "volatile" }

[buffers]
flag  = { role = "inout", type = "u32", shape = [1], fill = "zero" }
value = { role = "inout", type = "u32", shape = [1], fill = "zero" }
out   = { role = "out", type = "u32", shape = [1], fill = "poison" }

[[launch]]
entry     = "volatile_words"
grid      = [2]
block     = [1]
arguments = ["flag", "value", "out"]
*/
extern "C" __global__ void volatile_words(volatile unsigned* flag, unsigned* value, unsigned* out) {
#if DATA == DATA_VOLATILE
  volatile unsigned* data = value;
#else
  unsigned* data = value;
#endif
  if (blockIdx.x == 0) {
    if (DATA != DATA_NONE) *data = 7;
    *flag = 1;  // raised
  } else {
    while (*flag == 0) {  // seen
    }
    *out = DATA != DATA_NONE ? *data : 7;
  }
}
