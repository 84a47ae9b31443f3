import IOCBase
import IOCConfiguration
import IOCModel
public import Synchronization

/// The cell of a wrapped property, without the type of its value.
@usableFromInline
class AnyInjectionCell: @unchecked Sendable {
    // Sound: the declaration never changes, `index` is written before the binding is published, a payload never changes once
    // its address is published, and `formerBindings` changes under a lock.

    private let fileID: StaticString
    private let line: Int
    /// The name that the property asks for, or the key of its setting.
    final let qualifier: String?
    /// The number of the property among its owner's points.
    final private(set) var index = 0
    /// The address of the owner's binding, which is retained; 0 in objects that the container did not make.
    private let held = Atomic<UInt>(0)
    /// The bindings of an object that was injected several times.
    private var formerBindings: [InjectionBinding] = []
    private static let rebinding = Guarded(())
    /// The room for a value that is no larger than a reference.
    private let room = _Cell<UInt>(0)
    /// False once there is a value in the room.
    final let hasRoom = Atomic<Bool>(true)
    /// The value; nil while there is none. It is in the room, or behind a header.
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

    /// The context and the plan of the owner; nil in objects that the container did not make.
    final var binding: InjectionBinding? { heldBinding?.takeUnretainedValue() }

    /// What boot has decided for the property; nil if the owner is not bound or boot didn't know its class.
    final var point: ArgumentSite? { binding?.point(at: index) }

    /// Binds the property to its owner's context.
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

    /// The instance of the one component that fills the property, as boot has decided.
    ///
    /// It is not generic, because the compiler doesn't specialize a property's cell (bench row: first read).
    /// - Returns: The instance, and how the property has it; nil if the property doesn't keep it.
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

    /// Resolves the value unless it is resolved.
    func fill() throws {}

    /// Fills the property if it is a setting.
    /// - Returns: The fault of a setting without a value, or whose value does not convert.
    func propertyFault() -> Fault? { nil }

    /// The property, as its class declares it if it is bound. A class that conforms by hand doesn't state names and lines, so the
    /// property gives them.
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

/// A property wrapper of injection points. Plans recognise it in a class's fields.
protocol InjectionField: SendableMetatype {
    /// The declared type of the property.
    static var valueType: Any.Type { get }
    /// Checks that the setting of a property can be read; nil if no setting fills it. It throws the failure of a setting
    /// without a value, or whose value does not convert.
    static var checkSetting: SettingCheck? { get }
    typealias SettingCheck = (
        _ settings: SettingStore, _ key: String, _ component: DefinitionFacts, _ stated: _InjectionPoints.Point
    ) throws -> Void
}

extension InjectionField {
    /// True if a setting fills it.
    static var isSetting: Bool { checkSetting != nil }
}
