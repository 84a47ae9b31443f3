#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The compiler's end of standard input and output: each message is its length in eight little-endian bytes, then JSON.
struct MessageChannel {
    /// No message of a compiler comes near it; a length beyond it is no message.
    private static let limit: UInt64 = 1 << 30
    private let input = fdopen(STDIN_FILENO, "rb")
    private let output = fdopen(STDOUT_FILENO, "wb")

    /// The next message; nil once the compiler has hung up.
    func receive() -> [UInt8]? {
        guard let header = read(8) else { return nil }
        let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return length <= Self.limit ? read(Int(length)) : nil
    }

    /// Returns true if the message went out whole.
    func send(_ message: [UInt8]) -> Bool {
        guard let output else { return false }
        let length = UInt64(message.count)
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + message
        return fwrite(bytes, 1, bytes.count, output) == bytes.count && fflush(output) == 0
    }

    private func read(_ count: Int) -> [UInt8]? {
        guard let input else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return fread(&bytes, 1, count, input) == count ? bytes : nil
    }
}
