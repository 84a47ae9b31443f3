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
    private var index = 0
    /// The address of the owner's binding, which is retained; 0 in objects that the container did not make.
    private let held = Atomic<UInt>(0)
    /// The bindings of an object that was injected several times.
    private var formerBindings: [InjectionBinding] = []
    private static let rebinding = Guarded(())
    /// The value; nil while there is none. See ``PayloadHeader``.
    @usableFromInline final let payload = Atomic<UnsafeMutableRawPointer?>(nil)

    @usableFromInline
    init(qualifier: String?, fileID: StaticString, line: Int) {
        self.qualifier = qualifier
        self.fileID = fileID
        self.line = line
    }

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

    /// The same declaration without a value, for a provider, which is stored in the cell's value and must not retain the cell.
    func detached() -> AnyInjectionCell { AnyInjectionCell(copying: self, binding) }

    /// The same declaration for an owner whose activation has ended.
    func unscoped() -> AnyInjectionCell { AnyInjectionCell(copying: self, binding?.unscoped) }

    /// True if it belongs to a provider, whose calls fill no property.
    var isDetached: Bool { type(of: self) == AnyInjectionCell.self }

    private init(copying other: AnyInjectionCell, _ binding: InjectionBinding?) {
        fileID = other.fileID
        line = other.line
        qualifier = other.qualifier
        if let binding { bind(binding, point: other.index) }
    }

    /// Resolves the value unless it is resolved.
    func fill() throws {}

    /// Fills the property if it is a setting.
    /// - Returns: The fault of a setting without a value, or whose value does not convert.
    func propertyFault() -> Fault? { nil }

    /// The property's name; nil before the owner is bound.
    var propertyName: String? { binding.map { _ in facts(wanted: Never.self).property } }

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

/// A parameter of a constructor, in the role of a property that asks.
///
/// All contexts share it. The innermost frame knows the instance that is being created.
final class ParameterCell: AnyInjectionCell, @unchecked Sendable {
    // Sound: what it adds never changes, and it is never bound.

    let point: InjectionPointFacts
    let parameter: ParameterFacts
    /// The number among the injection points of the type.
    private let index: Int

    /// - Parameter owner: The type's name in messages.
    init(_ parameter: ParameterFacts, of owner: String, index: Int) {
        let form = InjectionForms.analyze(parameter.type, isSetting: parameter.isSetting)
        point = InjectionPointFacts(
            owner: owner, property: parameter.name, location: parameter.location,
            wanted: TypeIdentity.id(form.element), shape: form.shape, qualifier: parameter.qualifier, isParameter: true)
        self.parameter = parameter
        self.index = index
        super.init(qualifier: parameter.qualifier, fileID: "", line: 0)
    }

    /// The component that the wiring has chosen for the instance that is being created.
    override var target: RegisteredDefinition? {
        guard let frame = ConstructionFrame.innermost else { return nil }
        return frame.pointee.definition.targets[index].map { frame.pointee.maker.registry.definitions[$0] }
    }

    override func facts(wanted: Any.Type) -> InjectionPointFacts { point }

    override var propertyName: String? { point.property }

    /// The same for a provider, which asks on behalf of the instance that is being created.
    override func detached() -> AnyInjectionCell {
        let cell = super.detached()
        guard let frame = ConstructionFrame.innermost, let plan = frame.pointee.definition.plan else { return cell }
        cell.bind(frame.pointee.maker.binding(plan, of: frame.pointee.definition, in: frame), point: index)
        return cell
    }
}
