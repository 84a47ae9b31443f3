import IOC

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A log that writes lines for collectors, if `log.format` is `json`.
@Component(.when(setting: "log.format", equals: "json"))
final class JSONLog: Log {
    @Value("log.level", live: true) var level = LogLevel.info

    func write(_ level: LogLevel, _ message: String, _ fields: KeyValuePairs<String, String>) {
        var line = Dictionary(fields.map { ($0, $1) }) { _, last in last }
        line["level"] = level.rawValue
        line["message"] = message
        line["time"] = Date().ISO8601Format()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(line) else { return }
        StandardError.write(line: String(decoding: bytes, as: UTF8.self))
    }
}
