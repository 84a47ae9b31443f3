enum PlannedChange<Screen: RoutedScreen> where Screen.Base == Screen {
    case dismiss(Screen, from: Screen)
    case reveal(PlannedScreen<Screen>, in: PlannedScreen<Screen>)
    case present(PlannedScreen<Screen>, on: PlannedScreen<Screen>, style: PresentationStyle)
    case contain(ContainerChange<Screen>)
    case replaceRoot(PlannedScreen<Screen>, expected: PlannedScreen<Screen>?)
}
