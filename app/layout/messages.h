// The messages of layouts: what is wrong in a text, and what has no result.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("memory_layout.access", "there is no access '{}'");
MESSAGE("memory_layout.access_remedy",
        "write row, column, tile, tile.column or copy with a layout of threads, each with .b8, .b32, .b64 or .b128, or "
        "ldmatrix.x4 or stmatrix.x4; before it store or global");
MESSAGE("memory_layout.at_character", "{}, at character {} of \"{}\"");
MESSAGE("memory_layout.atom", "there is no atom '{}'");
MESSAGE("memory_layout.atom_remedy", "write the name as CuTe does: SM80_16x8x16_F32F16F16F32_TN, SM75_U32x4_LDSM_N");
MESSAGE("memory_layout.base_offset", "the matrix descriptor has a base offset");
MESSAGE("memory_layout.base_offset_remedy",
        "use a start that is a multiple of 8 rows of the swizzle, whose base offset is 0");
MESSAGE("memory_layout.box_row", "a row of the box has {} elements, {} bytes");
MESSAGE("memory_layout.box_row_remedy", "choose a multiple of 16 bytes, at most as wide as the swizzle");
MESSAGE("memory_layout.cluster", "the encoding spreads the tensor over several blocks");
MESSAGE("memory_layout.cluster_remedy", "use an encoding for one block");
MESSAGE("memory_layout.descriptor_bytes", "{} bytes do not fit in a matrix descriptor");
MESSAGE("memory_layout.descriptor_bytes_remedy", "choose a multiple of 16 below 262144");
MESSAGE("memory_layout.descriptor_remedy",
        "write descriptor 0x4000004000010000 64x16 f16, or descriptor start=0 lbo=16 sbo=1024 swizzle=128 64x64 f16");
MESSAGE("memory_layout.did_you_mean", "did you mean {}?");
MESSAGE("memory_layout.element", "there is no element type '{}'");
MESSAGE("memory_layout.element_remedy", "write f32, f16, bf16, s8, e4m3, b1 or another type of PTX");
MESSAGE("memory_layout.elements_differ", "elements have {} bits in the text, but {} were asked for");
MESSAGE("memory_layout.elements_differ_remedy", "leave out --element");
MESSAGE("memory_layout.empty", "the text is empty");
MESSAGE("memory_layout.encoding", "the encoding '{}' has no layout of one tensor of one or two dimensions");
MESSAGE("memory_layout.expected", "'{}' is missing");
MESSAGE("memory_layout.extent", "the tile is empty or too large");
MESSAGE("memory_layout.extent_remedy", "choose at most {} elements");
MESSAGE("memory_layout.fragment_does_not_fit", "matrices of {} x {} do not divide a tile of {} x {}");
MESSAGE("memory_layout.in_memory", "wgmma reads B from shared memory");
MESSAGE("memory_layout.in_memory_remedy", "write its matrix descriptor");
MESSAGE("memory_layout.instruction", "'{}' has no fragments that are known");
MESSAGE("memory_layout.instruction_remedy",
        "write mma.m16n8k16 f16 A, ldmatrix.x4.trans, stmatrix.x2 or wgmma.m64n128k16 f32 D");
MESSAGE("memory_layout.modes_meet", "mode {} of {} has a stride below {}, where the modes with smaller strides end");
MESSAGE("memory_layout.modes_meet_remedy",
        "only a layout whose elements have different offsets has a complement and an inverse");
MESSAGE("memory_layout.negative_stride", "mode {} of {} has a stride below 0");
MESSAGE("memory_layout.negative_stride_remedy", "complements and inverses need strides of at least 0");
MESSAGE("memory_layout.no_access", "no access is given");
MESSAGE("memory_layout.no_address", "the offsets of {} reach from {} to {}, which are no addresses of 32 bits");
MESSAGE("memory_layout.no_address_remedy", "use offsets of at least 0, and a smaller tile");
MESSAGE("memory_layout.no_core_matrices",
        "{} consecutive elements, of which {} lie side by side, and {} across do not make whole core matrices");
MESSAGE("memory_layout.no_core_matrices_remedy",
        "choose a multiple of 8 in one direction and of the swizzle's width in the other");
