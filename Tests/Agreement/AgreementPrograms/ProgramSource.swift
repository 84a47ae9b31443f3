/// The source of one program, put together piece by piece.
struct ProgramSource {
    /// A class or actor.
    struct Class {
        var name: String
        var word = "final class"
        /// What stands behind the colon.
        var supertypes: [String]
        /// Protocols that an extension adds.
        var added: [String] = []
        /// The elements of the trait list; nil where there is none.
        var traits: [String]?
        var properties: [String] = []
        var lines: [String] = []
        /// The types around it, inside the program's own.
        var namespace: String?
        /// Whether wrappers may be added.
        var takesWrappers = true

        var isComponent: Bool { supertypes.contains("IOCComponent") || supertypes.contains { $0.hasPrefix("Base") } }
    }

    let name: String
    var protocols: [(name: String, refines: [String])] = []
    var classes: [Class] = []
    /// Whole declarations of other kinds.
    var declarations: [String] = []
    /// Whole extensions.
    var extensions: [String] = []

    /// The program's text.
    var text: String {
        var lines = ["enum \(name) {"]
        for item in protocols {
            lines.append("    protocol \(item.name): \((item.refines + ["Sendable"]).joined(separator: ", ")) {}")
        }
        for item in classes {
            guard let namespace = item.namespace else {
                lines += item.text.map { "    " + $0 }
                continue
            }
            lines.append("    enum \(namespace) {")
            lines += item.text.map { "        " + $0 }
            lines.append("    }")
        }
        for declaration in declarations { lines += declaration.split(separator: "\n").map { "    " + $0 } }
        lines.append("}")
        for item in classes where !item.added.isEmpty {
            let path = [name, item.namespace, item.name].compactMap { $0 }.joined(separator: ".")
            lines.append("extension \(path): \(item.added.map { "\(name).\($0)" }.joined(separator: ", ")) {}")
        }
        return (lines + extensions).joined(separator: "\n") + "\n"
    }
}

extension ProgramSource.Class {
    /// The declaration, line by line.
    fileprivate var text: [String] {
        var supertypes = supertypes
        let isUnchecked = !properties.isEmpty || word == "class" || supertypes.contains { $0.hasPrefix("Base") }
        if word != "actor", isUnchecked {
            supertypes.removeAll { $0 == "Sendable" }
            supertypes.append("@unchecked Sendable")
        }
        var result = ["\(word) \(name): \(supertypes.joined(separator: ", ")) {"]
        if let traits {
            result.append("    static var traits: [ComponentTrait] { [\(traits.joined(separator: ", "))] }")
        }
        result += (properties + lines).map { "    " + $0 }
        result.append("}")
        return result
    }
}
