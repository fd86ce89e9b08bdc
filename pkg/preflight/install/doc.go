// Package install says what an uninstall deletes by name: of a Helm release, an operator
// of OLM, a package of Crossplane, the definitions of an API group, or anything else that
// is installed by one object. It reads, and deletes nothing; what comes of the deletion is
// the parent package's to say.
package install
