// Every file of this target uses the helpers of the package's tests.
@_exported import TestSupport
