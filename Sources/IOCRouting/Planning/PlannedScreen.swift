/// A screen in a plan: one of the tree, one that a step will make, or one a factory will put into its container.
enum PlannedScreen<Screen: RoutedScreen>: Hashable where Screen.Base == Screen {
    case existing(Screen)
    case pending(Int)
    case prebuilt(Int)

    static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.existing(let one), .existing(let other)): one === other
        case (.pending(let one), .pending(let other)), (.prebuilt(let one), .prebuilt(let other)): one == other
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .existing(let screen): hasher.combine(ObjectIdentifier(screen))
        case .pending(let index), .prebuilt(let index): hasher.combine(index)
        }
    }
}
