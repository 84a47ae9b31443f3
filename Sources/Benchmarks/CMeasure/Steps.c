#include "CMeasure.h"

#include <errno.h>

#if defined(__linux__)
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

// Set in the copy of the process that is stepped through, before its only thread does the work.
static int is_copy = 0;

void ioc_mark_steps(void) {
    if (is_copy) raise(SIGSTOP);
}

static void run_copy(void (*work)(void *), void *context, unsigned seconds) {
    // What another thread held when the process was copied is never given back here: then time ends it.
    alarm(seconds);
    is_copy = 1;
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(1);
    work(context);
    _exit(0);
}

enum stop { MARK, STEP, OTHER, DONE, FAILED };

static enum stop next_stop(pid_t copy) {
    int status = 0;
    while (waitpid(copy, &status, 0) < 0)
        if (errno != EINTR) return FAILED;
    if (!WIFSTOPPED(status)) return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? DONE : FAILED;
    if (WSTOPSIG(status) == SIGSTOP) return MARK;
    return WSTOPSIG(status) == SIGTRAP ? STEP : OTHER;
}

int64_t ioc_steps(void (*work)(void *), void *context, int64_t limit, unsigned seconds) {
    pid_t copy = fork();
    if (copy < 0) return -errno;
    if (copy == 0) run_copy(work, context, seconds);
    int64_t count = 0;
    int marks = 0;
    int error = 0;
    while (error == 0) {
        switch (next_stop(copy)) {
        case MARK: marks++; break;
        case STEP: error = ++count > limit ? E2BIG : 0; break;
        case OTHER: error = ETIME; break;
        case DONE: return marks > 0 && marks % 2 == 0 ? count : -ENODATA;
        case FAILED: return -EPERM;
        }
        int is_counting = marks % 2 == 1;
        if (error == 0 && ptrace(is_counting ? PTRACE_SINGLESTEP : PTRACE_CONT, copy, NULL, NULL) != 0) error = errno;
    }
    kill(copy, SIGKILL);
    while (waitpid(copy, NULL, 0) < 0 && errno == EINTR) {}
    return -error;
}
#else
void ioc_mark_steps(void) {}

int64_t ioc_steps(void (*work)(void *), void *context, int64_t limit, unsigned seconds) { return -ENOSYS; }
#endif
