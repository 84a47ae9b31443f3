import IOCConfiguration
import IOCModel

/// The arguments of a constructor, looked up for the construction that calls it.
final class ConstructionArguments: ConstructedRecipe, @unchecked Sendable {
    // Sound: nothing changes after `init`.

    private let cells: [ParameterCell]

    /// - Parameters:
    ///   - type: The type to make.
    ///   - owner: Its name in messages.
    init(_ type: any ConstructedComponent.Type, owner: String) {
        let constructor = type.constructor
        let points = constructor.parameters.map { InjectionPointFacts(parameter: $0, owner: owner) }
        cells = points.enumerated().map { ParameterCell($1, index: $0) }
        super.init(type, constructor, points: points)
    }

    @usableFromInline
    override func value<Value>(of parameter: Parameter<Value>, at index: Int) throws -> Value {
        guard let frame = ConstructionFrame.innermost else {
            preconditionFailure("a constructor is called inside a construction")
        }
        let maker = frame.pointee.maker
        switch parameter.source {
        case .component: return try maker.core.lookup.supply(Value.self, to: cells[index])
        case .setting(_, let read):
            do {
                return try read(maker.registry.properties, frame.pointee.definition.facts)
            } catch let failure as PropertyFailure {
                throw IOCError(failure.fault(point: points[index]))
            }
        }
    }
}
