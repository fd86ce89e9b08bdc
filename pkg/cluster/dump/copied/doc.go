// Package copied finds the objects in a text that a person has copied from a terminal, a ticket or a chat, among
// whatever else stands there: whole ones, those of which a part or a row is all that was copied, and the one that
// words alone are about.
//
// Question.Read returns a Text. It knows nothing of files, and keeps nothing.
package copied
