import IOCModel
import IOCPlan

extension DependencyGraph {
    /// The graph that a check of the sources comes to.
    init(
        _ declarations: [Declaration], _ decisions: [ConditionDecision],
        _ readings: [PointReader.Reading], _ wiring: Wiring, _ rule: CandidateRule,
        conforms: (Declaration, String) -> Bool
    ) {
        let decided = Dictionary(
            decisions.filter(\.isIn).map { ($0.name, $0.reason) }, uniquingKeysWith: { $1 })
        self.init(
            components: declarations.indices.map { index in
                let (declaration, reading) = (declarations[index], readings[index])
                let facts = declaration.facts
                return Component(
                    name: facts.name, typeName: facts.typeName, scope: facts.scope,
                    origin: facts.origin.description, isDefined: declaration.isDefinition,
                    condition: decided[facts.name] ?? declaration.doubt.map { "hangs on \($0)" },
                    profiles: declaration.profiles,
                    properties: reading.properties.map {
                        Property(property: $0.property, key: $0.key, location: $0.location.description)
                    },
                    roles: [("IOCService", "service"), ("Startable", "startable"), ("Stoppable", "stoppable")]
                        .filter { conforms(declaration, $0.0) }.map(\.1),
                    dependencies: zip(wiring.edges[index], reading.points).map { Dependency($0, of: $1, rule: rule) })
            })
    }
}
