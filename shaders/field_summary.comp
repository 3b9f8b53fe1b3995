#version 450 core
// Least and greatest finite value of a field, and how many elements are finite, infinite and not a number.

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Values { uint values[]; };  // bits of f32
layout(std430, binding = 1) buffer Summary {
  uint least;  // as ordered()
  uint greatest;
  uint finite;
  uint infinite;
  uint not_a_number;
} summary;

uniform uint first;
uniform uint count;

shared uint group_least, group_greatest, group_finite, group_infinite, group_not_a_number;

// Unsigned integers in the order of the floats whose bits these are.
uint ordered(uint bits) { return (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u; }

void main() {
  if (gl_LocalInvocationIndex == 0u) {
    group_least = 0xffffffffu;
    group_greatest = 0u;
    group_finite = 0u;
    group_infinite = 0u;
    group_not_a_number = 0u;
  }
  barrier();

  uint own_least = 0xffffffffu, own_greatest = 0u, own_finite = 0u, own_infinite = 0u, own_not_a_number = 0u;
  const uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  for (uint index = gl_GlobalInvocationID.x; index < count; index += stride) {
    const uint bits = values[first + index];
    const uint magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) {
      ++own_not_a_number;
    } else if (magnitude == 0x7f800000u) {
      ++own_infinite;
    } else {
      ++own_finite;
      own_least = min(own_least, ordered(bits));
      own_greatest = max(own_greatest, ordered(bits));
    }
  }
  atomicMin(group_least, own_least);
  atomicMax(group_greatest, own_greatest);
  atomicAdd(group_finite, own_finite);
  atomicAdd(group_infinite, own_infinite);
  atomicAdd(group_not_a_number, own_not_a_number);
  barrier();

  if (gl_LocalInvocationIndex == 0u) {
    atomicMin(summary.least, group_least);
    atomicMax(summary.greatest, group_greatest);
    atomicAdd(summary.finite, group_finite);
    atomicAdd(summary.infinite, group_infinite);
    atomicAdd(summary.not_a_number, group_not_a_number);
  }
}
