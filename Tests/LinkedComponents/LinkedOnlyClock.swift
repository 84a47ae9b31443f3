import IOC

/// Nothing in the test suite's sources mentions this class: only the records of the linked program do.
final class LinkedOnlyClock: IOCComponent {}
