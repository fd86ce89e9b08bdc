// Package gates finds what refuses a write or a read: webhooks, admission policies,
// conversion, validation, and APIs that do not answer.
package gates
