import Synchronization

/// The part of a property's memory in front of its value.
private struct Header {
    /// The payload that this one has replaced, which is freed with it.
    var previous: UnsafeMutableRawPointer?
    /// True if the property was not bound when the value was resolved.
    let isProvisional: Bool
}

/// The memory of a property's value. It is written before its address is published, and freed when the property goes.
enum Payload<Value> {
    private static var alignment: Int { max(MemoryLayout<Value>.alignment, MemoryLayout<Header>.alignment) }

    /// The bytes from the start of the memory to the value.
    private static var offset: Int { (MemoryLayout<Header>.size + alignment - 1) / alignment * alignment }

    /// The address of a new value. The memory belongs to the caller.
    static func make(_ value: Value, isProvisional: Bool = false) -> UnsafeMutableRawPointer {
        let start = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<Value>.size, alignment: alignment)
        start.initializeMemory(as: Header.self, to: Header(previous: nil, isProvisional: isProvisional))
        (start + offset).initializeMemory(as: Value.self, to: value)
        return start + offset
    }

    /// Puts a payload in front of those of a list, which are freed with it.
    static func push(_ payload: UnsafeMutableRawPointer, onto list: borrowing Atomic<UnsafeMutableRawPointer?>) {
        var previous = list.load(ordering: .acquiring)
        while true {
            header(of: payload).pointee.previous = previous
            let (exchanged, current) = list.compareExchange(
                expected: previous, desired: payload, ordering: .acquiringAndReleasing)
            if exchanged { return }
            previous = current
        }
    }

    static func isProvisional(_ payload: UnsafeMutableRawPointer) -> Bool { header(of: payload).pointee.isProvisional }

    /// Frees a payload and those that it has replaced.
    static func freeAll(_ payload: UnsafeMutableRawPointer?) {
        var next = payload
        while let current = next {
            next = header(of: current).pointee.previous
            current.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
            (current - offset).deallocate()
        }
    }

    private static func header(of payload: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Header> {
        (payload - offset).assumingMemoryBound(to: Header.self)
    }
}
