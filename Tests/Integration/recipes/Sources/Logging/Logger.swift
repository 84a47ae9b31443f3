/// As in swift-log, as far as the recipes need it.
package struct Logger: Sendable {
    package enum Level: String, Codable, CaseIterable, Sendable { case debug, info, warning, error }

    package let label: String
    package var logLevel = Level.info

    package init(label: String) { self.label = label }
}
