// Configurations and errors are part of the container's public surface: users write `import IOC` alone.
@_exported public import IOCConfiguration
@_exported public import IOCModel
