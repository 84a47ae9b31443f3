import IOCConfiguration
import IOCModel

/// The arguments of a constructor, looked up for the construction that calls it.
final class ConstructionArguments: ConstructedRecipe, @unchecked Sendable {
    // Sound: nothing changes after `init`.

    private let cells: [ParameterCell]
    // Sound: the same, which `cells` keeps; unmanaged, so that no reference is counted for each argument.
    private let askers: [Unmanaged<AnyInjectionCell>]

    /// - Parameters:
    ///   - type: The type to make.
    ///   - owner: Its name in messages.
    init(_ type: any ConstructedComponent.Type, owner: String) {
        let constructor = type.constructor
        let points = constructor.parameters.map { InjectionPointFacts(parameter: $0, owner: owner) }
        cells = points.enumerated().map { ParameterCell($1, index: $0) }
        askers = cells.map { .passUnretained($0) }
        super.init(type, constructor, points: points)
    }

    override func prototype(at index: Int, of type: Any.Type) throws -> Unmanaged<AnyObject>? {
        guard let frame = ConstructionFrame.innermost, let target = frame.pointee.passed(at: index, of: self) else {
            return nil
        }
        return try frame.pointee.withMaker { maker in
            try target._withUnsafeGuaranteedRef { target in
                // A plain prototype's type is the parameter's.
                guard constructor.parameters[index].type == type else { return nil }
                return .passRetained(try maker.passed(target, to: askers[index], in: frame))
            }
        }
    }

    override func value<Value>(at index: Int) throws -> Value {
        let type = Value.self
        try check(type, at: index)
        // A closure may have kept the arguments, or passed them to another thread.
        guard let frame = ConstructionFrame.innermost, frame.pointee.calls(self) else {
            throw error(.argumentMisused, at: index)
        }
        if let read = constructor.parameters[index].read { return try setting(at: index, read, in: frame) }
        let maker = frame.pointee.maker
        let value = try maker.core.lookup.supply(type, to: cells[index])
        if let passed = frame.pointee.definition.passed, passed.isOpen(index) {
            passed.set(try maker.core.lookup.plainPrototype(type, for: cells[index]), at: index)
        }
        return value
    }

    // A function of its own, as the metadata of the pointer would be looked up for every other argument.
    @inline(never)
    private func setting<Value>(
        at index: Int, _ read: ParameterFacts.Reader, in frame: ConstructionFrame.Pointer
    ) throws -> Value {
        let properties = frame.pointee.maker.registry.properties
        do {
            return try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
                let start = place.baseAddress.unsafelyUnwrapped
                try read(properties, frame.pointee.definition.facts, UnsafeMutableRawPointer(start))
                return start.move()
            }
        } catch let failure as PropertyFailure {
            throw IOCError(failure.fault(point: points[index]))
        }
    }

    private func check(_ type: Any.Type, at index: Int) throws {
        guard points.indices.contains(index) else {
            let owner = TypeName.qualified(constructor.product)
            throw error(.argumentMisused(index, of: points.count, in: owner), at: nil)
        }
        guard constructor.parameters[index].type == type else {
            throw error(.argumentMisused(as: TypeName.written(type)), at: index)
        }
    }

    private func error(_ kind: Fault.Kind, at index: Int?) -> IOCError {
        var fault = Fault(kind, at: .source(constructor.location))
        fault.point = index.map { points[$0] }
        fault.wanted = index.map { TypeName.written(constructor.parameters[$0].type) }
        return IOCError(fault)
    }
}

extension Maker {
    /// Makes a plain prototype for a parameter: that of no circle, which nobody can be making already for the same asker.
    @inline(__always)
    fileprivate func passed(
        _ definition: RegisteredDefinition, to asker: Unmanaged<AnyInjectionCell>, in frame: ConstructionFrame.Pointer
    ) throws -> AnyObject {
        frame.pointee.reading = asker
        // It belongs to whom its asker is made for, as what no cell asked for does.
        let instance = try newPrototype(definition, nil, in: frame.pointee.activationReference, nil)
        frame.pointee.reading = nil
        frame.pointee.noteFound(instance)
        return instance
    }
}
