// What the C library's allocator and the kernel tell of this process, which the Swift modules of both leave out.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// The bytes of all allocated blocks with the allocator's own words; SIZE_MAX where nobody tells.
size_t ioc_heap_in_use(void);

/// The instructions that this thread has executed outside the kernel since it first asked; where the kernel does not count
/// them, the negative number of its error.
int64_t ioc_instructions(void);

/// Runs a program, this one where it is NULL, in a new process with an option and its value.
///
/// Returns 0 where it ended well, with what it has printed as text that ends in a zero byte, the rest of it left out; -1 where
/// it did not, and an error's number where it could not be run.
int ioc_output_of_program(const char *program, const char *option, const char *value, char *output, size_t size);
