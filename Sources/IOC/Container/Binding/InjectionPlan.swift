import IOCConfiguration
import IOCModel

/// The injection points of one type: its wrapped properties, superclasses' first, and the parameters of the initializer that
/// makes it.
///
/// Field metadata gives names, types and offsets of the properties without an instance. The annotation gives the rest: the
/// lines, and which name or setting each property asks for. A class that conforms by hand states neither, so they are read
/// from its instances.
final class InjectionPlan: Sendable {
    /// The plan of all types that have no injection points.
    static let empty = InjectionPlan(of: nil, fields: [])

    /// A wrapped property.
    struct Field: Sendable {
        let facts: InjectionPointFacts
        /// The property as the class's annotation states it; nil if it doesn't.
        let stated: _InjectionPoints.Point?
        let wrapper: any InjectionField.Type
        /// The bytes from the start of an instance to the wrapper; nil if only a mirror shows the fields.
        let offset: Int?
    }

    /// The class that has the wrapped properties; nil if there is none.
    let type: AnyClass?
    /// The wrapped properties; nil if only a mirror of an instance shows them.
    let fields: [Field]?
    /// The parameters of the initializer that makes it.
    let parameters: [InjectionPointFacts]
    /// The wrapped properties, then the parameters.
    let facts: [InjectionPointFacts]

    init(of type: AnyClass?, fields: [Field]?, parameters: [InjectionPointFacts] = []) {
        self.type = type
        self.fields = fields
        self.parameters = parameters
        facts = (fields ?? []).map(\.facts) + parameters
    }

    /// The plan of the same type for a definition that makes it with these parameters.
    func with(_ parameters: [InjectionPointFacts]) -> InjectionPlan {
        parameters.isEmpty && self.parameters.isEmpty
            ? self : InjectionPlan(of: type, fields: fields, parameters: parameters)
    }

    /// True if instances have no wrapped properties.
    var isPlain: Bool { fields?.isEmpty ?? false }

    /// True if instances have nothing to bind either: a provider that is passed asks on behalf of its owner.
    var isEmpty: Bool { isPlain && parameters.allSatisfy(\.shape.isImmediate) }

    /// True if the class states what all of its properties ask for.
    var statesAll: Bool { fields?.allSatisfy { $0.stated != nil } ?? false }

    /// True if the class may have settings whose keys only an instance shows.
    var hasUnreadProperties: Bool { fields?.contains { $0.stated == nil && $0.wrapper.isProperty } ?? true }

    /// The number of wrapped properties; a parameter's number among the points follows.
    var propertyCount: Int { fields?.count ?? 0 }

    /// The cells of an instance, in the order of the points.
    func cells(of instance: AnyObject) -> [AnyInjectionCell] {
        guard let fields else { return InjectionPlanReader.mirrored(instance).map(\.wrapper.anyCell) }
        return fields.map { Self.cell(of: instance, $0) }
    }

    /// Ties an instance's wrappers to a context, and fills its settings, so that they can be read after the end of the context.
    /// - Returns: The faults of settings, and of properties that ask for something else than their class states.
    func bind(_ instance: AnyObject, to binding: InjectionBinding) -> [Fault] {
        var faults: [Fault] = []
        for (index, cell) in cells(of: instance).enumerated() {
            cell.bind(binding, point: index)
            if let fault = fields?[index].misstatement(of: cell) ?? cell.propertyFault() { faults.append(fault) }
        }
        return faults
    }

    /// The points of an instance, with the names that its wrappers show.
    func facts(of instance: AnyObject) -> [InjectionPointFacts] {
        statesAll ? facts : cells(of: instance).map(\.knownFacts) + parameters
    }

    private static func cell(of instance: AnyObject, _ field: Field) -> AnyInjectionCell {
        let start = UnsafeRawPointer(Unmanaged.passUnretained(instance).toOpaque())
        // Sound: the offset comes from the class's own field metadata, and a wrapper's first word is a strong reference
        // to its cell; a test pins both.
        return Unmanaged<AnyInjectionCell>.fromOpaque((start + field.offset!).load(as: UnsafeRawPointer.self))
            .takeUnretainedValue()
    }
}

extension InjectionPlan.Field {
    /// The fault of a property that asks for something else than its class states.
    fileprivate func misstatement(of cell: AnyInjectionCell) -> Fault? {
        guard let stated, stated.name ?? stated.setting != cell.qualifier else { return nil }
        return Fault(.pointMisstated(stated: stated.name ?? stated.setting, asks: cell.qualifier), asked: facts)
    }
}
