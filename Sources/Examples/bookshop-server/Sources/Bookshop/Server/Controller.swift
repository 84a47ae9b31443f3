package import IOC
package import Web

/// A component that answers requests of the shop; the server collects all there are.
package protocol Controller: ManagedComponent {
    /// Its answer.
    var routes: [Route] { get }
}

/// A component that answers requests on the management port.
package protocol ManagementController: ManagedComponent {
    /// Its answer.
    var routes: [Route] { get }
}
