/* lanescope
title   = "Shortest ways through one more vertex"
summary = "A step of Floyd and Warshall: is the way from row to column through vertex k shorter?"

[parameters]
block_x = { values = [32, 64, 128, 256], default = 64 }
block_y = { values = [1, 2, 4], default = 4 }
steps   = { values = [1, 4, 16], default = 1 }

[problem]
vertices = { min = 1, max = 32768, default = 3000 }

[let]
k = "0"

[buffers]
way = { role = "inout", type = "u32", shape = ["vertices", "vertices"], fill = "random", below = 1000000 }

[[launch]]
entry        = "floyd_warshall"
grid         = ["ceil_div(vertices, block_x)", "ceil_div(vertices, block_y)"]
block        = ["block_x", "block_y"]
arguments    = ["way", "vertices", "k"]
repeat_while = "k < min(steps, vertices)"
update       = { k = "k + 1" }

[work]
bytes = "8 * vertices * vertices * steps"
flops = 0

[check]
same_as = "floyd_warshall_plain"
output  = "way"
exact   = true
*/
extern "C" __global__ void floyd_warshall(unsigned* way, unsigned vertices, unsigned k) {
  const unsigned column = blockIdx.x * BLOCK_X + threadIdx.x, row = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (column >= vertices || row >= vertices) return;
  unsigned* const own = &way[size_t(row) * vertices + column];
  const unsigned through = way[size_t(row) * vertices + k] + way[size_t(k) * vertices + column];
  if (through < *own) *own = through;
}

extern "C" __global__ void floyd_warshall_plain(unsigned* way, unsigned vertices, unsigned k) {
  if (blockIdx.x > 0) return;  // one block has whole rows
  const unsigned row = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (row >= vertices || row == k) return;
  const unsigned there = way[size_t(row) * vertices + k];
  for (unsigned column = threadIdx.x; column < vertices; column += BLOCK_X) {
    unsigned* const own = &way[size_t(row) * vertices + column];
    if (column != k) *own = min(*own, there + way[size_t(k) * vertices + column]);
  }
}
