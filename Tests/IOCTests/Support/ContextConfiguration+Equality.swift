import IOC

/// Whether two configurations say the same, as shared contexts compare them.
func == (left: ContextConfiguration, right: ContextConfiguration) -> Bool { left.hasSameContents(as: right) }
