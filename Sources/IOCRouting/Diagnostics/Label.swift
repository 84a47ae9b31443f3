/// The name of a finder, factory, action or task: its own description, else its type's name.
func label(_ value: Any) -> String {
    (value as? any CustomStringConvertible)?.description ?? String(describing: type(of: value))
}
