/// The known facts of the language, its standard library and the container, whose sources are not read.
enum StandardTypes {
    /// The modules whose classes are no components of anybody, and whose types nobody else declares.
    static let modules: Set<String> = [
        "Swift", "_Concurrency", "_StringProcessing", "RegexBuilder", "Synchronization", "Distributed", "Observation",
        "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "Dispatch", "Glibc", "Musl",
        "Darwin", "Android", "WinSDK", "XCTest", "Testing", "os", "IOC", "IOCConfiguration", "IOCModel", "IOCTesting",
        "IOCStatic", "IOCRouting", "IOCRoutingTesting",
    ]

    /// The protocols that a protocol refines directly.
    static func refined(by name: String) -> [String] { refinements[name] ?? [] }

    /// Returns true if a protocol is another one or refines it.
    static func refines(_ name: String, _ other: String) -> Bool {
        name == other || refined(by: name).contains { refines($0, other) }
    }

    /// Returns true if a name is a protocol's.
    static func isProtocol(_ name: String) -> Bool { protocols.contains(name) }

    /// Returns true if a type of the language conforms to a protocol of the language; nil where that isn't known.
    static func conforms(_ name: String, to wanted: TypeGraph.Key) -> Bool? {
        guard case .external(let other) = wanted, plain.contains(name), common.contains(other) else { return nil }
        return true
    }

    /// The protocols that all of ``plain`` conform to.
    private static let common: Set<String> = [
        "Equatable", "Hashable", "Comparable", "Sendable", "Encodable", "Decodable", "Codable",
        "CustomStringConvertible", "LosslessStringConvertible",
    ]

    private static let plain: Set<String> = [
        "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
        "Double", "Float",
    ]

    /// Every name that belongs to the language or the container, so that nothing of the program hides behind it.
    static let names = protocols.union([
        "String", "Substring", "Character", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16",
        "UInt32", "UInt64", "Double", "Float", "Duration",
    ])

    private static let protocols = Set(refinements.keys).union([
        "Any", "AnyObject", "Sendable", "SendableMetatype", "Equatable", "Identifiable", "Encodable", "Decodable",
        "CustomStringConvertible", "CustomDebugStringConvertible", "CustomReflectable",
        "CustomPlaygroundDisplayConvertible",
        "CaseIterable", "RawRepresentable", "Sequence", "IteratorProtocol", "AsyncSequence", "AsyncIteratorProtocol",
        "Copyable", "Escapable", "TextOutputStream", "TextOutputStreamable", "AdditiveArithmetic",
        "ExpressibleByNilLiteral", "ExpressibleByBooleanLiteral", "ExpressibleByIntegerLiteral",
        "ExpressibleByFloatLiteral", "ExpressibleByUnicodeScalarLiteral", "ExpressibleByArrayLiteral",
        "ExpressibleByDictionaryLiteral", "CodingKeyRepresentable", "Clock", "Executor", "Startable", "Stoppable",
        "InstancePostProcessor", "DefinitionPostProcessor", "PropertyConverter", "Assembly", "ContextObserver",
        "PropertySource", "ScopeStore", "IOCService",
    ])

    private static let refinements: [String: [String]] = [
        "ManagedComponent": ["Sendable"], "IOCComponent": ["ManagedComponent", "AnyObject", "Sendable"],
        "ConstructedComponent": ["ManagedComponent", "Sendable"], "Actor": ["AnyActor", "AnyObject", "Sendable"],
        "AnyActor": ["AnyObject", "Sendable"], "GlobalActor": [],
        "DistributedActor": ["AnyActor", "Identifiable", "Hashable"],
        "SerialExecutor": ["Executor"], "TaskExecutor": ["Executor"], "Hashable": ["Equatable"],
        "Comparable": ["Equatable"], "Strideable": ["Comparable"], "Codable": ["Encodable", "Decodable"],
        "CodingKey": ["Sendable", "CustomStringConvertible", "CustomDebugStringConvertible"], "Error": ["Sendable"],
        "LocalizedError": ["Error"], "CustomNSError": ["Error"], "RecoverableError": ["Error"],
        "LosslessStringConvertible": ["CustomStringConvertible"],
        "StringProtocol": [
            "BidirectionalCollection", "TextOutputStream", "TextOutputStreamable", "LosslessStringConvertible",
            "ExpressibleByStringInterpolation", "Hashable", "Comparable",
        ],
        "Collection": ["Sequence"], "BidirectionalCollection": ["Collection"],
        "RandomAccessCollection": ["BidirectionalCollection"], "MutableCollection": ["Collection"],
        "RangeReplaceableCollection": ["Collection"], "LazySequenceProtocol": ["Sequence"],
        "LazyCollectionProtocol": ["Collection", "LazySequenceProtocol"],
        "ExpressibleByExtendedGraphemeClusterLiteral": ["ExpressibleByUnicodeScalarLiteral"],
        "ExpressibleByStringLiteral": ["ExpressibleByExtendedGraphemeClusterLiteral"],
        "ExpressibleByStringInterpolation": ["ExpressibleByStringLiteral"], "BitwiseCopyable": [],
        "SetAlgebra": ["Equatable", "ExpressibleByArrayLiteral"], "OptionSet": ["SetAlgebra", "RawRepresentable"],
        "Numeric": ["AdditiveArithmetic", "ExpressibleByIntegerLiteral"], "SignedNumeric": ["Numeric"],
        "AdditiveArithmetic": ["Equatable"],
        "BinaryInteger": [
            "Hashable", "Numeric", "CustomStringConvertible", "Strideable",
        ],
        "FixedWidthInteger": ["BinaryInteger", "LosslessStringConvertible"],
        "FloatingPoint": ["SignedNumeric", "Strideable", "Hashable"],
        "BinaryFloatingPoint": ["FloatingPoint", "ExpressibleByFloatLiteral"],
        "VectorArithmetic": ["AdditiveArithmetic"],
        "DurationProtocol": ["Comparable", "AdditiveArithmetic", "Sendable"],
        "InstantProtocol": ["Comparable", "Hashable", "Sendable"], "RangeExpression": [],
        "UnicodeCodec": [], "CVarArg": [], "MirrorPath": [], "KeyedEncodingContainerProtocol": [],
    ]
}
