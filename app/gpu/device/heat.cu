// Turns records of instrumented kernels into records for a picture of the buffers: only accesses to buffers, in the
// order of their numbers, with offsets instead of addresses. A thread processes some records of the trace buffer one
// after the other, so nothing here depends on warps. gpu/trace/decode.cpp and model/heat/heat_records.cpp do the same
// on the processor; this is for more records than are copied there.

// These are bits of HeatSite::kind.
enum HeatKind { heat_reads = 1, heat_writes = 2, heat_plain_store = 4, heat_copy = 8 };

const u32 heat_lanes = 32, heat_no_offset = 0xffffffffu, heat_untagged_bits = 60;
const u64 heat_record_words = 36;    // model::HeatRecord
const u64 heat_raw_head_bytes = 64;  // ptx::RecordHead
const u64 heat_nowhere = ~0ull;

// The place and the elements of a buffer.
struct HeatRange {
  u64 base, bytes, buffer;
  u64 granule_shift;  // log2 of the bytes per unit of offset
  u64 element_shift;  // log2 of the bytes per element
  u64 elements;       // 0 means no picture is made of it
  u32* touched;       // one bit for each element; null means not counted
};

// The effect of a site.
struct HeatSite {
  u64 kind, bytes_per_lane;
};

struct HeatTotals {
  u64 loads, stores, touched, rewritten, beyond;
};

struct HeatJob {
  const u8* raw;  // records of ptx::RecordHead and 32 addresses
  u64 raw_count, raw_bytes;
  const u64* site_of_point;  // by entry and point; all bits set means not gathered
  u64 point_count;
  const u64* entry_of_launch;  // all bits set means the step runs no kernel
  u64 launch_count;
  const HeatSite* sites;
  const HeatRange* ranges;
  u64 range_count, elsewhere;  // `elsewhere` is the buffer of accesses that met none
  u64 first_block, block_count;
  u64* chunks;         // for each chunk its number of output records, then the position of the first of them
  u64 chunk_records;   // records of the trace buffer in each chunk
  u32* records;        // the output
  u64 record_count;    // the number of records that fit
  HeatTotals* totals;  // by buffer
  u64* launch_begins;  // by launch, the position of its first record
  u64* stored;         // by buffer; 1 when a plain store went to it
  u64* defects;        // records that no instrumented kernel writes
  u32* first_stores;   // for `store_range`, by element: position in the launch and lane of its first plain store
  u64 store_range;
};

struct HeatAccess {
  u32 launch, block, warp, mask;  // `mask` has the lanes that access memory of buffers
  u64 site, kind;
  u32 found;     // the lanes that met a buffer
  u8 range[32];  // by lane, for the lanes in `found`
};

__device__ inline u32 lowest_lane(u32 mask) {
  return 31 - static_cast<u32>(__clz(static_cast<int>(mask & (0u - mask))));
}
__device__ inline u32 lanes_in(u32 mask) {
  u32 count = 0;
  for (; mask != 0; mask &= mask - 1) ++count;
  return count;
}

__device__ inline u64 heat_address(const HeatJob& job, u64 raw, u32 lane) {
  return reinterpret_cast<const u64*>(job.raw + raw * job.raw_bytes + heat_raw_head_bytes)[lane];
}

// Returns false when nothing of the record is gathered. `defect` means that no instrumented kernel wrote it.
__device__ inline bool heat_access(const HeatJob& job, u64 raw, HeatAccess& access, bool& defect) {
  const u32* head = reinterpret_cast<const u32*>(job.raw + raw * job.raw_bytes);
  const u32 point = head[0];
  access.launch = head[1];
  access.block = head[2];
  access.warp = head[3];
  access.mask = head[4];
  defect = point >= job.point_count || access.launch >= job.launch_count || access.mask == 0 ||
           access.block < job.first_block || access.block - job.first_block >= job.block_count;
  if (defect) return false;
  const u64 entry = job.entry_of_launch[access.launch];
  if (entry == heat_nowhere) {
    defect = true;
    return false;
  }
  access.site = job.site_of_point[entry * job.point_count + point];
  if (access.site == heat_nowhere) return false;
  access.kind = job.sites[access.site].kind;
  const bool copy = (access.kind & heat_copy) != 0;
  const u64 width = copy ? 1 : job.sites[access.site].bytes_per_lane;
  access.found = 0;
  u32 memory = 0;
  for (u32 rest = access.mask; rest != 0; rest &= rest - 1) {
    const u32 lane = lowest_lane(rest);
    const u64 address = heat_address(job, raw, lane);
    if (!copy && (address >> heat_untagged_bits & 7) != 0) continue;  // it is shared or local memory
    memory |= 1u << lane;
    for (u64 range = 0; range < job.range_count; ++range) {
      const u64 offset = address - job.ranges[range].base;
      if (offset >= job.ranges[range].bytes || width > job.ranges[range].bytes - offset) continue;
      access.found |= 1u << lane;
      access.range[lane] = static_cast<u8>(range);
    }
  }
  access.mask = memory;
  return memory != 0;
}

