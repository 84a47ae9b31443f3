import IOCModel
import Synchronization

/// The injection points of one class, superclasses first: found once, followed for every instance.
///
/// Field metadata gives properties, types and offsets without an instance, so lazy components and prototypes can be
/// checked before one exists. Names that properties ask for, and their places in the source, come from the first
/// instance.
final class InjectionPlan: Sendable {
    /// A field that holds a wrapper.
    struct Point: Sendable, Equatable {
        let owner: String
        let property: String
        /// The type of the property as declared.
        let valueType: ValueType
        /// Whether the property sources fill it, not the components.
        let isProperty: Bool
        /// Bytes from the start of the instance; nil where only a mirror tells the fields.
        let offset: Int?
    }

    /// A type compared by identity.
    struct ValueType: Sendable, Equatable {
        let type: Any.Type
        static func == (left: Self, right: Self) -> Bool { left.type == right.type }
    }

    let type: AnyClass
    /// The class's wrapped fields; nil where only a mirror of an instance tells them.
    let points: [Point]?
    /// Where the wrappers stand in an instance; nil where only a mirror tells.
    private let offsets: [Int]?
    private let known: Guarded<(facts: [InjectionPointFacts], isComplete: Bool)>
    private let isComplete = Atomic<Bool>(false)

    init(type: AnyClass, points: [Point]?) {
        self.type = type
        self.points = points
        let offsets = points?.compactMap(\.offset)
        self.offsets = offsets?.count == points?.count ? offsets : nil
        let facts = (points ?? []).map { point in
            let type = point.valueType.type
            let form = point.isProperty ? (shape: .property, element: type) : InjectionForms.analyse(type)
            return InjectionPointFacts(
                owner: point.owner, property: point.property, wanted: TypeIdentity.id(form.element), shape: form.shape,
                isQualifierKnown: false)
        }
        isEmpty = points?.isEmpty ?? false
        known = Guarded((facts, isEmpty))
        if isEmpty { isComplete.store(true, ordering: .relaxed) }
    }

    /// Whether the class has no wrapped field, as far as can be told without an instance.
    let isEmpty: Bool

    /// What is known of the points so far.
    var facts: [InjectionPointFacts] { known.withLock(\.facts) }

    /// Whether an instance has told the names that its properties ask for.
    var isLearned: Bool { isComplete.load(ordering: .acquiring) }

    /// The cells of an instance, in the order of the points.
    func cells(of instance: AnyObject) -> [AnyInjectionCell] {
        guard let offsets else { return InjectionPlanReader.cells(mirroring: instance) }
        return offsets.map { Self.reference(Self.address(of: instance), $0).takeUnretainedValue() }
    }

    /// Ties an instance's wrappers to a context; the first instance tells the names its properties ask for.
    /// - Returns: Whether any of them asks for a name.
    @discardableResult
    func bind(_ instance: AnyObject, to binding: InjectionBinding) -> Bool {
        var isNamed = false
        if let offsets {
            let start = Self.address(of: instance)
            for index in offsets.indices {
                Self.reference(start, offsets[index])._withUnsafeGuaranteedRef {
                    $0.bind(binding, point: index)
                    isNamed = isNamed || $0.isNamed
                }
            }
        } else {
            for (index, cell) in InjectionPlanReader.cells(mirroring: instance).enumerated() {
                cell.bind(binding, point: index)
                isNamed = isNamed || cell.isNamed
            }
        }
        if !isLearned { learn(from: instance) }
        return isNamed
    }

    /// The points of an instance whose properties ask for other names than those of the first one; nil for most.
    func ownFacts(of instance: AnyObject) -> [InjectionPointFacts]? {
        var facts = facts
        var isOther = false
        for (index, cell) in cells(of: instance).enumerated() where facts[index].qualifier != cell.qualifier {
            facts[index].qualifier = cell.qualifier
            isOther = true
        }
        return isOther ? facts : nil
    }

    private func learn(from instance: AnyObject) {
        let cells = cells(of: instance)
        let mirrored = points == nil ? InjectionPlanReader.plan(mirroring: instance).facts : nil
        known.withLock { known in
            if known.isComplete { return }
            if let mirrored { known.facts = mirrored }
            for (index, cell) in cells.enumerated() {
                known.facts[index].qualifier = cell.qualifier
                known.facts[index].location = cell.location
                known.facts[index].isQualifierKnown = true
            }
            known.isComplete = true
            isComplete.store(true, ordering: .releasing)
        }
    }

    private static func address(of instance: AnyObject) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(instance).toOpaque())
    }

    /// The cell of the wrapper that stands at an offset, for as long as the instance lives.
    private static func reference(_ start: UnsafeRawPointer, _ offset: Int) -> Unmanaged<AnyInjectionCell> {
        // Sound: the offset comes from the class's own field metadata, and a wrapper's first word is a strong reference
        // to its cell; a test pins both.
        Unmanaged<AnyInjectionCell>.fromOpaque((start + offset).load(as: UnsafeRawPointer.self))
    }
}
