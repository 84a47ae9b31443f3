import IOCModel

/// A parameter of a constructor where others expect the property that asks.
///
/// One serves all contexts: the construction under way knows the instance that the answer is for.
final class ParameterCell: AnyInjectionCell, @unchecked Sendable {
    // Sound: what it adds never changes, and it is never bound.

    let point: InjectionPointFacts
    let type: Any.Type
    /// Reads the setting that the parameter asks for; nil if it asks for a component.
    let read: ParameterFacts.Reader?
    /// The number among the injection points of the type.
    private let index: Int

    init(_ parameter: ParameterFacts, of owner: String, index: Int) {
        let point = InjectionPointFacts(parameter: parameter, owner: owner)
        self.point = point
        type = parameter.type
        read = parameter.read
        self.index = index
        super.init(qualifier: point.qualifier.map(QualifierName.init), fileID: "", line: 0)
    }

    /// The component that the wiring has chosen for the instance that is being made.
    override var target: RegisteredDefinition? {
        guard let frame = ConstructionFrame.innermost else { return nil }
        return frame.pointee.definition.targets[index].map { frame.pointee.maker.registry.definitions[$0] }
    }

    override func facts(wanted: Any.Type) -> InjectionPointFacts { point }

    override var propertyName: String? { point.property }

    /// The same for a provider, which asks on behalf of the instance that is being made.
    override func detached() -> AnyInjectionCell {
        let cell = super.detached()
        guard let frame = ConstructionFrame.innermost, let plan = frame.pointee.definition.plan else { return cell }
        let maker = frame.pointee.maker
        let definition = frame.pointee.definition
        let own = maker.ownBinding(plan, of: definition, in: frame)
        if let binding = own ?? maker.binding(of: definition) {
            cell.bind(binding, point: index)
        }
        return cell
    }
}
