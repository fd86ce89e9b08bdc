// Package ahead asks a cluster early what a diagnosis will want to know. A diagnosis asks
// one question after the other, and each takes as long as the server is far. So it is
// thought through beforehand, pass by pass, with what is known by then, where all that is not
// known is asked in the background and taken as unreadable meanwhile; and once more when
// the answers are there, until there is nothing left to ask. What is thought in a pass
// is thrown away. The diagnosis itself asks as ever, finds most answers there, and waits
// for the others.
package ahead
