import IOCBase
import IOCModel

/// The injection points of one type: its wrapped properties, superclasses' first, and the parameters of the initializer that
/// makes it.
///
/// They are found once, and followed for every instance.
///
/// Field metadata gives properties, types and offsets without an instance, so lazy components and prototypes can be
/// checked before one exists. Names that properties ask for, and their places in the source, come from the first
/// instance.
final class InjectionPlan: Sendable {
    /// The plan of all types that have no injection points.
    static let empty = InjectionPlan(of: nil, fields: .empty)

    /// The class that has the wrapped fields; nil where there are none.
    let type: AnyClass?
    /// The class's wrapped fields; nil where only a mirror of an instance shows them.
    private let fields: WrappedFields?
    /// The offsets of the fields; to bind an instance would count a reference for them otherwise, twice a class at boot.
    private let offsets: [Int]?
    /// The parameters of the initializer that makes it.
    let parameters: [InjectionPointFacts]
    /// The names that the first instance in this context has declared.
    private let declaredNames = OnceReference<WrappedFields.DeclaredNames>()

    init(of type: AnyClass?, fields: WrappedFields?, parameters: [InjectionPointFacts] = []) {
        self.type = type
        self.fields = fields
        offsets = fields?.offsets
        self.parameters = parameters
    }

    /// The plan of the same type for a definition that makes it with these parameters.
    func with(_ parameters: [InjectionPointFacts]) -> InjectionPlan {
        parameters.isEmpty && self.parameters.isEmpty
            ? self : InjectionPlan(of: type, fields: fields, parameters: parameters)
    }

    /// True if instances have no wrapped fields, as far as can be told without one.
    var isPlain: Bool { fields?.facts.isEmpty ?? false }

    /// True if instances have nothing to bind either: a provider that is passed asks on behalf of its owner.
    var isEmpty: Bool { isPlain && parameters.allSatisfy(\.shape.isImmediate) }

    /// The class's wrapped properties; nil where only a mirror of an instance shows them.
    var points: [InjectionPointFacts]? { fields?.facts }

    /// True if the class has properties with values; a class that only a mirror shows of may.
    var mayHaveProperties: Bool { fields?.haveProperties ?? true }

    /// The known facts of the points so far: wrapped properties, then parameters.
    var facts: [InjectionPointFacts] {
        // Most types have only the one or the other, and need no list of both.
        if parameters.isEmpty { return propertyFacts }
        let propertyFacts = propertyFacts
        return propertyFacts.isEmpty ? parameters : propertyFacts + parameters
    }

    private var propertyFacts: [InjectionPointFacts] { declaredNames.object?.facts ?? fields?.facts ?? [] }

    /// The number of wrapped properties known so far; a parameter's number among the points follows.
    var propertyCount: Int { propertyFacts.count }

    /// True if an instance has declared the names that its properties ask for.
    var namesAreKnown: Bool { declaredNames.object != nil || isPlain }

    /// The cells of an instance, in the order of the points.
    func cells(of instance: AnyObject) -> [AnyInjectionCell] {
        guard let offsets else { return InjectionPlanReader.cells(mirroring: instance) }
        return offsets.map { Self.reference(Self.address(of: instance), $0).takeUnretainedValue() }
    }

    /// Ties an instance's wrappers to a context; the first instance declares the names its properties ask for.
    /// - Returns: True if any of them asks for a name.
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
        if !namesAreKnown { declaredNames.setIfNil(readNames(of: instance)) }
        return isNamed
    }

    /// The points of an instance whose properties ask for other names than those of the first one; nil for most.
    func ownFacts(of instance: AnyObject) -> [InjectionPointFacts]? {
        guard let declaredNames = declaredNames.object else { return nil }
        let own = readNames(of: instance)
        return zip(own.places, declaredNames.places).contains { $0.qualifier?.text != $1.qualifier?.text }
            ? own.facts : nil
    }

    private func readNames(of instance: AnyObject) -> WrappedFields.DeclaredNames {
        if let declaredNames = fields?.firstDeclaredNames, areDeclared(declaredNames, by: instance) {
            return declaredNames
        }
        let fields = fields ?? InjectionPlanReader.fields(mirroring: instance)
        return fields.declaredNames(by: cells(of: instance).map(\.place))
    }

    /// Returns true if an instance declares the same names as another one.
    private func areDeclared(_ declaredNames: WrappedFields.DeclaredNames, by instance: AnyObject) -> Bool {
        guard let offsets else { return false }
        let start = Self.address(of: instance)
        return offsets.indices.allSatisfy { index in
            Self.reference(start, offsets[index])._withUnsafeGuaranteedRef { $0.place == declaredNames.places[index] }
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
