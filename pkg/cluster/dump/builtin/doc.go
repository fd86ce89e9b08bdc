// Package builtin knows the kinds that every API server has, and what people and servers
// call a kind: a short name, a plural, an object's path. It knows nothing of dumps; only dump
// imports it.
package builtin
