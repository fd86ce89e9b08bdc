// Package copyist judges by what whoever has copied an object has written beside it: why they say that it stays, what
// they have tried, and what they were answered to that. Nobody has checked any of it.
package copyist
