#include "CMeasure.h"

#if defined(__APPLE__)
#include <malloc/malloc.h>

size_t ioc_heap_in_use(void) { return mstats().bytes_used; }
#elif defined(__linux__) && !defined(__ANDROID__) && __has_include(<gnu/libc-version.h>)
#include <malloc.h>

size_t ioc_heap_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
#else
size_t ioc_heap_in_use(void) { return SIZE_MAX; }
#endif
