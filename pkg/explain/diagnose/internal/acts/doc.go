// Package acts is what is to be done by the words of a controller: the objects that they call are found
// here, and the steps that words ask for or lead to. It decides nothing.
package acts
