// Package serve_test runs the plugin as a service beside a real control plane, and reads
// its metrics.
package serve_test
