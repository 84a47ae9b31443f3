#pragma once

/// The number of bytes in all allocated blocks, including the allocator's own words; negative if the platform does not
/// report it.
long ioc_heap_in_use(void);
