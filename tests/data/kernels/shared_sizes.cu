/* lanescope
title   = "Sizes of shared memory"
summary = "What the special registers say of a block's shared memory, its own and the system's, as an H100 says it."

[buffers]
out = { role = "out", type = "u32", shape = [8], fill = "poison" }

[[launch]]
entry        = "shared_sizes"
grid         = [1]
block        = [32]
shared_bytes = 1000
arguments    = ["out"]

[work]
bytes = 0
flops = 0
*/
extern "C" __global__ void shared_sizes(unsigned* out) {
  __shared__ unsigned fixed[12];
  extern __shared__ unsigned asked_for[];
  const unsigned t = threadIdx.x;
  if (t < 12) fixed[t] = t;
  asked_for[t] = t;
  __syncwarp();
  if (t != 0) return;
  unsigned begin, end, cap, first, second, total, dynamic, all;
  asm("mov.u32 %0, %%reserved_smem_offset_begin;" : "=r"(begin));
  asm("mov.u32 %0, %%reserved_smem_offset_end;" : "=r"(end));
  asm("mov.u32 %0, %%reserved_smem_offset_cap;" : "=r"(cap));
  asm("mov.u32 %0, %%reserved_smem_offset_0;" : "=r"(first));
  asm("mov.u32 %0, %%reserved_smem_offset_1;" : "=r"(second));
  asm("mov.u32 %0, %%total_smem_size;" : "=r"(total));
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(dynamic));
  asm("mov.u32 %0, %%aggr_smem_size;" : "=r"(all));
  out[0] = begin + asked_for[0];
  out[1] = end + fixed[0];
  out[2] = cap;
  out[3] = first;
  out[4] = second;
  out[5] = total;
  out[6] = dynamic;
  out[7] = all;
}
