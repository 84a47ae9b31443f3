import IOC

/// Writes lines for people; serves where nobody asks for another format.
final class TextLog: IOCComponent, Log, @unchecked Sendable {
    // Sound: the only state is wrapped, and wrappers synchronise themselves.
    static var traits: [ComponentTrait] { [.fallback] }

    @Value("log.level") var level = LogLevel.info

    func write(_ level: LogLevel, _ message: String, _ fields: KeyValuePairs<String, String>) {
        let shown = fields.map { " \($0)=\($1)" }.joined()
        StandardError.write(line: "\(level.rawValue): \(message)\(shown)")
    }
}
