@_exported import IOCModel
