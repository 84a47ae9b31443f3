package import IOC
package import Web

/// A component that answers requests of the shop; the server collects all there are.
package protocol Controller: IOCComponent {
    /// What it answers.
    var routes: [Route] { get }
}

/// A component that answers requests on the management port.
package protocol ManagementController: IOCComponent {
    /// What it answers.
    var routes: [Route] { get }
}
