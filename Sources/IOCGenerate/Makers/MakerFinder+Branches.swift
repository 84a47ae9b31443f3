import IOCModel

/// A declaration from which a maker is derived: an initializer, a method, a property named `dependency`, or a type that
/// lists the dependencies.
struct Member {
    var function: FunctionDeclaration?
    var property: PropertyDeclaration?
    let part: DeclaredType.Part
    /// The type with the declaration.
    let owner: DeclaredType
    let condition: String?
    let location: SourceLocation

    init(_ function: FunctionDeclaration, in part: DeclaredType.Part, of owner: DeclaredType) {
        self.init(part, of: owner, condition: function.condition, at: function.location)
        self.function = function
    }

    init(_ property: PropertyDeclaration, in part: DeclaredType.Part, of owner: DeclaredType) {
        self.init(part, of: owner, condition: property.condition, at: property.location)
        self.property = property
    }

    init(_ part: DeclaredType.Part, of owner: DeclaredType, condition: String?, at location: SourceLocation) {
        self.part = part
        self.owner = owner
        self.condition = condition
        self.location = location
    }

    /// The type of the dependency as written; nil if none is written.
    var written: SourceText? { function?.parameters.first?.type ?? property?.type }
}

extension MakerFinder {
    /// Returns the maker that all branches of `#if` agree on; nil if they differ or none has one.
    ///
    /// - Parameters:
    ///   - members: The declarations in the branches. If one declaration is outside of `#if`, only that declaration
    ///     counts.
    ///   - title: The name for messages.
    ///   - make: Returns the maker of one branch, or reports a fault.
    mutating func agreed(
        on members: [Member], title: String, _ make: (inout MakerFinder, Member) -> Maker?
    ) -> Maker? {
        if let certain = members.first(where: { $0.condition == nil }) { return make(&self, certain) }
        let known = diagnostics
        var branches: [(member: Member, maker: Maker?)] = []
        var faults: [[SourceDiagnostic]] = []
        // If a branch has several declarations, the first declaration counts.
        for member in members where !branches.contains(where: { $0.member.condition == member.condition }) {
            diagnostics = []
            branches.append((member, make(&self, member)))
            faults.append(diagnostics)
        }
        diagnostics = known
        guard branches.contains(where: { $0.maker != nil }) else {
            diagnostics += faults.first ?? []
            return nil
        }
        return agreed(title, branches)
    }

    /// Returns the maker that all branches of `#if` agree on. If they differ, reports that, because one call can't fit
    /// both, and returns nil.
    mutating func agreed(_ title: String, _ branches: [(member: Member, maker: Maker?)]) -> Maker? {
        let first = branches[0]
        if let other = branches.first(where: { $0.maker?.call != first.maker?.call }) {
            let calls = [first, other].map { branch in
                "\(branch.maker?.call ?? branch.member.written?.text ?? "something else") where "
                    + "'\(branch.member.condition ?? "true")' holds"
            }
            let note = SourceDiagnostic.note(at: first.member.location, "the other branch of '#if' is here")
            let message =
                "'\(title)' takes \(calls.joined(separator: ", and ")): let both take the same, or give them different names"
            report(other.member.location, message, notes: [note])
            return nil
        }
        guard var maker = first.maker else { return nil }
        maker.otherFiles.formUnion(branches.compactMap { $0.maker?.file })
        maker.otherFiles.formUnion(branches.map(\.member.part.file))
        let condition = Condition.union(branches.map(\.member.condition))
        maker.conditions.removeAll { $0 == first.member.condition || $0 == condition }
        if let condition { maker.conditions.append(condition) }
        return maker
    }
}
