import SwiftOperators
import SwiftParser
import SwiftSyntax

/// What the finders of places share: what stands around a place, and how it is kept.
class PlaceVisitor: SyntaxVisitor {
    private let file: String
    private let source: String
    private let converter: SourceLocationConverter
    private(set) var owners: [(name: String, start: Int, end: Int)] = []
    private var ordinals: [String: Int] = [:]
    private(set) var places: [Place] = []

    /// Conditions under which code is compiled where the runner runs.
    private static let compiled: Set = [
        "canImport(Glibc)", "canImport(FoundationEssentials)", "os(Linux)", "arch(x86_64)", "!canImport(ObjectiveC)",
    ]
    /// Calls that change nothing but speed or the moment of a release, or that are gone in release builds.
    static let ignored: Set = [
        "reserveCapacity", "reserve", "withExtendedLifetime", "assert", "assertionFailure", "init",
        // A hash tells less without it, and what is not remembered is found out again: nothing wrong.
        "combine", "remember",
    ]
    static let releases: Set = [
        "close", "release", "drop", "end", "removeAll", "removeValue", "remove", "cancel", "deallocate", "deinitialize",
        "destroy", "unlock", "leave", "reset", "clear", "finish", "resume",
    ]

    /// All places of a file.
    static func places(in source: String, file: String) -> [Place] {
        let tree = Parser.parse(source: source)
        let folded = OperatorTable.standardOperators.foldAll(tree) { _ in }
        return [PlaceFinder.self, PathFinder.self].flatMap { type in
            let finder = type.init(file: file, source: source, tree: folded)
            finder.walk(folded)
            return finder.places
        }
    }

    required init(file: String, source: String, tree: Syntax) {
        self.file = file
        self.source = source
        converter = SourceLocationConverter(fileName: file, tree: tree)
        super.init(viewMode: .sourceAccurate)
    }

    // MARK: What stands around a place

    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        guard let condition = node.condition, node.poundKeyword.tokenKind == .poundIf else { return .skipChildren }
        return Self.compiled.contains(condition.trimmedDescription) ? .visitChildren : .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, Syntax(node)) }
    override func visitPost(_ node: FunctionDeclSyntax) { owners.removeLast() }
    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { enter("init", Syntax(node)) }
    override func visitPost(_ node: InitializerDeclSyntax) { owners.removeLast() }
    override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind { enter("deinit", Syntax(node)) }
    override func visitPost(_ node: DeinitializerDeclSyntax) { owners.removeLast() }
    override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { enter("subscript", Syntax(node)) }
    override func visitPost(_ node: SubscriptDeclSyntax) { owners.removeLast() }
    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.bindings.first?.pattern.trimmedDescription ?? "", Syntax(node))
    }
    override func visitPost(_ node: VariableDeclSyntax) { owners.removeLast() }

    private func enter(_ name: String, _ node: Syntax) -> SyntaxVisitorContinueKind {
        let outer = owners.last
        // A local variable is part of its function.
        let isLocal = outer != nil && node.is(VariableDeclSyntax.self)
        let own = range(of: node)
        owners.append(isLocal ? outer! : (name, own.lowerBound, own.upperBound))
        return .visitChildren
    }

    func range(of node: Syntax) -> Range<Int> {
        node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    }

    func text(_ range: Range<Int>) -> String { String(decoding: Array(source.utf8)[range], as: UTF8.self) }

    func add(_ kind: Place.Kind, _ form: Place.Form, _ node: some SyntaxProtocol, changed: String) {
        add(kind, form, from: Syntax(node), to: Syntax(node), changed: changed)
    }

    /// Adds what stands from one node to another.
    func add(_ kind: Place.Kind, _ form: Place.Form, from first: Syntax, to last: Syntax, changed: String) {
        let own = range(of: first).lowerBound..<range(of: last).upperBound
        let owner = owners.last ?? ("", 0, source.utf8.count)
        var place = Place(
            kind: kind, form: form, start: own.lowerBound, end: own.upperBound, file: file,
            line: converter.location(for: first.positionAfterSkippingLeadingTrivia).line, owner: owner.name,
            ownerStart: owner.start, ownerEnd: owner.end, original: text(own), changed: changed)
        let key = place.key
        place.ordinal = ordinals[key, default: 0]
        ordinals[key, default: 0] += 1
        places.append(place)
    }
}

extension FunctionCallExprSyntax {
    /// The last name of what is called.
    var calledName: String? {
        if let member = calledExpression.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
        return calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
    }
}
