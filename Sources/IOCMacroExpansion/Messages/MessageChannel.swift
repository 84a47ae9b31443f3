#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Standard input and output as the compiler uses them: each message is its length in eight little-endian bytes, then
/// JSON.
struct MessageChannel {
    /// Longer messages are rejected, because no compiler sends messages of this length.
    private static let limit = 1 << 30
    private let input = fdopen(STDIN_FILENO, "rb")
    private let output = fdopen(STDOUT_FILENO, "wb")

    /// Returns the next message; nil if the compiler has closed the input, or if the message is too long.
    func receive() -> [UInt8]? {
        guard let header = read(8) else { return nil }
        let length = Int(littleEndian: header.withUnsafeBytes { $0.loadUnaligned(as: Int.self) })
        return length >= 0 && length <= Self.limit ? read(length) : nil
    }

    /// Returns true if the whole message was sent.
    func send(_ message: [UInt8]) -> Bool {
        guard let output else { return false }
        let bytes = withUnsafeBytes(of: message.count.littleEndian) { Array($0) } + message
        return fwrite(bytes, 1, bytes.count, output) == bytes.count && fflush(output) == 0
    }

    private func read(_ count: Int) -> [UInt8]? {
        guard let input else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return fread(&bytes, 1, count, input) == count ? bytes : nil
    }
}
