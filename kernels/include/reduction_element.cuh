// What a reduction adds: the knob element.
#pragma once

#if ELEMENT == ELEMENT_F32
using Value = float;
using FourValues = float4;
#else
using Value = unsigned;  // of int32: unsigned wraps around where the overflow of a signed sum is undefined
using FourValues = uint4;
#endif
