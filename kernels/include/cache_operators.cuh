// LOAD(address) and STORE(address, value): a load and a store whose cache operator is a knob. A kernel that includes this
// has the knobs load_op (ca, cg, cs, cv) and store_op (wb, cg, cs, wt).
//
//   load_op    ca  cache at all levels: what a plain read does
//              cg  cache in the L2, not in the L1
//              cs  streaming: read once, so the first to be thrown out again
//              cv  do not trust a cached copy, fetch again
//   store_op   wb  write back: what a plain write does; the line stays in the L2 until its place is needed
//              cg  cache in the L2, not in the L1
//              cs  streaming: the first to be thrown out
//              wt  write through the L2
//
// They change where data is kept, never what is read (PTX ISA, "Cache Operators"). These are macros and not functions so
// that an access is shown at the line of the kernel that makes it.
#pragma once

#if LOAD_OP == LOAD_OP_CA
#define LOAD(address) (*(address))
#elif LOAD_OP == LOAD_OP_CG
#define LOAD(address) __ldcg(address)
#elif LOAD_OP == LOAD_OP_CS
#define LOAD(address) __ldcs(address)
#elif LOAD_OP == LOAD_OP_CV
#define LOAD(address) __ldcv(address)
#endif

#if STORE_OP == STORE_OP_WB
#define STORE(address, value) (*(address) = (value))
#elif STORE_OP == STORE_OP_CG
#define STORE(address, value) __stcg(address, value)
#elif STORE_OP == STORE_OP_CS
#define STORE(address, value) __stcs(address, value)
#elif STORE_OP == STORE_OP_WT
#define STORE(address, value) __stwt(address, value)
#endif
