/// The hash of an address, for tables whose capacity is a power of two.
public enum AddressHash {
    /// Of what it comes to, the lowest bits say the place in a table.
    @inlinable
    @inline(__always)
    public static func of(_ address: UInt) -> UInt {
        // Fibonacci hashing (D. Knuth, The Art of Computer Programming 3, 6.4), of more than the lowest bits: what has an address
        // is aligned, and often stands at equal distances, of which multiplication alone makes some collide.
        (((address >> 3) ^ (address >> 12)) &* 0x9E37_79B9_7F4A_7C15) >> 32
    }
}
