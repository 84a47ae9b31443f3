#if !canImport(ObjectiveC)
import CSwiftRuntime
import IOCBase

/// The conformances of a program's classes to protocols.
///
/// They stand in one table, in which the classes of each protocol have places of their own: most protocols have a class or two, one
/// has thousands. A place holds the conformance's descriptor, which names the class.
struct ClassConformances: Sendable {
    /// The classes that conform to one protocol themselves.
    struct Conformers: Sendable {
        static let none = Conformers()

        /// True if some class conforms under conditions, so that only a cast shows it.
        fileprivate(set) var areConditional = false
        /// The number of places, a third of them free.
        fileprivate var capacity: UInt32 = 0
        /// The first of the places.
        fileprivate var start: UInt32 = 0
    }

    /// The addresses of descriptors; 0 where a place is free.
    private var places: [UInt] = []
    /// By the address of a protocol's descriptor.
    private var conformers = AddressTable<Conformers>()

    /// - Parameter descriptors: The descriptors of all conformances of classes.
    init(_ descriptors: [UnsafeRawPointer]) {
        // Counted first, as open addressing needs to know how many there are.
        for descriptor in descriptors {
            conformers.change(Self.protocolKey(of: descriptor), initial: Conformers()) {
                if ioc_conformance_is_conditional(descriptor) { $0.areConditional = true } else { $0.capacity += 1 }
            }
        }
        var end: UInt32 = 0
        conformers.changeAll { known in
            if known.capacity > 0 { known.capacity += known.capacity / 2 + 1 }
            known.start = end
            end += known.capacity
        }
        places = Array(repeating: 0, count: Int(end))
        for descriptor in descriptors where !ioc_conformance_is_conditional(descriptor) {
            guard let type = ioc_conformance_type(descriptor), let known = conformers[Self.protocolKey(of: descriptor)]
            else { continue }
            places[place(of: type, among: known)] = UInt(bitPattern: descriptor)
        }
    }

    /// The classes that conform to a protocol; nil where no class does.
    subscript(descriptor: UnsafeRawPointer) -> Conformers? { conformers[UInt(bitPattern: descriptor)] }

    /// The protocols that classes conform to, with those classes.
    var all: some Sequence<(descriptor: UnsafeRawPointer, conformers: Conformers)> {
        // Sound: a key is the address of a protocol's descriptor.
        conformers.all.lazy.map { (UnsafeRawPointer(bitPattern: $0.key).unsafelyUnwrapped, $0.value) }
    }

    /// The descriptor by which a class, known by its context, conforms; nil where it is not among some conformers.
    func descriptor(of type: UnsafeRawPointer, among known: Conformers) -> UnsafeRawPointer? {
        known.capacity == 0 ? nil : descriptor(at: place(of: type, among: known))
    }

    /// The contexts of some conformers, in no particular order.
    func types(of known: Conformers) -> [UnsafeRawPointer] {
        let range = Int(known.start)..<Int(known.start + known.capacity)
        return range.compactMap { descriptor(at: $0).flatMap(ioc_conformance_type) }
    }

    /// The place where a class stands, or the free one where it would.
    private func place(of type: UnsafeRawPointer, among known: Conformers) -> Int {
        // The hash has 32 bits, so that this is a number below the capacity.
        var offset = (AddressHash.of(UInt(bitPattern: type)) * UInt(known.capacity)) >> 32
        while true {
            let place = Int(UInt(known.start) + offset)
            guard let descriptor = descriptor(at: place), ioc_conformance_type(descriptor) != type else { return place }
            offset += 1
            if offset == known.capacity { offset = 0 }
        }
    }

    private func descriptor(at place: Int) -> UnsafeRawPointer? { UnsafeRawPointer(bitPattern: places[place]) }

    private static func protocolKey(of descriptor: UnsafeRawPointer) -> UInt {
        UInt(bitPattern: ioc_conformance_protocol(descriptor))
    }
}
#endif
