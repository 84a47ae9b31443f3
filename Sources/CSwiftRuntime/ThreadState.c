#define _GNU_SOURCE
#include "CSwiftRuntime.h"

#include <pthread.h>

__thread void *ioc_thread_frame = NULL;
__thread uintptr_t ioc_stack_limit = 0;

uintptr_t ioc_find_stack_limit(void) {
    ioc_stack_limit = 1;
#if defined(__APPLE__)
    pthread_t self = pthread_self();
    ioc_stack_limit = (uintptr_t)pthread_get_stackaddr_np(self) - pthread_get_stacksize_np(self);
#elif defined(__linux__)
    pthread_attr_t attributes;
    void *base = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        if (pthread_attr_getstack(&attributes, &base, &size) == 0) ioc_stack_limit = (uintptr_t)base;
        pthread_attr_destroy(&attributes);
    }
#endif
    return ioc_stack_limit;
}
