/// As in swift-log, as far as a service group needs it.
package struct Logger: Sendable {
    package let label: String
    package init(label: String) { self.label = label }
}
