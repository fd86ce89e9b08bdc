// Package catalogue is what is known of projects: one YAML file a project, described in
// docs/catalogue.md. Load compiles the files that come with it and those of a user. A
// Catalogue says who owns a finalizer, implements trace.Linker, and hands its checks to
// a diagnosis. It needs no cluster.
package catalogue
