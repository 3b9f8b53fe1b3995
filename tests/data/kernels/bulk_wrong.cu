/* lanescope
title   = "What goes wrong with bulk copies"
summary = "Each setting makes one mistake with an asynchronous copy."

[parameters]
mistake = { values = ["no_wait", "wrong_phase", "overwritten", "no_fence", "no_group", "size", "from", "to", "beyond", "no_barrier", "two_copies"], default = "no_wait" }

[buffers]
in  = { role = "in",  type = "u32", shape = [256], fill = "random" }
out = { role = "out", type = "u32", shape = [256] }

[[launch]]
entry     = "bulk_wrong"
grid      = [1]
block     = [64]
arguments = ["out", "in"]

[work]
bytes = 0
flops = 0
*/
__device__ unsigned place_of(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__device__ void load(unsigned* to, const unsigned* from, unsigned bytes, unsigned barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   place_of(to)), "l"(from), "r"(bytes), "r"(barrier) : "memory");  // the load
}

__device__ void wait(unsigned barrier, unsigned parity) {
  asm volatile(
      "{ .reg .pred done; AGAIN: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1; @!done bra AGAIN; }" ::"r"(
          barrier), "r"(parity) : "memory");
}

extern "C" __global__ void bulk_wrong(unsigned* out, const unsigned* in) {
  __shared__ alignas(128) unsigned tile[256];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned t = threadIdx.x, place = place_of(&barrier);
  constexpr int mistake = MISTAKE;
  if (t == 0 && mistake != MISTAKE_NO_BARRIER) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(place));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (mistake == MISTAKE_WRONG_PHASE) wait(place, 1);  // that of the phase before the first one, which is over
  __syncthreads();
  if (t == 0) {
    const unsigned bytes = mistake == MISTAKE_SIZE ? 1000 : 1024;
    if (mistake != MISTAKE_NO_BARRIER) {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(place), "r"(bytes) : "memory");
    }
    load(mistake == MISTAKE_TO ? tile + 1 : tile,
         mistake == MISTAKE_FROM ? in + 2 : mistake == MISTAKE_BEYOND ? in + 4 : in, mistake == MISTAKE_TO || mistake == MISTAKE_FROM ? 512 : bytes, place);
    if (mistake == MISTAKE_TWO_COPIES) load(tile + 128, in, 512, place);
  }
  if (mistake == MISTAKE_NO_BARRIER || mistake == MISTAKE_WRONG_PHASE) __syncthreads();
  else if (mistake != MISTAKE_NO_WAIT) wait(place, 0);
  const unsigned value = tile[(t + 1) % 64];  // the value
  __syncthreads();
  tile[t] = value + 1;  // changed
  tile[t + 64] = tile[t + 128] = tile[t + 192] = value;
  if (mistake != MISTAKE_NO_FENCE) asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out), "r"(place_of(tile)), "r"(1024) : "memory");  // the store
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    if (mistake != MISTAKE_NO_GROUP && mistake != MISTAKE_OVERWRITTEN) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
  __syncthreads();
  if (mistake == MISTAKE_OVERWRITTEN) tile[t] = 0;  // too early
  if (mistake == MISTAKE_OVERWRITTEN) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
