#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What one fuzz target does with an input; a finding is a crash, a hang, a leak or a broken promise.
protocol FuzzTarget: Sendable {
    static func run(_ input: [UInt8])
}

/// The target that the environment variable `IOC_FUZZ_TARGET` names.
private let target: any FuzzTarget.Type = {
    switch getenv("IOC_FUZZ_TARGET").map({ String(cString: $0) }) {
    case "json": return FileTarget<JSONFormat>.self
    case "plist": return FileTarget<PropertyListFormat>.self
    case "placeholders": return PlaceholderTarget.self
    case "environment": return EnvironmentTarget.self
    case "conversions": return ConversionTarget.self
    default: fatalError("IOC_FUZZ_TARGET must be json, plist, placeholders, environment or conversions")
    }
}()

/// What libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Ends the process where a promise is broken, so that the fuzzer keeps the input.
func promise(_ condition: Bool, _ what: @autoclosure () -> String) {
    if !condition { fatalError("broken promise: \(what())") }
}
