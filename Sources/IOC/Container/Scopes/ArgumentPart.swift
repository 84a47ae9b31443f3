/// The part of one runtime argument that counts when calls are compared.
///
/// 1. An optional counts by what it wraps, also one of a type that can't be compared.
/// 2. A value that is `Equatable` counts by `==`.
/// 3. Another object, and a type, count by identity.
/// 4. An array counts by its elements, a dictionary by its keys and values.
/// 5. Nothing else can be compared, and neither can a value that is not equal to itself, such as `Double.nan`.
indirect enum ArgumentPart: Equatable {
    case none
    case some(ArgumentPart)
    case equatable(any Equatable)
    case identity(ObjectIdentifier)
    case list([ArgumentPart])
    case table([AnyHashable: ArgumentPart])
    case incomparable(Any.Type)

    init(_ value: Any) {
        if let optional = value as? any OptionalArgument {
            self = optional.wrapped.map { .some(ArgumentPart($0)) } ?? .none
        } else if let equatable = value as? any Equatable {
            self = .equatable(equatable)
        } else if let type = value as? Any.Type {
            self = .identity(ObjectIdentifier(type))
        } else if type(of: value) is AnyClass {
            self = .identity(ObjectIdentifier(value as AnyObject))
        } else if let array = value as? any ArrayArgument {
            self = .list(array.elements.map(ArgumentPart.init))
        } else if let dictionary = value as? any DictionaryArgument {
            self = .table(dictionary.entries.mapValues(ArgumentPart.init))
        } else {
            self = .incomparable(type(of: value))
        }
    }

    /// The type of what can't be compared, if it is here or further inside.
    var incomparable: Any.Type? {
        switch self {
        case .none, .identity: nil
        case .equatable(let value): Self.equalsItself(value) ? nil : type(of: value)
        case .some(let part): part.incomparable
        case .list(let parts): parts.lazy.compactMap(\.incomparable).first
        case .table(let parts): parts.values.lazy.compactMap(\.incomparable).first
        case .incomparable(let type): type
        }
    }

    /// Feeds what equal parts have in common; what is `Equatable` alone adds nothing.
    func hash(into hasher: inout Hasher) {
        switch self {
        case .none: hasher.combine(0)
        case .some(let part): part.hash(into: &hasher)
        case .equatable(let value): if let value = value as? any Hashable { value.hash(into: &hasher) }
        case .identity(let identity): hasher.combine(identity)
        case .list(let parts): for part in parts { part.hash(into: &hasher) }
        case .table(let parts): hasher.combine(parts.count)
        case .incomparable: break
        }
    }

    static func == (left: ArgumentPart, right: ArgumentPart) -> Bool {
        switch (left, right) {
        case (.none, .none): true
        case (.some(let left), .some(let right)): left == right
        case (.equatable(let left), .equatable(let right)): isEqual(left, to: right)
        case (.identity(let left), .identity(let right)): left == right
        case (.list(let left), .list(let right)): left == right
        case (.table(let left), .table(let right)): left == right
        default: false
        }
    }

    /// True if a value equals itself, and so could be found again.
    private static func equalsItself(_ value: any Equatable) -> Bool {
        // An array of one storage says that it equals itself without asking its elements.
        if let array = value as? any ArrayArgument { return array.elements.allSatisfy(isFoundAgain) }
        if let dictionary = value as? any DictionaryArgument {
            return dictionary.entries.allSatisfy { isFoundAgain($0.key.base) && isFoundAgain($0.value) }
        }
        return isEqual(value, to: value)
    }

    private static func isFoundAgain(_ value: Any) -> Bool {
        if let optional = value as? any OptionalArgument { return optional.wrapped.map(isFoundAgain) ?? true }
        return (value as? any Equatable).map(equalsItself) ?? true
    }

    private static func isEqual<Value: Equatable>(_ left: Value, to right: any Equatable) -> Bool {
        (right as? Value) == left
    }
}

/// An optional whose type is not known.
private protocol OptionalArgument {
    var wrapped: Any? { get }
}

extension Optional: OptionalArgument {
    fileprivate var wrapped: Any? { map { $0 as Any } }
}

/// An array whose type is not known.
private protocol ArrayArgument {
    var elements: [Any] { get }
}

extension Array: ArrayArgument {
    fileprivate var elements: [Any] { map { $0 as Any } }
}

/// A dictionary whose type is not known.
private protocol DictionaryArgument {
    var entries: [AnyHashable: Any] { get }
}

extension Dictionary: DictionaryArgument {
    fileprivate var entries: [AnyHashable: Any] {
        [AnyHashable: Any](map { (AnyHashable($0.key), $0.value as Any) }, uniquingKeysWith: { first, _ in first })
    }
}
