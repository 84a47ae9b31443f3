import IOCModel
public import Synchronization

/// A wrapper's cell as injection plans see it, without its type.
@usableFromInline
class AnyInjectionCell: @unchecked Sendable {
    // Sound: the declaration never changes, `held` is written before the owner is published to other threads, and the
    // payload's memory is immutable once its address is there.

    /// The owner's binding, retained; nil in objects that the container did not build.
    fileprivate(set) var held: Unmanaged<InjectionBinding>?
    private let fileID: UnsafePointer<UInt8>
    private let qualifierName: QualifierName?
    private let line: UInt32
    private var index: UInt16 = 0
    /// The use of the inline storage.
    final let inlineStorageUse = Atomic<InlineStorageUse>(.nothing)
    /// The value, with the address of the payload before it behind; nil while there is none.
    @usableFromInline final let payload = Atomic<UnsafeMutableRawPointer?>(nil)
    /// The storage of a first payload that fits: a reference, or a class-bound existential of one protocol. Or of a back
    /// reference.
    final var inlineStorage: InlineStorage.Words = (0, 0)

    enum InlineStorageUse: UInt8, AtomicRepresentable {
        case nothing
        /// A value, or one that is being written.
        case value
        /// Nothing: the value is a ``LiveValueCell``'s, which has copies of it elsewhere.
        case live
        /// The bits of a value whose one reference is counted as unowned.
        case backReference
        /// The address of a ``BackReference``, which is retained.
        case longBackReference

        var leadsBack: Bool { rawValue >= InlineStorageUse.live.rawValue }
    }

    @usableFromInline
    init(qualifier: QualifierName?, fileID: StaticString, line: Int) {
        self.qualifierName = qualifier
        // Sound: a literal that prints `#fileID` is a pointer to constant text that ends in a zero byte.
        self.fileID = fileID.hasPointerRepresentation ? fileID.utf8Start : Self.noFile
        self.line = UInt32(clamping: line)
    }

    private static var noFile: UnsafePointer<UInt8> { ("?" as StaticString).utf8Start }

    var qualifier: String? { qualifierName?.text }
    var isNamed: Bool { qualifierName != nil }
    var location: SourceLocation { place.location }
    var place: Place { Place(qualifier: qualifierName, fileID: fileID, line: line) }

    /// Where a property is declared, and the name it asks for.
    struct Place: Sendable, Equatable {
        let qualifier: QualifierName?
        // Sound: constant text of the program.
        nonisolated(unsafe) fileprivate let fileID: UnsafePointer<UInt8>
        fileprivate let line: UInt32

        var location: SourceLocation { SourceLocation(file: String(cString: fileID), line: Int(line)) }

        static func == (one: Place, other: Place) -> Bool {
            one.fileID == other.fileID && one.line == other.line && one.qualifier?.text == other.qualifier?.text
        }
    }

    deinit { held?.release() }

    /// The context and the plan of the owner; nil in objects that the container did not build.
    final var binding: InjectionBinding? { held?.takeUnretainedValue() }

    final func bind(_ binding: InjectionBinding, point: Int) {
        let known = held
        self.index = UInt16(clamping: point)
        // An instance made early by boot is bound when it is made, and again when its turn comes.
        guard known?.toOpaque() != Unmanaged.passUnretained(binding).toOpaque() else { return }
        held = Unmanaged.passRetained(binding)
        known?.release()
    }

    /// The same declaration without a value, for what is stored in the value and must not hold its own cell.
    func detached() -> AnyInjectionCell {
        AnyInjectionCell(copying: self)
    }

    /// The same declaration of an owner that no activation of a scope keeps any more.
    func unscoped() -> AnyInjectionCell {
        let cell = AnyInjectionCell(copying: self)
        if let binding { cell.bind(binding.unscoped, point: Int(index)) }
        return cell
    }

    /// True if it stands for a provider, whose calls fill no property.
    var isDetached: Bool { type(of: self) == AnyInjectionCell.self }

    private init(copying other: AnyInjectionCell) {
        held = other.held?.retain()
        fileID = other.fileID
        qualifierName = other.qualifierName
        line = other.line
        index = other.index
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
        var point = binding.plan.facts[Int(index)]
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
