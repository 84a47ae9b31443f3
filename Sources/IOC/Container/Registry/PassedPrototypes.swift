import Synchronization

/// The prototypes that an initializer is passed, one for each parameter, once they are known.
///
/// Six levels of prototypes cost a third less than by lookups.
final class PassedPrototypes: @unchecked Sendable {
    // Sound: atomics in memory of its own, and the addresses of definitions that the registry keeps which keeps this.

    private let targets: UnsafeMutableBufferPointer<Atomic<UInt>>

    init(count: Int) {
        targets = .allocate(capacity: count)
        for index in 0..<count { targets.initializeElement(at: index, to: Atomic(0)) }
    }

    deinit {
        targets.deinitialize()
        targets.deallocate()
    }

    /// The mark of a parameter that is passed something else.
    private static var none: UInt { 1 }

    /// The definition of what a parameter is passed; nil while it is not known, or where it is no plain prototype.
    @inline(__always)
    subscript(index: Int) -> Unmanaged<RegisteredDefinition>? {
        let address = targets[index].load(ordering: .acquiring)
        return address > Self.none ? UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) } : nil
    }

    /// True while nobody has said what a parameter is passed.
    func isOpen(_ index: Int) -> Bool { targets[index].load(ordering: .relaxed) == 0 }

    /// Remembers what a parameter is passed; nil for what is no plain prototype.
    func set(_ target: RegisteredDefinition?, at index: Int) {
        let address = target.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
        targets[index].store(address ?? Self.none, ordering: .releasing)
    }
}
