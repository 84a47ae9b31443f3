import Synchronization

/// The prototypes that an initializer is passed, one for each parameter, once they are known.
///
/// A parameter whose prototype is known is passed it without a lookup.
final class PassedPrototypes: @unchecked Sendable {
    // Sound: atomics in memory of its own, and the addresses of definitions that the registry keeps which keeps this.

    private let targets: UnsafeMutableBufferPointer<Atomic<UInt>>
    // Sound: only compared; the definition that keeps this keeps the recipe.
    private let recipe: Unmanaged<ConstructedRecipe>

    /// - Parameter recipe: The recipe that calls the initializer.
    init(_ recipe: ConstructedRecipe) {
        self.recipe = .passUnretained(recipe)
        targets = .allocate(capacity: recipe.points.count)
        for index in targets.indices { targets.initializeElement(at: index, to: Atomic(0)) }
    }

    deinit {
        targets.deinitialize()
        targets.deallocate()
    }

    /// The mark of a parameter that is passed something else.
    private static var none: UInt { 1 }

    /// The definition of what a parameter is passed; nil while it is not known, where it is no plain prototype, and for a
    /// parameter that the initializer lacks.
    /// - Parameter recipe: The recipe that asks. Another one than the initializer's is told nothing.
    @inline(__always)
    func target(at index: Int, of recipe: ConstructedRecipe) -> Unmanaged<RegisteredDefinition>? {
        guard Unmanaged.passUnretained(recipe).toOpaque() == self.recipe.toOpaque(), targets.indices.contains(index)
        else { return nil }
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
