import BenchmarkFrame

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@main
enum IOCBench {
    static func main() async {
        let tool = BenchmarkTool(
            rows, works: FirstBootRows.works, out: { put($0, STDOUT_FILENO) }, error: { put($0, STDERR_FILENO) })
        exit(await tool.run(Array(CommandLine.arguments.dropFirst())))
    }

    static var rows: [Benchmark] {
        ReadRows.all + LookupRows.all + ConstructionRows.all + BootRows.all + FirstBootRows.all + ResolverRows.all
            + MemoryRows.all
    }

    /// Writes a line as soon as it is there.
    private static func put(_ text: String, _ descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            // A reader that went away, as `head` does, is no reason to complain.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
