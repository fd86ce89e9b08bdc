// Package kube judges the finalizers that Kubernetes itself holds, whichever part of it.
// Each group of them has a package below.
package kube
