import IOCPlan
import IOCSource

/// A type that an injection point, a binding or a condition asks for.
struct WantedType: Hashable, Sendable {
    /// The type that has to fit.
    enum Form: Hashable, Sendable {
        /// Every component does: `Any`.
        case everything
        /// A class or protocol.
        case nominal(TypeGraph.Key)
        /// Several at once.
        case composition([TypeGraph.Key])
        /// Protocols with associated types fixed, which only an instance can answer for.
        case parameterized([TypeGraph.Key])
        /// A tuple, a function or another type that no class can be.
        case other
    }

    var form: Form
    /// The type as messages write it.
    var written: String
    /// The names that a binding may call it by.
    var bindingNames: [String]
    /// True if the sources only name it, so that others may provide it.
    var isUnseen = false
}

extension TypeGraph {
    /// Reads a canonical type.
    func wanted(_ type: TypeSyntax, file: Int) -> WantedType {
        switch type.withoutAttributes {
        case .named(let components): return nominal(components, file: file, type)
        case .any(.named(let components)): return nominal(components, file: file, type)
        case .any(.composition(let parts)), .composition(let parts):
            let names = parts.compactMap { part in if case .named(let components) = part { components } else { nil } }
            let keys = names.map { key($0, file: file) }
            let isWhole = names.count == parts.count && names.joined().allSatisfy(\.arguments.isEmpty)
            let written = parts.map { part in
                guard case .named(let components) = part else { return part.description }
                return name(of: key(components, file: file))
            }.joined(separator: " & ")
            return WantedType(
                form: isWhole ? .composition(keys) : .parameterized(keys), written: "any \(written)",
                bindingNames: [written],
                isUnseen: keys.contains(where: isUnseen))
        default: return WantedType(form: .other, written: type.description, bindingNames: [type.description])
        }
    }

    private func nominal(_ components: [TypeSyntax.Component], file: Int, _ type: TypeSyntax) -> WantedType {
        let plain = components.map(\.name).joined(separator: ".")
        if plain == "Any" { return WantedType(form: .everything, written: plain, bindingNames: [plain]) }
        let key = key(components, file: file)
        let name = name(of: key)
        guard case .declared(let number, _) = key else {
            let isParameterized = if case .any = type { components.contains { !$0.arguments.isEmpty } } else { false }
            return WantedType(
                form: isParameterized ? .parameterized([key]) : .nominal(key), written: type.description,
                bindingNames: [name, String(name.split(separator: ".").last ?? "")], isUnseen: isUnseen(key))
        }
        let declared = index.types[number]
        let isProtocol = declared.isProtocol
        let isParameterized = isProtocol && components.contains { !$0.arguments.isEmpty }
        return WantedType(
            form: isParameterized ? .parameterized([key]) : .nominal(key), written: isProtocol ? "any \(name)" : name,
            bindingNames: [name, declared.simpleName])
    }

    /// The qualified name of a type, as the running program prints it.
    func name(of key: Key) -> String {
        switch key {
        case .external(let name): return name
        case .declared(let number, let arguments):
            let list = arguments.map(\.description).joined(separator: ", ")
            return index.types[number].qualifiedName + (list.isEmpty ? "" : "<\(list)>")
        }
    }

    private func isUnseen(_ key: Key) -> Bool {
        if case .external(let name) = key { !Self.isKnown(String(name.prefix { $0 != "<" })) } else { false }
    }

    /// Returns true if instances of a type of the sources can serve as a type.
    func fits(_ number: Int, arguments: [TypeSyntax] = [], _ wanted: WantedType) -> Answer {
        let own = Key.declared(number, arguments)
        let (above, possible) = ancestry(of: number, arguments)
        func has(_ key: Key) -> Answer {
            if key == own || above.contains(key) || key == .external("Sendable") { return .yes }
            if let doubt = possible[key] { return .open("\(index.types[number].name) hangs on \(doubt) there") }
            guard hasUnseenSupertypes(number) else { return .no }
            let mayBe =
                switch key {
                case .external(let name): !Self.isKnown(name) || StandardTypes.isProtocol(name)
                case .declared(let other, _):
                    modules.supertypes(of: index.types[number].module, mayKnow: index.types[other].module)
                        || above.contains(where: isOpenAlias)
                }
            return mayBe ? .open("whether \(index.types[number].name) is \(name(of: key)) can't be told") : .no
        }
        return wanted.isMet(by: has)
    }

