import IOCBase

/// The value of a property that leads back to its owner, in parts.
final class InjectionLink<Value>: Sendable {
    private enum Part {
        case retained(AnyObject)
        case retainedUntilEnd(AnyObject)
        case weak(WeakReference)
        case asked
    }

    private struct WeakReference {
        weak var object: AnyObject?
    }

    private struct State: @unchecked Sendable {
        // Sound: it is reached under the mutex only.
        var parts: [(element: Lookup.Component, part: Part)]
    }

    private let state: Guarded<State>

    init(_ parts: [(element: Lookup.Element, hold: InjectionHold)]) {
        state = Guarded(
            State(
                parts: parts.map { element, hold in
                    let object = element.instance.object
                    let part: Part =
                        switch hold {
                        case .retained: .retained(object)
                        case .retainedUntilEnd: .retainedUntilEnd(object)
                        case .weak: .weak(WeakReference(object: object))
                        case .asked: .asked
                        }
                    return (element.component, part)
                }))
    }

    /// The value, put together from its parts; nil if a part is gone.
    /// - Parameter asker: The property.
    func value(for asker: AnyInjectionCell) throws -> Value? {
        var elements: [Lookup.Element] = []
        for (component, part) in state.withLock({ $0.parts }) {
            switch part {
            case .retained(let object), .retainedUntilEnd(let object):
                elements.append(Lookup.Element(component, object))
            case .weak(let reference):
                guard let object = reference.object else { return nil }
                elements.append(Lookup.Element(component, object))
            case .asked: elements.append(try component.element(for: asker))
            }
        }
        return InjectionForms.assembled(from: elements)
    }

    /// Releases what the property retains until the scope of its owner ends.
    func end() {
        let former = state.withLock { state in
            let former = state
            for index in state.parts.indices {
                if case .retainedUntilEnd = state.parts[index].part {
                    state.parts[index].part = .weak(WeakReference(object: nil))
                }
            }
            return former
        }
        withExtendedLifetime(former) {}
    }
}
