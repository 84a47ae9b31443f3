/// The condition of an `#if`, taken apart: `os(Linux) && !(DEBUG || compiler(<6.2))`.
///
/// A condition that can't be read is open.
package indirect enum CompilationCondition: Hashable, Sendable {
    case constant(Bool)
    case flag(String)
    /// A question with its argument: `os(Linux)`, `compiler(>=6.0)`.
    case query(String, String)
    case not(CompilationCondition)
    case all([CompilationCondition])
    case any([CompilationCondition])
    case unread

    /// Reads a condition.
    package init(_ text: String) {
        var parser = Parser(text)
        self = parser.parse()
    }

    /// Returns true if it holds in a build; nil where that isn't known.
    package func holds(in build: BuildSettings) -> Bool? {
        switch self {
        case .constant(let value): value
        case .flag(let name): build.defined.contains(name) ? true : build.undefined.contains(name) ? false : nil
        case .query(let name, let argument): Self.answer(name, argument, build)
        case .not(let inner): inner.holds(in: build).map { !$0 }
        case .all(let parts): Self.joined(parts.map { $0.holds(in: build) }, decisive: false)
        case .any(let parts): Self.joined(parts.map { $0.holds(in: build) }, decisive: true)
        case .unread: nil
        }
    }

    private static func joined(_ answers: [Bool?], decisive: Bool) -> Bool? {
        answers.contains(decisive) ? decisive : answers.contains(nil) ? nil : !decisive
    }

    private static func answer(_ name: String, _ argument: String, _ build: BuildSettings) -> Bool? {
        switch name {
        case "os": return build.isSystem(argument)
        case "arch": return build.architecture.map { $0 == argument }
        case "canImport": return build.canImport(argument)
        case "compiler", "swift":
            let isAtLeast = argument.hasPrefix(">=")
            guard isAtLeast || argument.hasPrefix("<") else { return nil }
            let parts = argument.dropFirst(isAtLeast ? 2 : 1).split(separator: ".", omittingEmptySubsequences: false)
            let version = parts.compactMap { Int($0) }
            // Nobody says which patch release this is.
            guard version.count == parts.count, version.count < 3 || !BuildSettings.isBefore([6, 2], version) else {
                return nil
            }
            let answer =
                name == "swift" ? build.hasLanguage(atLeast: version) : build.hasCompiler(atLeast: version)
            return answer.map { $0 == isAtLeast }
        default: return nil
        }
    }

    /// Reads conditions: `||` binds weaker than `&&`, and that weaker than `!`.
    private struct Parser {
        private var rest: Substring.UTF8View
        private var depth = 0

        init(_ text: String) { rest = text[...].utf8 }

        mutating func parse() -> CompilationCondition {
            let found = alternatives()
            return rest.isEmpty ? found ?? .unread : .unread
        }

        private mutating func alternatives() -> CompilationCondition? {
            // Nobody nests conditions deeper by hand.
            guard depth < 64 else { return nil }
            depth += 1
            defer { depth -= 1 }
            var parts: [CompilationCondition] = []
            repeat {
                guard let part = conjunction() else { return nil }
                parts.append(part)
            } while take("||")
            return parts.count == 1 ? parts[0] : .any(parts)
        }

        private mutating func conjunction() -> CompilationCondition? {
            var parts: [CompilationCondition] = []
            repeat {
                guard let part = operand() else { return nil }
                parts.append(part)
            } while take("&&")
            return parts.count == 1 ? parts[0] : .all(parts)
        }

        private mutating func operand() -> CompilationCondition? {
            var isNegated = false
            while take("!") { isNegated.toggle() }
            guard let found = primary() else { return nil }
            return isNegated ? .not(found) : found
        }

        private mutating func primary() -> CompilationCondition? {
            if take("(") {
                guard let inner = alternatives(), take(")") else { return nil }
                return inner
            }
            guard let name = word() else { return nil }
            guard take("(") else {
                return name == "true" || name == "false" ? .constant(name == "true") : .flag(name)
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { return nil }
            let argument = String(Substring(rest[..<end])).filter { !$0.isWhitespace }
            rest = rest[rest.index(after: end)...]
            return .query(name, argument)
        }

        private mutating func word() -> String? {
            let found = rest.prefix { SourceBuffer.isWord($0) || $0 == UInt8(ascii: "$") }
            rest = rest[found.endIndex...]
            return found.isEmpty ? nil : String(Substring(found))
        }

        private mutating func take(_ sign: String) -> Bool {
            rest = rest.drop(while: SourceBuffer.isSpace)
            guard rest.starts(with: sign.utf8) else { return false }
            rest = rest.dropFirst(sign.utf8.count)
            return true
        }
    }
}
