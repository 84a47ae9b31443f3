/// The facts about types that the rule needs.
package protocol TypeFacts: Sendable {
    /// The definitions whose instances can serve as `wanted`, in the order of definitions.
    func candidates(for wanted: TypeID) -> [Candidate]
    /// The names a binding may call a type by: qualified and simple, each without `any` and with it.
    func bindingNames(of type: TypeID) -> [String]
    /// The type as a person would write it at an injection point.
    func name(of type: TypeID) -> String
    /// Returns true if a type is no class and no protocol, so that only a definition can provide it.
    func isValue(_ type: TypeID) -> Bool
    /// Types that would fit but are no components here, and why; asked for messages only.
    func nearMisses(for wanted: TypeID) -> [Fault.NearMiss]
}
