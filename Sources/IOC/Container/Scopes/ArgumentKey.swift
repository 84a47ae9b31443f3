import IOCModel

/// The runtime arguments of a call, compared by equality; hashes only narrow down what there is to compare.
@usableFromInline
final class ArgumentKey: @unchecked Sendable {
    // Sound: the values are handed to the closures of the call that brought them, and compared; nothing changes them. What is
    // worked out of them is worked out by the call's thread, before the key is kept where others find it.
    private let values: [Any]
    private lazy var parts = values.map(ArgumentPart.init)

    /// Equal for equal keys.
    private(set) lazy var hash: Int = {
        var hasher = Hasher()
        for part in parts { part.hash(into: &hasher) }
        return hasher.finalize()
    }()

    init(_ values: [Any]) { self.values = values }

    /// The type of an argument that nothing can be compared with; nil where there is none.
    var incomparable: Any.Type? { parts.lazy.compactMap(\.incomparable).first }

    func value(at index: Int) -> Any? { values.indices.contains(index) ? values[index] : nil }

    static func areEqual(_ left: ArgumentKey?, _ right: ArgumentKey?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): left === right || left.hash == right.hash && left.parts == right.parts
        default: false
        }
    }
}
