/// A screen that its container does not show.
struct Hidden<Screen: RoutedScreen> where Screen.Base == Screen {
    let screen: Screen
    let container: Screen
}
