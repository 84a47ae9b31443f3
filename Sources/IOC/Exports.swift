// Configurations and errors are part of the container's public API. Users only write `import IOC`.
@_exported public import IOCConfiguration
@_exported public import IOCModel
