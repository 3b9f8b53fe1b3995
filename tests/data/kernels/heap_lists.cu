/* lanescope
title   = "Memory that threads allocate"
summary = "Linked lists of each thread, an array that a block shares, and allocations that one launch leaves to the next."

[problem]
n = { min = 1, max = 64, default = 9 }

[buffers]
lists  = { role = "out", type = "u32", shape = [256] }
shared = { role = "out", type = "u32", shape = [256] }
kept   = { role = "out", type = "u32", shape = [256] }
empty  = { role = "out", type = "u32", shape = [4] }

[[launch]]
entry     = "heap_lists"
grid      = [4]
block     = [64]
arguments = ["lists", "shared", "empty", "n"]

[[launch]]
entry     = "heap_after"
grid      = [4]
block     = [64]
arguments = ["kept"]

[work]
bytes = 0
flops = 0
*/
struct Node {
  unsigned value;
  Node* next;
};

__device__ unsigned* left[4];

extern "C" __global__ void heap_lists(unsigned* lists, unsigned* shared, unsigned* empty, unsigned n) {
  __shared__ unsigned* array;
  const unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;

  Node* head = nullptr;
  for (unsigned k = 0; k < n + t % 3; ++k) head = new Node{i * k + 1, head};
  unsigned sum = 0, place = 1;
  while (head != nullptr) {
    sum += head->value * place++;
    Node* const next = head->next;
    delete head;
    head = next;
  }
  lists[i] = sum;

  if (t == 0) array = static_cast<unsigned*>(malloc(64 * sizeof(unsigned)));
  __syncthreads();
  array[t] = i * i;
  __syncthreads();
  shared[i] = array[63 - t] + 1;
  __syncthreads();
  if (t == 5) free(array);  // by another thread than that which allocated it

  if (t == 0) left[blockIdx.x] = new unsigned[64];
  __syncthreads();
  left[blockIdx.x][t] = 3 * i + 7;

  if (t == 0) {
    free(nullptr);
    unsigned char* const small = static_cast<unsigned char*>(malloc(3));
    small[2] = 200;
    // All 8 MiB cannot be there: something is allocated already.
    empty[blockIdx.x] = (malloc(8u << 20) == nullptr ? 1000 : 0) + small[2];
    free(small);
  }
}

extern "C" __global__ void heap_after(unsigned* kept) {
  const unsigned i = blockIdx.x * 64 + threadIdx.x;
  kept[i] = left[blockIdx.x][63 - threadIdx.x];
}
