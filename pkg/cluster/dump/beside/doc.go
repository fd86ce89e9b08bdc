// Package beside reads what people copy beside an object or in its place: the commands that
// they ran, the tables that these printed, and the lines of logs. It knows nothing of dumps;
// only dump imports it.
package beside

// Types gives the apiVersion and the kind of a type as people name it to kubectl, both empty
// for what is none.
type Types func(name string) (apiVersion, kind string)
