/// Values by address, such as those of a type's or a protocol's own: an address needs no hash that withstands chosen keys.
///
/// Open addressing; the values stand one after the other, in the order they came.
public struct AddressTable<Value> {
    @usableFromInline var entries: [Entry] = []
    /// For each place the number of its entry, counted from 1; 0 where it is free. At least half of the places are.
    @usableFromInline var places: [UInt32] = []

    @usableFromInline
    struct Entry {
        @usableFromInline let key: UInt
        @usableFromInline var value: Value

        @inlinable
        init(key: UInt, value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// A table with room for so many values.
    @inlinable
    public init(capacity: Int = 0) {
        guard capacity > 0 else { return }
        entries.reserveCapacity(capacity)
        grow(for: capacity)
    }

    /// The value of an address.
    @inlinable
    public subscript(key: UInt) -> Value? {
        guard let index = find(key).index else { return nil }
        return entries[index].value
    }

    /// Changes the value of an address, which is `initial` where it has none yet.
    @inlinable
    public mutating func change<Result>(
        _ key: UInt, initial: @autoclosure () -> Value, _ body: (inout Value) -> Result
    ) -> Result {
        if let known = find(key).index { return body(&entries[known].value) }
        if (entries.count + 1) * 2 > places.count { grow(for: entries.count + 1) }
        places[find(key).place] = UInt32(entries.count + 1)
        entries.append(Entry(key: key, value: initial()))
        return body(&entries[entries.count - 1].value)
    }

    /// Sets the value of an address.
    @inlinable
    public mutating func set(_ value: Value, for key: UInt) { change(key, initial: value) { $0 = value } }

    /// Changes all values, in the order they came.
    @inlinable
    public mutating func changeAll(_ body: (inout Value) -> Void) {
        for index in entries.indices { body(&entries[index].value) }
    }

    /// The addresses with their values, in the order they came.
    @inlinable
    public var all: some RandomAccessCollection<(key: UInt, value: Value)> {
        entries.lazy.map { (key: $0.key, value: $0.value) }
    }

    /// The number of values it has.
    @inlinable
    public var count: Int { entries.count }

    /// The entry of a key, or the place where it would stand.
    @inlinable
    @inline(__always)
    func find(_ key: UInt) -> (place: Int, index: Int?) {
        guard !places.isEmpty else { return (0, nil) }
        let mask = places.count - 1
        var place = home(of: key)
        while true {
            let number = Int(places[place])
            if number == 0 { return (place, nil) }
            if entries[number - 1].key == key { return (place, number - 1) }
            place = (place + 1) & mask
        }
    }

    /// The place where a key stands if no other has taken it; there are places.
    @inlinable
    @inline(__always)
    func home(of key: UInt) -> Int {
        Int(truncatingIfNeeded: AddressHash.of(key)) & (places.count - 1)
    }

    @inlinable
    mutating func grow(for count: Int) {
        var capacity = max(2, places.count)
        while capacity < count * 2 { capacity *= 2 }
        places = Array(repeating: 0, count: capacity)
        for index in entries.indices { places[find(entries[index].key).place] = UInt32(index + 1) }
    }
}

extension AddressTable: Sendable where Value: Sendable {}
extension AddressTable.Entry: Sendable where Value: Sendable {}
