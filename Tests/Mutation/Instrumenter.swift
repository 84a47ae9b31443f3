/// Writes the choices of a file into its text.
struct Instrumenter {
    /// The text with its choices.
    private(set) var text: [UInt8]
    /// Where each place stands in it, by the place's number.
    private(set) var ranges: [(number: Int, range: Range<Int>)] = []
    /// Where each byte of the original stands in it.
    private var positions: [Int]

    /// The line that makes the choices known; an import is public where code that is inlined elsewhere needs it.
    static let preamble = "public import MutationChoice\n"

    /// - Parameter places: Numbered places of this file, none of which overlaps another without containing it.
    init(_ source: String, places: [(number: Int, place: Place)]) {
        let bytes = Array(source.utf8)
        // A place that contains another comes first.
        let ordered = places.enumerated().sorted {
            ($0.element.place.start, -$0.element.place.end, $0.offset)
                < ($1.element.place.start, -$1.element.place.end, $1.offset)
        }.map(\.element)
        text = Array(Self.preamble.utf8)
        positions = Array(repeating: 0, count: bytes.count + 1)
        var next = 0
        instrument(bytes, 0..<bytes.count, ordered, &next)
        positions[bytes.count] = text.count
    }

    private mutating func instrument(
        _ bytes: [UInt8], _ range: Range<Int>, _ places: [(number: Int, place: Place)], _ next: inout Int
    ) {
        var position = range.lowerBound
        while next < places.count, places[next].place.start < range.upperBound,
            places[next].place.end <= range.upperBound
        {
            let (number, place) = places[next]
            next += 1
            copy(bytes, position..<place.start)
            let start = text.count
            let (before, after) = Self.frame(place, number)
            text += before.utf8
            if case .keyPart = place.form {
                // What is written takes the place of the text.
                for index in place.start..<place.end { positions[index] = start }
            } else {
                instrument(bytes, place.start..<place.end, places, &next)
            }
            text += after.utf8
            ranges.append((number, start..<text.count))
            position = place.end
        }
        copy(bytes, position..<range.upperBound)
    }

    private mutating func copy(_ bytes: [UInt8], _ range: Range<Int>) {
        for index in range {
            positions[index] = text.count
            text.append(bytes[index])
        }
    }

    private static func frame(_ place: Place, _ number: Int) -> (before: String, after: String) {
        switch place.form {
        case .keyPart(let type, let words): ("@MutationKeyPart<\(number), \(type)> \(words)", "")
        case .call(let function): ("\(function)(\(number), ", ")")
        case .binding: ("\(place.original) = mutationAbsent(\(number), ", ")")
        case .either: ("(mutationChosen(\(number)) ? \(place.changed) : ", ")")
        case .unless: ("if !mutationChosen(\(number)) { ", " }")
        case .branch: ("if mutationChosen(\(number)) { \(place.changed) } else { ", " }")
        case .preceded: ("if mutationChosen(\(number)) { \(place.changed) }; ", "")
        case .followed: ("", "; if mutationChosen(\(number)) { break }")
        }
    }

    /// Where a byte of the original stands.
    func position(of offset: Int) -> Int { positions[min(offset, positions.count - 1)] }

    /// The byte at a line and column, both counted from one.
    func offset(line: Int, column: Int) -> Int {
        var rest = line - 1
        guard rest > 0 else { return column - 1 }
        for (index, byte) in text.enumerated() where byte == UInt8(ascii: "\n") {
            rest -= 1
            if rest == 0 { return index + column }
        }
        return text.count
    }
}
