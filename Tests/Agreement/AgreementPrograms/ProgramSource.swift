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

        /// What it is passed when it is made; nil where `init()` makes it.
        var constructor: ProgramConstructor?

        var isComponent: Bool { constructor != nil || supertypes.contains("IOCComponent") || hasSuperclass }
        /// Whether a scan takes it for a component.
        var isFound: Bool { isComponent && !name.contains("<") }
        /// What it is called inside the program's own type.
        var path: String { [namespace, name].compactMap { $0 }.joined(separator: ".") }
        /// What stands directly in the program's own type: the class, or the type around it.
        var place: String { namespace ?? String(name.prefix { $0 != "<" }) }
        fileprivate var hasSuperclass: Bool { supertypes.contains { $0 == "Stock" || $0.hasPrefix("Base") } }
    }

    /// Which package a text is for.
    enum Side {
        case program
        /// A library's, in which these types are public.
        case library(open: Set<String>)

        func isOpen(_ name: String) -> Bool {
            if case .library(let open) = self { open.contains(name) } else { false }
        }
        fileprivate func access(_ name: String) -> String { isOpen(name) ? "public " : "" }
    }

    let name: String
    var protocols: [(name: String, refines: [String])] = []
    var classes: [Class] = []
    /// Whole declarations of other kinds.
    var declarations: [String] = []
    /// Whole extensions.
    var extensions: [String] = []

    /// The text, all in one package.
    var text: String { text(as: .program) }

    func text(as side: Side) -> String {
        var isLibrary = false
        if case .library = side { isLibrary = true }
        var lines = ["\(isLibrary ? "public " : "")enum \(name) {"]
        for item in protocols {
            let promised = (item.refines + ["Sendable"]).joined(separator: ", ")
            lines.append("    \(side.access(item.name))protocol \(item.name): \(promised) {}")
        }
        for item in classes {
            guard let namespace = item.namespace else {
                lines += item.lines(as: side).map { "    " + $0 }
                continue
            }
            lines.append("    \(side.access(namespace))enum \(namespace) {")
            lines += item.lines(as: side).map { "        " + $0 }
            lines.append("    }")
        }
        for declaration in declarations {
            let text = isLibrary ? Self.published(declaration) : declaration
            lines += text.split(separator: "\n").map { "    " + $0 }
        }
        lines.append("}")
        for item in classes where !item.added.isEmpty {
            lines.append(
                "extension \(name).\(item.path): \(item.added.map { "\(name).\($0)" }.joined(separator: ", ")) {}")
        }
        lines += isLibrary ? extensions.map(Self.published) : extensions
        return lines.joined(separator: "\n") + "\n"
    }

    /// A declaration or an extension with everything public.
    private static func published(_ text: String) -> String {
        if text.hasPrefix("static func") { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var line = String(line)
            if line.hasPrefix("final class ") || line.hasPrefix("class ") {
                if line.contains("init()") {
                    line = line.replacing("required init", with: "public required init")
                } else if line.contains(": IOCComponent") || line.contains(": Assembly"),
                    let brace = line.firstIndex(of: "{")
                {
                    line.insert(contentsOf: " public init() {}\n", at: line.index(after: brace))
                }
                line = (line.hasPrefix("class") ? "open " : "public ") + line
            }
            for word in ["typealias ", "static var traits"] { line = line.replacing(word, with: "public " + word) }
            return line
        }.joined(separator: "\n")
    }
}

extension ProgramSource.Class {
    /// The declaration, line by line.
    func lines(as side: ProgramSource.Side) -> [String] {
        let isOpen = side.isOpen(place)
        var supertypes = supertypes
        var (traits, properties, lines) = (traits, properties, lines)
        constructor?.add(to: &lines, &properties, of: name)
        let isUnchecked = !self.properties.isEmpty || word == "class" || hasSuperclass
        if word != "actor", isUnchecked {
            supertypes.removeAll { $0 == "Sendable" }
            supertypes.append("@unchecked Sendable")
        }
        let access = isOpen ? (word == "class" ? "open " : "public ") : ""
        let promised = supertypes.isEmpty ? "" : ": \(supertypes.joined(separator: ", "))"
        var result = ["\(access)\(word) \(name)\(promised) {"]
        if constructor?.isAnnotated == true {
            result.insert("@Component(\((traits ?? []).joined(separator: ", ")))", at: 0)
            traits = nil
        }
        if let traits {
            let list = traits.joined(separator: ", ")
            result.append("    \(isOpen ? "public " : "")static var traits: [ComponentTrait] { [\(list)] }")
        }
        if isOpen {
            if lines.isEmpty, !hasSuperclass, constructor?.parameters.isEmpty ?? true { lines = ["init() {}"] }
            lines = lines.map { "public " + $0 }
        }
        result += (properties + lines).map { "    " + $0 }
        result.append("}")
        return result
    }
}
