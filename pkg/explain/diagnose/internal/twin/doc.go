// Package twin tells what has become of the object of the same name in another cluster.
package twin