// Returns the lanes that access the same buffer as the lowest of them.
__device__ inline u32 lanes_together(const HeatAccess& access, u32 lanes) {
  const u32 range = access.range[lowest_lane(lanes)];
  u32 same = 0;
  for (u32 rest = lanes; rest != 0; rest &= rest - 1) {
    const u32 lane = lowest_lane(rest);
    if (access.range[lane] == range) same |= 1u << lane;
  }
  return same;
}

// Lanes in several buffers give one record for each buffer; a copy always gives one.
__device__ inline u32 heat_parts(const HeatAccess& access) {
  if ((access.kind & heat_copy) != 0 || access.found == 0) return 1;
  u32 parts = 0;
  for (u32 rest = access.found; rest != 0; rest &= ~lanes_together(access, rest)) ++parts;
  return parts;
}

extern "C" __global__ void lanescope_heat_count(HeatJob job) {
  const u64 chunk_count = (job.raw_count + job.chunk_records - 1) / job.chunk_records;
  for (u64 chunk = first_of_thread(); chunk < chunk_count; chunk += threads_of_grid()) {
    const u64 end = (chunk + 1) * job.chunk_records;
    u64 records = 0, defects = 0;
    for (u64 raw = chunk * job.chunk_records; raw < end && raw < job.raw_count; ++raw) {
      HeatAccess access;
      bool defect = false;
      if (!heat_access(job, raw, access, defect)) {
        defects += defect ? 1 : 0;
        continue;
      }
      records += heat_parts(access);
      if ((access.kind & heat_plain_store) == 0) continue;
      for (u32 rest = access.found; rest != 0; rest &= ~lanes_together(access, rest)) {
        u64* stored = job.stored + job.ranges[access.range[lowest_lane(rest)]].buffer;
        if (*stored == 0) atomicMax(stored, static_cast<u64>(1));
      }
    }
    job.chunks[chunk] = records;
    if (defects != 0) atomicAdd(job.defects, defects);
  }
}

__device__ inline u64 elements_a_lane(const HeatJob& job, u64 site, const HeatRange& range) {
  const u64 elements = job.sites[site].bytes_per_lane >> range.element_shift;
  return elements == 0 ? 1 : elements;
}

// Returns the number of its elements that no lane has touched before.
__device__ inline u32 heat_touch(const HeatRange& range, u64 first, u64 count) {
  u32 fresh = 0;
  for (u64 element = first; element < first + count && element < range.elements; ++element) {
    const u32 bit = 1u << (element & 31);
    u32* word = range.touched + element / 32;
    if ((*word & bit) == 0 && (atomicOr(word, bit) & bit) == 0) ++fresh;
  }
  return fresh;
}

// Writes one record, of the lanes `own` of `mask`; the other lanes of the mask met no buffer.
__device__ inline void heat_write(const HeatJob& job, u64 raw, const HeatAccess& access, u64 position, u32 own,
                                  u32 mask, u64 range_number) {
  const bool somewhere = range_number != heat_nowhere;
  const u64 buffer = somewhere ? job.ranges[range_number].buffer : job.elsewhere;
  u32* record = job.records + position * heat_record_words;
  record[0] = static_cast<u32>(access.site) | static_cast<u32>(buffer) << 16;
  record[1] = 0;
  record[2] = access.block;
  record[3] = (access.warp & 0xffffu) | access.launch << 16;
  u32 fresh = 0;
  for (u32 lane = 0; lane < heat_lanes; ++lane) {
    u32 offset = heat_no_offset;
    if ((own >> lane & 1u) != 0) {
      const HeatRange& range = job.ranges[access.range[lane]];
      offset = static_cast<u32>((heat_address(job, raw, lane) - range.base) >> range.granule_shift);
      const HeatRange& whose = job.ranges[range_number];
      if (whose.touched != nullptr) {
        const u64 first = (static_cast<u64>(offset) << whose.granule_shift) >> whose.element_shift;
        fresh += heat_touch(whose, first, elements_a_lane(job, access.site, whose));
      }
    }
    record[4 + lane] = offset;
  }
  HeatTotals* totals = job.totals + buffer;
  const u64 lanes = lanes_in(own), beyond = lanes_in(mask & ~own);
  if ((access.kind & heat_reads) != 0 && lanes != 0) atomicAdd(&totals->loads, lanes);
  if ((access.kind & heat_writes) != 0 && lanes != 0) atomicAdd(&totals->stores, lanes);
  if (fresh != 0) atomicAdd(&totals->touched, static_cast<u64>(fresh));
  if (beyond != 0) atomicAdd(&totals->beyond, beyond);
}

