#include "CSourceKit.h"

#include <pthread.h>
#include <stdlib.h>

struct job {
    void (*body)(void *);
    void *context;
};

static void *run(void *argument) {
    struct job *job = argument;
    job->body(job->context);
    return NULL;
}

void iocsk_on_threads(int threads, size_t stack, void (*body)(void *), void *context) {
    struct job job = {body, context};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    pthread_t *started = calloc((size_t)threads, sizeof *started);
    int count = 0;
    while (count < threads && pthread_create(&started[count], &attributes, run, &job) == 0) count++;
    pthread_attr_destroy(&attributes);
    // Where not one thread could be had, the caller's own does the work.
    if (count == 0) body(context);
    for (int i = 0; i < count; i++) pthread_join(started[i], NULL);
    free(started);
}
