import CMeasure

/// The content of the program's heap.
package enum Heap {
    /// The bytes of all blocks that are allocated, with the allocator's own words.
    /// - Throws: ``HeapUnknown`` where nobody tells.
    package static func bytesInUse() throws -> Int {
        let bytes = ioc_heap_in_use()
        if bytes == Int(bitPattern: UInt.max) { throw HeapUnknown() }
        return bytes
    }

    /// By how many bytes the heap grows while `body` runs; what it returns is kept until then.
    package static func growth<Kept>(_ body: () throws -> Kept) throws -> Double {
        let before = try bytesInUse()
        let kept = try body()
        let after = try bytesInUse()
        return withExtendedLifetime(kept) { Double(after - before) }
    }

    package struct HeapUnknown: Error, CustomStringConvertible {
        package let description = "this platform's allocator does not tell how much is allocated"
    }
}
