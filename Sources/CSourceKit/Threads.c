#include "CSourceKit.h"

#include <pthread.h>
#include <stdlib.h>

struct job {
    void (*body)(void *, int);
    void *context;
    int number;
    pthread_t thread;
    int is_started;
};

static void *run(void *argument) {
    struct job *job = argument;
    job->body(job->context, job->number);
    return NULL;
}

void iocsk_on_threads(int threads, size_t stack, void (*body)(void *, int), void *context) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    struct job *jobs = calloc((size_t)threads, sizeof *jobs);
    for (int i = 0; i < threads; i++) {
        jobs[i].body = body;
        jobs[i].context = context;
        jobs[i].number = i;
        jobs[i].is_started = pthread_create(&jobs[i].thread, &attributes, run, &jobs[i]) == 0;
    }
    pthread_attr_destroy(&attributes);
    for (int i = 0; i < threads; i++) {
        // What no thread could be had for, the caller's own does.
        if (jobs[i].is_started)
            pthread_join(jobs[i].thread, NULL);
        else
            body(context, i);
    }
    free(jobs);
}
