import IOCBase
import IOCModel
public import Synchronization

/// A wrapper's cell as injection plans see it, without its type.
@usableFromInline
class AnyInjectionCell: @unchecked Sendable {
    // Sound: the declaration never changes, `index` is written before the binding is published, a payload never changes once
    // its address is published, and `formerBindings` changes under a lock.

    private let fileID: StaticString
    private let line: Int
    private let qualifierName: QualifierName?
    /// The number of the property among its owner's points.
    private var index = 0
    /// The address of the owner's binding, which is retained; 0 in objects that the container did not make.
    private let held = Atomic<UInt>(0)
    /// The bindings of an object that was injected several times.
    private var formerBindings: [InjectionBinding] = []
    private static let rebinding = Guarded(())
    /// The value; nil while there is none. See ``PayloadHeader``.
    @usableFromInline final let payload = Atomic<UnsafeMutableRawPointer?>(nil)

    @usableFromInline
    init(qualifier: QualifierName?, fileID: StaticString, line: Int) {
        qualifierName = qualifier
        self.fileID = fileID
        self.line = line
    }

    var qualifier: String? { qualifierName?.text }
    var location: SourceLocation { SourceLocation(fileID: fileID, line: line) }

    deinit { heldBinding?.release() }

    private var heldBinding: Unmanaged<InjectionBinding>? {
        UnsafeRawPointer(bitPattern: held.load(ordering: .sequentiallyConsistent)).map(Unmanaged.fromOpaque)
    }

    /// The context and the plan of the owner; nil in objects that the container did not make.
    final var binding: InjectionBinding? { heldBinding?.takeUnretainedValue() }

    /// The component that the wiring has chosen; nil if only a lookup shows it.
    var target: RegisteredDefinition? {
        guard let binding, let definition = binding.definition, definition.plan === binding.plan else { return nil }
        return definition.targets[index].map { binding.core.registry.definitions[$0] }
    }

    /// Ties the property to its owner's context.
    final func bind(_ binding: InjectionBinding, point: Int) {
        index = point
        let former = held.exchange(
            UInt(bitPattern: Unmanaged.passRetained(binding).toOpaque()), ordering: .sequentiallyConsistent)
        // Another thread may be reading the former binding.
        if let former = UnsafeRawPointer(bitPattern: former) {
            let binding = Unmanaged<InjectionBinding>.fromOpaque(former).takeRetainedValue()
            Self.rebinding.withLock { _ in formerBindings.append(binding) }
        }
        discardProvisional()
    }

    /// Removes a value that another thread has resolved before the property was bound.
    func discardProvisional() {}

    /// The same declaration without a value, for what is stored in the value and must not hold its own cell.
    func detached() -> AnyInjectionCell { AnyInjectionCell(copying: self, binding) }

    /// The same declaration of an owner that no activation of a scope keeps any more.
    func unscoped() -> AnyInjectionCell { AnyInjectionCell(copying: self, binding?.unscoped) }

    /// True if it stands for a provider, whose calls fill no property.
    var isDetached: Bool { type(of: self) == AnyInjectionCell.self }

    private init(copying other: AnyInjectionCell, _ binding: InjectionBinding?) {
        fileID = other.fileID
        line = other.line
        qualifierName = other.qualifierName
        if let binding { bind(binding, point: other.index) }
    }

    /// Resolves the value unless that was done before.
    func fill() throws {}

    /// Fills the property if it is a setting.
    /// - Returns: The fault of a setting without a value, or whose value does not convert.
    func propertyFault() -> Fault? { nil }

    /// The property's name; known once the owner is bound.
    var propertyName: String? { binding.map { _ in facts(wanted: Never.self).property } }

    /// The point of a bound property. A class that conforms by hand doesn't state names and lines, so the property gives them.
    var knownFacts: InjectionPointFacts {
        guard let binding else { return facts(wanted: Never.self) }
        var point = binding.plan.facts[index]
        if !point.isQualifierKnown {
            point.qualifier = qualifier
            point.location = location
            point.isQualifierKnown = true
        }
        return point
    }

    /// The property as a message calls it.
    func facts(wanted: Any.Type) -> InjectionPointFacts {
        if binding != nil { return knownFacts }
        let form = InjectionForms.analyze(wanted)
        return InjectionPointFacts(
            owner: "", property: "the property at \(location)", location: location,
            wanted: TypeIdentity.id(form.element), shape: form.shape, qualifier: qualifier)
    }
}
