extension Fault {
    /// One step of a cycle: the component and the property that leads to the next.
    package struct CycleStep: Sendable {
        package var component: String
        package var property: String?

        package init(component: String, property: String? = nil) {
            self.component = component
            self.property = property
        }
    }
}
