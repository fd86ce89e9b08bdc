// Package namespace judges namespaces on their way out, and what lies in them.
package namespace