extern "C" __global__ void lanescope_heat_write(HeatJob job) {
  const u64 chunk_count = (job.raw_count + job.chunk_records - 1) / job.chunk_records;
  for (u64 chunk = first_of_thread(); chunk < chunk_count; chunk += threads_of_grid()) {
    const u64 end = (chunk + 1) * job.chunk_records;
    u64 position = job.chunks[chunk], launch = heat_nowhere;
    for (u64 raw = chunk * job.chunk_records; raw < end && raw < job.raw_count; ++raw) {
      HeatAccess access;
      bool defect = false;
      if (!heat_access(job, raw, access, defect)) continue;
      const u32 parts = heat_parts(access);
      if (position + parts > job.record_count) return;
      if (access.launch != launch) atomicMin(job.launch_begins + access.launch, position);
      launch = access.launch;
      const u32 beyond = access.mask & ~access.found;
      if (access.found == 0) {
        heat_write(job, raw, access, position, 0, access.mask, heat_nowhere);
      } else if ((access.kind & heat_copy) != 0) {
        // The record belongs to the last buffer that its lanes met.
        u32 rest = access.found, last = rest;
        for (; rest != 0; rest &= ~lanes_together(access, rest)) last = rest;
        heat_write(job, raw, access, position, access.found, access.mask, access.range[lowest_lane(last)]);
      } else {
        // The record of the lowest lane comes last and includes the lanes that met nothing.
        u32 number = 0;
        for (u32 rest = access.found; rest != 0; rest &= ~lanes_together(access, rest)) {
          const u32 own = lanes_together(access, rest);
          heat_write(job, raw, access, position + parts - 1 - number, own, number == 0 ? own | beyond : own,
                     access.range[lowest_lane(own)]);
          ++number;
        }
      }
      position += parts;
    }
  }
}

// Calls visit(element, key) for the elements that a plain store of the record writes in `range`; keys rise with time.
template <class Visit>
__device__ inline void for_stores(const HeatJob& job, u64 begin, u64 position, u32 lane, Visit visit) {
  const u32* record = job.records + position * heat_record_words;
  const HeatRange& range = job.ranges[job.store_range];
  const u32 offset = record[4 + lane];
  if (offset == heat_no_offset) return;
  const u64 first = (static_cast<u64>(offset) << range.granule_shift) >> range.element_shift;
  const u64 count = elements_a_lane(job, record[0] & 0xffffu, range);
  for (u64 element = first; element < first + count && element < range.elements; ++element) {
    visit(element, static_cast<u32>((position - begin) * heat_lanes + lane));
  }
}

__device__ inline bool stores_to(const HeatJob& job, u64 position) {
  const u32 head = job.records[position * heat_record_words];
  return head >> 16 == job.ranges[job.store_range].buffer && (job.sites[head & 0xffffu].kind & heat_plain_store) != 0;
}

// It handles the records of one launch, from `begin` to `end`.
extern "C" __global__ void lanescope_heat_first_stores(HeatJob job, u64 begin, u64 end) {
  for (u64 thread = first_of_thread(); thread < (end - begin) * heat_lanes; thread += threads_of_grid()) {
    const u64 position = begin + thread / heat_lanes;
    if (!stores_to(job, position)) continue;
    for_stores(job, begin, position, static_cast<u32>(thread % heat_lanes),
               [&](u64 element, u32 key) { atomicMin(job.first_stores + element, key); });
  }
}

extern "C" __global__ void lanescope_heat_rewriting(HeatJob job, u64 begin, u64 end) {
  for (u64 thread = first_of_thread(); thread < (end - begin) * heat_lanes; thread += threads_of_grid()) {
    const u64 position = begin + thread / heat_lanes;
    if (!stores_to(job, position)) continue;
    const u32 lane = static_cast<u32>(thread % heat_lanes);
    bool again = false;
    for_stores(job, begin, position, lane,
               [&](u64 element, u32 key) { again = again || job.first_stores[element] != key; });
    if (!again) continue;
    atomicOr(job.records + position * heat_record_words + 1, 1u << lane);
    atomicAdd(&job.totals[job.ranges[job.store_range].buffer].rewritten, static_cast<u64>(1));
  }
}
