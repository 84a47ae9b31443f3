/// The cost of some work.
package struct Cost: Equatable, Sendable {
    package var nanoseconds: Double
    /// Nil where the work is done on several threads, or nobody counts.
    package var instructions: Double?

    package init(nanoseconds: Double, instructions: Double? = nil) {
        self.nanoseconds = nanoseconds
        self.instructions = instructions
    }

    /// Nothing so far.
    package static var zero: Cost { Cost(nanoseconds: 0, instructions: 0) }

    package static func += (total: inout Cost, cost: Cost) {
        total.nanoseconds += cost.nanoseconds
        total.instructions = cost.instructions.flatMap { more in total.instructions.map { $0 + more } }
    }

    package static func / (cost: Cost, count: Double) -> Cost {
        Cost(nanoseconds: cost.nanoseconds / count, instructions: cost.instructions.map { $0 / count })
    }
}
