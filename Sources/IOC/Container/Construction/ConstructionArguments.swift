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
    override func value<Value>(_ type: Value.Type, at index: Int) throws -> Value {
        guard let frame = ConstructionFrame.innermost else {
            preconditionFailure("a constructor is called inside a construction")
        }
        if let target = frame.pointee.passed(at: index) {
            let instance = try frame.pointee.withMaker { maker in
                try target._withUnsafeGuaranteedRef { try maker.passed($0, to: cells[index], in: frame) }
            }
            // Sound: a plain prototype is remembered for a `Value` that is its class, so both are one reference.
            return unsafeBitCast(instance, to: Value.self)
        }
        return try found(type, at: index, in: frame)
    }

    @inline(never)
    private func found<Value>(_ type: Value.Type, at index: Int, in frame: ConstructionFrame.Pointer) throws -> Value {
        let maker = frame.pointee.maker
        if let read = constructor.parameters[index].read {
            do {
                return try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
                    let start = place.baseAddress.unsafelyUnwrapped
                    try read(maker.registry.properties, frame.pointee.definition.facts, UnsafeMutableRawPointer(start))
                    return start.move()
                }
            } catch let failure as PropertyFailure {
                throw IOCError(failure.fault(point: points[index]))
            }
        }
        let value = try maker.core.lookup.supply(type, to: cells[index])
        if let passed = frame.pointee.definition.passed, passed.isOpen(index) {
            passed.set(try maker.core.lookup.plainPrototype(type, for: cells[index]), at: index)
        }
        return value
    }
}

extension Maker {
    /// Makes a plain prototype for a parameter: that of no circle, which nobody can be making already for the same asker.
    @inline(__always)
    fileprivate func passed(
        _ definition: RegisteredDefinition, to asker: ParameterCell, in frame: ConstructionFrame.Pointer
    ) throws -> AnyObject {
        frame.pointee.reading = .passUnretained(asker)
        let instance = try newPrototype(definition, nil, in: frame.pointee.activationReference, asker)
        frame.pointee.reading = nil
        frame.pointee.lastFound = .passUnretained(instance)
        return instance
    }
}
