/// The identity of a type inside one graph: the metadata's address in a running program, an interned number in the
/// source tool.
package struct TypeID: Hashable, Sendable {
    package let rawValue: UInt

    package init(_ rawValue: UInt) {
        self.rawValue = rawValue
    }
}

/// Writes types: one writer serves a whole program, where that puts names together on demand.
package final class TypeWriter: Sendable {
    private let text: String?
    private let write: @Sendable (TypeID) -> String

    package init(_ write: @escaping @Sendable (TypeID) -> String) {
        text = nil
        self.write = write
    }

    /// A writer that knows one type.
    package init(_ text: String) {
        self.text = text
        write = { _ in text }
    }

    fileprivate func callAsFunction(_ type: TypeID) -> String { write(type) }
}

extension TypeWriter: Equatable {
    /// Returns true if they are one writer, or know the same text.
    package static func == (left: TypeWriter, right: TypeWriter) -> Bool {
        left === right || left.text != nil && left.text == right.text
    }
}

/// The declared facts of one component that the container can make.
///
/// A value is one reference, as a context keeps it in two places, and the program in one: stored in each, the fields would be 160
/// bytes more a singleton.
package struct DefinitionFacts: Sendable {
    private struct Fields: Sendable, Equatable {
        var name: String
        var type: TypeID
        var writer: TypeWriter
        var scope: ScopeFacts
        /// In a box, as few say anything of it.
        var rest: IndirectStorage<Rest>?
        // The origin leaves room for the small values behind it.
        var origin: Origin
        /// The count of UTF-8 code units at the end of the name that are the simple name; 0 where the rest has it, the greatest
        /// where it is the end of the type's name.
        var simpleCount: UInt16 = 0
        var isPrimary: Bool
        var isFallback: Bool
        var needsArguments: Bool
        var isManaged: Bool
    }

    /// The part that few have: those that start at a time of their own or more than once, and definitions with a name of their
    /// own.
    private struct Rest: Sendable, Equatable {
        var order = 0
        var dependsOn: [String] = []
        var retry: StartRetry?
        /// Empty where the name or that of the type ends with it.
        var simpleName = ""
    }

    private var storage: IndirectStorage<Fields>

    package init(
        name: String, simpleName: String, type: TypeID, writer: TypeWriter,
        scope: ScopeFacts = .singleton, isPrimary: Bool = false, isFallback: Bool = false, order: Int = 0,
        needsArguments: Bool = false, isManaged: Bool = true, dependsOn: [String] = [], origin: Origin
    ) {
        storage = IndirectStorage(
            Fields(
                name: name, type: type, writer: writer, scope: scope, rest: nil, origin: origin,
                simpleCount: Self.countOfSuffix(simpleName, in: name), isPrimary: isPrimary, isFallback: isFallback,
                needsArguments: needsArguments, isManaged: isManaged))
        if storage.value.simpleCount == 0 { self.simpleName = simpleName }
        if order != 0 { self.order = order }
        if !dependsOn.isEmpty { self.dependsOn = dependsOn }
    }

    /// The name it is registered under: the one it was given, else the qualified name of its class.
    package var name: String {
        get { storage.value.name }
        set {
            let simpleName = simpleName
            storage.value.name = newValue
            self.simpleName = simpleName
        }
    }
    /// The class's name without its module and outer types; it works as a name while it is unique.
    package private(set) var simpleName: String {
        get {
            switch storage.value.simpleCount {
            case 0: rest.simpleName
            case .max: String(typeName.lastPart)
            case let count: String(Substring(storage.value.name.utf8.suffix(Int(count))))
            }
        }
        set {
            var count = Self.countOfSuffix(newValue, in: storage.value.name)
            if count == 0, newValue == typeName.lastPart { count = .max }
            storage.value.simpleCount = count
            if count == 0 || storage.value.rest != nil { rest.simpleName = count == 0 ? newValue : "" }
        }
    }
    package var type: TypeID { storage.value.type }
    package var scope: ScopeFacts {
        get { storage.value.scope }
        set { storage.value.scope = newValue }
    }
    package var isPrimary: Bool {
        get { storage.value.isPrimary }
        set { storage.value.isPrimary = newValue }
    }
    package var isFallback: Bool {
        get { storage.value.isFallback }
        set { storage.value.isFallback = newValue }
    }
    package var order: Int {
        get { rest.order }
        set { rest.order = newValue }
    }
    /// True if it is made from arguments, which only a call can give.
    package var needsArguments: Bool {
        get { storage.value.needsArguments }
        set { storage.value.needsArguments = newValue }
    }
    /// True if the container starts, runs and stops it; false for a value whose owner does that.
    package var isManaged: Bool {
        get { storage.value.isManaged }
        set { storage.value.isManaged = newValue }
    }
    /// The names of components that start before this one.
    package var dependsOn: [String] {
        get { rest.dependsOn }
        set { rest.dependsOn = newValue }
    }
    /// The number of times a failed `start()` is tried again; nil for never.
    package var retry: StartRetry? {
        get { rest.retry }
        set { rest.retry = newValue }
    }
    package var origin: Origin {
        get { storage.value.origin }
        set { storage.value.origin = newValue }
    }

    private var rest: Rest {
        get { storage.value.rest?.value ?? Rest() }
        set { storage.value.rest = newValue == Rest() ? nil : IndirectStorage(newValue) }
    }

    /// The number of code units of a suffix of a name; 0 where the name does not end with it.
    private static func countOfSuffix(_ suffix: String, in name: String) -> UInt16 {
        var (name, suffix) = (name, suffix)
        return name.withUTF8 { name in
            suffix.withUTF8 { suffix in
                let lead = name.count - suffix.count
                // By bytes in place, as every definition has its name looked at.
                guard lead >= 0, suffix.indices.allSatisfy({ name[lead + $0] == suffix[$0] }) else { return 0 }
                return suffix.count < UInt16.max ? UInt16(suffix.count) : 0
            }
        }
    }

    package var typeName: String { storage.value.writer(type) }

    /// True if it is one of those that the container starts, runs and stops, where they have something to.
    package var hasLifecycle: Bool {
        isManaged && !needsArguments && scope.isSingleton && !scope.isWeak
    }

    /// True if its name has nothing but white space.
    package var hasBlankName: Bool {
        let name = storage.value.name
        // Names begin with ASCII mostly, of which no table of characters is asked.
        guard let first = name.utf8.first, !(0x21...0x7E).contains(first) else { return name.isEmpty }
        return name.allSatisfy(\.isWhitespace)
    }

    package var hasDependsOn: Bool { !rest.dependsOn.isEmpty }

    /// Returns true if its name comes before another's; asked for in another module, each name would be a copy.
    package func isNamed(before other: DefinitionFacts) -> Bool { storage.value.name < other.storage.value.name }

    /// Components are listed everywhere by `order`, then by name.
    package static func precedes(_ left: DefinitionFacts, _ right: DefinitionFacts) -> Bool {
        (left.order, left.name) < (right.order, right.name)
    }
}

