// The target of the tests' precompiled headers needs a source.
