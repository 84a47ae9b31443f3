import Dispatch
import IOCBase
import TestSupport
import Testing

@testable import IOC

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("The outputs of a process")
struct ProcessOutputTests {
    @Test("The places of inputs and outputs that were closed are kept from what is opened later", .promptly)
    func places() async {
        await #expect(processExitsWith: .success) {
            let places = STDIN_FILENO...STDERR_FILENO
            for file in places { close(file) }
            ProcessOutput.reservePlaces()
            let isOpen = places.allSatisfy { fcntl($0, F_GETFD) != -1 }
            exit(isOpen && open("/dev/null", O_RDONLY) > STDERR_FILENO ? 0 : 1)
        }
    }

    @Test("A long text is written whole to a pipe that is full meanwhile, and whose writes don't wait", .promptly)
    func fullPipe() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0, fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0, dup2(ends[1], STDOUT_FILENO) >= 0 else {
                exit(2)
            }
            close(ends[1])
            let (source, text) = (ends[0], String(repeating: "0123456789", count: 50_000))
            let (found, end) = (Texts(), Door())
            DispatchQueue(label: "reader").async {
                var buffer = [UInt8](repeating: 0, count: 4096)
                while case let count = read(source, &buffer, 4096), count > 0 {
                    found.bytes.withLock { $0 += buffer.prefix(count) }
                }
                end.open()
            }
            try ProcessOutput.standard.write(text)
            close(STDOUT_FILENO)
            end.pass()
            exit(found.bytes.withLock { $0 } == Array(text.utf8) ? 0 : 1)
        }
    }

    private final class Texts: Sendable {
        let bytes = Guarded<[UInt8]>([])
    }
}
