#pragma once
#include <microhttpd.h>

/// What a daemon is started with.
struct http_daemon_settings {
    /// A socket that listens and does not block.
    int listening_socket;
    unsigned int threads;
    unsigned int connection_limit;
    /// Seconds after which a connection without a request is closed.
    unsigned int idle_timeout;
    /// Takes what the request line names, as it was sent; what it returns is the request's context from then on.
    void *(*line)(void *context, const char *uri, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback access;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    /// Takes a line that the library would have logged.
    void (*log)(void *context, const char *text);
    /// Handed to each of the callbacks.
    void *context;
};

/// Calls MHD_start_daemon, which has a variable number of arguments: nothing Swift can call.
/// \returns The running daemon, or NULL.
struct MHD_Daemon *http_daemon_start(const struct http_daemon_settings *settings);
