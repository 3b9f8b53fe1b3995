#version 450 core
// Records of a trace, binned to a picture: which elements of one buffer were touched, how often, first and last when.
// model/heat.cpp does the same on the processor. What a site does, how many bytes a lane moves and which stores write
// an element again was annotated before (model/heat_touches.h): no rule about memory stands here.

layout(local_size_x = 256) in;  // eight records of 32 lanes

const uint lanes_per_warp = 32u;
const uint records_per_group = gl_WorkGroupSize.x / lanes_per_warp;
const uint words_per_record = 36u;  // model::HeatRecord: site and buffer, rewriting, block, warp and launch, 32 offsets
const uint word_of_rewriting = 1u, word_of_offsets = 4u;
const uint no_offset = 0xffffffffu;
const uint reads = 1u, writes = 2u;  // model::TouchSite
const uint words_per_bin = 4u;       // model::HeatBin
const uint rewritten_bit = 0x80000000u;

layout(std430, binding = 0) readonly buffer Records { uint records[]; };  // by position
layout(std430, binding = 1) readonly buffer Sites { uvec2 sites[]; };     // what it does, elements a lane
layout(std430, binding = 2) buffer Bins { uint bins[]; };

uniform uint from;    // positions that are added
uniform uint to;
uniform uint site_count;  // records of other sites touch nothing: they come from another process
uniform uint chosen;  // buffer
uniform uint columns;
uniform uint elements;
uniform int shift;    // an element's number is an offset shifted right by it; left when negative
uniform uvec2 level;  // log2 of the columns and rows of a bin
uniform uvec2 first;  // bin of the picture's corner
uniform uvec2 extent; // bins

const uint nowhere = 0xffffffffu;
shared uint group_bin[gl_WorkGroupSize.x];
shared uint group_elements[gl_WorkGroupSize.x];
shared uint group_rewritten[gl_WorkGroupSize.x];

uint bin_of(uint element) {
  const uvec2 place = uvec2(element % columns, element / columns);
  const uvec2 bin = (place >> level) - first;
  return any(greaterThanEqual(bin, extent)) ? nowhere : bin.y * extent.x + bin.x;
}

void add(uint bin, uint count, uint rewritten, uint touch, uint position) {
  const uint at = bin * words_per_bin;
  const uint last = 2u * position + 2u + ((touch & writes) != 0u ? 1u : 0u);
  if ((touch & reads) != 0u) atomicAdd(bins[at], count);
  if ((touch & writes) != 0u) atomicAdd(bins[at + 1u], count);
  if (rewritten != 0u) atomicOr(bins[at + 1u], rewritten_bit);
  // What is read may be old, but never larger than it is by now: an atomic too many, never one too few.
  if (bins[at + 2u] < ~position) atomicMax(bins[at + 2u], ~position);
  if (bins[at + 3u] < last) atomicMax(bins[at + 3u], last);
}

void main() {
  const uint here = gl_LocalInvocationIndex;
  const uint lane = here % lanes_per_warp;
  const uint stride = gl_NumWorkGroups.x * records_per_group;
  for (uint base = from + gl_WorkGroupID.x * records_per_group; base < to; base += stride) {
    const uint position = base + here / lanes_per_warp;
    uint touch = 0u, first_bin = nowhere, count = 0u, rewritten = 0u;
    if (position < to) {
      const uint record = position * words_per_record;
      const uint head = records[record], number = head & 0xffffu;
      const uvec2 site = number < site_count ? sites[number] : uvec2(0u);
      const uint offset = records[record + word_of_offsets + lane];
      if (site.x != 0u && head >> 16u == chosen && offset != no_offset) {
        touch = site.x;
        const uint element = shift >= 0 ? offset >> uint(shift) : offset << uint(-shift);
        const uint end = min(element + site.y, elements);
        const uint again = records[record + word_of_rewriting] >> lane & 1u;
        // Mostly all elements of a lane are in one bin, and go with those of its neighbours.
        for (uint each = element; each < end; ++each) {
          const uint bin = bin_of(each);
          if (bin == nowhere) continue;
          if (first_bin == nowhere) first_bin = bin;
          if (bin == first_bin) {
            ++count;
            rewritten |= again;
          } else {
            add(bin, 1u, again, touch, position);
          }
        }
      }
    }
    group_bin[here] = first_bin;
    group_elements[here] = count;
    group_rewritten[here] = rewritten;
    barrier();
    if (first_bin != nowhere && (lane == 0u || group_bin[here - 1u] != first_bin)) {
      // The first of neighbours with the same bin adds for all of them.
      const uint end_of_warp = here - lane + lanes_per_warp;
      for (uint next = here + 1u; next < end_of_warp && group_bin[next] == first_bin; ++next) {
        count += group_elements[next];
        rewritten |= group_rewritten[next];
      }
      add(first_bin, count, rewritten, touch, position);
    }
    barrier();
  }
}
