public import MutationState

// The functions that the changed sources call, public and inlinable, as code that other modules inline calls them, too.

/// Returns true for the place that is changed.
@inlinable
public func mutationChosen(_ place: Int32) -> Bool { mutation_chosen(place) }

/// A condition, or its opposite.
@inlinable
public func mutationNegated(_ place: Int32, _ condition: Bool) -> Bool { mutation_chosen(place) != condition }

/// A condition, or true.
@inlinable
public func mutationPassed(_ place: Int32, _ condition: Bool) -> Bool { mutation_chosen(place) || condition }

/// A condition, or false.
@inlinable
public func mutationFailed(_ place: Int32, _ condition: Bool) -> Bool { !mutation_chosen(place) && condition }

/// A value that is unwrapped, or nil.
@inlinable
public func mutationAbsent<Value>(_ place: Int32, _ value: Value?) -> Value? { mutation_chosen(place) ? nil : value }

/// A list, or its elements the other way round.
@inlinable
public func mutationSwapped<Element>(_ place: Int32, _ list: [Element]) -> [Element] {
    mutation_chosen(place) ? list.reversed() : list
}

/// What comes one after the other, or the last of it.
@inlinable
public func mutationLast<Elements: Sequence>(_ place: Int32, _ elements: Elements) -> AnySequence<Elements.Element> {
    guard mutation_chosen(place) else { return AnySequence(elements) }
    var last: [Elements.Element] = []
    for element in elements { last = [element] }
    return AnySequence(last)
}

/// A part of a key, which is forgotten where its place is chosen; it takes no more room than the part itself.
@propertyWrapper
public struct MutationKeyPart<let place: Int, Value> {
    /// The part itself.
    public var wrappedValue: Value

    /// A part as it was written.
    @inlinable
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension MutationKeyPart: Sendable where Value: Sendable {}

extension MutationKeyPart: Equatable where Value: Equatable {
    /// Returns true if the parts are equal, or do not count.
    public static func == (one: Self, other: Self) -> Bool {
        mutationChosen(Int32(place)) || one.wrappedValue == other.wrappedValue
    }
}

extension MutationKeyPart: Hashable where Value: Hashable {
    /// Adds the part, if it counts.
    public func hash(into hasher: inout Hasher) {
        if !mutationChosen(Int32(place)) { hasher.combine(wrappedValue) }
    }
}
