#include "CMeasure.h"

#include <errno.h>

#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

// One counter a thread, open as long as the process is: threads that measure are few.
static __thread int counter = 0;

static int open_counter(void) {
    struct perf_event_attr attributes = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof(struct perf_event_attr),
        .config = PERF_COUNT_HW_INSTRUCTIONS,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    long descriptor = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    return descriptor < 0 ? -errno : (int)descriptor;
}

int64_t ioc_instructions(void) {
    if (counter == 0) counter = open_counter();
    if (counter < 0) return counter;
    int64_t count = 0;
    if (read(counter, &count, sizeof count) != sizeof count) return -EIO;
    return count;
}
#else
int64_t ioc_instructions(void) { return -ENOSYS; }
#endif
