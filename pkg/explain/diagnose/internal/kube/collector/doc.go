// Package collector judges what the garbage collector holds: foreground and orphan
// deletions, and ownerReferences that name no owner.
package collector
