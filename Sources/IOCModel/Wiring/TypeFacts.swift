/// The facts about types that the rule needs, from a running program or a set of sources.
package protocol TypeFacts: Sendable {
    /// The definitions whose instances can serve as `wanted`, in the order of definitions.
    func candidates(for wanted: TypeID) -> [Candidate]
    /// The only one of them; nil where there are none or several.
    func onlyCandidate(for wanted: TypeID) -> Candidate?
    /// Returns true if a definition that was asked for by name can serve as `wanted`, as far as that can be told without making
    /// an instance.
    func canServe(_ definition: Int, as wanted: TypeID) -> Bool
    /// The names a binding may call a type by: qualified and simple, without `any`.
    func bindingNames(of type: TypeID) -> [String]
    /// The type as a person would write it at an injection point.
    func name(of type: TypeID) -> String
    /// Returns true if a type is no class and no protocol, so that only a definition can provide it.
    func isValue(_ type: TypeID) -> Bool
    /// Types that would fit but are no components here, and why; asked for messages only.
    func nearMisses(for wanted: TypeID) -> [Fault.NearMiss]
}

extension TypeFacts {
    package func onlyCandidate(for wanted: TypeID) -> Candidate? {
        let all = candidates(for: wanted)
        return all.count == 1 ? all[0] : nil
    }
}
