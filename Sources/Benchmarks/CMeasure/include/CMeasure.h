// What the C library's allocator and the kernel tell of this process, which the Swift modules of both leave out.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// The bytes of all allocated blocks with the allocator's own words; SIZE_MAX where nobody tells.
size_t ioc_heap_in_use(void);

/// The instructions that this thread has executed outside the kernel since it first asked; where the kernel does not count
/// them, the negative number of its error.
int64_t ioc_instructions(void);

/// Does some work in a copy of this process, with one thread, and goes through it instruction by instruction wherever it is
/// between two calls of `ioc_mark_steps`.
///
/// Returns the number of those instructions; the negative number of an error where nobody may step through a process, where the
/// work calls it an odd number of times or never, takes more than `limit` instructions, or more than `seconds` of time.
int64_t ioc_steps(void (*work)(void *), void *context, int64_t limit, unsigned seconds);

/// Begins and ends what `ioc_steps` counts, in turn; elsewhere it does nothing.
void ioc_mark_steps(void);

/// Runs a program, this one where it is NULL, in a new process with an option and its value.
///
/// Returns 0 where it ended well, with what it has printed as text that ends in a zero byte, the rest of it left out; -1 where
/// it did not, and an error's number where it could not be run.
int ioc_output_of_program(const char *program, const char *option, const char *value, char *output, size_t size);
