/* lanescope
title = "Small"
été = 1
naїve = 2
*/
extern "C" __global__ void small(float* out) {}
