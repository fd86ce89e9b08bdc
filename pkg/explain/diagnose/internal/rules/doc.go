// Package rules runs the checks of the catalogue on a case.
package rules
