import IOC

/// A log of the program's work, in lines.
package protocol Log: Sendable {
    /// The lowest level that is written.
    var level: LogLevel { get }
    /// Writes one line of any level.
    func write(_ level: LogLevel, _ message: String, _ fields: KeyValuePairs<String, String>)
}

/// The level of a line in the log.
package enum LogLevel: String, Decodable, Sendable, Comparable, CaseIterable {
    case debug, info, warning, error

    package static func < (left: LogLevel, right: LogLevel) -> Bool {
        allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
}

extension Log {
    package func debug(_ message: @autoclosure () -> String, _ fields: KeyValuePairs<String, String> = [:]) {
        if level <= .debug { write(.debug, message(), fields) }
    }

    package func info(_ message: @autoclosure () -> String, _ fields: KeyValuePairs<String, String> = [:]) {
        if level <= .info { write(.info, message(), fields) }
    }

    package func warning(_ message: @autoclosure () -> String, _ fields: KeyValuePairs<String, String> = [:]) {
        if level <= .warning { write(.warning, message(), fields) }
    }

    package func error(_ message: @autoclosure () -> String, _ fields: KeyValuePairs<String, String> = [:]) {
        write(.error, message(), fields)
    }
}
