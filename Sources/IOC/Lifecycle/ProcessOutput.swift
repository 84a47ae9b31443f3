import IOCBase

/// The standard output or the standard error of the process. A text is written completely and without a buffer.
///
/// Writing to a pipe without a reader fails, but never ends the process.
enum ProcessOutput {
    case standard, error

    /// The reason why a write has failed, as an `errno`.
    struct Failure: Error, Equatable {
        let number: Int32
    }

    private var file: Int32 { self == .standard ? STDOUT_FILENO : STDERR_FILENO }

    /// Reserves the file descriptors of standard inputs and outputs that are closed. Otherwise a file that the program
    /// opens later would get such a descriptor, and messages of the program would be written to that file.
    static func reservePlaces() {
        for file in STDIN_FILENO...STDERR_FILENO where fcntl(file, F_GETFD) == -1 {
            // `open` uses the lowest free descriptor, which is this one. It is read-only, so that a write fails as
            // before.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Writes a line to the standard error. A failure to do so can't be reported.
    static func complain(_ line: String) { try? error.print(line + "\n") }

    /// Writes a text completely.
    /// - Throws: ``Failure`` if a part of the text could not be written.
    func print(_ text: String) throws(Failure) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let (written, number) = rest.withUnsafeBytes { bytes in
                withoutSignal { (write(file, bytes.baseAddress, bytes.count), errno) }
            }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if number == EAGAIN {
                // Another process that shares the output has made it nonblocking.
                var waiting = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, 1000)
            } else if number != EINTR {
                throw Failure(number: number)
            }
        }
    }

    /// Runs `body` so that a broken pipe sends no signal. Other writes of the program are not affected.
    private func withoutSignal<Result>(_ body: () -> Result) -> Result {
        #if canImport(Darwin)
        _ = fcntl(file, F_SETNOSIGPIPE, 1)
        return body()
        #else
        var pipe = sigset_t()
        var former = sigset_t()
        var pending = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        sigpending(&pending)
        // A signal that was pending before belongs to other code, so it stays pending.
        if sigismember(&pending, SIGPIPE) == 1 { return body() }
        pthread_sigmask(SIG_BLOCK, &pipe, &former)
        defer {
            // The signal of a write is sent to the thread that writes, so no other thread handles it.
            var now = timespec()
            while sigtimedwait(&pipe, nil, &now) == -1, errno == EINTR {}
            pthread_sigmask(SIG_SETMASK, &former, nil)
        }
        return body()
        #endif
    }
}
