import IOCBase

/// The value of a property that leads back to its owner, in parts.
final class InjectionLink<Value>: Sendable {
    private enum Part {
        case retained(AnyObject)
        case weak(WeakReference)
        case asked
    }

    private struct WeakReference {
        weak var object: AnyObject?
    }

    private struct Parts: @unchecked Sendable {
        // Sound: it is reached under the mutex only.
        let all: [(component: Lookup.Component, part: Part)]
    }

    private let parts: Guarded<Parts>

    init(_ parts: [(element: Lookup.Element, hold: InjectionHold)]) {
        self.parts = Guarded(
            Parts(
                all: parts.map { element, hold in
                    switch hold {
                    case .retained: (element.component, .retained(element.instance.object))
                    case .weak: (element.component, .weak(WeakReference(object: element.instance.object)))
                    case .asked: (element.component, .asked)
                    }
                }))
    }

    /// The value, put together from its parts; nil if a part is gone.
    /// - Parameter asker: The property.
    func value(for asker: AnyInjectionCell) throws -> Value? {
        var elements: [Lookup.Element] = []
        for (component, part) in parts.withLock(\.all) {
            switch part {
            case .retained(let object): elements.append(Lookup.Element(component, object))
            case .weak(let reference):
                guard let object = reference.object else { return nil }
                elements.append(Lookup.Element(component, object))
            case .asked: elements.append(try component.element(for: asker))
            }
        }
        return InjectionForms.assembled(from: elements)
    }
}
