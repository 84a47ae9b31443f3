import IOCConfiguration

/// The part that a definition inherits from its parents: a scope, hooks and injections.
struct Inheritance: Sendable {
    var scope: Scope?
    var steps = DefinitionSteps()

    /// The parent's part, then this.
    func following(_ lookup: ParentLookup?, in owner: AnyObject, depth: Int) throws -> Inheritance {
        guard let lookup else { return self }
        let parent = try lookup(owner, depth)
        return Inheritance(scope: scope ?? parent.scope, steps: parent.steps.followed(by: steps))
    }
}

/// Looks up what a definition inherits, once its assembly is there.
typealias ParentLookup = @Sendable (_ owner: AnyObject, _ depth: Int) throws -> Inheritance
