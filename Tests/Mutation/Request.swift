/// The changes that are to be tried: all of some files and kinds, or a sample of them.
struct Request {
    /// Files, folders, or lines of files; none stands for all.
    var files: [String] = []
    var sample: Int?
    var seed = UInt64.random(in: 0..<1_000_000)
    /// How many of a hundred changes have to be noticed.
    var least = 100
    /// The kinds of changes; none stands for all.
    var kinds: Set<Place.Kind> = []

    /// True if a place is one of those that are asked for.
    func isWanted(_ place: Place) -> Bool {
        guard kinds.isEmpty || kinds.contains(place.kind) else { return false }
        return files.isEmpty
            || files.contains {
                $0 == place.file || $0 == "\(place.file):\(place.line)" || place.file.hasPrefix($0 + "/")
            }
    }

    /// True if as many changes were noticed as are asked for.
    func isEnough(_ noticed: Int, of count: Int) -> Bool { noticed * 100 >= count * least }

    /// Returns the draws from places, which are numbered as they stand.
    func draws(of places: [Place]) -> [Draw] {
        let wanted = places.enumerated().filter { isWanted($0.element) }
        return Draw.draws(
            of: Dictionary(uniqueKeysWithValues: wanted.map { ($0.offset, $0.element) }), sample: sample, seed: seed)
    }
}
