// What the C library's allocator and the kernel tell of this process, which the Swift modules of both leave out.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// The bytes of all allocated blocks with the allocator's own words; SIZE_MAX where nobody tells.
size_t ioc_heap_in_use(void);

/// The instructions that this thread has executed outside the kernel since it first asked; where the kernel does not count
/// them, the negative number of its error.
int64_t ioc_instructions(void);
