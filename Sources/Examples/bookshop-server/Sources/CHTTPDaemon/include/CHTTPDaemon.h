#pragma once
#include <microhttpd.h>

/// The settings with which a daemon starts.
struct http_daemon_settings {
    /// A listening socket that does not block.
    int listening_socket;
    unsigned int threads;
    unsigned int connection_limit;
    /// Seconds after which a connection without a request is closed.
    unsigned int idle_timeout;
    /// Takes the target of the request line, as it was sent. The result is the request's context from then on.
    void *(*line)(void *context, const char *uri, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback access;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    /// Takes a line that the library logs.
    void (*log)(void *context, const char *text);
    /// Passed to each callback.
    void *context;
};

/// Calls MHD_start_daemon, which Swift can't call because it has a variable number of arguments.
/// \returns The running daemon, or NULL.
struct MHD_Daemon *http_daemon_start(const struct http_daemon_settings *settings);
