import IOC

/// A log that writes lines for people. This is the default format.
@Component(.fallback)
final class TextLog: Log {
    @Value("log.level", live: true) var level = LogLevel.info

    func write(_ level: LogLevel, _ message: String, _ fields: KeyValuePairs<String, String>) {
        let shown = fields.map { " \($0)=\($1)" }.joined()
        StandardError.write(line: "\(level.rawValue): \(message)\(shown)")
    }
}
