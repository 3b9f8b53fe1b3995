/* lanescope
title   = "Copy by the driver"
summary = "cudaMemcpy from device to device: what NVIDIA's own copy reaches, to hold the others against."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "beyond the article"
claims  = [
  "No transpose of the catalogue is faster.",
  "A copy unrolled by 4 is faster than copy_row, so copy_row is no upper bound for a transpose.",
]

[problem]
nx = { min = 1, max = 32768, default = 4096 }
ny = { min = 1, max = 32768, default = 4096 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["ny", "nx"], fill = "poison" }

[[launch]]
call      = "memcpy"
arguments = ["out", "in"]

[work]
bytes = "2 * 4 * nx * ny"
flops = "0"

[check]
reference = "copy"
output    = "out"
exact     = true
*/

// No kernel of ours: the driver chooses how to copy.
