/* lanescope
title   = "Matrix product by cuBLAS"
summary = "No kernel of ours: NVIDIA's library computes it, in FP32, on a GPU."

[problem]
m = { min = 0, max = 16384, default = 128 }
n = { min = 0, max = 16384, default = 128 }
k = { min = 0, max = 16384, default = 128 }

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
call      = "cublas_sgemm"
arguments = ["c", "a", "b", "m", "n", "k"]

[work]
bytes = "4 * (m * k + k * n + m * n)"
flops = "2 * m * n * k"

[check]
reference    = "matmul"
output       = "c"
relative     = "6e-8 * (k + 1)"  # k roundings of sums no larger than the terms together, and one of the reference
sampled_rows = 64
*/
