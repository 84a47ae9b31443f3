import IOCModel

/// What a context has to say about itself: its size, the files it was read from, and the notices.
public struct ContextReport: Sendable, CustomStringConvertible {
    /// The configuration files, in the order they were read.
    public let sources: [String]
    /// How many components there are.
    public let componentCount: Int
    /// How many injection points they have.
    public let injectionPointCount: Int
    /// What is worth knowing and no fault: classes a prefix matched in vain, components left out by a condition.
    public let notices: [IOCError.Fault]

    /// The report as text.
    public var description: String {
        var lines = ["\(componentCount) components, \(injectionPointCount) injection points"]
        lines += sources.map { "read from \($0)" }
        if !notices.isEmpty {
            lines.append("\(notices.count) notice\(notices.count == 1 ? "" : "s"):")
            lines += notices.map { $0.headline + ($0.location.map { " (\($0))" } ?? "") }
        }
        return lines.joined(separator: "\n")
    }
}

extension ApplicationContext {
    /// What the context has to say about itself.
    public var report: ContextReport {
        let wiring = core.wiring
        return ContextReport(
            sources: core.registry.sources, componentCount: core.registry.definitions.count,
            injectionPointCount: wiring.edges.reduce(0) { $0 + $1.count },
            notices: core.registry.notices.map(IOCError.Fault.init))
    }
}
