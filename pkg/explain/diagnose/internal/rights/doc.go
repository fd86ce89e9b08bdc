// Package rights knows who may change objects of a kind, whether a holder is allowed to act,
// and at which role or binding it lies where it is not.
package rights
