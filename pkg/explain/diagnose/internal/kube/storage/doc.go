// Package storage judges what waits for its users: claims, volumes, attachments, and
// whatever else pods and other objects have in use.
package storage
