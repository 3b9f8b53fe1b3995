/* lanescope
title   = "Forces between neighbours"
summary = "Lanes that share a particle go through its list of neighbours and add up the forces of those that are near."

[parameters]
block = { values = [64, 128, 256], default = 128 }
lanes = { values = [1, 4, 16], default = 1 }
lists = { values = ["rows", "columns"], default = "columns" }

[problem]
particles  = { min = 1, max = 4194304, default = 100000 }
neighbours = { min = 1, max = 1024, default = 60 }
spread     = { min = 1, max = 4194304, default = 2000 }

[let]
further = "min(spread, particles)"

[buffers]
at    = { role = "in",  type = "f32", shape = ["particles", 4], fill = "random" }
# How much further than the particle itself its neighbour is in the array, which closes to a ring.
list  = { role = "in",  type = "u32", shape = ["particles * neighbours"], fill = "random", below = "further" }
force = { role = "out", type = "f32", shape = ["particles", 4], fill = "poison" }

[[launch]]
entry     = "neighbour_forces"
grid      = ["ceil_div(particles, block / lanes)"]
block     = ["block"]
arguments = ["force", "at", "list", "particles", "neighbours"]

[work]
bytes = "32 * particles + 4 * particles * neighbours"
flops = "24 * particles * neighbours"

[check]
same_as = "neighbour_forces_plain"
output  = "force"
exact   = true
*/
constexpr float reach = 1.0f;  // the square of the distance of particles that feel one another

/// Adds the force of Lennard and Jones between two particles, and in `w` their energy.
__device__ inline void add_force(float4& sum, float4 own, float4 other) {
  const float dx = own.x - other.x, dy = own.y - other.y, dz = own.z - other.z;
  const float square = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.05f)));
  if (square >= reach) return;
  const float inverse = __frcp_rn(square), sixth = __fmul_rn(__fmul_rn(0.01f * inverse, inverse), inverse);
  const float pull = __fmul_rn(__fmul_rn(sixth, __fadd_rn(sixth, -0.5f)), inverse);
  sum.x = fmaf(pull, dx, sum.x);
  sum.y = fmaf(pull, dy, sum.y);
  sum.z = fmaf(pull, dz, sum.z);
  sum.w = fmaf(sixth, __fadd_rn(sixth, -1.0f), sum.w);
}

__device__ inline size_t place(unsigned particle, unsigned neighbour, unsigned particles, unsigned neighbours) {
  return LISTS == LISTS_ROWS ? size_t(particle) * neighbours + neighbour : size_t(neighbour) * particles + particle;
}

extern "C" __global__ void neighbour_forces(float4* force, const float4* at, const unsigned* list, unsigned particles,
                                            unsigned neighbours) {
  const unsigned particle = blockIdx.x * (BLOCK / LANES) + threadIdx.x / LANES, lane = threadIdx.x % LANES;
  const bool there = particle < particles;
  const float4 own = at[there ? particle : particles - 1];
  float4 sum = make_float4(0, 0, 0, 0);
  for (unsigned i = lane; there && i < neighbours; i += LANES) {
    unsigned other = particle + list[place(particle, i, particles, neighbours)];
    if (other >= particles) other -= particles;
    add_force(sum, own, at[other]);
  }
#pragma unroll
  for (int apart = LANES / 2; apart > 0; apart /= 2) {
    sum.x += __shfl_down_sync(0xffffffffu, sum.x, apart, LANES);
    sum.y += __shfl_down_sync(0xffffffffu, sum.y, apart, LANES);
    sum.z += __shfl_down_sync(0xffffffffu, sum.z, apart, LANES);
    sum.w += __shfl_down_sync(0xffffffffu, sum.w, apart, LANES);
  }
  if (there && lane == 0) force[particle] = sum;
}

extern "C" __global__ void neighbour_forces_plain(float4* force, const float4* at, const unsigned* list,
                                                  unsigned particles, unsigned neighbours) {
  const unsigned particle = blockIdx.x * (BLOCK / LANES) + threadIdx.x;
  if (threadIdx.x >= BLOCK / LANES || particle >= particles) return;
  float4 sums[LANES];
  for (int lane = 0; lane < LANES; ++lane) sums[lane] = make_float4(0, 0, 0, 0);
  for (unsigned i = 0; i < neighbours; ++i) {
    const unsigned further = list[place(particle, i, particles, neighbours)];
    add_force(sums[i % LANES], at[particle], at[(particle + further) % particles]);
  }
  for (int apart = LANES / 2; apart > 0; apart /= 2) {
    for (int lane = 0; lane < apart; ++lane) {
      const float4 other = sums[lane + apart];
      sums[lane].x += other.x, sums[lane].y += other.y, sums[lane].z += other.z, sums[lane].w += other.w;
    }
  }
  force[particle] = sums[0];
}
