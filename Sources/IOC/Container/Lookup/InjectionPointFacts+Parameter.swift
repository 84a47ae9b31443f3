import IOCModel

extension InjectionPointFacts {
    /// A parameter of the initializer that makes a type.
    /// - Parameters:
    ///   - parameter: The known facts of it.
    ///   - owner: The type's name in messages.
    init(parameter: ParameterFacts, owner: String) {
        let form = InjectionForms.analyze(parameter.type, isSetting: parameter.isSetting)
        self.init(
            owner: owner, property: parameter.name, location: parameter.location,
            wanted: TypeIdentity.id(form.element), shape: form.shape, qualifier: parameter.qualifier, isParameter: true)
    }
}