MESSAGE("memory_layout.no_extents", "the size of the tile is missing");
MESSAGE("memory_layout.no_left_inverse", "{} has no left inverse that is a layout");
MESSAGE("memory_layout.no_matrices", "{} rows with {} matrices of 8 x 16 bytes cannot be moved {} at a time");
MESSAGE("memory_layout.no_matrices_remedy", "choose x1 or x2, or a tile of whole matrices");
MESSAGE("memory_layout.no_name", "a name is missing");
MESSAGE("memory_layout.no_number", "a number is missing");
MESSAGE("memory_layout.no_number_remedy", "write a number, as 8 or _8, or modes in parentheses");
MESSAGE("memory_layout.no_range", "the range of {} is missing");
MESSAGE("memory_layout.no_vectors", "{} bits at a time cannot be taken from {} with elements of {} bits");
MESSAGE("memory_layout.no_vectors_remedy",
        "choose vectors whose elements have consecutive offsets, aligned to the vector's size");
MESSAGE("memory_layout.no_whole_elements", "{} bytes are no whole elements of {} bits");
MESSAGE("memory_layout.not_composable", "{} cannot be composed: its mode {} and {} do not divide each other");
MESSAGE("memory_layout.not_composable_remedy", "choose shapes and strides that are multiples of each other");
MESSAGE("memory_layout.not_measured", "nobody measured what {} costs");
MESSAGE("memory_layout.number_too_large", "the number is too large");
MESSAGE("memory_layout.operand", "'{}' is no operand");
MESSAGE("memory_layout.operand_remedy", "write A, B, C or D");
MESSAGE("memory_layout.pointer_bits", "the bits of an element are missing");
MESSAGE("memory_layout.pointer_bits_remedy", "write smem_ptr[16b] for elements of 16 bits");
MESSAGE("memory_layout.product_too_large", "{} * {} does not fit in 63 bits");
MESSAGE("memory_layout.range_remedy", "write the ranges behind the expression: row * 33 + col for row < 32, col < 32");
MESSAGE("memory_layout.shape_too_small", "a shape must be at least 1");
MESSAGE("memory_layout.side_remedy", "write src or dst");
MESSAGE("memory_layout.strides_differ", "mode {} of the strides does not have as many modes as that of the shape, {}");
MESSAGE("memory_layout.strides_differ_remedy", "write a stride for each shape, in the same parentheses");
MESSAGE("memory_layout.swizzle", "the swizzle <{},{},{}> is not possible");
MESSAGE("memory_layout.swizzle_bytes", "there is no swizzle of {} bytes");
MESSAGE("memory_layout.swizzle_bytes_remedy", "write 0, 32, 64 or 128");
MESSAGE("memory_layout.swizzle_of_bytes", "{} of byte addresses takes elements of {} bits apart");
MESSAGE("memory_layout.swizzle_of_bytes_remedy", "choose a larger M or smaller elements");
MESSAGE("memory_layout.swizzle_remedy",
        "write Sw<B,M,S> with B and M of at least 0, |S| of at least B, and B + M + |S| below 63");
MESSAGE("memory_layout.tensor_map_remedy", "write tensor_map f16 box=64x8 swizzle=128, the innermost dimension first");
MESSAGE("memory_layout.threads", "{} does not have every thread from 0 to below {} once");
MESSAGE("memory_layout.threads_do_not_fit", "the threads of {} do not divide {} x {} vectors");
MESSAGE("memory_layout.threads_remedy",
        "write the thread of each vector, as (4,8):(8,1) for 32 threads along rows of 8");
MESSAGE("memory_layout.tiler_rank", "the tiler has {} modes, but {} has {}");
MESSAGE("memory_layout.tiler_rank_remedy", "use at most as many modes as the layout has");
MESSAGE("memory_layout.too_large", "the size or cosize of {} does not fit in 63 bits");
MESSAGE("memory_layout.too_large_remedy", "use smaller shapes and strides");
MESSAGE("memory_layout.too_many_elements", "{} has {} elements");
MESSAGE(
    "memory_layout.triton_remedy",
    "write what Triton's IR prints: #ttg.swizzled_shared, nvmma_shared, blocked, linear or nvidia_mma, with <{{...}}>");
MESSAGE("memory_layout.triton_shape_remedy",
        "write the shape behind the encoding: #ttg.swizzled_shared<{{...}}> 64x64xf16");
MESSAGE("memory_layout.unexpected", "'{}' cannot stand here");

}  // namespace lanescope
