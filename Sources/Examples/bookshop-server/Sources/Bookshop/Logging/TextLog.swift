import IOC

/// Writes lines for people; serves where nobody asks for another format.
@Component(.fallback)
final class TextLog: Log {
    @Value("log.level", live: true) var level = LogLevel.info

    func write(_ level: LogLevel, _ message: String, _ fields: KeyValuePairs<String, String>) {
        let shown = fields.map { " \($0)=\($1)" }.joined()
        StandardError.write(line: "\(level.rawValue): \(message)\(shown)")
    }
}
