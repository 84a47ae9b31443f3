extension Lookup {
    /// The prototype that a parameter is passed each time, if nothing has to be looked at before it is made.
    func plainPrototype(_ type: Any.Type, for asker: AnyInjectionCell) throws -> RegisteredDefinition? {
        guard type is AnyClass, InjectionForms.form(of: type) == nil, !maker.hasScopes, !maker.isObserved else {
            return nil
        }
        let (owner, target) = try choose(type, for: asker, named: asker.qualifier)
        guard owner === self, target.sharing == .prototype, target.type == type, target.recipe.isScanned,
            target.slot.cycle == nil
        else { return nil }
        return target
    }
}
