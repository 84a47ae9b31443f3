/// The inline storage of an object: two words that hold a value which is small enough.
///
/// It saves an allocation for each injected reference.
enum InlineStorage {
    typealias Words = (UInt, UInt)

    /// Returns true if values of a type fit.
    static func holds<Value>(_ type: Value.Type) -> Bool {
        MemoryLayout<Value>.size <= MemoryLayout<Words>.size
            && MemoryLayout<Value>.alignment <= MemoryLayout<Words>.alignment
    }
}
