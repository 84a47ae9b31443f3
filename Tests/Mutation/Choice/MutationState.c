#include "MutationState.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

int32_t mutation_choice = -1;
uint8_t *mutation_reached = NULL;

__attribute__((constructor)) static void read_choice(void) {
    const char *number = getenv("MUTATION");
    if (number) mutation_choice = atoi(number);
    const char *path = getenv("MUTATION_REACHED");
    if (!path) return;
    int file = open(path, O_RDWR);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) return;
    void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes != MAP_FAILED) mutation_reached = bytes;
}
