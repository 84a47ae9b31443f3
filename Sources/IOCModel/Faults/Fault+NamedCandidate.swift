extension Fault {
    /// A component as a message lists it.
    package struct NamedCandidate: Sendable {
        package var name: String
        package var typeName: String
        package var origin: Origin
        /// `primary` or `fallback`, where that matters.
        package var remark: String?

        package init(name: String, typeName: String, origin: Origin, remark: String? = nil) {
            self.name = name
            self.typeName = typeName
            self.origin = origin
            self.remark = remark
        }

        package init(_ facts: DefinitionFacts) {
            let remark = facts.isPrimary ? "primary" : facts.isFallback ? "fallback" : nil
            self.init(name: facts.name, typeName: facts.typeName, origin: facts.origin, remark: remark)
        }

        /// The candidate with its type and what matters of it.
        package var shown: String {
            (typeName == name ? name : "\(name): \(typeName)") + (remark.map { ", \($0)" } ?? "")
        }
    }
}
