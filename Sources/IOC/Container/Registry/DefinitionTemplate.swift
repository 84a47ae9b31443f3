import IOCConfiguration
import IOCModel

/// Everything a definition says, before its assembly is activated.
struct DefinitionTemplate: Sendable {
    // In an order that leaves no gaps, as every definition has one.
    var make: DefinitionClosure
    /// Whether the container starts, runs and stops the instance.
    var isManaged = true
    private var scopeKind: ScopeFacts.Kind?
    let location: SourceLocation
    private var rareBox: RareBox?

    /// What few definitions say.
    private struct Rare: Sendable {
        /// A scope that is not known by its kind.
        var scope: Scope?
        var traits: [ComponentTrait] = []
        var steps = DefinitionSteps()
        var parent: ParentLookup?
        var choice: OptionChoice?
    }

    private final class RareBox: Sendable {
        let rare: Rare
        init(_ rare: Rare) { self.rare = rare }
    }

    init(scope: Scope?, location: SourceLocation, make: DefinitionClosure) {
        self.make = make
        self.location = location
        self.scope = scope
    }

    private var rare: Rare {
        get { rareBox?.rare ?? Rare() }
        set { rareBox = RareBox(newValue) }
    }

    var scope: Scope? {
        get { scopeKind.flatMap { $0 == .custom ? rareBox?.rare.scope : Scope(ScopeFacts($0, named: "")) } }
        set {
            scopeKind = newValue?.facts.kind
            if scopeKind == .custom { rare.scope = newValue }
        }
    }

    var traits: [ComponentTrait] {
        get { rareBox?.rare.traits ?? [] }
        set { rare.traits = newValue }
    }

    var steps: DefinitionSteps {
        get { rareBox?.rare.steps ?? DefinitionSteps() }
        set { rare.steps = newValue }
    }

    /// Whether there are steps, or there may be.
    @inline(__always)
    var maySaySteps: Bool { rareBox != nil }

    var parent: ParentLookup? {
        get { rareBox?.rare.parent }
        set { rare.parent = newValue }
    }

    /// The choice among options that the closure makes by a property's value.
    var choice: OptionChoice? {
        get { rareBox?.rare.choice }
        set { rare.choice = newValue }
    }

    /// The same with another closure.
    func replacing(_ closure: DefinitionClosure) -> DefinitionTemplate {
        var whole = self
        whole.make = closure
        if choice != nil { whole.choice = nil }
        return whole
    }

    /// The same with the scope and the steps of its parents, which come before its own.
    func inheriting(in owner: AnyObject) throws -> DefinitionTemplate {
        guard let parent else { return self }
        do {
            let inherited = try Inheritance(scope: scope, steps: steps).following(parent, in: owner, depth: 0)
            var whole = self
            whole.scope = inherited.scope
            whole.steps = inherited.steps
            return whole
        } catch let error as IOCError {
            throw IOCError(
                error.faults.map { fault in
                    var fault = fault
                    fault.place = fault.place ?? .source(location)
                    return fault
                })
        }
    }
}
