#include "CHeap.h"

#if defined(__APPLE__)
#include <malloc/malloc.h>

long ioc_heap_in_use(void) { return (long)mstats().bytes_used; }
#elif defined(__linux__)
#include <malloc.h>

#if defined(__GLIBC__)
long ioc_heap_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return (long)(info.uordblks + info.hblkhd);
}
#else
long ioc_heap_in_use(void) { return -1; }
#endif
#else
long ioc_heap_in_use(void) { return -1; }
#endif
