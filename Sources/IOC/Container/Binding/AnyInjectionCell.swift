import IOCBase
import IOCConfiguration
import IOCModel
public import Synchronization

/// The storage of a wrapped property: its binding and its value. This base class doesn't know the type of the value.
@usableFromInline
class AnyInjectionCell: @unchecked Sendable {
    // Sound: the declaration never changes. `index` is written before the binding is published. A payload never changes
    // after its address is published. `formerBindings` changes under a lock.

    private let fileID: StaticString
    private let line: Int
    /// The name of the component that the property asks for, or the key of its setting.
    final let qualifier: String?
    /// The index of the property among its owner's points.
    final private(set) var index = 0
    /// The address of the owner's binding, which the cell retains; 0 until the property is bound.
    private let held = Atomic<UInt>(0)
    /// The former bindings, if the owner was injected several times.
    private var formerBindings: [InjectionBinding] = []
    private static let rebinding = Guarded(())
    /// The memory for a value that is no larger than a reference.
    private let room = _Cell<UInt>(0)
    /// True if `room` is free.
    final let hasRoom = Atomic<Bool>(true)
    /// The address of the value; nil if there is none. The value is in `room`, or after a header in allocated memory.
    @usableFromInline final let payload = Atomic<UnsafeMutableRawPointer?>(nil)

    @usableFromInline
    init(qualifier: String?, fileID: StaticString, line: Int) {
        self.qualifier = qualifier
        self.fileID = fileID
        self.line = line
    }

    var location: SourceLocation { SourceLocation(fileID: fileID, line: line) }

    deinit { heldBinding?.release() }

    final var ownRoom: UnsafeMutableRawPointer { UnsafeMutableRawPointer(room._address) }

    final var heldBinding: Unmanaged<InjectionBinding>? {
        UnsafeRawPointer(bitPattern: held.load(ordering: .sequentiallyConsistent)).map(Unmanaged.fromOpaque)
    }

    /// The binding of the owner; nil until the property is bound.
    final var binding: InjectionBinding? { heldBinding?.takeUnretainedValue() }

    /// The boot's decision about the property; nil if the property is not bound, if the boot didn't know the owner's
    /// class, or if the container did not create the owner.
    final var point: ArgumentSite? { binding?.point(at: index) }

    /// Binds the property to its owner's context.
    final func bind(_ binding: InjectionBinding, point: Int) {
        index = point
        let former = held.exchange(
            UInt(bitPattern: Unmanaged.passRetained(binding).toOpaque()), ordering: .sequentiallyConsistent)
        // Another thread may be reading the former binding, so it is retained.
        if let former = UnsafeRawPointer(bitPattern: former) {
            let binding = Unmanaged<InjectionBinding>.fromOpaque(former).takeRetainedValue()
            Self.rebinding.withLock { _ in formerBindings.append(binding) }
        }
        discardProvisional()
    }

    /// Removes a value that was resolved outside of any ``Frame`` before the property was bound. The base class has no
    /// value to remove.
    func discardProvisional() {}

    /// Returns the instance of the one component that the boot has chosen for the property.
    ///
    /// The function is in the base class, because the compiler doesn't specialize the methods of the generic subclass
    /// (see the benchmark "first read of an @Autowired").
    /// - Returns: The instance, and the way the property holds it. `hold` is nil if the property doesn't keep the
    ///   instance.
    final func resolve(
        _ site: CallSite, _ point: ArgumentSite, _ binding: InjectionBinding
    ) throws -> (instance: AnyObject, hold: InjectionHold?) {
        try binding.core.inGate {
            guard let activation = binding.activation else { return try binding.ask(site, point) }
            return try activation.inGate {
                try binding.ask(site, point)
            } orEnded: {
                throw binding.core.error(activation.endedFault, at: point.facts)
            }
        } orEnded: {
            throw binding.core.error(Fault(.contextEnded), at: point.facts)
        }
    }

    /// Resolves the value, unless it was resolved already.
    func fill() throws {}

    /// Fills the property if it is a setting.
    /// - Returns: The fault if the setting is missing or its value does not convert; nil otherwise.
    func propertyFault() -> Fault? { nil }

    /// Returns the facts of the property. If the owner's class has no annotation, the property itself supplies its line
    /// and the name that it asks for.
    func facts(wanted: Any.Type) -> InjectionPointFacts {
        guard let binding else {
            let form = InjectionForms.analyze(wanted)
            return InjectionPointFacts(
                owner: "", property: "the property at \(location)", location: location,
                wanted: TypeIdentity.id(form.element), shape: form.shape, qualifier: qualifier)
        }
        var point = binding.plan.facts[index]
        if !point.isQualifierKnown {
            point.qualifier = qualifier
            point.location = location
            point.isQualifierKnown = true
        }
        return point
    }
}

/// A property wrapper that is an injection point. ``InjectionPlanReader`` finds it among the fields of a class.
protocol InjectionField: SendableMetatype {
    /// The declared type of the property.
    static var valueType: Any.Type { get }
    /// A closure that throws if the property's setting is missing or its value does not convert; nil if no setting
    /// fills the property.
    static var checkSetting: SettingCheck? { get }
    typealias SettingCheck = (
        _ settings: SettingStore, _ key: String, _ component: DefinitionFacts, _ stated: _InjectionPoints.Point
    ) throws -> Void
}

extension InjectionField {
    /// True if a setting fills the property.
    static var isSetting: Bool { checkSetting != nil }
}
