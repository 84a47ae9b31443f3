import CSwiftRuntime
import IOCModel

extension ContextCore {
    /// An instance of a definition: the shared one, a new one, or the one being built right now.
    func instance(of definition: RegisteredDefinition, for asker: AnyInjectionCell?) throws -> AnyObject {
        if let instance = definition.instance { return instance }
        guard let frame = ConstructionFrame.innermost else { return try makeOrFind(definition) }
        if asker == nil, frame.pointee.core === self { record(from: frame.pointee.definition, to: definition) }
        let before = frame.pointee.reading
        frame.pointee.reading = asker.map(Unmanaged.passUnretained)
        defer { frame.pointee.reading = before }
        return try makeOrFind(definition)
    }

    private func makeOrFind(_ definition: RegisteredDefinition) throws -> AnyObject {
        switch definition.facts.scope {
        case .singleton, .lazySingleton: try shared(definition)
        case .prototype: try prototype(definition)
        }
    }

    private func prototype(_ definition: RegisteredDefinition) throws -> AnyObject {
        if let frame = ConstructionFrame.building(definition) {
            guard let instance = frame.pointee.instance else { throw IOCError(constructionCycle(definition)) }
            return instance.takeUnretainedValue()
        }
        return try ConstructionFrame.push(self, definition) { frame in
            let instance = definition.make()
            frame.pointee.instance = Unmanaged.passUnretained(instance)
            try inject(instance, of: definition)
            return instance
        }
    }

    private func shared(_ definition: RegisteredDefinition) throws -> AnyObject {
        let group = definition.group
        try waits.enter(
            group, as: ioc_thread_id(), for: definition.facts.name, timeout: registry.constructionTimeout)
        defer { group.leave() }
        if let instance = definition.instance { return instance }
        switch group.progress(of: definition) {
        case .finished(let instance): return instance
        case .building(let instance?): return instance
        case .building(nil): throw IOCError(constructionCycle(definition))
        case .none: break
        }
        group.begin(definition)
        do {
            let made = group.takeMade(definition)
            return try ConstructionFrame.push(self, definition, instance: made) { frame in
                let instance = made ?? definition.make()
                frame.pointee.instance = Unmanaged.passUnretained(instance)
                group.isMade(definition, instance)
                try inject(instance, of: definition)
                group.finish(definition, instance)
                return instance
            }
        } catch {
            group.fail(definition)
            throw error
        }
    }

    /// Makes an eager singleton without injecting it, so that boot learns what its properties ask for.
    func makeEarly(_ definition: RegisteredDefinition) throws {
        let group = definition.group
        try waits.enter(
            group, as: ioc_thread_id(), for: definition.facts.name, timeout: registry.constructionTimeout)
        defer { group.leave() }
        // Somebody's `init()` may have read a property that needed it already.
        guard definition.instance == nil, case .none = group.progress(of: definition) else { return }
        group.begin(definition)
        defer { group.fail(definition) }
        try ConstructionFrame.push(self, definition) { _ in
            let instance = definition.make()
            definition.plan.bind(instance, to: binding(of: definition))
            group.keep(instance, for: definition)
        }
    }

    /// Bind, `willInject()`, `didInject()`: what happens to an instance between its making and its use.
    private func inject(_ instance: any IOCComponent, of definition: RegisteredDefinition) throws {
        definition.plan.bind(instance, to: binding(of: definition))
        if !definition.isJudged.isSet { try judge(definition) }
        instance.willInject()
        do {
            try instance.didInject()
        } catch let error as IOCError {
            throw error
        } catch {
            var fault = Fault(.componentFailed(component: definition.facts.name, stage: "didInject()"))
            fault.place = definition.facts.origin
            fault.path = ConstructionFrame.path()
            fault.cause = error
            throw IOCError(fault)
        }
    }

    /// Checks what the first instance of a lazy class or a prototype has told of its properties.
    private func judge(_ definition: RegisteredDefinition) throws {
        var faults = updateWiring { registry.rewire(definition, in: &$0, parent: parent) }
        for index in faults.indices { faults[index].path = ConstructionFrame.path() }
        guard faults.isEmpty else { throw IOCError(faults) }
        _ = definition.isJudged.set()
    }

    private func constructionCycle(_ definition: RegisteredDefinition) -> Fault {
        var fault = Fault(.constructionCycle(ConstructionFrame.cycle(through: definition)))
        fault.path = ConstructionFrame.path() + [definition.facts.name]
        return fault
    }
}
