/// Either kind of action.
enum AnyAction {
    case screen(any ScreenAction)
    case container(any ContainerAction, role: any ContainerRole.Type)

    var name: String {
        switch self {
        case .screen(let action): label(action)
        case .container(let action, _): label(action)
        }
    }
}
