extension Recipe {
    /// The way in which a component type makes its instances.
    /// - Parameters:
    ///   - type: The type.
    ///   - owner: Its name in messages.
    static func making(_ type: ComponentType, owner: String) -> Recipe {
        switch type {
        case .plain(let type): .component(type)
        case .constructed(let type): .constructed(ConstructionArguments(type, owner: owner))
        }
    }
}
