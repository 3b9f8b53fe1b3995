/* lanescope
title   = "Product by cuBLAS"
summary = "NVIDIA's own library, in FP32 without TF32: what the others are held against."
article = "beyond the articles"
section = "beyond the articles"
claims  = ["No kernel of the ladder before matmul/best comes near it."]

[problem]
m = { min = 1, max = 32768, default = 1024 }
n = { min = 1, max = 32768, default = 1024 }
k = { min = 1, max = 32768, default = 1024 }

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
reference = "matmul"
output    = "c"
relative  = "6e-8 * (k + 1)"
sampled_rows = "m * n * k <= 134217728 ? m : min(m, 16)"
*/