    /// Returns true if what a definition promises can serve as a type.
    func fits(_ promised: WantedType?, _ wanted: WantedType) -> Answer {
        guard let promised else { return .open("what a definition makes can't be told") }
        let open = Answer.open("whether \(promised.written) is \(wanted.written) can't be told")
        if promised.form == wanted.form {
            switch promised.form {
            case .other, .parameterized: return promised.written == wanted.written ? .yes : .no
            case .nominal, .composition, .everything: return .yes
            }
        }
        switch promised.form {
        case .nominal(let key): return fits(key, wanted, open)
        case .composition(let keys), .parameterized(let keys):
            if case .composition(let wantedKeys) = wanted.form {
                return wantedKeys.map { anyFits(keys, $0, wanted, open) }.all
            }
            return keys.map { fits($0, wanted, open) }.any
        case .other: return wanted.form == .everything ? open : .no
        case .everything: return .no
        }
    }

    /// Returns true if one of several protocols refines another one, or is it.
    private func anyFits(_ keys: [Key], _ key: Key, _ wanted: WantedType, _ open: Answer) -> Answer {
        var part = wanted
        part.form = .nominal(key)
        return keys.map { fits($0, part, open) }.any
    }

    /// Returns true if instances of a class or protocol can serve as a type.
    private func fits(_ key: Key, _ wanted: WantedType, _ open: Answer) -> Answer {
        switch key {
        case .declared(let number, let arguments): return fits(number, arguments: arguments, wanted)
        case .external(let name): return foreignFits(name, wanted, open)
        }
    }

    /// Returns true if a type of another module can serve as a type: what it conforms to is written there, unless an extension
    /// in the sources says it.
    private func foreignFits(_ name: String, _ wanted: WantedType, _ open: Answer) -> Answer {
        func has(_ key: Key) -> Answer {
            if foreign[name]?.contains(key) == true { return .yes }
            if case .external(let other) = key, StandardTypes.isProtocol(name) {
                return other == "Sendable" || StandardTypes.refines(name, other) ? .yes : .no
            }
            guard case .declared = key else {
                return wanted.isUnseen || isProtocol(.nominal(key)) ? open : .no
            }
            // A superclass that is not seen either may have it from an extension.
            guard !Self.isKnown(name) else { return .no }
            return foreign.values.contains { $0.contains(key) } ? open : .no
        }
        return wanted.isMet(by: has)
    }

    /// Returns true if a type is a protocol, so that what it promises says nothing of the instances' own type.
    func isProtocol(_ form: WantedType.Form) -> Bool {
        switch form {
        case .nominal(.declared(let number, _)): index.types[number].isProtocol
        case .nominal(.external(let name)): StandardTypes.isProtocol(name)
        case .composition, .everything: true
        case .parameterized, .other: false
        }
    }

    /// Returns true if instances of a class can serve as a class or protocol that is known by name.
    func fits(_ number: Int, typeNamed name: String) -> Answer {
        func isIt(_ key: Key) -> Bool {
            switch key {
            case .declared(let other, _):
                index.types[other].qualifiedName == name || index.types[other].simpleName == name
            case .external(let other): other == name || name.hasSuffix(".\(other)")
            }
        }
        return isIt(.declared(number, [])) ? .yes : isBelow(number, isIt)
    }
}

extension WantedType {
    /// Returns true if something is the type, by what it is of classes and protocols.
    fileprivate func isMet(by has: (TypeGraph.Key) -> Answer) -> Answer {
        switch form {
        case .everything: .yes
        case .nominal(let key): has(key)
        case .composition(let keys): keys.map(has).all
        case .parameterized, .other: .no
        }
    }
}

extension [Answer] {
    /// True if all are true.
    fileprivate var all: Answer {
        contains(.no) ? .no : first { $0 != .yes } ?? .yes
    }

    /// True if one is true.
    fileprivate var any: Answer {
        contains(.yes) ? .yes : first { $0 != .no } ?? .no
    }
}
