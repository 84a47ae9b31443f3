extension WiredGraph {
    /// The graph as JSON, with names for the targets: `components` with `name`, `type`, `scope`, `origin` and
    /// `dependencies`, each of which has `property`, `kind` and `targets`; and `cycles`.
    package var json: String {
        JSONText.of(
            Written(
                components: components.map { component in
                    Written.Component(
                        name: component.name, type: component.typeName, scope: component.scope,
                        origin: component.origin,
                        dependencies: component.dependencies.map { dependency in
                            Written.Dependency(
                                property: dependency.property, kind: dependency.kind.rawValue,
                                targets: names(dependency.targets), inherited: dependency.isInherited ? true : nil,
                                open: dependency.isOpen ? true : nil)
                        })
                }, cycles: cycles.map(names)))
    }

    private func names(_ numbers: [Int]) -> [String] { numbers.map { components[$0].name } }

    private struct Written: Encodable {
        struct Component: Encodable {
            let name, type, scope, origin: String
            let dependencies: [Dependency]
        }
        struct Dependency: Encodable {
            let property: String?
            let kind: String
            let targets: [String]
            let inherited, open: Bool?
        }
        let components: [Component]
        let cycles: [[String]]
    }
}
