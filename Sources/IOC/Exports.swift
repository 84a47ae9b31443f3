// What a configuration says is part of the container's public surface: users write `import IOC` alone.
@_exported public import IOCConfiguration
