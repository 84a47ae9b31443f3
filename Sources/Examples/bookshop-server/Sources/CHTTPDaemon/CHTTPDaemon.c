#include "CHTTPDaemon.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The function that logs the library's messages, and its context. The library may log before MHD_start_daemon returns
// and until the process ends, so the memory is freed only if the daemon doesn't start.
struct logger {
    void (*log)(void *context, const char *text);
    void *context;
};

static void write_log(void *cls, const char *format, va_list arguments) {
    struct logger *logger = cls;
    char text[512];
    vsnprintf(text, sizeof text, format, arguments);
    logger->log(logger->context, text);
}

// Replaces %00 by %FF and decodes the text. A decoded NUL would end the text unnoticed. 0xFF is not part of UTF-8, so
// the check of the text rejects it later.
static size_t unescape(void *cls, struct MHD_Connection *connection, char *text) {
    (void)cls;
    (void)connection;
    for (char *nul = text; (nul = strstr(nul, "%00")) != NULL; nul += 3) memcpy(nul, "%FF", 3);
    return MHD_http_unescape(text);
}

struct MHD_Daemon *http_daemon_start(const struct http_daemon_settings *settings) {
    struct logger *logger = malloc(sizeof *logger);
    if (logger == NULL) return NULL;
    logger->log = settings->log;
    logger->context = settings->context;
    struct MHD_Daemon *daemon = MHD_start_daemon(
        // Use poll. With epoll the library overlooks that a client hung up if that arrives with the client's last
        // bytes. The library then keeps the socket for the whole idle timeout.
        MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC | MHD_USE_ERROR_LOG,
        0, NULL, NULL, settings->access, settings->context,
        // This option is first, so that messages about the other options are logged with it, too.
        MHD_OPTION_EXTERNAL_LOGGER, write_log, logger,
        MHD_OPTION_LISTEN_SOCKET, settings->listening_socket,
        MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL,
        MHD_OPTION_URI_LOG_CALLBACK, settings->line, settings->context,
        MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,
        MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_timeout,
        MHD_OPTION_NOTIFY_COMPLETED, settings->completed, settings->context,
        MHD_OPTION_NOTIFY_CONNECTION, settings->connection, settings->context,
        // This option is last, because with a single thread the list ends here.
        settings->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, settings->threads,
        MHD_OPTION_END);
    if (daemon == NULL) free(logger);
    return daemon;
}
