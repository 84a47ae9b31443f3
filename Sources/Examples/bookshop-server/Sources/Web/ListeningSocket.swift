import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A socket that listens. It is bound here, because the HTTP library does not report why binding failed.
///
/// Several listeners may share a socket, each with its own descriptor. If a listener leaves, the others still accept
/// connections.
package final class ListeningSocket: Sendable {
    let descriptor: Int32
    private let host: String
    /// The port; if 0 was requested, the port that the system chose.
    let port: UInt16
    /// The number of listeners that have not left.
    private let holders: Holders
    private let isOpen = Mutex(true)
    private let hasLeft = Mutex(false)

    private final class Holders: Sendable {
        let count = Mutex(1)
    }

    /// - Parameters:
    ///   - host: A numeric IPv4 address.
    ///   - port: The port; 0 lets the system choose one.
    /// - Throws: ``ListenError``.
    init(host: String, port: UInt16) throws {
        func failed(_ code: Int32) -> ListenError { ListenError(host: host, port: port, reason: reason(code)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
            throw ListenError(host: host, port: port, reason: "the host is no numeric IPv4 address")
        }
        #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue)
        #else
        let stream = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw failed(errno) }
        do {
            var yes: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, length) == 0 && listen(descriptor, SOMAXCONN) == 0
                        && getsockname(descriptor, $0, &length) == 0
                }
            }
            guard isBound else { throw failed(errno) }
        } catch {
            _ = close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.port = UInt16(bigEndian: address.sin_port)
        self.host = host
        holders = Holders()
    }

    private init(sharing other: ListeningSocket, descriptor: Int32) {
        self.descriptor = descriptor
        host = other.host
        port = other.port
        holders = other.holders
        holders.count.withLock { $0 += 1 }
    }

    deinit {
        leave()
        end()
    }

    /// Returns the same socket for another listener.
    /// - Throws: ``ListenError`` if the process has no descriptor left.
    func shared() throws -> ListeningSocket {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw ListenError(host: host, port: port, reason: reason(errno)) }
        return ListeningSocket(sharing: self, descriptor: copy)
    }

    /// Ends this listener's share of the socket.
    /// - Returns: True if no other listener shares the socket.
    @discardableResult
    func leave() -> Bool {
        guard
            hasLeft.withLock({ hasLeft in
                defer { hasLeft = true }
                return !hasLeft
            })
        else { return false }
        return holders.count.withLock { count in
            count -= 1
            return count == 0
        }
    }

    /// An accepted connection, and the address of its client.
    struct Accepted {
        let descriptor: Int32
        var address: sockaddr_in
    }

    /// Returns the next connection that waits to be accepted; nil if there is none.
    func accept() -> Accepted? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let connection = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { accepted(descriptor, $0, &length) }
        }
        guard connection >= 0 else { return nil }
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return Accepted(descriptor: connection, address: address)
    }

    /// Refuses connections from now on. The descriptor stays open.
    func refuse() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    func end() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { _ = close(descriptor) }
    }
}

/// Calls the system's `accept`, which the method of the same name hides.
private func accepted(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: UnsafeMutablePointer<socklen_t>
) -> Int32 {
    accept(descriptor, address, length)
}

private func reason(_ code: Int32) -> String {
    code == EADDRINUSE ? "the port is in use" : String(cString: strerror(code))
}

/// The reason why a listener can't listen.
package struct ListenError: Error, CustomStringConvertible {
    package let host: String
    package let port: UInt16
    package let reason: String

    package var description: String { "can't listen on \(host):\(port): \(reason)" }
}
