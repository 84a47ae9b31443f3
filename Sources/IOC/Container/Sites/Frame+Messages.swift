import IOCModel

/// Texts about the frames of this thread, for messages.
extension Frame {
    /// The names of the components under construction, outermost first.
    static var path: [String] { constructions.reversed().compactMap { $0.pointee.site?.facts.name } }

    /// The property or parameter that is being resolved, for messages; nil for none.
    static var asking: InjectionPointFacts? { innermost?.pointee.reading?.facts }

    /// Returns the path from the construction of a component back to that component, with the property or parameter of
    /// each step.
    static func cycle(through site: CallSite) -> (steps: [Fault.CycleStep], place: Origin?) {
        var steps: [Fault.CycleStep] = []
        var point: InjectionPointFacts?
        var next = innermost
        while let frame = next {
            point = frame.pointee.reading?.facts ?? point
            next = frame.pointee.parent
            guard frame.pointee.role == .constructs, let component = frame.pointee.site else { continue }
            // A property that no context has bound doesn't know its name, so the step has none.
            let isNamed = point.map { $0.isParameter || !$0.owner.isEmpty } ?? false
            steps.append((component: component.facts.name, property: isNamed ? point?.property : nil))
            if component === site { return (steps.reversed(), point?.location.map(Origin.source)) }
            point = nil
        }
        return (steps.reversed(), nil)
    }
}