extension DefinitionFacts: Equatable {
    /// Returns true if they say the same; most that do are the same value.
    package static func == (left: DefinitionFacts, right: DefinitionFacts) -> Bool {
        left.storage == right.storage
    }
}

/// A wrapped property of a class, or a parameter of the initializer that makes it.
package struct InjectionPointFacts: Sendable {
    /// The name of the type that declares the property: a superclass for an inherited one.
    package var owner: String
    package var property: String
    package var location: SourceLocation?
    /// The type asked for: the element's for a collection, an optional or a provider.
    package var wanted: TypeID
    package var shape: InjectionShape
    /// The name the property asks for, once an instance has declared it.
    package var qualifier: String?
    /// False while only field metadata was seen, which does not show whether there is a qualifier.
    package var isQualifierKnown: Bool
    /// True for a parameter, which is resolved before the instance exists.
    package var isParameter: Bool

    package init(
        owner: String, property: String, location: SourceLocation? = nil, wanted: TypeID, shape: InjectionShape,
        qualifier: String? = nil, isQualifierKnown: Bool = true, isParameter: Bool = false
    ) {
        self.owner = owner
        self.property = property
        self.location = location
        self.wanted = wanted
        self.shape = shape
        self.qualifier = qualifier
        self.isQualifierKnown = isQualifierKnown
        self.isParameter = isParameter
    }

    /// `Owner.property` or `Owner.init(parameter:)`, as every message calls it; the property alone if nothing knows its
    /// owner.
    package var label: String {
        if isParameter { return "\(owner).init(\(property):)" }
        return owner.isEmpty ? property : "\(owner).\(property)"
    }
}
