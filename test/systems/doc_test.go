//go:build unix && systems

// Package systems_test runs the incidents of test/systems on real controllers,
// which take long to build the first time: hence the build tag. "make
// test-systems" sets it.
package systems_test
