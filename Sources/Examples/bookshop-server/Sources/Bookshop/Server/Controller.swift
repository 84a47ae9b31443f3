package import IOC
package import Web

/// A component that answers requests of the shop. The server collects all controllers.
package protocol Controller: ManagedComponent {
    /// The routes that the controller answers.
    var routes: [Route] { get }
}

/// A component that answers requests on the management port.
package protocol ManagementController: ManagedComponent {
    /// The routes that the controller answers.
    var routes: [Route] { get }
}
