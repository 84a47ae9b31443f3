import IOCModel

/// The frames of this thread, as messages show them.
extension Frame {
    /// The names of the components under construction, outermost first.
    static var path: [String] { constructions.reversed().compactMap { $0.pointee.site?.facts.name } }

    /// The property or parameter that is being resolved, for messages.
    static var asking: InjectionPointFacts? { innermost?.pointee.reading?.facts }

    /// The path from the construction of a site back to it, with the property or parameter on each edge.
    static func cycle(through site: CallSite) -> (steps: [Fault.CycleStep], place: Origin?) {
        var steps: [Fault.CycleStep] = []
        var point: InjectionPointFacts?
        var next = innermost
        while let frame = next {
            point = frame.pointee.reading?.facts ?? point
            next = frame.pointee.parent
            guard frame.pointee.role == .constructs, let component = frame.pointee.site else { continue }
            // An object that no context has bound doesn't know the names of its properties.
            let isNamed = point.map { $0.isParameter || !$0.owner.isEmpty } ?? false
            steps.append((component: component.facts.name, property: isNamed ? point?.property : nil))
            if component === site { return (steps.reversed(), point?.location.map(Origin.source)) }
            point = nil
        }
        return (steps.reversed(), nil)
    }
}
