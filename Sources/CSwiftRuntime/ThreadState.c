#define _GNU_SOURCE
#include "CSwiftRuntime.h"

#include <pthread.h>

__thread void *ioc_thread_frame = NULL;

/// The lowest address of this thread's stack, once it was asked for.
static __thread uintptr_t stack_limit = 0;

// The frame's own address: a local's may lie elsewhere, as under the address sanitizer.
size_t ioc_remaining_stack(void) {
    if (stack_limit == 0) {
#if defined(__APPLE__)
        pthread_t self = pthread_self();
        stack_limit = (uintptr_t)pthread_get_stackaddr_np(self) - pthread_get_stacksize_np(self);
#elif defined(__linux__)
        pthread_attr_t attributes;
        void *base = NULL;
        size_t size = 0;
        stack_limit = 1;
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            if (pthread_attr_getstack(&attributes, &base, &size) == 0) stack_limit = (uintptr_t)base;
            pthread_attr_destroy(&attributes);
        }
#else
        stack_limit = 1;
#endif
    }
    return stack_limit <= 1 ? SIZE_MAX : (uintptr_t)__builtin_frame_address(0) - stack_limit;
}
