/* lanescope
title   = "Probe: an empty launch"
summary = "A kernel that does nothing: what every launch costs before its first instruction."
article = "CUDA Mode notes 1: the reduction ladder"
section = "px.launch"
claims  = ["Up to some size every kernel of a family takes as long as this one."]

[parameters]
block = { values = [1, 32, 64, 128, 256, 512, 1024], default = 256 }

[problem]
blocks = { min = 1, max = 1048576, default = 132 }

[buffers]
in  = { role = "in",  type = "f32", shape = [0], fill = "random" }
out = { role = "out", type = "f32", shape = [0], fill = "poison" }

[[launch]]
entry     = "launch"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "in"]

[work]
bytes = 0
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true
*/

// Two buffers without an element, one the copy of the other: there is nothing to do.
extern "C" __global__ void launch(float*, const float*) {}
