/// Two words of an object, where a value stands that is small enough.
enum InlineStorage {
    typealias Words = (UInt, UInt)

    /// Returns true if values of a type can stand there.
    @inline(__always)
    static func holds<Value>(_ type: Value.Type) -> Bool {
        MemoryLayout<Value>.size <= MemoryLayout<Words>.size
            && MemoryLayout<Value>.alignment <= MemoryLayout<Words>.alignment
    }
}
