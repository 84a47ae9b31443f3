#pragma once

/// The bytes of all allocated blocks, including the allocator's own words; negative if the platform does not report them.
long ioc_heap_in_use(void);
