// What the C library's allocator tells of itself, which its Swift module leaves out.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// The bytes of all allocated blocks with the allocator's own words; SIZE_MAX where nobody tells.
size_t ioc_heap_in_use(void);
