#include "CMeasure.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif

extern char **environ;

static int own_path(char *path, size_t size) {
#if defined(__APPLE__)
    uint32_t room = (uint32_t)size;
    return _NSGetExecutablePath(path, &room) == 0 ? 0 : ENAMETOOLONG;
#else
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length < 0) return errno;
    path[length] = 0;
    return 0;
#endif
}

static int output_of(const char *path, char *const arguments[], char *output, size_t size) {
    int ends[2];
    if (pipe(ends) != 0) return errno;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    pid_t child = 0;
    int error = posix_spawn(&child, path, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        return error;
    }
    size_t length = 0;
    ssize_t count;
    while ((count = read(ends[0], output + length, size - 1 - length)) != 0) {
        if (count > 0) length += (size_t)count;
        else if (errno != EINTR) break;
    }
    output[length] = 0;
    close(ends[0]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return errno;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

int ioc_output_of_program(const char *program, const char *option, const char *value, char *output, size_t size) {
    char path[4096];
    if (program == NULL) {
        int error = own_path(path, sizeof path);
        if (error != 0) return error;
        program = path;
    }
    char *const arguments[] = {(char *)program, (char *)option, (char *)value, NULL};
    return output_of(program, arguments, output, size);
}
