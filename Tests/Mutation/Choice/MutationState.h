#pragma once

#include <stdbool.h>
#include <stdint.h>

// Which place of the program is changed, read once from the environment before any Swift code runs, and which places
// were reached, in a file that outlives a crash and that the process's children share.

extern int32_t mutation_choice;
extern uint8_t *mutation_reached;

// Whether the place of this number is the one that is changed.
static inline bool mutation_chosen(int32_t number) {
    if (mutation_reached) __atomic_store_n(mutation_reached + number, 1, __ATOMIC_RELAXED);
    return number == mutation_choice;
}
