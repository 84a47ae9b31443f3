/// A screen that covers another, and the one that presents it.
struct Cover<Screen: RoutedScreen> where Screen.Base == Screen {
    let screen: Screen
    let presenter: Screen
}
