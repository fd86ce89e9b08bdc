// Package manifest reads whole objects as the API server stores them: conditions,
// managedFields, containers, leases.
package manifest
